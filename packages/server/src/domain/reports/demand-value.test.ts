/** Units wanted at each price, by people and by week, and what a restock is expected to sell. */
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { newShop, variantId, wait } from '../planning/testing/waiting-people.ts'
import { type Conversion, expectSale, readConversion, readDemandValue } from './demand-value.ts'

const database = useTestDatabase()

const product = { variantId, productId: '11', url: '/shirt' }

test('who pays a price also pays a lower one; a price alert counts from its target, or from 5 % below the price when saved', async () => {
  const { sql } = database
  const store = await newShop(sql)
  await wait(sql, store, 'ada', { products: [{ ...product, quantity: 3 }] })
  await wait(sql, store, 'ben')
  await wait(sql, store, 'cem', { topics: ['pricedrop'], products: [{ ...product, targetPrice: 15 }] })
  await wait(sql, store, 'dan', { topics: ['pricedrop'], products: [{ ...product, targetPrice: 12, quantity: 2 }] })
  await wait(sql, store, 'eve', { topics: ['pricedrop'] })
  await sql`
    update subscriptions
    set price_when_saved = 20, waiting_since = waiting_since - interval '7 days'
    where store_id = ${store.storeId}
      and address like 'eve@%'`
  const { variants, cursor } = await readDemandValue(sql, store, {})
  expect(cursor).toBeNull()
  expect(variants).toMatchObject([
    {
      ...{ variantId, price: 20, waiting: 4, saved: 0 },
      prices: [
        { price: 20, units: 4 },
        { price: 19, units: 5 },
        { price: 15, units: 6 },
        { price: 12, units: 8 },
      ],
    },
  ])
  const [{ weeks }] = variants as [(typeof variants)[number]]
  expect(weeks.map(({ units }) => units)).toEqual([1, 7])
  expect(new Date(weeks[1]!.week).getTime() - new Date(weeks[0]!.week).getTime()).toBe(7 * 86_400_000)
  expect(weeks[0]!.market).toBeNull()
})

test('the rate is of those who were notified at least a day ago, and there is none for few', async () => {
  const { sql } = database
  const store = await newShop(sql)
  for (let n = 0; n < 3; n++) await wait(sql, store, `p${n}`)
  const conversion = await readConversion(sql, store)
  expect(conversion).toEqual({ told: 0, bought: 0, rate: null, needed: 50 })
  expect(expectSale({ waiting: 3, price: 20 }, conversion, 10)).toBeNull()
  const { storeId } = store
  await sql`
    with trigger as (
      insert into triggers (store_id, trigger_id, topic, variant_id, cause, pacing)
      values (${storeId}, gen_random_uuid(), 'backinstock', ${variantId}, 'restock', 'everyone')
      returning trigger_id
    ),
    person as (
      insert into subscriptions (
        store_id, subscription_id, medium, address, topic, variant_id, product_id, url, consent_id, status
      )
      select ${storeId}, gen_random_uuid(), 'email', 'n' || n || '@mail.example', 'backinstock', ${variantId}, '11', '/',
        (select consent_id from consents where store_id = ${storeId} limit 1), 'told'
      from generate_series(1, 110) n
      returning subscription_id, substring(address from 2 for position('@' in address) - 2)::integer as n
    ),
    message as (
      insert into deliveries (store_id, subscription_id, trigger_id, channel, medium, status, due_at, sent_at)
      select ${storeId}, subscription_id, trigger_id, 'email', 'email', 'sent', now(),
        -- ten are too new to count
        now() - case when n <= 100 then interval '2 days' else interval '1 hour' end
      from person, trigger
    )
    insert into purchases (store_id, order_id, variant_id, quantity, source, subscription_id, trigger_id, bought_at)
    select ${storeId}, n::text, ${variantId}, 1, 'test', subscription_id, trigger_id, now() - interval '1 day'
    from person, trigger
    where n <= 20`
  expect(await readConversion(sql, store)).toMatchObject({ told: 100, bought: 20, needed: 0, rate: { share: 0.2 } })
})

test('a restock sells what the line buys, at most itself, with the interval of the rate', () => {
  const conversion: Conversion = { told: 100, bought: 20, rate: { share: 0.2, low: 0.13, high: 0.29 }, needed: 0 }
  const of = (waiting: number, restock: number, price: number | null = 49) =>
    expectSale({ waiting, price }, conversion, restock)
  expect(of(100, 50)).toEqual({
    restock: 50,
    ...{ expected: { units: 20, revenue: 980 }, low: { units: 13, revenue: 637 }, high: { units: 29, revenue: 1421 } },
  })
  expect(of(1000, 50)!.expected).toEqual({ units: 50, revenue: 2450 })
  expect(of(100, 50, null)!.expected).toEqual({ units: 20, revenue: null })
})
