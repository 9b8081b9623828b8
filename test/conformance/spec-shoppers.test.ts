/** The specification played by HTTP: from generate-regid to a list that the shopper finds again. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { product } from '../../packages/server/src/http/testing/lists.ts'
import { basic, form, useTestApp } from '../../packages/server/src/http/testing/test-app.ts'

const t = useTestApp()

/** A call with exactly these headers and this form. */
async function post(url: string, fields: Record<string, unknown>, headers: Record<string, string> = {}) {
  const reply = await t.app.inject({
    method: 'POST',
    url,
    payload: form(fields),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  return { status: reply.statusCode, type: reply.headers['content-type'], body: reply.json() }
}

const generate = (fields: Record<string, unknown>) =>
  post('/storeadmin/v3/user/generate-regid', fields, { authorization: basic(t.store) })

const lists = (call: string, fields: Record<string, unknown>) =>
  post(`/api/v3/lists/${call}?pid=${encodeURIComponent(t.store.pid)}`, fields)

// proves S1.identity, S1.guests, S1.kinds, S4.1.path, S4.1.uuid, S4.json
test('the regid and the session of a guest’s UUID make and find a list, without a key', async () => {
  const { status, type, body } = await generate({ uuid: randomUUID(), useragenttype: 'webApp' })
  expect([status, type]).toEqual([200, expect.stringMatching(/^application\/json/)])
  expect(body).toEqual({ message: expect.any(String), regid: expect.any(String), sessionid: expect.any(String) })
  const { regid, sessionid } = body
  const made = await lists('create', { regid, sessionid, lname: 'Birthday' })
  expect(made).toMatchObject({ status: 200, body: { lname: 'Birthday', lty: 'wl', cnt: 0 } })
  expect((await lists('fetch-lists', { regid, sessionid })).body).toMatchObject([{ lid: made.body.lid }])
  const withoutKey = await post('/storeadmin/v3/user/generate-regid', { uuid: randomUUID(), useragenttype: 'webApp' })
  expect(withoutKey.status).toBe(401)
})

// proves S4.1.login, S2.1.regid, S4.4.path
test('a guest who logs in keeps the wishlist under the regid of the e-mail, in every later session', async () => {
  const [uuid, useremail] = [randomUUID(), `${randomUUID()}@shop.example`]
  const { regid, sessionid } = (await generate({ uuid, useragenttype: 'webApp' })).body
  const { lid } = (await lists('create', { regid, sessionid, lname: 'Birthday' })).body
  await lists('update-ctx', { regid, sessionid, lid, a: [product(1)] })
  const login = (await generate({ uuid, useremail, useragenttype: 'webApp' })).body
  expect(login.message).toMatch(/email/)
  const later = (await generate({ useremail, useragenttype: 'mobileApp' })).body
  expect(later.regid).toBe(login.regid)
  const mine = (await lists('fetch-lists', { regid: later.regid, sessionid: later.sessionid })).body
  expect(mine).toMatchObject([{ lid, cnt: 1, listcontents: [{ epi: 1, empi: 5001, du: product(1).du }] }])
})

// proves S2.1.sessionid
test('a session from years ago still works', async () => {
  const { regid, sessionid } = (await generate({ uuid: randomUUID(), useragenttype: 'webApp' })).body
  await lists('create', { regid, sessionid, lname: 'Long ago' })
  await t.sql`update shoppers set created_at = '2020-01-01', updated_at = '2020-01-01'`
  await t.sql`update lists set created_at = '2020-01-01', updated_at = '2020-01-01'`
  expect((await lists('fetch-lists', { regid, sessionid })).body).toMatchObject([{ lname: 'Long ago' }])
})

// proves S4.1.invalid, S4.1.error, S7.regid
test.each([
  ['no parameters', {}],
  ['an invalid uuid', { uuid: 'not-a-uuid', useragenttype: 'webApp' }],
  ['a UUID of version 1', { uuid: '6ba7b810-9dad-11d1-80b4-00c04fd430c8', useragenttype: 'webApp' }],
])('with %s there is an error body and no regid', async (_, fields) => {
  const { status, body } = await generate(fields)
  expect(status).toBe(400)
  expect(body).toMatchObject({ error: true, type: 'invalid-uuid', msg: expect.any(String) })
  expect(body).not.toHaveProperty('regid')
})
