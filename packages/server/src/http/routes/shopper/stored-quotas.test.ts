/** Quotas of what is stored beside the visible items: deleted lists, copied texts, the sum of a store. */
import { expect, test } from 'vitest'
import { mergeGuest } from '../../../domain/merges/merges.ts'
import { readRegid } from '../../../domain/secrets/tokens.ts'
import { refuseFullStore } from '../../../domain/stores/store-quota.ts'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { add, done, expectRefused, look, makeList, products } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()

const listOf = async (store: NewStore, who: TestShopper, items: object[], fields: object = {}): Promise<string> => {
  const { lid } = await makeList(t, who, fields, store)
  for (let n = 0; n < items.length; n += 250) await add(t, who, lid, items.slice(n, n + 250) as never, store)
  return lid
}
const deletes = (store: NewStore, who: TestShopper, lid: string) => done(t, 'lists/delete-list', who, { lid }, store)
const restores = (store: NewStore, who: TestShopper, lid: string) => t.shop('lists/restore-list', who, { lid }, store)

test('a copy onto items that are there already counts the texts that it brings', async () => {
  const store = await t.newStore('max-bytes=100KB')
  const guest = await t.guest(undefined, store)
  const heavy = products(1, 40).map((item) => ({ ...item, note: 'ä'.repeat(900) }))
  const [full, bare] = [await listOf(store, guest, heavy), await listOf(store, guest, products(1, 40))]
  const copy = { lid: full, tolid: bare, items: heavy.map(({ epi }) => epi) }
  expectRefused(await t.shop('lists/copy-items', guest, copy, store), 409, 'too-many-bytes', /max-bytes/)
  expect((await look(t, guest, bare, store)).listcontents[0].note).toBeNull()
  await done(t, 'lists/copy-items', guest, { ...copy, items: [1, 2] }, store)
  await done(t, 'lists/copy-items', guest, { ...copy, items: [1, 2] }, store)
})

test('deleted lists stay within the quota of items, the oldest go first, and the newest always stays', async () => {
  const store = await t.newStore('max-items=10')
  const guest = await t.guest(undefined, store)
  const [first, second] = [await listOf(store, guest, products(1, 4)), await listOf(store, guest, products(5, 4))]
  await deletes(store, guest, first)
  await deletes(store, guest, second)
  const third = await listOf(store, guest, products(9, 4))
  await deletes(store, guest, third)
  expectRefused(await restores(store, guest, first), 404, 'unknown-list')
  await listOf(store, guest, products(20, 4))
  const fourth = await listOf(store, guest, products(30, 6))
  await deletes(store, guest, fourth)
  expectRefused(await restores(store, guest, second), 404, 'unknown-list')
  expect((await restores(store, guest, fourth)).body).toMatchObject({ cnt: 6 })
})

test('an account has no more deleted lists after merges than anybody may have', async () => {
  const store = await t.newStore()
  const { tokenKey, storeId } = await t.storeNow(store)
  for (let n = 0; n < 3; n++) {
    const guest = await t.guest(undefined, store)
    for (let k = 0; k < 10; k++) await deletes(store, guest, await listOf(store, guest, []))
    const { shopperId } = readRegid(tokenKey, guest.regid)!
    await mergeGuest(t.sql, await t.storeNow(store), shopperId, 'ada@shop.example')
  }
  expect(await t.sql`select from deleted_lists where store_id = ${storeId}`).toHaveLength(25)
})

test('a large list counts once in max-store-items while it is being deleted', async () => {
  const store = await t.storeNow(await listOfThreeIn('max-store-items=8'))
  // in the middle of a removal it has a row in both tables
  await t.sql`
    insert into deleted_lists (store_id, list_id, shopper_id, record, item_count, item_bytes)
    select store_id, list_id, shopper_id, '{}', item_count, 0
    from lists
    where store_id = ${store.storeId}`
  // a refusal waits for a new sum
  await expect(refuseFullStore(t.sql, store, 6, Number.POSITIVE_INFINITY)).rejects.toThrow()
  await refuseFullStore(t.sql, store, 5, 0)
})

async function listOfThreeIn(...settings: string[]): Promise<NewStore> {
  const store = await t.newStore(...settings)
  await listOf(store, await t.guest(undefined, store), products(1, 3))
  return store
}

test('deleted items count in max-store-items until they are gone; a refused copy sees the room at once', async () => {
  const store = await t.newStore('max-store-items=6')
  const { storeId } = await t.storeNow(store)
  const guest = await t.guest(undefined, store)
  const [one, other] = [await listOf(store, guest, products(1, 3)), await listOf(store, guest, [])]
  const gone = await listOf(store, guest, products(5, 3))
  await deletes(store, guest, gone)
  const copy = () => t.shop('lists/copy-items', guest, { lid: one, tolid: other, items: [1, 2, 3] }, store)
  expectRefused(await copy(), 409, 'store-full')
  expect((await restores(store, guest, gone)).body).toMatchObject({ cnt: 3 })
  await deletes(store, guest, gone)
  await t.sql`delete from deleted_lists where store_id = ${storeId}`
  await expect.poll(async () => (await copy()).status, { timeout: 45_000, interval: 500 }).toBe(200)
})
