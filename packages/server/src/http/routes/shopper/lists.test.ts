/** Making lists: the record, the name's rules, types, notes and properties. */
import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { done, expectRefused, makeList } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let guest: TestShopper
beforeAll(async () => {
  guest = await t.guest()
})

const create = (fields: object, who = guest) => t.shop('lists/create', who, { ...fields })

describe('the record', () => {
  // proves S2.5.lid, S2.5.lnote, S2.5.lprops, S2.5.cprops, S2.5.ldesc, S2.5.anonRead, S2.5.cnt, S2.5._cp, S2.5.listcontents, S2.5.cts, S2.5.uts, S2.5.st, S2.5.di, S2.5.uid, S2.5.pid, S2.5.id, S2.5.itemcmnts, S2.5.internal, C1.times, C3.create, C3.internal, C3.cby
  test('a new list answers 200 with every field of the record', async () => {
    const before = Date.now() - 5
    const reply = await create({ lname: 'Every field' })
    expect(reply.status).toBe(200)
    const list = reply.body
    expect(list).toEqual({
      lid: expect.stringMatching(/^[A-Za-z0-9_-]{40}$/),
      lname: 'Every field',
      lty: 'wl',
      lnote: null,
      lprops: {},
      cprops: {},
      ldesc: {},
      anonRead: false,
      cnt: 0,
      _cp: false,
      listcontents: [],
      cby: null,
      uby: null,
      cfor: null,
      cts: expect.any(Number),
      uts: expect.any(Number),
      st: 1,
      di: expect.any(String),
      uid: expect.any(String),
      pid: t.store.pid,
      id: list.lid,
      lhash: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
      itemcmnts: 0,
      _pkey: expect.any(String),
      _t: expect.any(Number),
      userinfo: null,
    })
    expect(Number.isInteger(list.cts)).toBe(true)
    expect(list.cts).toBeGreaterThanOrEqual(before)
    expect(list.cts).toBeLessThanOrEqual(Date.now() + 5)
    expect(list.uts).toBe(list.cts)
  })

  // proves S2.5.cby, S2.5.uby, S2.5.cfor
  test('a list of a logged-in shopper has its creator and its recipient', async () => {
    const ana = await t.account('ana@shop.example')
    const list = await makeList(t, ana)
    expect(list).toMatchObject({ cby: 'ana@shop.example', uby: 'ana@shop.example', cfor: 'ana@shop.example' })
    expect(list.userinfo.em).toBe('ana@shop.example')
  })

  // proves S2.5.lhash, C3.lhash
  test('lhash is the base64 of a SHA-256, the same for the same name and attributes', async () => {
    const other = await t.guest()
    const [mine, theirs] = [await makeList(t, guest, { lname: 'Hash' }), await makeList(t, other, { lname: 'Hash' })]
    expect(Buffer.from(mine.lhash, 'base64')).toHaveLength(createHash('sha256').digest().length)
    expect(mine.lhash).toBe(theirs.lhash)
  })
})

