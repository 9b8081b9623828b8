/** Row 6: callers of every kind ask every route for what is not theirs; nothing leaks, nothing changes, nothing is confirmed. */

import type { Endpoint } from '@heartbell/contract/endpoint'
import { allEndpoints } from '@heartbell/contract/endpoints'
import { readSecret } from '../../packages/server/src/cli/secret.ts'
import type { Database } from '../../packages/server/src/database/connect.ts'
import { seededRandom } from '../../packages/server/src/database/testing.ts'
import { addKey, revokeKey } from '../../packages/server/src/domain/keys.ts'
import { parseSettings } from '../../packages/server/src/domain/settings.ts'
import { createStore, type NewStore, type Store } from '../../packages/server/src/domain/stores.ts'
import { makeVault, type Vault } from '../../packages/server/src/domain/vault.ts'
import { goodValue, makeDice } from '../../test/fuzz/fields.ts'
import type { World } from '../../test/fuzz/world.ts'
import { openSender } from './probe-sender.ts'
import { type Actor, type Answer, type Call, canary, openProbeWorld, type Send, type Thing } from './probe-world.ts'
import { type FaultRow, secondsSince } from './row.ts'
import { takeShop } from './shared-shops.ts'

export const probes: FaultRow = {
  name: 'probes',
  what: 'every route asked by every kind of caller for what is not theirs',
  guards: { door: 'whoever asks on behalf of a shopper is taken for the victim' },
  async run({ seed, guard, size }) {
    const since = Date.now()
    const report = await probe({ least: size('probes', 25_000, 600), seed, isOpen: guard === 'door' })
    const { asked, faults, statuses, changed } = report
    const failed = faults.length + changed.length
    const detail = [
      `${asked} probes: ${faults.length} wrong, ${changed.length} of the victim’s rows changed`,
      `answers ${[...statuses]
        .sort()
        .map(([status, count]) => `${status} × ${count}`)
        .join(', ')}`,
      ...faults.slice(0, 3),
      ...changed.slice(0, 3),
      secondsSince(since),
    ].join('; ')
    // A run that nobody lets in, or everybody, proves nothing.
    const holds = failed === 0 && (statuses.get(200) ?? 0) > 0 && (statuses.get(404) ?? 0) > 0
    return { name: 'probes', value: failed, unit: 'leaks', bar: '0', holds, detail }
  },
}

type Probing = { least: number; seed: number; isOpen: boolean }
type Report = { asked: number; faults: string[]; statuses: Map<number, number>; changed: string[] }

async function probe(probing: Probing): Promise<Report> {
  const shop = await takeShop('serving')
  try {
    const vault = makeVault(await readSecret({ secret: undefined, data: shop.server.data }))
    return await probeStore({ ...shop, vault, url: shop.server.url }, probing)
  } finally {
    await shop.close()
  }
}

/** A running service, and the store of it that is the victim's. */
export type Probed = { sql: Database; vault: Vault; url: URL; keys: NewStore; store: Pick<Store, 'storeId'> }

export async function probeStore({ sql, vault, url, keys, store }: Probed, probing: Probing): Promise<Report> {
  const { least, seed, isOpen } = probing
  const sender = openSender(url)
  try {
    const settings = parseSettings(['rate-key=off', 'rate-shopper=off', 'rate-address=off'])
    const other = await createStore(sql, vault, { name: 'Other', settings })
    const { keyId, apiKey: revokedKey } = await addKey(sql, store.storeId)
    await revokeKey(sql, store.storeId, keyId)
    const world = await openProbeWorld(sender.send, { victim: keys, other, revokedKey })
    const before = await readVictim(sql, store.storeId)
    const asVictim = isOpen ? world.victim : null
    const report: Report = { asked: 0, faults: [], statuses: new Map(), changed: [] }
    const random = seededRandom(seed)
    // Every caller asks every route for every thing; in a hurry, each for a share of them.
    const share = least / (world.actors.length * allEndpoints.length * world.things.length * 2)
    const chosen = share < 1 ? () => random() < share : () => true
    do {
      for (const actor of world.actors)
        await probeAs(sender.send, actor, world.things, report, random, asVictim, chosen)
    } while (report.asked < least && share >= 1)
    const after = await readVictim(sql, store.storeId)
    report.changed = [...before].filter((row) => !after.has(row))
    return report
  } finally {
    sender.close()
  }
}

