/** Sharing: who may read a list, what they see of its owner, and what is counted. */
import { beforeAll, describe, expect, test } from 'vitest'
import { add, done, expectRefused, look, makeList, product } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let ada: TestShopper
let stranger: TestShopper
let guest: TestShopper
beforeAll(async () => {
  ada = await t.account('ada@example.com')
  stranger = await t.account('stranger@example.com')
  guest = await t.guest()
  await t.sql`update shoppers set first_name = 'Ada', last_name = 'Lovelace', phone = '+15551234' where email = 'ada@example.com'`
})

const anywhere = (body: unknown) => JSON.stringify(body)

describe('public and private', () => {
  // proves C3.markPublic, C3.public
  test('everyone can read a public list; once private again, only its owner can', async () => {
    const { lid, lhash } = await makeList(t, ada)
    await add(t, ada, lid, [product(1)])
    const shown = await done(t, 'lists/markPublic', ada, { lid })
    expect(shown).toMatchObject({ lid, anonRead: true, cnt: 1, listcontents: [{ epi: 1 }] })
    expect(shown.lhash).not.toBe(lhash)
    for (const reader of [stranger, guest]) expect(await look(t, reader, lid)).toMatchObject({ lid, cnt: 1 })
    expect(await done(t, 'lists/markPublic', ada, { lid })).toMatchObject({ anonRead: true })
    const hidden = await done(t, 'lists/markPrivate', ada, { lid })
    expect(hidden).toMatchObject({ lid, anonRead: false, listcontents: [{ epi: 1 }], lhash })
    expectRefused(await t.shop('lists/fetch-list', stranger, { lid }), 404, 'unknown-list')
  })

  // proves C3.login-required
  test.each(['markPublic', 'markPrivate'])('%s is for logged-in shoppers', async (call) => {
    const { lid } = await makeList(t, guest)
    expectRefused(await t.shop(`lists/${call}`, guest, { lid }), 403, 'login-required')
    expect(await look(t, guest, lid)).toMatchObject({ anonRead: false })
  })

  test.each(['markPublic', 'markPrivate', 'markArchived', 'markUnarchived'])(
    '%s of another shopper’s list is refused, also when it is public',
    async (call) => {
      const { lid } = await makeList(t, ada)
      expectRefused(await t.shop(`lists/${call}`, stranger, { lid }), 404, 'unknown-list')
      const before = await done(t, 'lists/markPublic', ada, { lid })
      expectRefused(await t.shop(`lists/${call}`, stranger, { lid }), 404, 'unknown-list')
      expect(await look(t, ada, lid)).toEqual(before)
      expectRefused(await t.shop(`lists/${call}`, ada, {}), 400, 'invalid-lid', 'lid is required')
      expectRefused(await t.shop(`lists/${call}`, { ...ada, sessionid: 'x' }, { lid }), 401, 'invalid-session')
    },
  )

  test('other shoppers see the owner’s first name, but never the address or device', async () => {
    const { lid } = await makeList(t, ada)
    await add(t, ada, lid, [product(1, { note: 'in green' }), product(2)])
    await done(t, 'lists/update', ada, { lid, lnote: 'For my birthday' })
    const own = await done(t, 'lists/markPublic', ada, { lid })
    expect(own).toMatchObject({ cby: 'ada@example.com', uby: 'ada@example.com', di: expect.any(String) })
    expect(own.listcontents[0]).toMatchObject({ uby: 'ada@example.com', di: expect.any(String) })
    const copy = await makeList(t, stranger, { fromlid: lid })
    const answers = [
      await look(t, stranger, lid),
      await done(t, 'lists/fetch-ctx', stranger, { lid }),
      await done(t, 'lists/fetch-user-list', stranger, { lid }),
      await done(t, 'lists/fetch-list-with-contents', guest, { lid }),
      copy,
      await look(t, stranger, copy.lid),
      await done(t, 'lists/delete-list', stranger, { lid: copy.lid }),
    ]
    for (const answer of answers) {
      expect(anywhere(answer)).toContain('in green')
      for (const secret of ['ada@example.com', own.di, 'Lovelace', '+15551234'])
        expect(anywhere(answer)).not.toContain(secret)
    }
    expect(answers[0].userinfo).toMatchObject({ fname: 'Ada', lname: '', em: '', m: null })
    expect(copy.listcontents[0]).toMatchObject({ uby: 'stranger@example.com' })
  })
})

describe('archive', () => {
  // proves C3.markArchived
  test('a list is archived and unarchived, by guests too', async () => {
    const { lid } = await makeList(t, guest, { lname: 'Put away' })
    await add(t, guest, lid, [product(1)])
    expect(await done(t, 'lists/markArchived', guest, { lid })).toMatchObject({
      lid,
      st: 0,
      listcontents: [{ epi: 1 }],
    })
    expect(anywhere(await done(t, 'lists/fetch-lists', guest))).not.toContain(lid)
    expect(anywhere(await done(t, 'lists/fetch-lists', guest, { includeArchived: true }))).toContain(lid)
    // The name is free meanwhile, and a name need not be unique after creation.
    await makeList(t, guest, { lname: 'Put away' })
    expect(await done(t, 'lists/markUnarchived', guest, { lid })).toMatchObject({ lid, st: 1 })
    expect(anywhere(await done(t, 'lists/fetch-lists', guest))).toContain(lid)
  })

  test('a second save-for-later list cannot be unarchived', async () => {
    const shopper = await t.guest()
    const { lid } = await done(t, 'lists/sfl/create', shopper, { lname: 'First' })
    await done(t, 'lists/markArchived', shopper, { lid })
    const second = await done(t, 'lists/sfl/create', shopper, { lname: 'Second' })
    expect(second.lid).not.toBe(lid)
    expectRefused(await t.shop('lists/markUnarchived', shopper, { lid }), 409, 'sfl-exists')
  })
})

describe('reporting that a list was shared', () => {
  const shares = (medium: string) => t.sql`select list_id, shopper_id from list_shares where medium = ${medium}`

  // proves C3.reportShare
  test('is counted once a day for a shopper, list and medium, however often it is reported', async () => {
    const { lid } = await makeList(t, ada)
    const report = { lid, fromname: 'Ada', medium: 'Carrier Pigeon ' }
    expect(await done(t, 'lists/reportShare', ada, report)).toEqual({ status: 'success' })
    expect(await done(t, 'lists/reportShare', ada, { lid, medium: 'carrier pigeon' })).toEqual({ status: 'success' })
    expect(await shares('carrier pigeon')).toHaveLength(1)
    await done(t, 'lists/markPublic', ada, { lid })
    await done(t, 'lists/reportShare', guest, report)
    expect(await shares('carrier pigeon')).toHaveLength(2)
  })

  test('is refused without a medium, and for a list that the shopper cannot read', async () => {
    const { lid } = await makeList(t, ada)
    expectRefused(await t.shop('lists/reportShare', ada, { lid }), 400, 'invalid-medium', 'medium is required')
    expectRefused(await t.shop('lists/reportShare', ada, { lid, medium: 'a\nb' }), 400, 'invalid-medium')
    expectRefused(await t.shop('lists/reportShare', stranger, { lid, medium: 'telex' }), 404, 'unknown-list')
    expectRefused(await t.shop('lists/reportShare', { regid: 'x' }, { lid, medium: 'telex' }), 401, 'sw-badregid')
    expect(await shares('telex')).toEqual([])
  })
})
