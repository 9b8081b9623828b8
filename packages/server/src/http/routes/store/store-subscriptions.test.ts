import { beforeAll, describe, expect, test } from 'vitest'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { basic, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let store: NewStore
beforeAll(async () => {
  store = await t.newStore()
  await t.admin('v3/catalog/products', { products: [{ ...shirt, dt: 'Shirt', stk: 0 }] }, store)
  for (const name of ['ada', 'ben', 'cleo'])
    await t.admin(
      'bispa/subscriptions/create',
      { medium: 'email', mediumvalue: `${name}@shop.example`, products: [shirt], topics: ['backinstock'] },
      store,
    )
})

const shirt = { epi: 111, empi: 11, du: 'https://shop.example/shirt' }

async function ask(path: string, of: Pick<NewStore, 'pid' | 'apiKey'> = store) {
  const reply = await t.app.inject({ url: `/storeadmin/v3/${path}`, headers: { authorization: basic(of) } })
  return { status: reply.statusCode, body: reply.json() }
}

const names = (body: { subscriptions: { mediumvalue: string }[] }) =>
  body.subscriptions.map(({ mediumvalue }) => mediumvalue.split('@')[0])

describe('subscriptions', () => {
  test('are returned page by page, newest first', async () => {
    const first = await ask('subscriptions?limit=2')
    expect(names(first.body)).toEqual(['cleo', 'ben'])
    const second = await ask(`subscriptions?limit=2&cursor=${encodeURIComponent(first.body.cursor)}`)
    expect([names(second.body), second.body.cursor]).toEqual([['ada'], null])
    expect(second.body.subscriptions[0]).toMatchObject({ epi: 111, empi: 11, dt: 'Shirt', status: 'waiting', qty: 1 })
  })

  test.each([
    ['mediumvalue=BEN@shop.example', ['ben']],
    ['epi=111&status=waiting&topic=backinstock', ['cleo', 'ben', 'ada']],
    ['epi=222', []],
    ['topic=comingsoon', []],
    ['status=told', []],
  ])('are found by %s', async (query, found) => {
    expect(names((await ask(`subscriptions?${query}`)).body)).toEqual(found)
  })

  test.each([
    ['status=gone', 'invalid-status'],
    ['limit=0', 'invalid-limit'],
    ['cursor=here', 'invalid-cursor'],
    ['cursor=2026-99-99T00:00:00Z~0190f3c2-a5d8-7c1e-9b6a-4d2e8f70c135', 'invalid-cursor'],
  ])('%s is refused', async (query, type) => {
    const reply = await ask(`subscriptions?${query}`)
    expect([reply.status, reply.body.type]).toEqual([400, type])
  })

  test('are the store’s own', async () => {
    expect(names((await ask('subscriptions', t.store)).body)).toEqual([])
    expect((await ask('subscriptions', { ...store, apiKey: 'wrong' })).status).toBe(401)
  })
})

describe('a timeline', () => {
  const idOf = async (name: string) =>
    (await ask(`subscriptions?mediumvalue=${name}@shop.example`)).body.subscriptions[0].id as string

  test('returns each step with its reason', async () => {
    const { status, body } = await ask(`subscriptions/${await idOf('ben')}/timeline`)
    expect(status).toBe(200)
    expect(body.subscription).toMatchObject({ mediumvalue: 'ben@shop.example', status: 'waiting' })
    expect(body.timeline).toMatchObject([
      { step: 'waiting', reason: 'subscribed', msg: 'waiting: subscribed (storeadmin)' },
      { step: 'waiting', reason: 'in-line', facts: { position: 2 }, msg: 'waiting: 2nd' },
    ])
  })

  test('of an unknown subscription is refused', async () => {
    expect((await ask('subscriptions/nothing/timeline')).body.type).toBe('invalid-id')
    const unknown = await ask('subscriptions/0190f3c2-a5d8-7c1e-9b6a-4d2e8f70c135/timeline')
    expect([unknown.status, unknown.body.type]).toEqual([404, 'unknown-subscription'])
  })

  test('of another store’s subscription looks like none', async () => {
    const id = await idOf('ada')
    expect((await ask(`subscriptions/${id}/timeline`, t.store)).status).toBe(404)
    expect((await ask(`subscriptions/${id}/timeline`, { ...store, apiKey: 'wrong' })).status).toBe(401)
  })
})