async function probeAs(
  send: Send,
  actor: Actor,
  things: Thing[],
  report: Report,
  random: () => number,
  asVictim: Partial<Actor['tokens']> | null,
  chosen: () => boolean,
): Promise<void> {
  for (const [name, endpoint] of allEndpoints.filter(([, { door }]) => door === 'shopper' || !actor.isStore))
    for (const thing of things.filter(chosen)) {
      const calls = callsFor(endpoint, actor, thing, random, asVictim)
      const [real, twin] = await Promise.all([send(calls.real), send(calls.other)])
      report.asked += 2
      for (const { status } of [real, twin]) report.statuses.set(status, (report.statuses.get(status) ?? 0) + 1)
      const wrong = judge(real, twin, thing)
      if (wrong) report.faults.push(`${actor.name} asks ${name} for the ${thing.name}: ${wrong}`)
    }
}

/** The same call twice: once for the victim's, once for what is nobody's. */
function callsFor(
  endpoint: Endpoint,
  { pid, tokens, authorization }: Actor,
  { real, other }: Thing,
  random: () => number,
  asVictim: Actor['tokens'] | null,
): { real: Call; other: Call } {
  const good = goodFields(endpoint, random)
  const words = new Set(Object.values(endpoint.fields.names))
  const isShopper = endpoint.door === 'shopper'
  const write = (named: Record<string, string>): Call => {
    const meant = Object.entries(named).filter(([word]) => words.has(word) && !(isShopper && word === 'regid'))
    const fields = { ...good, ...Object.fromEntries(meant), ...(isShopper && (asVictim ?? tokens)) }
    const path = endpoint.path.replace(/:(\w+)/g, (_, word) => named[word] ?? '00000000-0000-7000-8000-000000000000')
    const query = endpoint.door === 'store' ? '' : `?pid=${encodeURIComponent(pid)}`
    return { method: endpoint.method, path: path + query, fields: fields as Record<string, string>, authorization }
  }
  return { real: write(real), other: write(other) }
}

/** Fields a good call would send, the same for both; what they name belongs to nobody. */
function goodFields({ fields }: Endpoint, random: () => number): Record<string, string> {
  const nobody = { regid: 'x', sessionid: 'x', pid: 'x', lids: ['x'] }
  const world: World = { endpoints: [], stores: [], shoppers: [nobody], regids: ['x'] }
  const dice = makeDice(random)
  const words = Object.keys(fields.shape).map((name) => fields.names[name]!)
  return Object.fromEntries(words.map((word) => [word, goodValue(dice, world, nobody, word).text]))
}

function judge(real: Answer, twin: Answer, { isPublic }: Thing): string | null {
  if (real.status >= 500 || twin.status >= 500) return `answered ${real.status}, ${twin.status}`
  if (!isPublic && real.text.includes(canary)) return `got ${real.text.slice(0, 200)}`
  // What one may read differs from what is not there; nothing else may.
  if (isPublic) return null
  const type = ({ text }: Answer) => /"type":"([a-z-]+)"/.exec(text)?.[1]
  if (real.status !== twin.status || (real.status !== 200 && type(real) !== type(twin)))
    return `answered ${real.status} ${type(real)}, and ${twin.status} ${type(twin)} for what is nobody’s`
  return null
}

/** Every row in which the victim is, as text. */
async function readVictim(sql: Database, storeId: number): Promise<Set<string>> {
  const rows = new Set<string>()
  for (const table of ['lists', 'items', 'shoppers', 'subscriptions', 'variants', 'consents', 'mailing_choices']) {
    const found = await sql<{ row: string }[]>`
      select row_to_json(t)::text as row
      from ${sql(table)} t
      where store_id = ${storeId}
        and t::text like ${`%${canary}%`}`
    for (const { row } of found) rows.add(`${table} ${row}`)
  }
  return rows
}
