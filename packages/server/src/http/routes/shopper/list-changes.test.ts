/** Changing a list: only the sent fields change, and the hash changes with them. */
import { beforeAll, describe, expect, test } from 'vitest'
import { add, done, expectRefused, look, makeList, product } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let guest: TestShopper
beforeAll(async () => {
  guest = await t.guest()
})

const update = (fields: object) => t.shop('lists/update', guest, { ...fields })

// proves C3.update
test('update changes what was sent and leaves the rest', async () => {
  const list = await makeList(t, guest, { lnote: 'note', lprops: { a: 1 }, ldesc: { text: 'd' } })
  await add(t, guest, list.lid, [product(1)])
  const changed = (await update({ lid: list.lid, lname: ' New name ' })).body
  expect(changed).toEqual({
    ...list,
    lname: 'New name',
    cnt: 1,
    listcontents: [expect.objectContaining({ epi: 1 })],
    lhash: expect.any(String),
    uts: expect.any(Number),
  })
  expect(changed.uts).toBeGreaterThanOrEqual(list.uts)
  expect(await look(t, guest, list.lid)).toEqual(changed)
})

// proves C3.update
test('update can change everything at once', async () => {
  const { lid } = await makeList(t, guest)
  const fields = { lname: 'All new', lnote: 'n', lprops: { p: 1 }, ldesc: { text: 'd' }, lty: 'wl' }
  expect((await update({ lid, ...fields })).body).toMatchObject(fields)
})

test('a note that is sent empty is an empty text; null in a JSON body clears it', async () => {
  const { lid } = await makeList(t, guest, { lnote: 'note' })
  expect((await update({ lid, lnote: '' })).body.lnote).toBe('')
  const reply = await t.app.inject({
    method: 'POST',
    url: `/api/v3/lists/update?pid=${encodeURIComponent(t.store.pid)}`,
    payload: { ...guest, lid, lnote: null },
  })
  expect(reply.json().lnote).toBeNull()
})

test('an update without a change is a success', async () => {
  const list = await makeList(t, guest)
  expect((await update({ lid: list.lid })).body).toMatchObject({ lname: list.lname, lhash: list.lhash })
})

// proves S2.5.lname-elsewhere, C7.rename
test('elsewhere than on creation the name need not be unique', async () => {
  await makeList(t, guest, { lname: 'Twice' })
  const { lid } = await makeList(t, guest)
  expect((await update({ lid, lname: 'Twice' })).body.lname).toBe('Twice')
})

// proves S2.5.uby
test('uby is the e-mail of the last person who updated it', async () => {
  const eva = await t.account('eva@shop.example')
  const { lid } = await makeList(t, eva)
  await t.sql`update lists set updated_by = null`
  expect((await done(t, 'lists/update', eva, { lid, lname: 'Changed' })).uby).toBe('eva@shop.example')
})

test('a type can be changed to one of the store’s, and to save-for-later once', async () => {
  const shopper = await t.guest()
  const [first, second] = [await makeList(t, shopper), await makeList(t, shopper)]
  expect((await done(t, 'lists/update', shopper, { lid: first.lid, lty: 'sfl' })).lty).toBe('sfl')
  expectRefused(await t.shop('lists/update', shopper, { lid: second.lid, lty: 'sfl' }), 409, 'sfl-exists')
  expectRefused(await update({ lid: second.lid, lty: 'other' }), 400, 'unknown-lty')
})

describe('refused', () => {
  test.each([
    [{ lname: 'xy' }, 'invalid-lname', 'lname must be 3 to 50 characters'],
    [{ lname: 'x'.repeat(51) }, 'invalid-lname', 'lname must be 3 to 50 characters'],
    [{ lnote: 'a\nb' }, 'invalid-lnote', 'lnote must be a single line'],
    [{ lnote: 'x'.repeat(2001) }, 'invalid-lnote', 'lnote must be at most 2000 characters'],
    [{ lprops: '[]' }, 'invalid-lprops', 'lprops must be an object'],
    [{ lty: 'x\ny' }, 'invalid-lty', 'lty must be a single line'],
  ])('400 for %j', async (fields, type, says) => {
    const { lid, lhash } = await makeList(t, guest)
    expectRefused(await update({ lid, ...fields }), 400, type, says)
    expect((await look(t, guest, lid)).lhash).toBe(lhash)
  })

  test('400 without a lid', async () => {
    expectRefused(await update({ lname: 'No list' }), 400, 'invalid-lid', 'lid is required')
    expectRefused(await update({ lid: ' ', lname: 'No list' }), 400, 'invalid-lid', 'lid is required')
  })

  test('404 for a list that is not there', async () => {
    const { lid } = await makeList(t, guest)
    await done(t, 'lists/delete-list', guest, { lid })
    expectRefused(await update({ lid, lname: 'Gone' }), 404, 'unknown-list')
    expectRefused(await update({ lid: 'nonsense', lname: 'Gone' }), 404, 'unknown-list')
  })
})

describe('lhash', () => {
  // proves S2.5.lhash, C3.lhash
  test.each([
    [{ lname: 'Another name' }],
    [{ lnote: 'another note' }],
    [{ lprops: { other: true } }],
    [{ ldesc: { text: 'other' } }],
  ])('changes with %j, and back with it', async (fields) => {
    const was = { lname: 'Hashed', lnote: 'note', lprops: { a: { b: 1 } }, ldesc: { text: 't' } }
    const list = await makeList(t, guest, was)
    const changed = (await update({ lid: list.lid, ...fields })).body
    expect(changed.lhash).not.toBe(list.lhash)
    const back = (await update({ lid: list.lid, ...was })).body
    expect(back.lhash).toBe(list.lhash)
    await done(t, 'lists/delete-list', guest, { lid: list.lid })
  })

  // proves C3.lhash
  test('changes with the type', async () => {
    const store = await t.newStore('list-types=registry')
    const shopper = await t.guest(undefined, store)
    const list = await makeList(t, shopper, {}, store)
    const changed = await done(t, 'lists/update', shopper, { lid: list.lid, lty: 'registry' }, store)
    expect(changed.lhash).not.toBe(list.lhash)
  })

  // proves C3.lhash
  test('stays when only items, times or the order of a map’s keys change', async () => {
    const list = await makeList(t, guest, { lprops: { a: 1, bb: 2 } })
    await add(t, guest, list.lid, [product(1), product(2)])
    expect((await update({ lid: list.lid, lprops: '{"bb":2,"a":1}' })).body.lhash).toBe(list.lhash)
    expect((await look(t, guest, list.lid)).lhash).toBe(list.lhash)
  })
})
