/** Opens each dashboard screen of a shop with a million subscriptions: no call may count or sort everything. */
import { storePrefix } from '../../../packages/server/src/domain/secrets/ids.ts'
import { makeSignInLink } from '../../../packages/server/src/domain/staff/sign-in.ts'
import { writeNumber } from '../../setup/report.ts'
import { openOwn, type Shop } from '../../setup/shop.ts'
import type { BenchRow } from './row.ts'

/** Milliseconds within which the slowest screen must open. */
const bar = 500

type Size = { people: number; variants: number; days: number }

export const dashboardScreens: BenchRow = {
  name: 'dashboard-screens',
  what: 'opening every screen with 1,000,000 subscriptions and 100,000 products (a fiftieth with --quick)',
  async measure(given, { quick }) {
    const size = quick ? { ...full, people: full.people / 50, variants: full.variants / 50 } : full
    const shop = await openOwn(given, quick)
    try {
      await seedShop(shop, size)
      return await measureScreens(shop, size)
    } finally {
      await shop.close()
    }
  },
}

const full: Size = { people: 1_000_000, variants: 100_000, days: 90 }

/** The calls of a screen when it opens. */
const screens: [screen: string, ...calls: string[]][] = [
  ['home', '/home?days=30'],
  ['subscriptions', '/subscriptions'],
  ['waiting', '/subscriptions?status=waiting'],
  ['told', '/subscriptions?status=told'],
  ['left', '/subscriptions?status=left'],
  ['an address', '/subscriptions?q=shopper500@example.org'],
  ['a product’s line', '/subscriptions?status=waiting&variant=v1'],
  ['products', '/products'],
  ['wanted', '/products?show=wanted'],
  ['sold out', '/products?show=sold-out'],
  ['a title', '/products?q=Plant+9999'],
  ['one product', '/product?variantId=v1'],
  ['outbox', '/outbox'],
  ['failed', '/outbox?status=failed'],
  ['analytics', '/analytics?days=30', '/analytics/topics?days=30', '/analytics/days?days=30', '/analytics/demand'],
  ['topics', '/topics'],
  ['integrations', '/integrations'],
  ['webhooks', '/webhooks'],
]

async function measureScreens(shop: Shop, { people, variants }: Size) {
  const open = await signIn(shop)
  const first = await timed(() => open('/home?days=30'))
  await settle(open)
  const times: [string, number][] = []
  for (const [screen, ...calls] of screens) {
    const rounds: number[] = []
    for (let round = 0; round < 5; round++) rounds.push(await timed(() => Promise.all(calls.map(open))))
    times.push([screen, rounds.sort((one, other) => one - other)[2]!])
  }
  const slowest = Math.max(...times.map(([, millis]) => millis))
  const each = times.map(([screen, millis]) => `${screen} ${Math.round(millis)}`).join(', ')
  return {
    name: 'dashboard-screens',
    value: slowest,
    unit: 'ms',
    bar: `≤ ${bar}`,
    holds: slowest <= bar,
    detail: `${writeNumber(people)} subscriptions, ${writeNumber(variants)} products; home for the first time ${Math.round(first)}; ${each}`,
    figures: { unit: 'ms', amounts: times.map(([name, amount]) => ({ name, amount })), limit: bar },
  }
}

const timed = async (work: () => Promise<unknown>) => {
  const since = performance.now()
  await work()
  return performance.now() - since
}

/** Waits until past days have been counted, which happens once. */
async function settle(open: (path: string) => Promise<Record<string, unknown>>): Promise<void> {
  for (;;) {
    const { isCounted } = await open('/home?days=30')
    if (isCounted) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

async function signIn({ sql, server, store }: Shop) {
  const base = `${server.url}/dashboard/api`
  const reply = await fetch(`${base}/follow-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-heartbell': 'dashboard' },
    body: JSON.stringify({ token: await makeSignInLink(sql) }),
  })
  const cookie = reply.headers.get('set-cookie')!.split(';')[0]!
  return async (path: string): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${base}/stores/${storePrefix(store.storeId)}${path}`, { headers: { cookie } })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, unknown>
  }
}

/** Most wait, some were notified, a few bought or unsubscribed; some products have thousands of subscriptions, most a few. */
async function seedShop({ sql, store: { storeId } }: Shop, { people, variants, days }: Size): Promise<void> {
  await sql`set statement_timeout = 0`
  await sql`
    insert into variants (store_id, variant_id, product_id, url, title, price, stock, stock_at)
    select ${storeId}, 'v' || n, 'p' || n / 4, '/p' || n / 4, 'Plant ' || n, 10 + n % 90, n % 3, now()
    from generate_series(0, ${variants - 1}::integer) n`
  await sql`
    with agreed as (
      insert into consents (store_id, consent_id, medium, address, purpose, granted, text_version, source)
      values (${storeId}, gen_random_uuid(), 'email', 'everybody', 'alert', true, '1', 'bench')
      returning consent_id
    )
    insert into subscriptions (
      store_id, subscription_id, medium, address, topic, variant_id, product_id, url, consent_id, status, created_at,
      waiting_since
    )
    select ${storeId}, ('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'email',
      'shopper' || n || '@example.org', 'backinstock', 'v' || wanted, 'p' || wanted / 4, '/p', agreed.consent_id,
      case when n % 100 < 80 then 'waiting' when n % 100 < 95 then 'told' when n % 100 < 97 then 'bought' else 'left' end,
      at, at
    from generate_series(1, ${people}::integer) n
    cross join agreed
    cross join lateral (
      select floor(${variants} * power(random(), 4))::integer + n * 0 as wanted,
        now() - (${people} - n) * (${days}::float8 / ${people}) * interval '1 day' as at
    ) chance`
  await sql`
    insert into triggers (store_id, trigger_id, topic, variant_id, cause, stock_move, created_at)
    select ${storeId}, ('01910000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'backinstock', 'v' || n, 'restock', 1,
      now() - n * interval '1 hour'
    from generate_series(0, 1999) n`
  await sql`
    insert into deliveries (
      store_id, subscription_id, trigger_id, channel, status, attempts, sent_at, clicked_at, updated_at
    )
    select ${storeId}, subscription_id, ('01910000-0000-7000-8000-' || lpad(to_hex(n % 2000), 12, '0'))::uuid, 'email',
      case when n % 200 = 0 then 'failed' else 'sent' end, 1, case when n % 200 <> 0 then created_at end,
      case when n % 4 = 1 then created_at end, created_at
    from (
      select subscription_id, created_at, row_number() over () as n
      from subscriptions
      where store_id = ${storeId}
        and status in ('told', 'bought')
    ) told`
  await sql`vacuum analyze variants, subscriptions, deliveries, triggers`
  await sql`set statement_timeout = 30000`
}
