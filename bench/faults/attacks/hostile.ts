/** Hostile requests to every entry point over real connections: no server error, no hang, constant memory, all output escaped. */
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

/** A request that takes longer, and again when repeated, counts as a hang. */
const patience = 1_000
/** Permitted growth of a process after warm-up; caches have their own bounds. */
const mostGrowth = 64
const parallel = 8
/** Requests between two renewals of sessions and connections. */
const untilRenewal = 1_000

export const hostile: FaultRow = {
  name: 'hostile-requests',
  what: 'requests made from the contract, from every other route and from corpora of hostile inputs',
  guards: {
    faults: 'every hundredth answer is changed into a 500',
    unescaped: 'pages are returned as if nothing in them were escaped',
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

/** A run where an entry point refuses every call proves nothing about the code behind it. */
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
  // Callers from many addresses: otherwise the limits by address would answer most calls.
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
    // Growth is measured from the middle on, because modules and caches are loaded once.
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

/** Resident megabytes of the server's process. */
async function memoryOf({ server }: Shop): Promise<number> {
  const status = await readFile(`/proc/${server.process.pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}
