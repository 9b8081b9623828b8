/** Quotas of a shopper and of a store: refused above them with the setting's name, exact in concurrent calls. */
import { describe, expect, test } from 'vitest'
import { finishCopies } from '../../../domain/lists/copy-list.ts'
import { mergeGuest } from '../../../domain/merges/merges.ts'
import { readRegid } from '../../../domain/secrets/tokens.ts'
import { add, done, expectRefused, findUnsound, look, makeList, product, products } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()

const total = async (who: TestShopper, store: { pid: string; apiKey: string }) => {
  const lists = (await done(t, 'lists/fetch-lists', who, {}, store as never)) as { cnt: number }[]
  return lists.reduce((sum, { cnt }) => sum + cnt, 0)
}

describe('lists', () => {
  test('one more than max-lists is refused, and the sentence names the limit and the setting', async () => {
    const store = await t.newStore('max-lists=2')
    const guest = await t.guest(undefined, store)
    const { lid } = await makeList(t, guest, {}, store)
    await makeList(t, guest, {}, store)
    const refused = await t.shop('lists/create', guest, { lname: 'One too many' }, store)
    expectRefused(refused, 409, 'too-many-lists', /2 lists.*max-lists/)
    await done(t, 'lists/delete-list', guest, { lid }, store)
    await makeList(t, guest, {}, store)
  })

  test('archiving and making again does not get round it, for save-for-later lists either', async () => {
    const store = await t.newStore('max-lists=2')
    const guest = await t.guest(undefined, store)
    for (let n = 0; n < 3; n++) {
      const { lid } = await done(t, 'lists/sfl/create', guest, { lname: 'Later' }, store)
      await done(t, 'lists/markArchived', guest, { lid }, store)
    }
    expectRefused(await t.shop('lists/sfl/create', guest, { lname: 'Later' }, store), 409, 'too-many-lists')
  })

  test('several at the same moment are not more than the quota', async () => {
    const store = await t.newStore('max-lists=3')
    const guest = await t.guest(undefined, store)
    const make = (n: number) => t.shop('lists/create', guest, { lname: `Race ${n}` }, store)
    const replies = await Promise.all([1, 2, 3, 4, 5, 6].map(make))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409, 409, 409])
  })
})

