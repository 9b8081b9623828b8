/** Every error status provoked over HTTP, each with the one shape of a refusal. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setMaintenance } from '../../domain/stores/maintenance.ts'
import { done, expectRefused, makeList, product } from '../testing/lists.ts'
import { basic, openTestApp, type TestApp, type TestShopper } from '../testing/test-app.ts'

let t: TestApp
let guest: TestShopper
let fault: (() => void) | undefined
beforeAll(async () => {
  t = await openTestApp({ fault: () => fault?.() })
  guest = await t.guest()
})
afterAll(() => t.close())

describe('error statuses', () => {
  // proves S7.status-400, S7.body, C1.error, C1.names, C1.requestid
  test('400: the sentence names the field in the caller’s words', async () => {
    const { lid } = await makeList(t, guest)
    const reply = await t.shop('lists/update-ctx', guest, { lid, a: [product(1), { epi: 1, du: '/x' }] })
    expectRefused(reply, 400, 'invalid-a', /^a\[1\]\.empi is required$/)
  })

  // proves S7.status-401, S7.body, S5.invalid, C2.status-401
  test('401 on Store Admin calls: no key, a wrong one, another store’s, with WWW-Authenticate', async () => {
    const other = await t.newStore()
    const bad = [
      undefined,
      '',
      'Basic',
      'Basic !!!',
      'Bearer x',
      `X${basic(t.store)}`,
      `${basic(t.store)}!`,
      `${basic(t.store)} x`,
      `Basic ${Buffer.from('nocolon').toString('base64')}`,
      `Basic ${Buffer.from(':').toString('base64')}`,
      basic({ ...t.store, apiKey: '' }),
      basic({ ...t.store, apiKey: `${t.store.apiKey}x` }),
      basic({ ...t.store, apiKey: other.apiKey }),
      basic({ ...other, pid: t.store.pid }),
      basic({ ...t.store, pid: 'x' }),
      basic({ ...t.store, pid: Buffer.alloc(32).toString('base64') }),
    ]
    for (const authorization of bad) {
      const headers = authorization === undefined ? {} : { authorization }
      const reply = await t.app.inject({ method: 'GET', url: '/storeadmin/me', headers })
      const answer = { status: reply.statusCode, body: reply.json(), headers: reply.headers }
      expectRefused(answer, 401, 'unauthorised', 'The store id or the API key is missing or wrong.')
      expect(reply.headers['www-authenticate']).toMatch(/^Basic /)
    }
  })

  test('the key may be sent as other programs write it', async () => {
    const good = basic(t.store)
    for (const authorization of [
      good.replace('Basic', 'basic'),
      good.replace(' ', '   '),
      good.replace(/=*$/, ''),
      `${good}  `,
    ]) {
      const reply = await t.app.inject({ method: 'GET', url: '/storeadmin/me', headers: { authorization } })
      expect(reply.statusCode).toBe(200)
    }
  })

  test('401 on shopper calls does not offer Basic, because a browser would ask for a password', async () => {
    const reply = await t.shop('lists/fetch-lists', {})
    expectRefused(reply, 401, 'sw-badregid')
    expect(reply.headers).not.toHaveProperty('www-authenticate')
  })

  // proves S7.status-403, S7.body, C3.custom-disabled, C3.login-required
  test('403: what this shopper or this store may not do', async () => {
    expectRefused(await t.shop('lists/create', guest, { lname: 'Public', anonRead: true }), 403, 'login-required')
    const { lid } = await makeList(t, guest)
    const custom = await t.shop('lists/update-ctx', guest, { lid, a: [{ title: 'Lamp', du: '/l', price: 1 }] })
    expectRefused(custom, 403, 'custom-items-disabled')
  })

  // proves S7.status-404, S7.body, C1.error, C2.unknown-store, C3.unknown-item
  test('404: a list, an item, a store, a path that is not there', async () => {
    const { lid } = await makeList(t, guest)
    expectRefused(await t.shop('lists/fetch-list', guest, { lid: 'x' }), 404, 'unknown-list')
    expectRefused(await t.shop('lists/update-ctx', guest, { lid, u: [{ epi: 1, qty: 2 }] }), 404, 'unknown-item')
    const nowhere = { ...t.store, pid: Buffer.alloc(32).toString('base64') }
    expectRefused(await t.shop('lists/fetch-lists', guest, {}, nowhere), 404, 'unknown-store')
    expectRefused(await t.shop('lists/nowhere', guest), 404, 'unknown-path')
  })

  // proves C3.create-name
  test('409: a name that is taken', async () => {
    await makeList(t, guest, { lname: 'Taken' })
    expectRefused(await t.shop('lists/create', guest, { lname: 'taken' }), 409, 'lname-taken')
  })

  // proves S7.status-429, S8.status-429, S7.body, C1.status-429
  test('429: too many requests, with Retry-After', async () => {
    const store = await t.newStore('rate-shopper=0.001')
    const shopper = await t.guest(undefined, store)
    await t.shop('lists/fetch-lists', shopper, {}, store)
    const reply = await t.shop('lists/fetch-lists', shopper, {}, store)
    expectRefused(reply, 429, 'too-many-requests')
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0)
  })

  // proves S7.status-500, S7.body, C1.no-internals, C1.always-json, C1.error, C1.requestid
  test('500: an internal error is a plain sentence without internal details', async () => {
    fault = () => {
      throw Object.assign(new Error('select secret from vault'), { stack: 'at secrets.ts:1', query: 'select 1' })
    }
    const replies = [await t.shop('lists/fetch-lists', guest), await t.admin('v3/user/generate-regid')]
    fault = undefined
    for (const reply of replies) {
      expectRefused(reply, 500, 'internal-error', 'Something went wrong on our side; try again later.')
      expect(JSON.stringify([reply.body, reply.headers])).not.toMatch(/secret|select|\.ts/)
    }
    await done(t, 'lists/fetch-lists', guest)
  })

  test('500: also if a text or undefined is thrown', async () => {
    for (const thrown of ['text', undefined, null, 5, {}, { code: 7, statusCode: 418, message: 'teapot' }]) {
      fault = () => {
        throw thrown
      }
      expectRefused(await t.shop('lists/fetch-lists', guest), 500, 'internal-error')
    }
    fault = undefined
  })

  // proves S7.status-503, S7.body, C1.status-503
  test('503: maintenance, with Retry-After, until it is switched off', async () => {
    await setMaintenance(t.sql, true)
    await expect.poll(async () => (await t.shop('lists/fetch-lists', guest)).status).toBe(503)
    for (const reply of [
      await t.shop('lists/create', guest, { lname: 'Not now' }),
      await t.admin('v3/user/generate-regid'),
    ]) {
      expectRefused(reply, 503, 'maintenance', /maintenance/)
      expect(reply.headers['retry-after']).toBe('60')
    }
    const ready = await t.app.inject('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([503, { status: 'not ready', reason: 'maintenance mode is on' }])
    expect((await t.app.inject('/healthz')).statusCode).toBe(200)
    await setMaintenance(t.sql, false)
    await expect.poll(async () => (await t.shop('lists/fetch-lists', guest)).status).toBe(200)
    expect((await t.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  })
})
