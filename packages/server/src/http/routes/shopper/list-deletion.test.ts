/** Deleting a list with its contents. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { add, done, expectRefused, findUnsound, look, makeList, product, products } from '../../testing/lists.ts'
import { form, openTestApp, type TestApp, type TestShopper } from '../../testing/test-app.ts'

let t: TestApp
let guest: TestShopper
beforeAll(async () => {
  t = await openTestApp()
  guest = await t.guest()
})
afterAll(() => t.close())

/** As specified: limit and offset in the query, the rest in the form. */
async function remove(query: Record<string, unknown>, fields: Record<string, unknown>) {
  const reply = await t.app.inject({
    method: 'POST',
    url: `/api/v3/lists/delete-list?${form({ pid: t.store.pid, ...query })}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: form({ ...guest, ...fields }),
  })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}

// proves S3.deleted, S4.3.answer, C3.delete-list
test('answers the list as it was, st 1, with its items', async () => {
  const list = await makeList(t, guest, { lnote: 'bye', lprops: { a: 1 } })
  await add(t, guest, list.lid, products(1, 3))
  const was = await look(t, guest, list.lid)
  const reply = await remove({}, { lid: list.lid })
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual(was)
  expect(reply.body).toMatchObject({ st: 1, cnt: 3, lid: list.lid })
})

// proves S1.delete, S4.3.path, C3.delete-list
test('the list and all its contents are deleted', async () => {
  const { lid } = await makeList(t, guest)
  await add(t, guest, lid, [product(1)])
  await remove({}, { lid })
  for (const path of ['fetch-list', 'fetch-ctx', 'fetch-user-list', 'fetch-list-with-contents'])
    expectRefused(await t.shop(`lists/${path}`, guest, { lid }), 404, 'unknown-list')
  expectRefused(await t.shop('lists/update-ctx', guest, { lid, a: [product(2)] }), 404, 'unknown-list')
  expect(await done(t, 'lists/fetch-lists', guest)).not.toContainEqual(expect.objectContaining({ lid }))
  expect(await done(t, 'lists/contains', guest, { epis: [1, 2] })).toEqual({ 1: [], 2: [] })
  expect(await findUnsound(t.sql)).toEqual([])
})

// proves S4.3.pid, S4.3.shopper, S5.delete
test('carries the store in the query and the shopper in the form, and needs no API key', async () => {
  const { lid } = await makeList(t, guest)
  expectRefused(await remove({ pid: '' }, { lid }), 400, 'invalid-pid', 'pid is required')
  expectRefused(await remove({}, { lid, regid: undefined }), 401, 'sw-badregid')
  expectRefused(await remove({}, { lid, sessionid: undefined }), 401, 'invalid-session')
  expect((await remove({}, { lid })).status).toBe(200)
})

test('deleting it again answers 404 unknown-list', async () => {
  const { lid } = await makeList(t, guest)
  await remove({}, { lid })
  expectRefused(await remove({}, { lid }), 404, 'unknown-list')
})

test('deleting one list leaves the others alone', async () => {
  const [one, two] = [await makeList(t, guest), await makeList(t, guest)]
  for (const { lid } of [one, two]) await add(t, guest, lid, [product(1), product(2)])
  await remove({}, { lid: one.lid })
  expect(await look(t, guest, two.lid)).toMatchObject({ cnt: 2, listcontents: [{ epi: 2 }, { epi: 1 }] })
})

test('an archived list can be deleted and answers st 0', async () => {
  const { lid } = await makeList(t, guest, { lname: 'Put away' })
  await t.sql`update lists set archived = true where name = 'Put away'`
  expect((await remove({}, { lid })).body.st).toBe(0)
})

describe('limit and offset', () => {
  // proves S4.3.limit, S4.3.offset, C3.delete-list-page, C8.1.limit
  test.each([
    [{ limit: 2 }, [5, 4]],
    [{ offset: 3 }, [2, 1]],
    [{ limit: 2, offset: 1 }, [4, 3]],
    [{ limit: 500, offset: 5 }, []],
    [{ limit: 0 }, []],
    [{ limit: 501 }, [5, 4, 3, 2, 1]],
    [{ limit: '9223372036854775807' }, [5, 4, 3, 2, 1]],
    [{ limit: '9223372036854775807', offset: 2 }, [3, 2, 1]],
    [{ offset: '9223372036854775807' }, []],
    [{ limit: '', offset: '' }, [5, 4, 3, 2, 1]],
  ])('%j pages the items shown; cnt stays true and all of them go', async (query, shown) => {
    const { lid } = await makeList(t, guest)
    await add(t, guest, lid, products(1, 5))
    const { body } = await remove(query, { lid })
    expect(body.listcontents.map(({ epi }: { epi: number }) => epi)).toEqual(shown)
    expect(body.cnt).toBe(5)
    expect(await findUnsound(t.sql)).toEqual([])
    expectRefused(await t.shop('lists/fetch-list', guest, { lid }), 404, 'unknown-list')
  })

  // proves C8.1.limit
  test.each([
    [{ limit: -1 }, 'invalid-limit', 'limit must be a whole number from 0'],
    [{ limit: '9223372036854775808' }, 'invalid-limit', 'limit must be a whole number'],
    [{ limit: '1e3' }, 'invalid-limit', 'limit must be a whole number'],
    [{ limit: '0x10' }, 'invalid-limit', 'limit must be a whole number'],
    [{ limit: '1.5' }, 'invalid-limit', 'limit must be a whole number'],
    [{ limit: 'ten' }, 'invalid-limit', 'limit must be a whole number'],
    [{ offset: -1 }, 'invalid-offset', 'offset must be a whole number'],
    [{ offset: '9'.repeat(30) }, 'invalid-offset', 'offset must be a whole number'],
    [{ offset: '1; drop table lists' }, 'invalid-offset', 'offset must be a whole number'],
  ])('%j is refused, and the list stays', async (query, type, says) => {
    const { lid } = await makeList(t, guest)
    await add(t, guest, lid, products(1, 3))
    const was = await look(t, guest, lid)
    expectRefused(await remove(query, { lid }), 400, type, says)
    expect(await look(t, guest, lid)).toEqual(was)
  })
})

test('a JSON body may hold the largest limit as a number', async () => {
  const { lid } = await makeList(t, guest)
  await add(t, guest, lid, products(1, 2))
  const reply = await t.app.inject({
    method: 'POST',
    url: `/api/v3/lists/delete-list?pid=${encodeURIComponent(t.store.pid)}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({ ...guest, lid, limit: 0 }).replace('"limit":0', '"limit":9223372036854775807'),
  })
  expect(reply.statusCode).toBe(200)
  expect(reply.json().listcontents).toHaveLength(2)
})

test('a list of more than a thousand items is deleted with any limit', async () => {
  const { lid } = await makeList(t, guest)
  for (let from = 1; from <= 1100; from += 220) await add(t, guest, lid, products(from, 220))
  const { body } = await remove({ limit: '9223372036854775807' }, { lid })
  expect([body.cnt, body.listcontents.length]).toEqual([1100, 1100])
  expectRefused(await t.shop('lists/fetch-list', guest, { lid }), 404, 'unknown-list')
})

// proves S4.3.lid
test('lid is required', async () => {
  expectRefused(await remove({}, {}), 400, 'invalid-lid', 'lid is required')
})
