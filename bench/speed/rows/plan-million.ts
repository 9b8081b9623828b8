/** A restock with a million waiting subscriptions: how long until all are planned, and the memory it needs. */
import type { Database } from '../../../packages/server/src/database/connect.ts'
import { recordStock } from '../../../packages/server/src/domain/catalog/stock.ts'
import { planScheduled } from '../../../packages/server/src/domain/planning/plan.ts'
import type { Store } from '../../../packages/server/src/domain/stores/stores.ts'
import { writeNumber } from '../../setup/report.ts'
import { openShop, type Shop } from '../../setup/shop.ts'
import { delayMeanwhile } from '../neighbours.ts'
import type { BenchRow } from './row.ts'

const bar = 20
const mostGrowth = 64
/** Milliseconds for the shoppers of other stores. */
const mostDelay = 5000
const variantId = 'awaited'

export const planMillion: BenchRow = {
  name: 'plan-million',
  what: 'a restock with 1,000,000 waiting (20,000 with --quick), decided for everyone, and other stores meanwhile',
  async measure(_, { quick }) {
    const people = quick ? 20_000 : 1_000_000
    const shop = await openShop({ flags: ['--no-alerts'] })
    try {
      return await measurePlanning(shop, people)
    } finally {
      await shop.close()
    }
  },
}

async function measurePlanning(shop: Shop, people: number) {
  const { sql, store } = shop
  const everyone: Store = { ...store, settings: { ...store.settings, pacing: 'everyone' } }
  await seedLine(sql, store, people)
  global.gc?.()
  const before = process.memoryUsage().rss
  let [most, batches, longest] = [before, 0, 0]
  const since = performance.now()
  await recordStock(sql, everyone, [{ variantId, stock: 1000 }], 'api')
  for (;;) {
    const from = performance.now()
    if (!(await planScheduled(sql, everyone))) break
    longest = Math.max(longest, performance.now() - from)
    most = Math.max(most, process.memoryUsage().rss)
    batches++
  }
  const seconds = (performance.now() - since) / 1000
  const [planned] = await sql<{ count: number }[]>`
    select count(*)
    from deliveries
    where store_id = ${store.storeId}`
  const growth = (most - before) / 2 ** 20
  const others = await delayMeanwhile(shop, everyone, (sql) => restockAgain(sql, everyone))
  // Extrapolated to a million in proportion; fixed costs are included, so the estimate is high.
  const limit = Math.max((bar * people) / 1_000_000, 1)
  const detail = [
    `${writeNumber(people)} waiting, ${writeNumber(planned!.count)} planned in ${batches} transactions`,
    `the longest ${Math.round(longest)} ms`,
    `memory + ${Math.round(growth)} MB (at most ${mostGrowth})`,
    `other stores meanwhile, with everything sent by one process: ${others.told} told after ${writeNumber(Math.round(others.p50))} ms (p50), ${writeNumber(Math.round(others.p99))} ms (p99, at most ${writeNumber(mostDelay)}), ${others.missing} missing`,
  ].join('; ')
  const isFair = others.told > 0 && others.missing === 0 && others.p99 < mostDelay
  const holds = seconds <= limit && growth < mostGrowth && planned!.count === people && isFair
  const figures = { unit: 's', amounts: [{ name: `${writeNumber(people)} decided`, amount: seconds }], limit }
  return { name: 'plan-million', value: seconds, unit: 's', bar: `≤ ${limit}`, holds, detail, figures }
}

/** Sold out and back: the whole line is planned again, this time by the engine, which also starts to send. */
async function restockAgain(sql: Database, store: Store): Promise<void> {
  await recordStock(sql, store, [{ variantId, stock: 0 }], 'api')
  await recordStock(sql, store, [{ variantId, stock: 1000 }], 'api')
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve, 200))
    const [open] = await sql`
      select from triggers
      where store_id = ${store.storeId}
        and superseded_at is null
        and planned_at is null
      limit 1`
    if (!open) return
  }
}

async function seedLine(sql: Shop['sql'], { storeId }: Store, people: number): Promise<void> {
  await sql`set statement_timeout = 0`
  await sql`
    insert into variants (store_id, variant_id, product_id, url, title, stock, stock_at)
    values (${storeId}, ${variantId}, 'p', '/p', 'Awaited', 0, now() - interval '1 hour')`
  await sql`
    with agreed as (
      insert into consents (store_id, consent_id, medium, address, purpose, granted, text_version, source)
      values (${storeId}, gen_random_uuid(), 'email', 'everybody', 'alert', true, '1', 'bench')
      returning consent_id
    )
    insert into subscriptions (
      store_id, subscription_id, medium, address, topic, variant_id, product_id, url, consent_id, waiting_since
    )
    select ${storeId}, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'email',
      'shopper' || n || '@example.org', 'backinstock', ${variantId}, 'p', '/p', agreed.consent_id,
      now() - (${people} - n) * interval '1 millisecond'
    from generate_series(1, ${people}::integer) n
    cross join agreed`
  await sql`vacuum analyze subscriptions`
  await sql`set statement_timeout = 30000`
}
