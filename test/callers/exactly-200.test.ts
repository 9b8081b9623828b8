/** An app that accepts only status 200: it reads the body first, sends its fields in the query, and encodes them twice. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, catalog, openService, type Service } from './service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const [fern, palm] = catalog as [Answer, Answer]

async function read(answer: Response): Promise<Answer> {
  const body: Answer = JSON.parse(await answer.text())
  if (answer.status !== 200) throw Object.assign(new Error(body.message), { status: answer.status, type: body.type })
  return body
}

const twice = (value: string) => encodeURIComponent(encodeURIComponent(value))

/** Everything in the query: tokens and store encoded twice, the rest once. The body is empty or contains long fields. */
const app = async (path: string, who: Answer, fields: Record<string, string> = {}, body?: Record<string, string>) => {
  const query = [
    `pid=${twice(service.store.pid)}`,
    `regid=${twice(who.regid)}`,
    `sessionid=${twice(who.sessionid)}`,
    ...Object.entries(fields).map(([name, value]) => `${name}=${encodeURIComponent(value)}`),
  ]
  const answer = await fetch(`${service.url}/api/v3/${path}?${query.join('&')}`, {
    method: 'POST',
    headers: { origin: 'https://app.shop.example', 'x-requested-with': 'XMLHttpRequest', 'x-api-key': 'stray' },
    ...(body && { body: new URLSearchParams(body) }),
  })
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  return await read(answer)
}

/** Its server uses the older path, also with the fields in the query. */
const server = async (path: string, fields: Record<string, string>) => {
  const { pid, apiKey } = service.store
  const answer = await fetch(`${service.url}/storeadmin/${path}?${new URLSearchParams(fields)}`, {
    method: 'POST',
    headers: {
      authorization: `basic ${Buffer.from(`${pid}:${apiKey}`).toString('base64')}`,
      'user-agent': 'app-server',
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
    },
    body: '',
  })
  return await read(answer)
}

// proves C1.status-200
test('every call from the first visit to the last answers 200', async () => {
  const useragenttype = 'undefined'
  const guest = await server('user/generate-regid', { uuid: randomUUID(), useragenttype, appId: 'Wishlist' })
  const { lid } = await app('lists/create', guest, { lname: 'Summer + 100%' })
  expect(await app('lists/fetch-list', guest, { lid })).toMatchObject({ lname: 'Summer + 100%', cnt: 0 })
  await app('lists/update-ctx', guest, { lid }, { a: JSON.stringify([fern, palm]) })
  // Again: adding an existing item and removing a missing one are successes.
  await app('lists/update-ctx', guest, { lid }, { a: JSON.stringify([fern]) })
  expect((await app('lists/fetch-list-with-contents', guest, { lid, limit: '1' })).pagination.totalcount).toBe(2)
  const d = JSON.stringify([{ epi: palm.epi, empi: palm.empi, du: palm.du }])
  expect((await app('lists/update-ctx', guest, { lid }, { d })).d).toHaveLength(1)
  expect((await app('lists/update-ctx', guest, { lid }, { d })).d).toEqual([])

  const useremail = 'app+plus@shop.example'
  const synced = await server('v3/user/guest-validate-sync', { regid: guest.regid, useremail, useragenttype })
  const account = { regid: synced.regid, sessionid: guest.sessionid }
  expect(await app('lists/fetch-lists', account)).toMatchObject([{ lid, cnt: 1, userinfo: { em: useremail } }])

  await app('lists/markPublic', account, { lid })
  const friend = await server('user/generate-regid', { uuid: randomUUID(), useragenttype })
  expect((await app('lists/fetch-list-with-contents', friend, { lid })).items).toMatchObject([{ epi: fern.epi }])
  await app('lists/reportShare', account, { lid, fromname: 'App', medium: 'facebook' })

  const ask = {
    medium: 'email',
    mediumvalue: useremail,
    products: JSON.stringify([fern]),
    topics: '["backinstock"]',
    addtomailinglist: '0',
  }
  await server('bispa/subscriptions/create', ask)
  await app('subscriptions/create', account, ask)
  expect(await app('subscriptions/fetch-subs', account, { topic: 'backinstock' })).toMatchObject({
    total: 1,
    subscriptions: [{ mediumvalue: useremail, status: 'waiting', position: 1 }],
  })
  expect(await app('subscriptions/remove', account, { topic: 'backinstock', epi: String(fern.epi) })).toEqual({
    removed: 1,
  })

  await app('lists/delete-list', account, { lid, limit: '10', offset: '0' })
  expect(await app('lists/fetch-lists', account)).toEqual([])
})

// proves C1.error, C1.always-json
test('every refusal is JSON with a message', async () => {
  const guest = await server('v3/user/generate-regid', { uuid: randomUUID(), useragenttype: 'app' })
  const no = async (answer: Promise<unknown>, status: number, type: string) =>
    await expect(answer).rejects.toMatchObject({ status, type, message: expect.stringMatching(/\w/) })
  await no(app('lists/create', guest, { lname: 'no' }), 400, 'invalid-lname')
  await no(app('lists/markPublic', guest, { lid: 'x' }), 403, 'login-required')
  await no(app('lists/fetch-list', guest, { lid: 'x' }), 404, 'unknown-list')
  await no(app('lists/fetch-lists', { ...guest, sessionid: 'x' }), 401, 'invalid-session')
  await no(server('v3/user/generate-regid', { uuid: 'x', useragenttype: 'app' }), 400, 'invalid-uuid')
  await expect(read(await fetch(`${service.url}/api/v3/nowhere`))).rejects.toMatchObject({ status: 404 })
})
