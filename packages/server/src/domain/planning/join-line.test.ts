/** Any variant of a product: notified once, of the first variant that is back, in the order of the requests. */
import { beforeAll, expect, test } from 'vitest'
import { type Database, transaction } from '../../database/connect.ts'
import { waitUntilBlocked } from '../../database/testing/locks.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { recordProducts } from '../catalog/catalog.ts'
import { recordStock } from '../catalog/stock.ts'
import type { Store } from '../stores/stores.ts'
import { planScheduled } from './plan.ts'
import { emailOf, newShop, planAll, wait } from './testing/waiting-people.ts'

const database = useTestDatabase({ connections: 5 })
let sql: Database
beforeAll(() => {
  sql = database.sql
})

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const small = { variantId: '111', productId: '11', url: '/shirt' }
const large = { variantId: '112', productId: '11', url: '/shirt?variant=112' }

/** A shirt in two sizes, both sold out. */
async function twoSizes(...settings: string[]): Promise<Store> {
  const store = await newShop(sql, ...settings)
  await recordProducts(sql, store, [{ ...large, price: 20, stock: 0 }], 'api')
  return store
}

const asks = (store: Store, name: string, product = small, acceptsAny = true) =>
  wait(sql, store, name, { products: [{ ...product, acceptsAny }] })
const restock = (store: Store, ...figures: [string, number][]) =>
  recordStock(
    sql,
    store,
    figures.map(([variantId, stock]) => ({ variantId, stock })),
    'api',
  )
const planned = async ({ storeId }: Store) =>
  (
    await sql<{ who: string }[]>`
      select split_part(subscription.address, '@', 1) || ' ' || trigger.variant_id as who
      from deliveries delivery
      join subscriptions subscription using (store_id, subscription_id)
      join triggers trigger using (store_id, trigger_id)
      where delivery.store_id = ${storeId}
        and delivery.status = 'due'
      order by subscription.waiting_since, subscription.subscription_id`
  ).map(({ who }) => who)

test.each(['offers', 'everyone'])(
  'with pacing %s the first variant that is back notifies, once, and links to it',
  async (pacing) => {
    const store = await twoSizes(`pacing=${pacing}`)
    await asks(store, 'ada')
    await asks(store, 'ben', small, false)
    await restock(store, ['112', 5])
    await planAll(sql, store)
    expect(await planned(store)).toEqual(['ada 112'])
    const [row] = await sql`
    select variant_id, url
    from subscriptions
    where store_id = ${store.storeId}
      and address = ${emailOf('ada')}`
    expect(row).toEqual({ variantId: '112', url: '/shirt?variant=112' })
    if (pacing === 'offers') {
      await restock(store, ['111', 5])
      await planAll(sql, store)
      expect(await planned(store)).toEqual(['ada 112', 'ben 111'])
    }
  },
)

test.each(['offers', 'everyone'])(
  'with pacing %s two variants that are back at once are one message',
  async (pacing) => {
    const store = await twoSizes(`pacing=${pacing}`)
    await asks(store, 'ada')
    await restock(store, ['111', 3], ['112', 3])
    await planAll(sql, store)
    expect(await planned(store)).toHaveLength(1)
  },
)

test('they stand in line by the time of their request, whichever variant it named', async () => {
  const store = await twoSizes()
  for (const [name, product, any] of [
    ['ada', small, true],
    ['ben', large, false],
    ['cleo', small, true],
  ] as const)
    await asks(store, name, product, any)
  await restock(store, ['112', 2])
  await planAll(sql, store)
  expect(await planned(store)).toEqual(['ada 112', 'ben 112'])
})

test('one who was not notified waits on, and another variant that is back later notifies', async () => {
  const store = await twoSizes('offer-window=2h')
  await asks(store, 'ada')
  await asks(store, 'ben')
  await restock(store, ['112', 1])
  await planAll(sql, store)
  expect(await planned(store)).toEqual(['ada 112'])
  await restock(store, ['111', 1])
  await planAll(sql, store)
  expect(await planned(store)).toEqual(['ada 112', 'ben 111'])
  await planAll(sql, store, hours(3))
})