describe('the name', () => {
  const good: [string, string][] = [
    ['of three characters', 'abc'],
    ['of fifty characters', 'x'.repeat(50)],
    ['of three emoji, which are three characters', '🎁🎁🎁'],
    ['of fifty emoji', '🎁'.repeat(50)],
    ['with combining marks, each a character', 'e\u0301a'],
    ['in Arabic', 'قائمة أمنياتي'],
    ['that looks like HTML and SQL', `<b>'; drop table lists--</b>`],
  ]
  // proves S2.5.lname, S8.lname, C3.create-name, C3.lengths
  test.each(good)('may be one %s', async (_, lname) => {
    expect((await makeList(t, guest, { lname })).lname).toBe(lname)
  })

  // proves C3.lengths, C3.create-name
  test('is counted after trimming, and stored trimmed', async () => {
    expect((await makeList(t, guest, { lname: `  ${'y'.repeat(50)}\t` })).lname).toBe('y'.repeat(50))
    expectRefused(await create({ lname: '  ab  ' }), 400, 'invalid-lname', 'lname must be 3 to 50 characters')
  })

  const bad: [string, string, RegExp][] = [
    ['of two characters', 'ab', /^lname must be 3 to 50 characters$/],
    ['of two emoji', '🎁🎁', /^lname must be 3 to 50 characters$/],
    ['of 51 characters', 'x'.repeat(51), /^lname must be 3 to 50 characters$/],
    ['of spaces', '      ', /^lname must be 3 to 50 characters$/],
    ['that is empty', '', /^lname must be 3 to 50 characters$/],
    ['with a line break', 'two\nlines', /^lname must not contain control characters$/],
    ['with an escape character', 'red \u001b[31m', /^lname must not contain control characters$/],
    ['with a C1 control character', 'next\u0085line', /^lname must not contain control characters$/],
    ['with a NUL', 'nul\0nul', /^lname contains a NUL character/],
  ]
  // proves S2.5.lname, S8.lname, C3.create-name, C3.lengths
  test.each(bad)('may not be one %s', async (_, lname, says) => {
    expectRefused(await create({ lname }), 400, 'invalid-lname', says)
  })

  test('is required', async () => {
    expectRefused(await create({}), 400, 'invalid-lname', 'lname is required')
  })

  // proves S2.5.lname, C3.create-name
  test('is unique for a shopper, ignoring case and surrounding spaces', async () => {
    await makeList(t, guest, { lname: 'Größe Ähnlich' })
    expectRefused(await create({ lname: ' GRÖßE äHNLICH ' }), 409, 'lname-taken', /lname is taken.*GRÖßE äHNLICH/)
  })

  test('may be the same for another shopper, and in another store', async () => {
    await makeList(t, guest, { lname: 'Shared name' })
    await makeList(t, await t.guest(), { lname: 'Shared name' })
    const elsewhere = await t.newStore()
    await makeList(t, await t.guest(undefined, elsewhere), { lname: 'Shared name' }, elsewhere)
  })

  test('is unique whatever the type', async () => {
    const store = await t.newStore('list-types=registry')
    const who = await t.guest(undefined, store)
    await makeList(t, who, { lname: 'For later' }, store)
    const refused = (path: string, fields: object) => t.shop(path, who, fields as Record<string, unknown>, store)
    for (const lty of ['sfl', 'registry'])
      expectRefused(await refused('lists/create', { lname: ' for LATER', lty }), 409, 'lname-taken', 'lname is taken')
    expectRefused(await refused('lists/sfl/create', { lname: 'FOR later' }), 409, 'lname-taken', 'lname is taken')
    const saved = await done(t, 'lists/sfl/create', who, { lname: 'Cart' }, store)
    expectRefused(await refused('lists/create', { lname: 'cart' }), 409, 'lname-taken', 'lname is taken')
    expect((await done(t, 'lists/sfl/create', who, { lname: 'For later' }, store)).lid).toBe(saved.lid)
  })

  test('of a list that is created by itself gets a number when it is taken', async () => {
    const who = await t.guest()
    for (const lname of ['Saved for later', 'saved for LATER 2']) await makeList(t, who, { lname })
    expect((await done(t, 'lists/sfl/fetch', who)).list.lname).toBe('Saved for later 3')
    const other = await t.guest()
    await makeList(t, other, { lname: 'My wishlist', lty: 'sfl' })
    await t.admin('user/add-wishlist', { regid: other.regid, epi: 1, empi: 1, du: '/1' })
    expect((await done(t, 'lists/fetch-lists', other)).map(({ lname }: { lname: string }) => lname)).toEqual([
      'My Wishlist 2',
      'My wishlist',
    ])
  })

  // proves C3.archived-name
  test('of an archived list is free again', async () => {
    const list = await makeList(t, guest, { lname: 'Old name' })
    await t.sql`update lists set archived = true where name = 'Old name'`
    expect((await makeList(t, guest, { lname: 'old NAME' })).lid).not.toBe(list.lid)
  })

  test('of a deleted list is free again', async () => {
    const { lid } = await makeList(t, guest, { lname: 'Gone name' })
    await t.shop('lists/delete-list', guest, { lid })
    await makeList(t, guest, { lname: 'Gone name' })
  })
})

