/** Duplicating a list by `fromlid`: at once when small, in the background when large, through restarts and deletions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transaction } from '../../../database/connect.ts'
import { waitForLockWaiters } from '../../../database/testing/locks.ts'
import { seededRandom, withPauses } from '../../../database/testing/test-database.ts'
import { copyItems, finishCopies, finishCopy } from '../../../domain/lists/copy-list.ts'
import { createList, deleteList } from '../../../domain/lists/lists.ts'
import { identifyShopper } from '../../../domain/shoppers/shoppers.ts'
import { add, done, expectRefused, findUnsound, look, makeList, product, products } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let guest: TestShopper
beforeAll(async () => {
  guest = await t.guest()
})
afterAll(async () => {
  expect(await findUnsound(t.sql)).toEqual([])
})

/** A list with this many items, inserted by one statement. */
async function bigList(count: number, who = guest, fields: object = {}): Promise<{ lid: string; lname: string }> {
  const list = await makeList(t, who, fields)
  await t.sql`
    with list as (
      update lists set item_count = ${count} where name = ${list.lname} returning store_id, list_id
    )
    insert into items (store_id, list_id, variant_id, product_id, item_id, url, title, created_at, updated_by, device_id)
    select store_id, list_id, n, n, gen_random_uuid(), '/p', 'Item ' || n, now() - n * interval '1 second',
      'someone@shop.example', 'a device'
    from list, generate_series(1, ${count}) n`
  return list
}

const innerId = async (lname: string) =>
  (await t.sql`select list_id from lists where name = ${lname}`)[0]?.listId as string

/** Polls until the record is complete. */
async function whole(lid: string, who = guest) {
  for (;;) {
    const list = await look(t, who, lid)
    if (!list._cp) return list
  }
}

describe('a small list', () => {
  // proves C3.fromlid
  test('is duplicated at once, with every field of its items, in the same order', async () => {
    const source = await makeList(t, guest)
    const said = { qty: 3, note: 'n', cprops: { a: 1 }, lbls: ['l'], _av: true, dt: 'T', pr: 2.5, iu: '/i.png' }
    await add(t, guest, source.lid, [product(1, said), product(2), product(3, { qty: 2 })])
    const copy = await makeList(t, guest, { fromlid: source.lid, lname: 'The copy' })
    const items = (await look(t, guest, source.lid)).listcontents
    expect(copy).toMatchObject({ lname: 'The copy', cnt: 3, _cp: false })
    const own = (item: object) => ({ ...item, lid: copy.lid, _pkey: expect.any(String), id: expect.any(String) })
    expect(copy.listcontents).toEqual(items.map(own))
    expect(await look(t, guest, copy.lid)).toEqual(copy)
    const ids = [...items, ...copy.listcontents].map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(6)
  })

  test('the copy and the source change independently', async () => {
    const source = await makeList(t, guest)
    await add(t, guest, source.lid, products(1, 2))
    const copy = await makeList(t, guest, { fromlid: source.lid })
    await add(t, guest, copy.lid, [product(1, { qty: 9 }), product(7)])
    await done(t, 'lists/delete-list', guest, { lid: source.lid })
    expect(await look(t, guest, copy.lid)).toMatchObject({ cnt: 3, listcontents: [{ epi: 7 }, { epi: 2 }, { qty: 9 }] })
  })

  test('of exactly 500 items is whole at once', async () => {
    const source = await bigList(500)
    expect(await makeList(t, guest, { fromlid: source.lid })).toMatchObject({ cnt: 500, _cp: false })
  })

  test('of no items makes an empty list', async () => {
    const source = await makeList(t, guest)
    expect(await makeList(t, guest, { fromlid: source.lid })).toMatchObject({ cnt: 0, _cp: false })
  })
})

describe('whose', () => {
  // proves C3.fromlid
  test('another shopper’s public list may be copied; its creator stays unknown', async () => {
    const ola = await t.account('ola@shop.example')
    const source = await makeList(t, ola, { anonRead: true })
    await add(t, ola, source.lid, [product(1)])
    const copy = await makeList(t, guest, { fromlid: source.lid })
    expect(copy).toMatchObject({ cnt: 1, anonRead: false, cby: null, userinfo: null })
    expect(copy.listcontents[0]).toMatchObject({ epi: 1, uby: null, di: copy.di })
    expect(JSON.stringify(copy)).not.toContain('ola@shop.example')
  })

  test('another shopper’s private list, one of another store and an unknown one are 404, and nothing is created', async () => {
    const stranger = await t.account('stranger@shop.example')
    const theirs = await makeList(t, stranger)
    const store = await t.newStore()
    const elsewhere = await makeList(t, await t.account('x@shop.example', store), { anonRead: true }, store)
    for (const fromlid of [theirs.lid, elsewhere.lid, 'nonsense'])
      expectRefused(await t.shop('lists/create', guest, { lname: 'Stolen', fromlid }), 404, 'unknown-list')
    expect((await done(t, 'lists/fetch-lists', guest)).map(({ lname }: { lname: string }) => lname)).not.toContain(
      'Stolen',
    )
  })
})

