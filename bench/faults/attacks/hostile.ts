/** Row 7: hostile requests without end at every door, over real connections: no fault of ours, no hang, memory flat, nothing shown alive. */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readSecret } from '../../../packages/server/src/cli/settings/secret.ts'
import { seededRandom } from '../../../packages/server/src/database/testing/test-database.ts'
import { makeVault } from '../../../packages/server/src/domain/secrets/vault.ts'
import { makeAtAnyEntryPoint } from '../../../test/fuzz/all-entry-points.ts'
import type { Answer } from '../../../test/fuzz/check-answer.ts'
import type { Hostile } from '../../../test/fuzz/requests.ts'
import { type Fault, runHostile, shortenFault, type Tally, writeStatuses } from '../../../test/fuzz/run.ts'
import { openShop, type Shop } from '../../setup/shop.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { openHostileSender } from './hostile-sender.ts'
import { openTarget, readRoutes } from './hostile-store.ts'

/** Whatever takes longer, and again when it is asked again, counts as a hang. */
const patience = 1_000
/** What a process may have grown by after it is warm; caches have bounds of their own. */
const mostGrowth = 64
const parallel = 8
/** Between two times that sessions and connections are given back. */
const untilRenewal = 1_000

export const hostile: FaultRow = {
  name: 'hostile-requests',
  what: 'requests made from the contract, from every other route and from corpora of what breaks servers',
  guards: {
    faults: 'every hundredth answer is turned into a 500 on its way',
    unescaped: 'pages come as if nothing in them had been escaped',
  },
  async run({ seed, guard, size }) {
    const since = Date.now()
    const count = size('requests', 250_000, 600)
    const { tally, grown } = await attack(count, seed, guard)
    const { byEntryPoint, faults, slowest, slow } = tally
    const detail = [
      `${count} requests: ${faults.length} wrong; slowest ${Math.round(slowest)} ms, ${slow} above a second once; memory grew by ${grown} MB`,
      ...[...byEntryPoint].map(([entryPoint, statuses]) => `${entryPoint} ${writeStatuses(statuses)}`),
      secondsSince(since),
    ].join('; ')
    const holds = faults.length === 0 && grown < mostGrowth && isLetIn(tally)
    return { name: 'hostile-requests', value: faults.length, unit: 'faults', bar: '0', holds, detail }
  },
}

/** A run that is turned away at a door proves nothing of what is behind it. */
const isLetIn = ({ byEntryPoint }: Tally) =>
  (['api', 'dashboard', 'hooks', 'pages'] as const).every((entryPoint) => {
    const statuses = byEntryPoint.get(entryPoint) ?? new Map<number, number>()
    const all = [...statuses.values()].reduce((sum, times) => sum + times, 0)
    return (statuses.get(200) ?? 0) > all / 20
  })

async function attack(
  count: number,
  seed: number,
  guard: string | undefined,
): Promise<{ tally: Tally; grown: number }> {
  const noWayOut = fileURLToPath(new URL('./no-network.js', import.meta.url))
  // Callers from many addresses: what is counted by address would answer for all the rest.
  const env = { TRUST_PROXY: '127.0.0.1' }
  const shop = await openShop({ flags: ['--demo'], nodeFlags: ['--import', noWayOut], env })
  const { send, close } = openHostileSender(shop.server.url, parallel)
  try {
    const vault = makeVault(await readSecret({ secret: undefined, data: shop.server.data }))
    const routes = await readRoutes(shop, vault)
    const house = await openTarget({ ...shop, vault, url: shop.server.url, routes })
    const random = seededRandom(seed)
    const make = () => makeAtAnyEntryPoint(random, house)
    const since = Date.now()
    let sent = 0
    const sendOne = async (one: Hostile) => {
      if (++sent % untilRenewal === 0) await house.renew()
      return spoil(guard, sent, await send(one))
    }
    // What is loaded or learned once is not growth: it is measured from the middle on.
    let before = 0
    const measure = async (one: Hostile) => {
      if (sent === Math.floor(count / 2)) before = await memoryOf(shop)
      return await sendOne(one)
    }
    const onFault = (fault: Fault) => console.log(`  ${JSON.stringify(shortenFault(fault)).slice(0, 2000)}`)
    const onCount = (number: number) => number % 10_000 === 0 && console.log(`  ${number} sent, ${secondsSince(since)}`)
    const tally = await runHostile({ make, count, parallel, patience, send: measure, onFault, onCount })
    return { tally, grown: (await memoryOf(shop)) - before }
  } finally {
    close()
    await shop.close()
  }
}

const marks: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" }

function spoil(guard: string | undefined, number: number, answer: Answer): Answer {
  if (guard === 'faults' && number % 100 === 0) return { ...answer, status: 500 }
  if (guard !== 'unescaped' || !answer.contentType.startsWith('text/html')) return answer
  return { ...answer, body: answer.body.replace(/&(lt|gt|quot|#39);/g, (mark) => marks[mark]!) }
}

/** Megabytes that the server's own process holds. */
async function memoryOf({ server }: Shop): Promise<number> {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
