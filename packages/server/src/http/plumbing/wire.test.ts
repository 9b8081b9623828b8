/** The rules of every call: how fields are sent, and the form of every answer. */
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { done, expectRefused, makeList, product } from '../testing/lists.ts'
import { form, type Reply, type TestShopper, useTestApp } from '../testing/test-app.ts'

const t = useTestApp()
let guest: TestShopper
let pid: string
beforeAll(async () => {
  guest = await t.guest()
  pid = encodeURIComponent(t.store.pid)
})

const formType = { 'content-type': 'application/x-www-form-urlencoded' }
const jsonType = { 'content-type': 'application/json' }

async function send(call: InjectOptions): Promise<Reply> {
  const reply = await t.app.inject({ method: 'POST', ...call })
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}
const create = (body: string, query = `pid=${pid}`, headers: Record<string, string> = formType) =>
  send({ url: `/api/v3/lists/create?${query}`, headers, payload: body })

let count = 0
const unique = () => `Wire ${++count}`

describe('bodies', () => {
  // proves S4.form, C1.json-body
  test('a form and a JSON body with the same fields do the same', async () => {
    const fields = { ...guest, lnote: 'ä & = + %', lprops: { a: [1, { b: null }] }, anonRead: false }
    const asForm = await create(form({ ...fields, lname: unique() }))
    const asJson = await create(JSON.stringify({ ...fields, lname: unique() }), `pid=${pid}`, jsonType)
    const asText = { ...fields, lname: unique(), lprops: '{"a":[1,{"b":null}]}', anonRead: 'false' }
    const asJsonText = await create(JSON.stringify(asText), `pid=${pid}`, jsonType)
    for (const { status, body } of [asForm, asJson, asJsonText]) {
      expect(status).toBe(200)
      expect(body).toMatchObject({ lnote: 'ä & = + %', lprops: { a: [1, { b: null }] }, anonRead: false })
    }
  })

  // proves C1.json-arrays
  test('in a JSON body an array may be itself or its text', async () => {
    const { lid } = await makeList(t, guest)
    for (const a of [[product(1)], JSON.stringify([product(2)])]) {
      const payload = JSON.stringify({ ...guest, lid, a })
      const reply = await send({ url: `/api/v3/lists/update-ctx?pid=${pid}`, headers: jsonType, payload })
      expect(reply.body.a).toHaveLength(1)
    }
  })

  test.each([
    'application/x-www-form-urlencoded; charset=UTF-8',
    'application/X-WWW-Form-URLencoded',
    'application/x-www-form-urlencoded;charset=utf-8',
  ])('the content type may be written %s', async (type) => {
    expect((await create(form({ ...guest, lname: unique() }), `pid=${pid}`, { 'content-type': type })).status).toBe(200)
  })

  // proves C1.query
  test('fields may stand in the query, with or without a body; the body wins', async () => {
    const lname = unique()
    const query = form({ pid: t.store.pid, ...guest, lname })
    expect((await send({ url: `/api/v3/lists/create?${query}` })).body.lname).toBe(lname)
    const other = unique()
    expect((await create(form({ lname: other }), query)).body.lname).toBe(other)
    const third = unique()
    expect((await create(JSON.stringify({ lname: third }), query, jsonType)).body.lname).toBe(third)
  })

  // proves C1.status-415
  test('any other content type is 415, with or without fields in the query', async () => {
    const payload = form({ ...guest, lname: unique() })
    for (const type of [
      'text/plain',
      'multipart/form-data; boundary=x',
      'application/xml',
      'nonsense',
      'application/jsonx',
    ])
      expectRefused(
        await create(payload, `pid=${pid}`, { 'content-type': type }),
        415,
        'unsupported-media-type',
        'Send application/x-www-form-urlencoded or application/json',
      )
  })

  // proves C1.status-413
  test('a body of more than 1 MiB is 413, one of 1 MiB is read', async () => {
    const fixed = form({ ...guest, lname: unique() })
    const fill = (bytes: number) => `${fixed}&x=${'x'.repeat(bytes - fixed.length - 3)}`
    expect((await create(fill(1024 * 1024))).status).toBe(200)
    expectRefused(await create(fill(1024 * 1024 + 1)), 413, 'body-too-large', '1 MiB')
  })

  test.each([
    ['{"lname":', 'body is not valid JSON'],
    ['{"a":1}}', 'body is not valid JSON'],
    ["{'a':1}", 'body is not valid JSON'],
    ['nul', 'body is not valid JSON'],
    ['[1,2]', 'body must be an object of fields'],
    ['"text"', 'body must be an object of fields'],
    ['12', 'body must be an object of fields'],
    ['true', 'body must be an object of fields'],
    ['['.repeat(100_000), 'body is not valid JSON'],
    [`{"x":${'['.repeat(64)}${']'.repeat(64)}}`, 'body must be at most 64 levels deep'],
    [`{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'body must be at most 64 levels deep'],
  ])('a JSON body that is none is 400 (%#)', async (body, says) => {
    expectRefused(await create(body, form({ pid: t.store.pid, ...guest }), jsonType), 400, 'invalid-body', says)
  })

  test('an empty JSON body and null are no body', async () => {
    for (const body of ['', 'null']) {
      const query = form({ pid: t.store.pid, ...guest, lname: unique() })
      expect((await create(body, query, jsonType)).status).toBe(200)
    }
  })

  test('a regid or a session that is null was not sent', async () => {
    const without = (field: 'regid' | 'sessionid') =>
      create(JSON.stringify({ ...guest, [field]: null, lname: unique() }), `pid=${pid}`, jsonType)
    expectRefused(await without('regid'), 401, 'sw-badregid')
    expectRefused(await without('sessionid'), 401, 'invalid-session')
  })

  // proves C1.extra
  test('unknown fields and a superfluous Authorization header are ignored', async () => {
    const strange = {
      _cv: '1',
      appId: 'x',
      'x-api-key': 'y',
      __proto__x: 1,
      constructor: 'c',
      toString: 't',
      'a[b]': '1',
    }
    const headers = { ...formType, authorization: 'Basic nonsense', 'x-api-key': 'z' }
    const reply = await create(form({ ...guest, ...strange, lname: unique() }), `pid=${pid}&zz=1&zz=2`, headers)
    expect(reply.status).toBe(200)
    const json = `{"__proto__":{"lname":"x"},"constructor":{},"lname":"${unique()}","regid":"${guest.regid}","sessionid":"${guest.sessionid}"}`
    expect((await create(json, `pid=${pid}`, jsonType)).status).toBe(200)
  })

  test('a field sent twice is 400, in a form and in the query', async () => {
    const lname = unique()
    const body = form({ ...guest })
    expectRefused(await create(`${body}&lname=${lname}&lname=${lname}`), 400, 'invalid-lname', 'lname must be text')
    expectRefused(await create(body, `pid=${pid}&lname=a&lname=b`), 400, 'invalid-lname', 'lname must be text')
    expectRefused(
      await create(`${body}&lname=abc`, `pid=${pid}&pid=${pid}`),
      400,
      'invalid-pid',
      'pid must be sent once',
    )
    expect([400, 401]).toContain((await create(`${form(guest)}&regid=x&lname=abc`)).status)
  })

  // proves C1.text
  test('text that can’t be stored is 400: NUL, half a surrogate pair', async () => {
    const said = (lnote: string) =>
      `{"regid":"${guest.regid}","sessionid":"${guest.sessionid}","lname":"${unique()}","lnote":"${lnote}"}`
    for (const lnote of ['\\u0000', 'a\\u0000b', '\\ud83c', '\\udf81', '\\udf81\\ud83c'])
      expectRefused(await create(said(lnote), `pid=${pid}`, jsonType), 400, 'invalid-lnote', /^lnote /)
    expect((await create(said('\\ud83c\\udf81'), `pid=${pid}`, jsonType)).body.lnote).toBe('🎁')
    expectRefused(await create(`${form({ ...guest, lname: unique() })}&lnote=%00`), 400, 'invalid-lnote', /^lnote /)
  })

  test('bytes that are no UTF-8 become the replacement character', async () => {
    const reply = await create(`${form({ ...guest, lname: unique() })}&lnote=%ff%fe`)
    expect(reply.body.lnote).toMatch(/^\ufffd+$/)
  })
})

// proves C1.url-safe
test('regid and sessionid need no encoding, so it does no harm how often a caller encodes them', async () => {
  for (const who of [guest, await t.account('coder@shop.example')]) {
    for (const token of Object.values(who)) expect(encodeURIComponent(encodeURIComponent(token))).toBe(token)
    await done(t, 'lists/fetch-lists', { regid: ` ${who.regid} `, sessionid: `${who.sessionid}\n` })
  }
})

describe('pid', () => {
  const fetch = (query: string, body: Record<string, unknown> = guest) =>
    send({ url: `/api/v3/lists/fetch-lists${query}`, headers: formType, payload: form(body) })

  // proves C3.pid
  test('may stand in the query or in the body, or in both', async () => {
    for (const [query, body] of [
      [`?pid=${pid}`, guest],
      ['', { ...guest, pid: t.store.pid }],
      [`?pid=${pid}`, { ...guest, pid: t.store.pid }],
    ] as const)
      expect((await fetch(query, body)).status).toBe(200)
  })

  // proves C3.pid
  test('two that differ are 400, none at all too', async () => {
    const other = await t.newStore()
    expectRefused(await fetch(`?pid=${pid}`, { ...guest, pid: other.pid }), 400, 'invalid-pid', 'different values')
    expectRefused(await fetch(''), 400, 'invalid-pid', 'pid is required')
    expectRefused(await fetch('?pid='), 400, 'invalid-pid', 'pid is required')
  })

  // proves C1.pid
  test('may be encoded once, twice or not at all', async () => {
    // a store whose pid has all three of the characters that need encoding
    let store = await t.newStore()
    while (!/\+/.test(store.pid) || !/\//.test(store.pid)) store = await t.newStore()
    const shopper = await t.guest(undefined, store)
    const once = encodeURIComponent(store.pid)
    for (const text of [
      store.pid,
      once,
      encodeURIComponent(once),
      once.toLowerCase().includes('%2b') ? once.replace(/%2B/g, '%2b') : once,
    ]) {
      expect((await fetch(`?pid=${text}`, shopper)).status).toBe(200)
      expect(
        (await send({ url: '/api/v3/lists/fetch-lists', headers: formType, payload: `${form(shopper)}&pid=${text}` }))
          .status,
      ).toBe(200)
    }
  })
})

describe('answers', () => {
  // proves S4.json, C1.status-200
  test('success is exactly 200 with a JSON body, creation included', async () => {
    const { lid } = await makeList(t, guest)
    const calls = { create: { lname: unique() }, update: { lid, lnote: 'x' }, 'update-ctx': { lid, a: [product(1)] } }
    for (const [path, fields] of Object.entries(calls)) {
      const reply = await t.shop(`lists/${path}`, guest, fields)
      expect(reply.status).toBe(200)
      expect(reply.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  test('carry a request id, the caller’s own where it is one', async () => {
    const ask = (id?: string) => send({ url: '/nowhere', ...(id !== undefined && { headers: { 'x-request-id': id } }) })
    const given = await ask('order-4711.a:b_c')
    expect([given.headers['x-request-id'], given.body.requestid]).toEqual(['order-4711.a:b_c', 'order-4711.a:b_c'])
    for (const bad of [undefined, '', 'x'.repeat(65), 'a b', '<script>']) {
      const { headers, body } = await ask(bad)
      expect(body.requestid).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers['x-request-id']).toBe(body.requestid)
    }
    expect((await done(t, 'lists/fetch-lists', guest)).requestid).toBeUndefined()
  })
})
