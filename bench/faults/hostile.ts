/** Row 7: hostile requests without end, over real connections: no fault of ours, no hang, memory flat. */
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { allEndpoints } from '@heartbell/contract/endpoints'
import { readSecret } from '../../packages/server/src/cli/secret.ts'
import { seededRandom } from '../../packages/server/src/database/testing.ts'
import { parseSettings } from '../../packages/server/src/domain/settings.ts'
import { createStore, type NewStore } from '../../packages/server/src/domain/stores.ts'
import { makeVault } from '../../packages/server/src/domain/vault.ts'
import type { Hostile } from '../../test/fuzz/requests.ts'
import { type Answer, runHostile, shortly, type Tally } from '../../test/fuzz/run.ts'
import type { Victim, World } from '../../test/fuzz/world.ts'
import { form } from '../load.ts'
import { openShop, type Shop } from '../shop.ts'
import { type FaultRow, secondsSince } from './row.ts'

/** Whatever takes longer counts as a hang; seen 689 ms at most in 250,000. */
const patience = 1_000
/** What a process may have grown by after it is warm; caches have bounds of their own. */
const mostGrowth = 64

export const hostile: FaultRow = {
  name: 'hostile-requests',
  what: 'requests made from the contract and from corpora of what breaks servers',
  guards: { faults: 'every thousandth answer is turned into a 500 on its way' },
  async run({ seed, guard, size }) {
    const since = Date.now()
    const count = size('requests', 250_000, 10_000)
    const { tally, grown } = await attack(count, seed, guard === 'faults')
    const { statuses, faults, slowest } = tally
    const detail = [
      `${count} requests: ${faults.length} wrong; slowest ${Math.round(slowest)} ms; memory grew by ${grown} MB`,
      `answers ${[...statuses]
        .sort()
        .map(([status, times]) => `${status} × ${times}`)
        .join(', ')}`,
      ...faults.slice(0, 3).map((fault) => JSON.stringify(shortly(fault))),
      secondsSince(since),
    ].join('; ')
    const holds = faults.length === 0 && grown < mostGrowth && (statuses.get(200) ?? 0) > count / 20
    return { name: 'hostile-requests', value: faults.length, unit: 'faults', bar: '0', holds, detail }
  },
}

async function attack(count: number, seed: number, isBroken: boolean): Promise<{ tally: Tally; grown: number }> {
  const shop = await openShop()
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  try {
    const world = await openWorld(shop, agent)
    const send = sender(shop.server.url, agent)
    const run = { world, parallel: 8, patience, random: seededRandom(seed) }
    // What is loaded or learned once is not growth.
    await runHostile({ ...run, count: Math.ceil(count / 10), send })
    const before = await memoryOf(shop)
    let sent = 0
    const spoil = async (one: Hostile) => {
      const answer = await send(one)
      return isBroken && ++sent % 1000 === 0 ? { ...answer, status: 500 } : answer
    }
    const tally = await runHostile({ ...run, count, send: spoil })
    return { tally, grown: (await memoryOf(shop)) - before }
  } finally {
    agent.destroy()
    await shop.close()
  }
}

/** Megabytes that the server's own process holds. */
async function memoryOf({ server }: Shop): Promise<number> {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

/** Two stores, one with everything switched on, and shoppers who have something to lose. */
async function openWorld(shop: Shop, agent: Agent): Promise<World> {
  const vault = makeVault(await readSecret({ secret: undefined, data: shop.server.data }))
  const settings = ['rate-key=off', 'rate-shopper=off', 'rate-address=off', 'custom-items=on', 'preview-items=5']
  const second = await createStore(shop.sql, vault, { name: 'Second', settings: parseSettings(settings) })
  const send = sender(shop.server.url, agent)
  const ask = async (path: string, fields: Record<string, string>, store: NewStore) => {
    const authorization = `Basic ${Buffer.from(`${store.pid}:${store.apiKey}`).toString('base64')}`
    const headers = { authorization, 'content-type': 'application/x-www-form-urlencoded', 'user-agent': 'faults' }
    const as = { regid: '', sessionid: '', pid: store.pid, lids: [] }
    const { status, body } = await send({ method: 'POST', url: path, headers, payload: form(fields), as })
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body.slice(0, 300)}`)
    return JSON.parse(body)
  }
  const shoppers: Victim[] = []
  for (const store of [shop.keys, second])
    for (const useremail of ['one@shop.example', 'two@shop.example']) {
      const fields = { useremail, useragenttype: 'faults' }
      const { regid, sessionid } = await ask('/storeadmin/v3/user/generate-regid', fields, store)
      const pid = encodeURIComponent(store.pid)
      const made = await ask(`/api/v3/lists/create?pid=${pid}`, { regid, sessionid, lname: 'A first list' }, store)
      shoppers.push({ regid, sessionid, pid: store.pid, lids: [made.lid] })
    }
  const lost = await ask(
    '/storeadmin/v3/user/generate-regid',
    { useremail: 'lost@shop.example', useragenttype: 'faults' },
    shop.keys,
  )
  return {
    endpoints: allEndpoints.map(([, endpoint]) => endpoint),
    stores: [shop.keys, second],
    shoppers,
    regids: [lost.regid],
  }
}

const sender = (url: URL, agent: Agent) => (hostile: Hostile) =>
  new Promise<Answer>((resolve, reject) => {
    const { method, headers, payload } = hostile
    const options = { method, headers: safe(headers), agent, timeout: 30_000, path: plain(hostile.url) }
    const asked = request(url, options, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () =>
        resolve({
          status: answer.statusCode!,
          contentType: String(answer.headers['content-type'] ?? ''),
          body: Buffer.concat(chunks).toString(),
          requestId: String(answer.headers['x-request-id'] ?? ''),
        }),
      )
    })
    asked.on('error', reject)
    asked.on('timeout', () => asked.destroy(new Error('no answer in 30 s')))
    asked.end(payload)
  })

/** Paths as they are, but for what Node's own client refuses to send. */
const plain = (path: string) => path.replace(/[^\x21-\x7e]/g, '?')

const safe = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\x20-\x7e]/g, '?')]))
