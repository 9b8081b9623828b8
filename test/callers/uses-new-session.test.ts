/** A script that sends JSON and, after the login, uses only the regid and session of the sync's answer. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, catalog, openService, type Service } from './service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

const [fern, palm] = catalog as [Answer, Answer]

/** Its base address ends in a slash and its paths begin with one. */
class Kit {
  #regid = ''
  #sessionid = ''
  readonly #service: Service
  constructor(service: Service) {
    this.#service = service
  }

  async #post(path: string, body: object): Promise<Answer> {
    const { url, store } = this.#service
    const answer = await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        authorization: `Basic ${btoa(`${store.pid}:${store.apiKey}`)}`,
        'user-agent': 'kit',
      },
      body: JSON.stringify(body),
    })
    const reply: Answer = await answer.json()
    if (reply.error) throw new Error(reply.message)
    return reply
  }

  async #remember(answer: Promise<Answer>): Promise<void> {
    const { regid, sessionid } = await answer
    if (typeof regid !== 'string' || typeof sessionid !== 'string') throw new Error('no session')
    this.#regid = regid
    this.#sessionid = sessionid
  }

  visit = (uuid: string) =>
    this.#remember(this.#post('/storeadmin/v3/user/generate-regid?appId=kit', { uuid, useragenttype: 'headless' }))
  login = (useremail: string) =>
    this.#remember(
      this.#post('/storeadmin/v3/user/guest-validate-sync', {
        regid: this.#regid,
        useremail,
        useragenttype: 'headless',
      }),
    )
  subscribe = (body: object) => this.#post('/storeadmin/bispa/subscriptions/create', body)
  call = (path: string, body: object = {}) =>
    this.#post(`/api/v3/${path}?pid=${encodeURIComponent(this.#service.store.pid)}`, {
      regid: this.#regid,
      sessionid: this.#sessionid,
      ...body,
    })
}

test('every call from the first visit to the last works with each new session', async () => {
  const kit = new Kit(service)
  const uuid = randomUUID()
  await kit.visit(uuid)
  const list = await kit.call('lists/create', { lname: 'Gärten & mehr 🌿', lprops: { room: 'hall' }, lnote: null })
  expect(list).toMatchObject({ lname: 'Gärten & mehr 🌿', lprops: { room: 'hall' }, listcontents: [] })
  const { a } = await kit.call('lists/update-ctx', {
    lid: list.lid,
    a: [
      { ...fern, qty: 2, note: null, cprops: { size: 'M' } },
      { ...palm, _av: true },
    ],
  })
  expect(a).toMatchObject([{ epi: fern.epi, qty: 2, cprops: { size: 'M' } }, { epi: palm.epi }])
  expect(await kit.call('lists/fetch-ctx', { lid: list.lid })).toHaveLength(2)
  expect(
    (await kit.call('lists/update-ctx', { lid: list.lid, d: [{ epi: palm.epi, empi: palm.empi }] })).d,
  ).toHaveLength(1)

  // Repeated on every page load, with the current regid.
  for (let page = 0; page < 3; page++) await kit.login('kim@shop.example')
  expect((await kit.call('lists/fetch-user-lists')).data).toMatchObject([{ lid: list.lid, cnt: 1 }])
  await expect(kit.login('other@shop.example')).rejects.toThrow('another account')

  const shared = await kit.call('lists/markPublic', { lid: list.lid })
  expect(shared).toMatchObject({ anonRead: true, listcontents: [{ epi: fern.epi }] })
  const friend = new Kit(service)
  await friend.visit(randomUUID())
  expect((await friend.call('lists/fetch-list-with-contents', { lid: list.lid })).items).toHaveLength(1)
  await expect(friend.call('lists/update', { lid: list.lid, lname: 'Mine now' })).rejects.toThrow(
    'no list with this lid',
  )
  expect(await kit.call('lists/reportShare', { lid: list.lid, fromname: 'Kim', medium: 'whatsapp' })).toEqual({
    status: 'success',
  })

  const answer = await kit.subscribe({
    medium: 'sms',
    mediumvalue: '+1 415 555 2671',
    products: [{ epi: String(fern.epi), empi: fern.empi, du: fern.du }],
    topics: ['backinstock'],
  })
  expect(answer.products).toMatchObject([{ epi: fern.epi, empi: fern.empi }])

  expect(await kit.call('lists/delete-list', { lid: list.lid })).toMatchObject({ lid: list.lid, st: 1 })
  expect(await kit.call('lists/fetch-lists')).toEqual([])
  // the previous guest is another visitor of this browser
  await kit.visit(uuid)
  expect(await kit.call('lists/fetch-lists')).toEqual([])
})