describe('the type', () => {
  // proves S1.lists, S2.5.lty, C3.unknown-lty
  test('null or none means wishlist', async () => {
    const json = await t.app.inject({
      method: 'POST',
      url: `/api/v3/lists/create?pid=${encodeURIComponent(t.store.pid)}`,
      payload: { ...guest, lname: 'Type of null', lty: null },
    })
    expect(json.json().lty).toBe('wl')
    expect((await makeList(t, guest, { lty: '' })).lty).toBe('wl')
  })

  // proves S1.types, S2.5.lty-others, C3.unknown-lty
  test('must be configured for the store', async () => {
    expectRefused(await create({ lname: 'Unknown type', lty: '_recommends' }), 400, 'unknown-lty', /^lty .*wl, sfl/)
    const store = await t.newStore('list-types=wl,sfl,_recommends,persistentcart')
    const shopper = await t.guest(undefined, store)
    for (const lty of ['wl', 'sfl', '_recommends', 'persistentcart'])
      expect((await makeList(t, shopper, { lty }, store)).lty).toBe(lty)
    const refused = await t.shop('lists/create', shopper, { lname: 'Other', lty: '_saveForLater' }, store)
    expectRefused(refused, 400, 'unknown-lty')
  })

  test('there is one save-for-later list a shopper', async () => {
    const shopper = await t.guest()
    await makeList(t, shopper, { lty: 'sfl' })
    expectRefused(await create({ lname: 'Second sfl', lty: 'sfl' }, shopper), 409, 'sfl-exists')
  })
})

describe('the note', () => {
  // proves S2.5.lnote, C1.text
  test('is stored as it was sent', async () => {
    const lnote = '  Für Oma 🎁 <script>alert(1)</script>  '
    expect((await makeList(t, guest, { lnote })).lnote).toBe(lnote)
    expect((await makeList(t, guest, { lnote: '🎁'.repeat(2000) })).lnote).toBe('🎁'.repeat(2000))
  })

  // proves S2.5.lnote, C1.notes
  test('is a single line', async () => {
    const reply = await create({ lname: 'Two lines', lnote: 'one\ntwo' })
    expectRefused(reply, 400, 'invalid-lnote', 'lnote must be a single line')
    expectRefused(await create({ lname: 'Two lines', lnote: 'one\u2028two' }), 400, 'invalid-lnote')
  })

  // proves C1.notes
  test('has at most 2,000 characters', async () => {
    const reply = await create({ lname: 'Long note', lnote: 'x'.repeat(2001) })
    expectRefused(reply, 400, 'invalid-lnote', 'lnote must be at most 2000 characters')
  })
})

// proves S2.5.anonRead, C7.guest-anonRead, C3.create-fields
test('anonRead is false by default, and only a logged-in shopper may set it', async () => {
  const ben = await t.account('ben@shop.example')
  expect((await makeList(t, ben)).anonRead).toBe(false)
  expect((await makeList(t, ben, { anonRead: true })).anonRead).toBe(true)
  expect((await makeList(t, ben, { anonRead: '1' })).anonRead).toBe(true)
  expect((await makeList(t, guest, { anonRead: false })).anonRead).toBe(false)
  expectRefused(await create({ lname: 'Public', anonRead: true }), 403, 'login-required')
  expectRefused(await create({ lname: 'Public', anonRead: 'maybe' }), 400, 'invalid-anonread', 'anonRead must be true')
})

test('a refused list is not made', async () => {
  const shopper = await t.guest()
  await create({ lname: 'x' }, shopper)
  await create({ lname: 'Refused', lty: 'nope' }, shopper)
  await create({ lname: 'Refused', fromlid: 'nope' }, shopper)
  expect((await t.shop('lists/fetch-lists', shopper)).body).toEqual([])
})
