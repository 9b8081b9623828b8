/** Whoever types in another person's address sees how their own request stands, and not what that person asked for before. */
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

const asks = (store: NewStore, who: TestShopper, epi: number, any = false) =>
  done(
    t,
    'subscriptions/create',
    who,
    {
      ...{ medium: 'email', mediumvalue: 'victim@shop.example', topics: ['backinstock'] },
      products: [{ epi, empi: 10, du: url, ...(any && { any }) }],
    },
    store,
  )

type Shown = { epi: number; dt: string; pr: number; status: string; hb: { any: boolean } }
const seen = async (store: NewStore, who: TestShopper) =>
  (await done(t, 'subscriptions/fetch-subs', who, {}, store)).subscriptions.map(
    ({ epi, dt, pr, status, hb }: Shown) => `${epi} ${dt} ${pr} ${status} ${hb.any}`,
  )

/** What is planned is sent at once. */
async function restock(store: NewStore, epi: number): Promise<void> {
  await t.admin('v3/catalog/stock', { items: [{ epi, stk: 9 }] }, store)
  await planAll(t.sql, await t.storeNow(store))
  await t.sql`
    update subscriptions
    set status = 'told',
        told_at = clock_timestamp()
    where store_id = ${(await t.storeNow(store)).storeId}
      and status = 'waiting'
      and subscription_id in (select subscription_id from deliveries)`
}

/** What Eve sees before and after size 102 is back, and after size 103 is. */
async function courseOf(settings: string[], eveWantsAny: boolean, before: (store: NewStore) => Promise<unknown>) {
  const store = await newShop(...settings)
  await before(store)
  const eve = await t.guest(undefined, store)
  await asks(store, eve, 101, eveWantsAny)
  const course = [await seen(store, eve)]
  for (const epi of [102, 103]) {
    await restock(store, epi)
    course.push(await seen(store, eve))
  }
  return course
}

const victimAsks = (epi: number, any: boolean) => async (store: NewStore) =>
  asks(store, await t.guest(undefined, store), epi, any)

test.each(
  ['everyone', 'offers'].flatMap((pacing) => [
    { pacing, says: 'size 102', before: victimAsks(102, false) },
    { pacing, says: 'any size, on 101', before: victimAsks(101, true) },
    { pacing, says: 'any size, on 103', before: victimAsks(103, true) },
  ]),
)('any size of an address that waits for $says looks as of an unknown one ($pacing)', async ({ pacing, before }) => {
  const unknown = await courseOf([`pacing=${pacing}`], true, async () => {})
  expect(unknown.slice(0, 2)).toEqual([['101 Size 101 101 waiting true'], ['102 Size 102 102 told true']])
  expect(await courseOf([`pacing=${pacing}`], true, before)).toEqual(unknown)
})

test('one size of an address that waits for any looks as of an unknown one: another size that is back tells nothing', async () => {
  const unknown = await courseOf(['pacing=offers'], false, async () => {})
  expect(unknown[2]).toEqual(['101 Size 101 101 waiting false'])
  expect(await courseOf(['pacing=offers'], false, victimAsks(101, true))).toEqual(unknown)
})

test.each([false, true])(
  'with double opt-in a request stays unconfirmed, also if the address has a confirmed one (any: %s)',
  async (any) => {
    const settings = ['pacing=offers', 'double-opt-in=on']
    const confirmed = async (store: NewStore) => {
      await asks(store, await t.account('victim@shop.example', store), 101, any)
      const { storeId } = await t.storeNow(store)
      await t.sql`update subscriptions set status = 'waiting' where store_id = ${storeId}`
    }
    const course = async (before: (store: NewStore) => Promise<unknown>) => {
      const store = await newShop(...settings)
      await before(store)
      const eve = await t.guest(undefined, store)
      await asks(store, eve, 101, any)
      await restock(store, any ? 102 : 101)
      return await seen(store, eve)
    }
    expect(await course(confirmed)).toEqual([`101 Size 101 101 unconfirmed ${any}`])
    expect(await course(async () => {})).toEqual([`101 Size 101 101 unconfirmed ${any}`])
  },
)
