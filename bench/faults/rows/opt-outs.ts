/** Opting out always wins, also at the last moment: thousands leave while all subscribers are notified. */
import { connect } from '../../../packages/server/src/database/connect.ts'
import { seededRandom } from '../../../packages/server/src/database/testing/test-database.ts'
import { unsubscribeAll } from '../../../packages/server/src/domain/subscriptions/unsubscribe-all.ts'
import type { Row } from '../../setup/report.ts'
import type { Shop } from '../../setup/shop.ts'
import { noFaults, openHttpProvider, type Provider } from '../parts/provider.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { takeShop } from '../writes/shared-shops.ts'
import { addressOf, countFates, type Fates, restock, seedWaiting } from '../writes/waiting-crowd.ts'
import { startWorkers, type Workers } from '../writes/workers.ts'

export type OptOutRun = { deliveries: number; optOuts: number; seed: number; guard?: string | undefined }

export type OptOutReport = {
  deliveries: number
  optOuts: number
  /** Notified although the delivery was claimed after the opt-out was acknowledged. */
  ignored: number
  /** Notified more than a second after the opt-out. */
  late: number
  /** Left in time and not notified. */
  spared: number
  /** Did not leave, and were not notified. */
  missing: number
  fates: Fates
}

/** Milliseconds after an opt-out within which a message already in flight may arrive. */
const longest = 1_000
const atOnce = 4

export const optOuts: FaultRow = {
  name: 'opt-outs',
  what: 'subscribers leave while all are notified; nobody is notified after leaving',
  guards: { 'ignore-left': 'workers ignore opt-outs' },
  async run({ seed, guard, size }) {
    const since = Date.now()
    const deliveries = size('deliveries', 100_000, 800)
    const report = await leaveWhileTold({ deliveries, optOuts: size('opt-outs', 5_000, 60), seed, guard })
    const { optOuts, ignored, late, spared, missing, fates } = report
    const became = Object.entries(fates).map(([status, count]) => `${count} ${status}`)
    const detail = `${optOuts} left during ${deliveries}: ${spared} in time, ${ignored} notified though claimed later, ${late} notified later than 1 s; ${became.join(', ')}; ${missing} others missing; ${secondsSince(since)}`
    const failed = ignored + late + missing
    return {
      name: 'opt-outs',
      value: failed,
      unit: 'notified after leaving',
      bar: '0',
      holds: failed === 0 && spared > 0,
      detail,
    } satisfies Row
  },
}

export async function leaveWhileTold({ deliveries, optOuts, seed, guard }: OptOutRun): Promise<OptOutReport> {
  const provider = await openHttpProvider(seed, noFaults)
  const shop = await takeShop('telling')
  const { databaseUrl, data } = shop.server
  let workers: Workers | null = null
  try {
    await seedWaiting(shop.sql, shop.store, deliveries)
    workers = await startWorkers(2, { databaseUrl, data, provider: provider.url, lease: 5_000, guard }, seed)
    await restock(shop.sql, shop.store)
    const left = await leave(shop, provider, { deliveries, optOuts, seed, guard })
    await awaitEnd(shop)
    return {
      deliveries,
      optOuts,
      ...audit(provider, left, deliveries),
      fates: await countFates(shop.sql, shop.store.storeId),
    }
  } finally {
    await workers?.end()
    await provider.close()
    await shop.close()
  }
}

/** Address → the time when its opt-out was acknowledged. Opt-outs are spread over the whole sending. */
async function leave(shop: Shop, provider: Provider, run: OptOutRun): Promise<Map<string, number>> {
  const { deliveries, optOuts, seed, guard } = run
  const random = seededRandom(seed)
  const sql = connect({ url: shop.server.databaseUrl, connections: atOnce, name: 'heartbell leaving' })
  const leaving = Array.from({ length: optOuts }, () => addressOf(Math.floor(random() * deliveries)))
  const left = new Map<string, number>()
  const leaveOne = async (address: string) => {
    // With the guard removed, only the status changes and the delivery stays, so that a worker can ignore it.
    if (guard)
      await sql`update subscriptions set status = 'left' where store_id = ${shop.store.storeId} and address = ${address}`
    else await unsubscribeAll(sql, shop.store, { medium: 'email', address }, { source: 'one-click' })
    if (!left.has(address)) left.set(address, Date.now())
  }
  const runner = async () => {
    for (let next = leaving.pop(); next !== undefined; next = leaving.pop()) {
      // In step with the sending, so that the last leave near its end.
      await provider.reached(Math.floor((deliveries * 0.8 * (optOuts - leaving.length)) / optOuts))
      await leaveOne(next)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, runner)).finally(() => sql.end({ timeout: 1 }))
  return left
}

async function awaitEnd({ sql, store }: Shop): Promise<void> {
  for (;;) {
    const { due = 0, sent = 0 } = await countFates(sql, store.storeId)
    if (due === 0 && sent > 0) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

function audit({ arrivals }: Provider, left: Map<string, number>, deliveries: number) {
  const found = { ignored: 0, late: 0, spared: 0, missing: 0 }
  for (let number = 0; number < deliveries; number++) {
    const address = addressOf(number)
    const leftAt = left.get(address)
    const arrival = arrivals.get(address)
    if (leftAt === undefined) found.missing += arrival ? 0 : 1
    else if (!arrival) found.spared++
    else if (arrival.claimedAt > leftAt) found.ignored++
    else if (arrival.at > leftAt + longest) found.late++
  }
  return found
}
