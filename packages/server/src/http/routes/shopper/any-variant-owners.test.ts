/** Alerts for any variant of a product: other requests neither stop nor silence them, and their owner finds them where they asked. */
import { expect, test } from 'vitest'
import { planAll } from '../../../domain/planning/testing/waiting-people.ts'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { done } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
const url = 'https://shop.example/shirt'

/** Shirts, product 10, in three sizes, all sold out. */
async function newShop(...settings: string[]): Promise<NewStore> {
  const store = await t.newStore(...settings)
  const products = [101, 102, 103].map((epi) => ({ epi, empi: 10, du: url, dt: `Size ${epi}`, pr: epi, stk: 0 }))
  await t.admin('v3/catalog/products', { products }, store)
  return store
}

const asks = (store: NewStore, who: TestShopper, name: string, epi: number | string, any = false) =>
  done(
    t,
    'subscriptions/create',
    who,
    {
      ...{ medium: 'email', mediumvalue: `${name}@shop.example`, topics: ['backinstock'] },
      products: [{ epi, empi: 10, du: url, ...(any && { any }) }],
    },
    store,
  )
const removes = async (store: NewStore, who: TestShopper, epi: number) =>
  (await done(t, 'subscriptions/remove', who, { topic: 'backinstock', epi }, store)).removed
const seen = async (store: NewStore, who: TestShopper, fields: object = {}) =>
  (await done(t, 'subscriptions/fetch-subs', who, fields, store)).subscriptions

async function restock(store: NewStore, epi: number, stk: number): Promise<void> {
  await t.admin('v3/catalog/stock', { items: [{ epi, stk }] }, store)
  await planAll(t.sql, await t.storeNow(store))
}

const planned = async (store: NewStore) =>
  (
    await t.sql<{ who: string }[]>`
      select split_part(address, '@', 1) || ' ' || trigger.variant_id as who
      from deliveries
      join subscriptions using (store_id, subscription_id)
      join triggers trigger using (store_id, trigger_id)
      where store_id = ${(await t.storeNow(store)).storeId}
      order by who`
  ).map(({ who }) => who)

const rowsOf = async (store: NewStore, name: string) =>
  (
    await t.sql<{ row: string }[]>`
      select variant_id || ' ' || status as row
      from subscriptions
      where store_id = ${(await t.storeNow(store)).storeId}
        and address = ${`${name}@shop.example`}
      order by row`
  ).map(({ row }) => row)

test('unknown variants that name another product’s id join no line, and stop nobody', async () => {
  const store = await newShop('pacing=everyone')
  await asks(store, await t.guest(undefined, store), 'ada', 102)
  const eve = await t.guest(undefined, store)
  for (const epi of ['x1', 'x2']) await asks(store, eve, 'eve', epi, true)
  await restock(store, 102, 9)
  expect(await planned(store)).toEqual(['ada 102'])
})

test('a stranger who types in the address for a variant does not silence its owner, nor gets hold of the alert', async () => {
  const store = await newShop('pacing=everyone', 'double-opt-in=on')
  const ada = await t.account('ada@shop.example', store)
  await asks(store, ada, 'ada', 101, true)
  await t.sql`
    update subscriptions
    set status = 'waiting'
    where store_id = ${(await t.storeNow(store)).storeId}`
  const eve = await t.guest(undefined, store)
  await asks(store, eve, 'ada', 102)
  await restock(store, 102, 9)
  expect(await planned(store)).toEqual(['ada 102'])
  expect(await rowsOf(store, 'ada')).toEqual(['101 left', '102 waiting'])
  expect(await seen(store, eve)).toMatchObject([{ epi: 102, status: 'unconfirmed' }])
  await removes(store, eve, 102)
  expect(await rowsOf(store, 'ada')).toEqual(['101 left', '102 waiting'])
})

test('who once left a variant and then asks for any is notified of that variant too', async () => {
  const store = await newShop('pacing=everyone')
  const ada = await t.guest(undefined, store)
  await asks(store, ada, 'ada', 102)
  await removes(store, ada, 102)
  await asks(store, ada, 'ada', 101, true)
  await restock(store, 102, 9)
  expect(await planned(store)).toEqual(['ada 102'])
  const timelines = await t.sql`
    select variant_id, array_agg(reason order by event.happened_at, event.step) as reasons
    from subscription_events event
    join subscriptions using (store_id, subscription_id)
    where store_id = ${(await t.storeNow(store)).storeId}
    group by variant_id
    order by variant_id`
  expect(timelines[0]).toEqual({ variantId: '101', reasons: ['subscribed', 'moved'] })
  expect(timelines[1]!.reasons.slice(0, 3)).toEqual(['subscribed', 'removed-by-shopper', 'joined-by-move'])
})

/** Ada has the only unit of 102; Ben, who asked for any variant on 101, stands behind her now. */
async function movedBehind(): Promise<{ store: NewStore; ben: TestShopper }> {
  const store = await newShop('pacing=offers')
  await asks(store, await t.guest(undefined, store), 'ada', 102)
  const ben = await t.guest(undefined, store)
  await asks(store, ben, 'ben', 101, true)
  await restock(store, 102, 1)
  expect(await rowsOf(store, 'ben')).toEqual(['102 waiting'])
  return { store, ben }
}

test('an alert in the line of another variant is shown, and removed, under the variant that was asked for', async () => {
  const { store, ben } = await movedBehind()
  const shown = [{ epi: 101, dt: 'Size 101', pr: 101, status: 'waiting', hb: { any: true } }]
  expect(await seen(store, ben)).toMatchObject(shown)
  expect(await seen(store, ben, { epi: 101 })).toMatchObject(shown)
  expect(await removes(store, ben, 101)).toBe(1)
  expect(await removes(store, ben, 101)).toBe(0)
  expect(await rowsOf(store, 'ben')).toEqual(['102 left'])
})

test('asked for again under the same variant it stays one alert, and the next variant that is back notifies once', async () => {
  const { store, ben } = await movedBehind()
  await asks(store, ben, 'ben', 101, true)
  await asks(store, await t.guest(undefined, store), 'ben', 101, true)
  expect(await rowsOf(store, 'ben')).toEqual(['102 waiting'])
  await restock(store, 103, 9)
  expect(await planned(store)).toEqual(['ada 102', 'ben 103'])
})

test('a call may name both the variant that was asked for and the one it waits for now', async () => {
  const { store, ben } = await movedBehind()
  const products = [101, 102].map((epi) => ({ epi, empi: 10, du: url, any: true }))
  const request = { medium: 'email', mediumvalue: 'ben@shop.example', topics: ['backinstock'], products }
  await done(t, 'subscriptions/create', ben, request, store)
  expect(await rowsOf(store, 'ben')).toEqual(['102 waiting'])
  await restock(store, 103, 9)
  expect(await planned(store)).toEqual(['ada 102', 'ben 103'])
})