test('an address that also waits for the variant itself is notified once of it', async () => {
  const store = await twoSizes()
  await asks(store, 'ada')
  await asks(store, 'ada', large, false)
  await restock(store, ['112', 5])
  await planAll(sql, store)
  expect(await planned(store)).toEqual(['ada 112'])
})

test('a variant of another product, and a request for one variant only, change nothing', async () => {
  const store = await twoSizes()
  await recordProducts(sql, store, [{ variantId: '900', productId: '90', url: '/hat', price: 5, stock: 0 }], 'api')
  await asks(store, 'ada')
  await asks(store, 'ben', small, false)
  await restock(store, ['900', 5])
  await planAll(sql, store)
  expect(await planned(store)).toEqual([])
})

test('asked again for any variant, the subscription of the variant is widened and stays one', async () => {
  const store = await twoSizes()
  await asks(store, 'ada', small, false)
  await asks(store, 'ada')
  await restock(store, ['112', 1])
  await planAll(sql, store)
  expect(await planned(store)).toEqual(['ada 112'])
})

test.each(['offers', 'everyone'])(
  'with pacing %s an address that asked for any variant several times is notified once, and stops nobody else',
  async (pacing) => {
    const store = await twoSizes(`pacing=${pacing}`)
    await recordProducts(sql, store, [{ ...small, variantId: '113', price: 20, stock: 0 }], 'api')
    await asks(store, 'ada')
    await asks(store, 'ada', large)
    await asks(store, 'ben', { ...small, variantId: '113' }, false)
    await restock(store, ['113', 5])
    await planAll(sql, store)
    await planAll(sql, store)
    expect(await planned(store)).toEqual(['ada 113', 'ben 113'])
  },
)

test.each(['unconfirmed', 'left', 'expired', 'told'])(
  'an address whose own subscription of the variant is %s is notified as one that waits for any variant',
  async (status) => {
    const store = await twoSizes('pacing=everyone')
    await asks(store, 'ada', large, false)
    await sql`update subscriptions set status = ${status} where store_id = ${store.storeId}`
    await asks(store, 'ada')
    await restock(store, ['112', 5])
    await planAll(sql, store)
    await planAll(sql, store)
    expect(await planned(store)).toEqual(['ada 112'])
    const rows = await sql`
      select variant_id, status, any_of
      from subscriptions
      where store_id = ${store.storeId}
      order by variant_id`
    expect(rows).toEqual([
      { variantId: '111', status: 'left', anyOf: '11' },
      { variantId: '112', status: 'waiting', anyOf: '11' },
    ])
  },
)

test('an address that asks for the variant itself in the moment of planning stops nobody, and is notified once', async () => {
  const store = await twoSizes('pacing=everyone')
  await asks(store, 'ada')
  await asks(store, 'ben', large, false)
  await restock(store, ['112', 5])
  const [planning] = await transaction(sql, async (held) => {
    await held`
      insert into subscriptions (
        store_id, subscription_id, medium, address, topic, variant_id, product_id, url, shopper_id, consent_id
      )
      select store_id, gen_random_uuid(), medium, address, topic, '112', product_id, url, shopper_id, consent_id
      from subscriptions
      where store_id = ${store.storeId}
        and address = ${emailOf('ada')}`
    const work = planAll(sql, store)
    await waitUntilBlocked(sql, work)
    return [work] as const
  })
  await planning
  expect((await planned(store)).sort()).toEqual(['ada 112', 'ben 112'])
})

test('in short turns too, whoever asked first is offered the unit', async () => {
  const store = await twoSizes('pacing=offers')
  for (const name of ['zoe', 'ben', 'ada']) await asks(store, name)
  await restock(store, ['112', 1])
  while (await planScheduled(sql, store, { most: 1 }));
  expect(await planned(store)).toEqual(['zoe 112'])
})