describe('items', () => {
  test('one more than max-items is refused; existing items may be added again, and removing makes room', async () => {
    const store = await t.newStore('max-items=3')
    const guest = await t.guest(undefined, store)
    const { lid } = await makeList(t, guest, {}, store)
    await add(t, guest, lid, products(1, 3), store)
    const refused = await t.shop('lists/update-ctx', guest, { lid, a: [product(4)] }, store)
    expectRefused(refused, 409, 'too-many-items', /3 items.*max-items/)
    await add(t, guest, lid, [product(2, { note: 'again' })], store)
    await done(
      t,
      'lists/update-ctx',
      guest,
      { lid, d: [{ epi: 1, empi: 5001, du: product(1).du }], a: [product(4)] },
      store,
    )
    expect(await look(t, guest, lid, store)).toMatchObject({ cnt: 3 })
  })

  test('all lists of a shopper count together, and adds to several at once do not pass it', async () => {
    const store = await t.newStore('max-items=20')
    const guest = await t.guest(undefined, store)
    const lids: string[] = []
    for (let n = 0; n < 4; n++) lids.push((await makeList(t, guest, {}, store)).lid)
    const calls = Array.from({ length: 24 }, (_, n) =>
      t.shop('lists/update-ctx', guest, { lid: lids[n % 4], a: products(n * 10, 2) }, store),
    )
    const statuses = (await Promise.all(calls)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(await total(guest, store)).toBe(20)
    expect(await findUnsound(t.sql)).toEqual([])
  })

  test('other ways in are counted: several lists at once, save for later, the older calls', async () => {
    const store = await t.newStore('max-items=2')
    const guest = await t.guest(undefined, store)
    const [one, two] = [await makeList(t, guest, {}, store), await makeList(t, guest, {}, store)]
    const lids = [one.lid, two.lid]
    await done(t, 'lists/update-multiple-ctx', guest, { lids, a: [product(1)] }, store)
    expectRefused(
      await t.shop('lists/update-multiple-ctx', guest, { lids, a: [product(2)] }, store),
      409,
      'too-many-items',
    )
    const { lid } = await done(t, 'lists/sfl/create', guest, { lname: 'Later' }, store)
    expectRefused(await t.shop('lists/sfl/add', guest, { lid, items: [product(3)] }, store), 409, 'too-many-items')
    expect(await total(guest, store)).toBe(2)
  })

  test('a copy that does not fit is refused; running copies count with their final size', async () => {
    const store = await t.newStore('max-items=1300')
    const guest = await t.guest(undefined, store)
    const { lid } = await makeList(t, guest, {}, store)
    for (let n = 0; n < 3; n++) await add(t, guest, lid, products(n * 250, 200), store)
    const copies = await Promise.all(
      ['One', 'Two'].map((name) => t.shop('lists/create', guest, { lname: `Copy ${name}`, fromlid: lid }, store)),
    )
    expect(copies.map(({ status }) => status).sort()).toEqual([200, 409])
    expectRefused(copies.find(({ status }) => status === 409)!, 409, 'too-many-items')
    await finishCopies(t.sql)
    await expect.poll(() => total(guest, store)).toBe(1200)
  })

  test('a merge loses nothing: it may exceed the quota, and then further items are refused', async () => {
    const store = await t.newStore('max-items=3')
    const [guest, account] = [await t.guest(undefined, store), await t.account('full@shop.example', store)]
    const [theirs, mine] = [await makeList(t, guest, {}, store), await makeList(t, account, {}, store)]
    await add(t, guest, theirs.lid, products(1, 3), store)
    await add(t, account, mine.lid, products(11, 3), store)
    const now = await t.storeNow(store)
    await mergeGuest(t.sql, now, readRegid(now.tokenKey, guest.regid)!.shopperId, 'full@shop.example')
    expect(await total(account, store)).toBe(6)
    const more = await t.shop('lists/update-ctx', account, { lid: mine.lid, a: [product(99)] }, store)
    expectRefused(more, 409, 'too-many-items')
    await add(t, account, mine.lid, [product(11)], store)
  })
})

describe('bytes', () => {
  const heavy = (n: number, length = 12_000) => product(n, { cprops: { text: 'x'.repeat(length) } })

  test('adds and edits that pass max-bytes are refused; removing makes room', async () => {
    const store = await t.newStore('max-bytes=50KB')
    const guest = await t.guest(undefined, store)
    const { lid } = await makeList(t, guest, {}, store)
    for (let n = 1; n <= 4; n++) await add(t, guest, lid, [heavy(n)], store)
    const refused = await t.shop('lists/update-ctx', guest, { lid, a: [heavy(5)] }, store)
    expectRefused(refused, 409, 'too-many-bytes', /50 KB.*max-bytes/)
    await done(t, 'lists/update-ctx', guest, { lid, u: [heavy(1, 10)] }, store)
    await add(t, guest, lid, [heavy(5)], store)
    expectRefused(await t.shop('lists/update-ctx', guest, { lid, u: [heavy(1)] }, store), 409, 'too-many-bytes')
    await done(t, 'lists/update-ctx', guest, { lid, d: [product(2)] }, store)
    await done(t, 'lists/update-ctx', guest, { lid, u: [heavy(1)] }, store)
  })

  test('the stored byte sum is that of the items after adding, repeating, changing, copying and removing', async () => {
    const store = await t.newStore()
    const guest = await t.guest(undefined, store)
    const { lid } = await makeList(t, guest, {}, store)
    await add(t, guest, lid, [heavy(1), product(2), product(3, { note: 'ä' })], store)
    await add(t, guest, lid, [product(1, { cprops: { text: 'short' } }), product(4)], store)
    await done(t, 'lists/update-ctx', guest, { lid, u: [product(2, { note: 'a long word about it' })] }, store)
    await done(t, 'lists/update-ctx', guest, { lid, d: [product(3)] }, store)
    await makeList(t, guest, { fromlid: lid }, store)
    const { itemBytes } = await import('../../../domain/items/item-quotas.ts')
    const wrong = await t.sql`
      select list.name, list.item_bytes, sum(${t.sql.unsafe(itemBytes('item'))}) as found
      from lists list
      join items item using (store_id, list_id)
      where store_id = ${(await t.storeNow(store)).storeId}
      group by store_id, list_id, list.name, list.item_bytes
      having list.item_bytes is distinct from sum(${t.sql.unsafe(itemBytes('item'))})`
    expect([...wrong]).toEqual([])
  })
})

test('a store with max-store-items items accepts no more', async () => {
  const store = await t.newStore('max-store-items=5')
  const [one, other] = [await t.guest(undefined, store), await t.guest(undefined, store)]
  const [first, second] = [await makeList(t, one, {}, store), await makeList(t, other, {}, store)]
  await add(t, one, first.lid, products(1, 4), store)
  const refused = await t.shop('lists/update-ctx', other, { lid: second.lid, a: products(1, 2) }, store)
  expectRefused(refused, 409, 'store-full', /5 items.*max-store-items/)
  // The process adds up the store's lists again after a while.
  const one5th = () => t.shop('lists/update-ctx', other, { lid: second.lid, a: [product(1)] }, store)
  await expect.poll(async () => (await one5th()).status, { timeout: 45_000 }).toBe(200)
})