describe('a large list', () => {
  // proves S2.5._cp, C3._cp
  test('is copied in the background; _cp is true until it is whole', async () => {
    const source = await bigList(1203)
    const copy = await makeList(t, guest, { fromlid: source.lid })
    expect(copy).toMatchObject({ _cp: true, cnt: 0, listcontents: [] })
    const filled = await whole(copy.lid)
    expect(filled.cnt).toBe(1203)
    const names = (items: { dt: string }[]) => items.map(({ dt }) => dt)
    expect(names(filled.listcontents)).toEqual(names((await look(t, guest, source.lid)).listcontents))
    expect(filled.listcontents[0]).toMatchObject({ uby: null, di: filled.di })
  })

  // proves C3._cp
  test('a restart resumes a copy that a stopped process left', async () => {
    const source = await bigList(700)
    const list = await makeList(t, guest)
    const { storeId } = await t.storeNow()
    const [sourceId, listId] = [await innerId(source.lname), await innerId(list.lname)]
    await t.sql`insert into list_copies (store_id, list_id, source_id) values (${storeId}, ${listId}, ${sourceId})`
    expect(await look(t, guest, list.lid)).toMatchObject({ _cp: true, cnt: 0 })
    await finishCopies(t.sql)
    expect(await look(t, guest, list.lid)).toMatchObject({ _cp: false, cnt: 700 })
  })

  test('a copy stopped in the middle resumes there, and loses and repeats nothing', async () => {
    const source = await bigList(1300)
    const { storeId } = await t.storeNow()
    const list = await makeList(t, guest)
    const [sourceId, listId] = [await innerId(source.lname), await innerId(list.lname)]
    await t.sql`insert into list_copies (store_id, list_id, source_id) values (${storeId}, ${listId}, ${sourceId})`
    let batches = 0
    const dying = new Proxy(t.sql, {
      get: (sql, name) => {
        if (name === 'begin' && ++batches > 2) throw new Error('killed')
        return Reflect.get(sql, name)
      },
    })
    await expect(finishCopy(dying, storeId, listId)).rejects.toThrow('killed')
    const half = await look(t, guest, list.lid)
    expect(half._cp).toBe(true)
    expect(half.cnt).toBeGreaterThan(0)
    expect(half.cnt).toBeLessThan(1300)
    // meanwhile the shopper adds one that is still to come, and one of their own
    await add(t, guest, list.lid, [product(1, { note: 'mine' }), product(9999)])
    await Promise.all([finishCopies(t.sql), finishCopies(t.sql)])
    const filled = await whole(list.lid)
    expect(filled.cnt).toBe(1301)
    expect(filled.listcontents.find(({ epi }: { epi: number }) => epi === 1)).toMatchObject({ note: 'mine' })
  })

  test('what is added to the source later is not part of the copy', async () => {
    const source = await bigList(600)
    const list = await makeList(t, guest)
    const { storeId } = await t.storeNow()
    const [sourceId, listId] = [await innerId(source.lname), await innerId(list.lname)]
    await t.sql`
      insert into list_copies (store_id, list_id, source_id, started_at)
      values (${storeId}, ${listId}, ${sourceId}, now() - interval '100 ms')`
    await add(t, guest, source.lid, [product(99999)])
    await finishCopies(t.sql)
    expect((await look(t, guest, list.lid)).cnt).toBe(600)
  })

  test('a copy of a copy that is still being filled waits for it', async () => {
    const source = await bigList(1100)
    const first = await makeList(t, guest, { fromlid: source.lid })
    const second = await makeList(t, guest, { fromlid: first.lid })
    expect((await whole(second.lid)).cnt).toBe(1100)
    expect((await whole(first.lid)).cnt).toBe(1100)
  })

  test('deleting the source while it is copied loses nothing', async () => {
    const source = await bigList(1600)
    const copy = await makeList(t, guest, { fromlid: source.lid })
    const gone = await done(t, 'lists/delete-list', guest, { lid: source.lid })
    expect(gone.cnt).toBe(1600)
    expect((await whole(copy.lid)).cnt).toBe(1600)
    expectRefused(await t.shop('lists/fetch-list', guest, { lid: source.lid }), 404, 'unknown-list')
  })

  test('deleting the source at the very moment of its duplication loses nothing', async () => {
    const who = identifyShopper(await t.storeNow(), guest.regid, guest.sessionid)
    const source = await bigList(501)
    const list = await makeList(t, guest)
    const [sourceId, listId] = [await innerId(source.lname), await innerId(list.lname)]
    // the deletion has started, and waits for the list that the uncommitted duplication has locked
    const deleting = await transaction(t.sql, async (sql) => {
      await copyItems(sql, who, sourceId, listId)
      const deleting = deleteList(t.sql, who, source.lid)
      await waitForLockWaiters(t.sql)
      return { deleting }
    })
    expect(JSON.parse(await deleting.deleting).cnt).toBe(501)
    await finishCopies(t.sql)
    expect((await look(t, guest, list.lid)).cnt).toBe(501)
  })

  test('deleting the copy while it is filled ends both, without a deadlock', async () => {
    const who = identifyShopper(await t.storeNow(), guest.regid, guest.sessionid)
    for (let seed = 1; seed <= 12; seed++) {
      const source = await bigList(1100)
      const { record, copying } = await createList(t.sql, who, { name: `Filled ${seed}`, copyFrom: source.lid })
      const sql = withPauses(t.sql, seededRandom(seed))
      const { lid } = JSON.parse(record)
      await Promise.all([finishCopy(sql, who.store.storeId, copying!), deleteList(sql, who, lid)])
      expectRefused(await t.shop('lists/fetch-list', guest, { lid }), 404, 'unknown-list')
      expect((await look(t, guest, source.lid)).cnt).toBe(1100)
    }
    expect(await t.sql`select list_id from list_copies`).toHaveLength(0)
  })
})
