/** A server-side headless shop: after the login it keeps the guest's session in a cookie and changes only the regid. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, catalog, openService, type Service } from './service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const [fern, palm, moss] = catalog as [Answer, Answer, Answer]
const reference = ({ epi, empi, du }: Answer) => ({ epi, empi, du })

/** Written like such shops: one function for each side, and cookies as the only state. */
function makeShop({ url, store: { pid, apiKey } }: Service) {
  const post = async (path: string, fields: Record<string, unknown>, headers: Record<string, string>) => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-www-form-urlencoded',
        Accept: 'application/json',
        'user-agent': 'shop-server/1.0',
        ...headers,
      },
      body: new URLSearchParams(fields as Record<string, string>),
    })
    const body: Answer = await answer.json()
    if (!answer.ok) throw new Error(`${path}: ${body.type}`)
    return body
  }
  const authorization = `Basic ${Buffer.from(`${pid}:${apiKey}`).toString('base64')}`
  return {
    admin: (path: string, fields: Record<string, unknown>) => post(`/storeadmin/${path}`, fields, { authorization }),
    // Shopper calls send the API key, too: one set of headers for all calls.
    shopper: (path: string, cookies: Cookies, fields: Record<string, unknown> = {}) =>
      post(
        `/api/v3/${path}?pid=${encodeURIComponent(pid)}`,
        { ...cookies, _cv: '3.0', ...fields },
        { authorization, 'x-api-key': apiKey },
      ),
  }
}
type Cookies = { regid: string; sessionid: string }

test('every call from the first visit to the last works with the old session', async () => {
  const { admin, shopper } = makeShop(service)
  // undefined becomes text in a form
  const useragenttype = undefined
  const { regid, sessionid } = await admin('v3/user/generate-regid', { uuid: randomUUID(), useragenttype })
  const guest: Cookies = { regid, sessionid }

  const { lid } = await shopper('lists/create', guest, { lname: 'My Wishlist' })
  const { a } = await shopper('lists/update-ctx', guest, {
    lid,
    a: JSON.stringify([reference(fern), reference(palm), reference(moss)]),
  })
  expect(a).toHaveLength(3)
  expect((await shopper('lists/fetch-lists', guest))[0]).toMatchObject({ lid, cnt: 3, userinfo: null })
  await shopper('lists/update-ctx', guest, { lid, d: JSON.stringify([reference(palm)]) })
  const { items } = await shopper('lists/fetch-list-with-contents', guest, { lid })
  expect(items.map(({ dt }: Answer) => dt).sort()).toEqual(['Plant 0', 'Plant 2'])

  // The same person has a list with this name from another device.
  const useremail = 'Ada@Shop.Example '
  const elsewhere = await admin('v3/user/generate-regid', { useremail, useragenttype })
  const older = await shopper('lists/create', elsewhere, { lname: 'my wishlist' })
  await shopper('lists/update-ctx', elsewhere, { lid: older.lid, a: JSON.stringify([reference(palm)]) })

  const synced = await admin('v3/user/guest-validate-sync', { regid: guest.regid, useremail, useragenttype })
  expect(synced.regid).toBe(elsewhere.regid)
  const account: Cookies = { ...guest, regid: synced.regid }
  const lists = await shopper('lists/fetch-lists', account)
  expect(lists).toHaveLength(1)
  expect(lists[0]).toMatchObject({ lid: older.lid, cnt: 3, userinfo: { em: 'ada@shop.example' } })
  expect(await shopper('lists/fetch-lists', guest)).toEqual([])

  // The cookie still contains the guest's list.
  await shopper('lists/update-ctx', account, { lid, d: JSON.stringify([reference(moss)]) })
  await shopper('lists/markPublic', account, { lid })
  const friend = await admin('v3/user/generate-regid', { uuid: randomUUID(), useragenttype: 'mobileApp' })
  const shared = await shopper('lists/fetch-list-with-contents', friend, { lid: older.lid })
  expect(shared.listcontents).toHaveLength(2)
  expect(JSON.stringify(shared)).not.toContain('ada@shop.example')
  const report = { lid, fromname: 'Ada', medium: 'copylink' }
  expect(await shopper('lists/reportShare', account, report)).toEqual({ status: 'success' })

  const answer = await admin('bispa/subscriptions/create', {
    medium: 'email',
    mediumvalue: 'ada@shop.example',
    products: JSON.stringify([reference(fern)]),
    topics: JSON.stringify(['backinstock', 'comingsoon']),
    addtomailinglist: 1,
  })
  expect(answer).toMatchObject({ topics: ['backinstock', 'comingsoon'], products: [{ dt: 'Plant 0', stk: 0 }] })
  expect((await shopper('subscriptions/fetch-subs', account)).total).toBe(2)

  expect((await shopper('lists/delete-list', account, { lid })).listcontents).toHaveLength(2)
  expect(await shopper('lists/fetch-lists', account)).toEqual([])
  await expect(shopper('lists/fetch-list-with-contents', friend, { lid })).rejects.toThrow('unknown-list')
})

test('the old session opens nobody else’s account', async () => {
  const { admin, shopper } = makeShop(service)
  const guest = await admin('v3/user/generate-regid', { uuid: randomUUID(), useragenttype: 'webApp' })
  await admin('v3/user/guest-validate-sync', {
    regid: guest.regid,
    useremail: 'eve@shop.example',
    useragenttype: 'webApp',
  })
  const bob = await admin('v3/user/generate-regid', { useremail: 'bob@shop.example', useragenttype: 'webApp' })
  const mixed = { regid: bob.regid, sessionid: guest.sessionid }
  await expect(shopper('lists/fetch-lists', mixed)).rejects.toThrow('invalid-session')
})
