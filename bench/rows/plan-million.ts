/** A restock with a million waiting, told to everyone: how long until it is decided for all, and what it costs in memory. */
import { planWake } from '../../packages/server/src/domain/plan.ts'
import { recordStock } from '../../packages/server/src/domain/stock.ts'
import type { Store } from '../../packages/server/src/domain/stores.ts'
import { writeNumber } from '../report.ts'
import { openShop, type Shop } from '../shop.ts'
import type { BenchRow } from './row.ts'

const bar = 20
const mostGrowth = 64
const variantId = 'awaited'

export const planMillion: BenchRow = {
  name: 'plan-million',
  what: 'a restock with 1,000,000 waiting (100,000 with --quick), decided for everyone',
  async measure(_, { quick }) {
    const people = quick ? 100_000 : 1_000_000
    const shop = await openShop({ flags: ['--no-alerts'] })
    try {
      return await measurePlanning(shop, people)
    } finally {
      await shop.close()
    }
  },
}

async function measurePlanning({ sql, store }: Shop, people: number) {
  const everyone: Store = { ...store, settings: { ...store.settings, pacing: 'everyone' } }
  await seedLine(sql, store, people)
  global.gc?.()
  const before = process.memoryUsage().rss
  let [most, batches, longest] = [before, 0, 0]
  const since = performance.now()
  await recordStock(sql, everyone, [{ variantId, stock: 1000 }], 'api')
  for (;;) {
    const from = performance.now()
    if (!(await planWake(sql, everyone))) break
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
  // As long for a million as for what was measured, in proportion.
  const limit = (bar * people) / 1_000_000
  const detail = [
    `${writeNumber(people)} waiting, ${writeNumber(planned!.count)} planned in ${batches} transactions`,
    `the longest ${Math.round(longest)} ms`,
    `memory + ${Math.round(growth)} MB (at most ${mostGrowth})`,
  ].join('; ')
  const holds = seconds <= limit && growth < mostGrowth && planned!.count === people
  const figures = { unit: 's', amounts: [{ name: `${writeNumber(people)} decided`, amount: seconds }], limit }
  return { name: 'plan-million', value: seconds, unit: 's', bar: `≤ ${limit}`, holds, detail, figures }
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
