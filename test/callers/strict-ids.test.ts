/** A shop that compares ids with `===`: numbers with numbers, text with text, however it sent them. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, catalog, openService, type Service } from './service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const [fern] = catalog as [Answer]
/** Its products: `id` as in its own code, `sent` as a button's attribute or a script sends it. */
const goods = [
  { id: fern.epi, sent: String(fern.epi), product: fern.empi, productSent: fern.empi },
  { id: 40_321, sent: 40_321, product: 8012, productSent: '8012' },
  { id: 'B-17', sent: 'B-17', product: 'B', productSent: 'B' },
  { id: '007', sent: '007', product: 7, productSent: 7 },
  { id: Number.MAX_SAFE_INTEGER, sent: '9007199254740991', product: 0, productSent: '0' },
  {
    id: '9007199254740993',
    sent: '9007199254740993',
    product: '12345678901234567890',
    productSent: '12345678901234567890',
  },
]
const reference = ({ sent, productSent }: Answer) => ({ epi: sent, empi: productSent, du: `/products/${sent}` })

async function post(path: string, fields: Record<string, unknown>, headers: Record<string, string> = {}) {
  const body = new URLSearchParams()
  for (const [name, value] of Object.entries(fields))
    body.set(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  const answer = await fetch(service.url + path, { method: 'POST', body, headers })
  const reply: Answer = await answer.json()
  expect(reply.error, reply.msg).toBeUndefined()
  return reply
}

const admin = (path: string, fields: Record<string, unknown>) => {
  const { pid, apiKey } = service.store
  return post(`/storeadmin/${path}`, fields, {
    authorization: `Basic ${Buffer.from(`${pid}:${apiKey}`).toString('base64')}`,
    'user-agent': 'strict-shop',
  })
}
const api = (path: string, who: Answer, fields: Record<string, unknown> = {}) =>
  post(`/api/v3/${path}?pid=${encodeURIComponent(service.store.pid)}`, {
    regid: who.regid,
    sessionid: who.sessionid,
    ...fields,
  })

const isSaved = (items: Answer[], { id, product }: Answer) =>
  items.some((item) => item.epi === id && item.empi === product)
const savedIn = (items: Answer[]) => goods.filter((good) => isSaved(items, good))

test('every call from the first visit to the last finds each product again', async () => {
  const useragenttype = 'undefined'
  const guest = await admin('v3/user/generate-regid', { uuid: randomUUID().toUpperCase(), useragenttype })
  const { lid } = await api('lists/create', guest, { lname: 'Strict' })
  const { a } = await api('lists/update-ctx', guest, { lid, a: goods.map(reference) })
  expect(savedIn(a)).toEqual(goods)
  const [list] = await api('lists/fetch-lists', guest)
  expect(list.lid === lid && list.cnt === goods.length).toBe(true)
  expect(savedIn(list.listcontents)).toEqual(goods)
  expect(list.listcontents.every((item: Answer) => item.lid === lid)).toBe(true)

  // Sent as the other type it is still the same product.
  const swapped = { epi: fern.epi, empi: String(fern.empi), du: fern.du, qty: '3' }
  expect((await api('lists/update-ctx', guest, { lid, a: [swapped] })).a).toMatchObject([{ epi: fern.epi, qty: 3 }])
  expect((await api('lists/fetch-list', guest, { lid })).cnt).toBe(goods.length)

  const { d } = await api('lists/update-ctx', guest, { lid, d: [{ epi: '40321' }, { epi: 'B-17' }] })
  expect(d.map(({ epi }: Answer) => epi)).toEqual(expect.arrayContaining([40_321, 'B-17']))
  const left = goods.filter(({ id }) => id !== 40_321 && id !== 'B-17')
  expect(savedIn((await api('lists/fetch-list-with-contents', guest, { lid })).items)).toEqual(left)

  const useremail = 'strict@shop.example'
  const { regid } = await admin('v3/user/guest-validate-sync', { regid: guest.regid, useremail, useragenttype })
  expect(regid === (await admin('v3/user/generate-regid', { useremail, useragenttype })).regid).toBe(true)
  const account = { regid, sessionid: guest.sessionid }
  const [kept] = await api('lists/fetch-lists', account)
  expect(kept.lid === lid && kept.id === lid).toBe(true)
  expect(savedIn(kept.listcontents)).toEqual(left)

  await api('lists/markPublic', account, { lid })
  const friend = await admin('v3/user/generate-regid', { uuid: randomUUID(), useragenttype })
  const seen = await api('lists/fetch-list-with-contents', friend, { lid })
  expect(seen.list.lid === lid).toBe(true)
  expect(savedIn(seen.items)).toEqual(left)
  expect((await api('lists/reportShare', account, { lid, fromname: 'S', medium: 'email' })).status).toBe('success')

  const asked = {
    medium: 'email',
    mediumvalue: useremail,
    products: goods.map(reference),
    topics: ['backinstock'],
  }
  expect(savedIn((await admin('bispa/subscriptions/create', asked)).products)).toEqual(goods)
  expect(savedIn((await api('subscriptions/fetch-subs', account)).subscriptions)).toEqual(goods)
  expect(await api('subscriptions/remove', account, { topic: 'backinstock', epi: '007' })).toEqual({ removed: 1 })
  expect(await api('subscriptions/remove', account, { topic: 'backinstock', epi: '7' })).toEqual({ removed: 0 })

  expect(savedIn((await api('lists/delete-list', account, { lid })).listcontents)).toEqual(left)
  expect(await api('lists/fetch-lists', account)).toEqual([])
})
