/** Save for later: the one list of that type a shopper has. */
import { expect, test } from 'vitest'
import { done, expectRefused, product } from '../../testing/lists.ts'
import { useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()

// proves C3.sfl-create
test('is created once, with any name and however often it is requested', async () => {
  const shopper = await t.account('one@example.com')
  const made = await done(t, 'lists/sfl/create', shopper, { lname: 'For later', lnote: 'soon' })
  expect(made).toMatchObject({ lname: 'For later', lnote: 'soon', lty: 'sfl', st: 1, cnt: 0, listcontents: [] })
  expect(made.userinfo).toMatchObject({ em: 'one@example.com' })
  const { userinfo: _, ...again } = await done(t, 'lists/sfl/create', shopper, { lname: 'Another name' })
  expect(made).toMatchObject(again)
  expect((await done(t, 'lists/sfl/fetch', shopper)).list.lid).toBe(made.lid)
  expect(await done(t, 'lists/fetch-lists', shopper, { lty: 'sfl' })).toHaveLength(1)
})

test('is one list when it is made many times at once', async () => {
  const shopper = await t.guest()
  const calls = Array.from({ length: 8 }, (_, n) =>
    n % 2 ? t.shop('lists/sfl/fetch', shopper) : t.shop('lists/sfl/create', shopper, { lname: `Name ${n}` }),
  )
  const replies = await Promise.all(calls)
  expect(replies.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(replies.map(({ body }) => body.lid ?? body.list.lid)).size).toBe(1)
})

// proves C3.sfl-fetch, C7.sfl-fetch
test('is created by fetching it, empty', async () => {
  const guest = await t.guest()
  const fetched = await done(t, 'lists/sfl/fetch', guest)
  expect(fetched).toEqual({
    list: expect.objectContaining({ lty: 'sfl', lname: 'Saved for later', st: 1, cprops: {}, ldesc: {} }),
    items: [],
    userinfo: null,
    pagination: { totalcount: 0, next: null, limit: 500 },
  })
  const account = await t.account('two@example.com')
  expect((await done(t, 'lists/sfl/fetch', account)).userinfo).toMatchObject({ em: 'two@example.com' })
})

test('pages its items', async () => {
  const guest = await t.guest()
  const { list } = await done(t, 'lists/sfl/fetch', guest)
  await done(t, 'lists/sfl/add', guest, { lid: list.lid, items: [1, 2, 3].map((n) => product(n)) })
  const first = await done(t, 'lists/sfl/fetch', guest, { limit: 2 })
  expect(first.pagination).toMatchObject({ totalcount: 3, limit: 2, next: expect.any(String) })
  const second = await done(t, 'lists/sfl/fetch', guest, { limit: 2, next: first.pagination.next })
  expect([...first.items, ...second.items].map(({ epi }: { epi: number }) => epi)).toEqual([3, 2, 1])
  expect(second.pagination.next).toBeNull()
})

test('needs a valid name and an identified caller', async () => {
  const guest = await t.guest()
  for (const lname of [undefined, 'ab', 'x'.repeat(51)])
    expectRefused(await t.shop('lists/sfl/create', guest, { lname }), 400, 'invalid-lname')
  expectRefused(await t.shop('lists/sfl/fetch', guest, { limit: 0 }), 400, 'invalid-limit')
  for (const call of ['create', 'fetch']) {
    const nobody = { regid: guest.regid, sessionid: 'x' }
    expectRefused(await t.shop(`lists/sfl/${call}`, nobody, { lname: 'Name' }), 401, 'invalid-session')
  }
})
