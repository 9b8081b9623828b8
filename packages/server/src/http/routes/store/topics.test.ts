import { describe, expect, test } from 'vitest'
import { planAll } from '../../../domain/planning/testing/waiting-people.ts'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { basic, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()

const shirt = { epi: 111, empi: 11, du: 'https://shop.example/shirt' }

async function call(method: 'GET' | 'PUT', store: Pick<NewStore, 'pid' | 'apiKey'>, payload?: object) {
  const url = '/storeadmin/v3/topics'
  const reply = await t.app.inject({
    method,
    url,
    headers: { authorization: basic(store) },
    ...(payload && { payload }),
  })
  return { status: reply.statusCode, body: reply.json() }
}

async function waiting(store: NewStore, topic: string, ...names: string[]) {
  for (const name of names)
    await t.admin(
      'bispa/subscriptions/create',
      { medium: 'email', mediumvalue: `${name}@shop.example`, products: [shirt], topics: [topic] },
      store,
    )
}

const dueOf = async ({ pid }: NewStore) => {
  const { storeId } = await t.storeNow({ pid } as NewStore)
  return await t.sql`select subscription_id from deliveries where store_id = ${storeId} and status = 'due'`
}

describe('topics', () => {
  // proves S2.4.template, S2.4.custom, C5.topics
  test('four exist in every store; a store adds its own and changes what they do', async () => {
    const store = await t.newStore()
    expect((await call('GET', store)).body.topics.map(({ topic }: { topic: string }) => topic)).toEqual([
      'backinstock',
      'comingsoon',
      'pricedrop',
      'saveditems',
    ])
    const topics = [
      { topic: 'backinstock', options: { 'min-stock': 3, pacing: 'everyone' } },
      { topic: 'cheaper', rule: 'price-drop', channels: ['email'] },
    ]
    const saved = await call('PUT', store, { topics })
    expect(saved.status).toBe(200)
    expect(saved.body).toEqual((await call('GET', store)).body)
    expect(saved.body.topics).toContainEqual({
      topic: 'backinstock',
      rule: 'back-in-stock',
      options: { 'min-stock': '3', pacing: 'everyone' },
      channels: ['email', 'sms', 'whatsapp', 'push', 'webhook'],
      enabled: true,
    })
    expect(saved.body.topics).toContainEqual({
      topic: 'cheaper',
      rule: 'price-drop',
      options: {},
      channels: ['email'],
      enabled: true,
    })
    await call('PUT', store, { topics: [{ topic: 'cheaper', enabled: false }] })
    expect((await call('GET', store)).body.topics[4]).toMatchObject({ rule: 'price-drop', enabled: false })
  })

  test.each([
    [{ topics: [{ topic: 'backinstock', rule: 'manual' }] }, /^topics\[0\]\.rule of backinstock/],
    [{ topics: [{ topic: 'x', rule: 'sometimes' }] }, /^topics\[0\]\.rule must be one of/],
    [{ topics: [{ topic: 'x', options: { 'min-stock': 'few' } }] }, /^topics\[0\]\.options\.min-stock must be a whole/],
    [{ topics: [{ topic: 'x', options: { colour: 'red' } }] }, /^topics\[0\]\.options\.colour is not an option/],
    [{ topics: [{ topic: 'x', rule: 'reminder' }] }, /^topics\[0\]\.options\.after is required/],
    [{ topics: [{ topic: 'x', channels: ['pigeon'] }] }, /^topics\[0\]\.channels\[0\] must be one of/],
    [{ topics: [] }, /^topics must contain a topic/],
  ])('%j is refused', async (payload, says) => {
    const reply = await call('PUT', t.store, payload)
    expect([reply.status, reply.body.msg]).toEqual([400, expect.stringMatching(says)])
  })

  test('without the key they cannot be read or changed', async () => {
    for (const method of ['GET', 'PUT'] as const)
      expect((await call(method, { pid: t.store.pid, apiKey: 'wrong' })).status).toBe(401)
  })
})

describe('triggering by hand', () => {
  // proves S2.4.custom, C5.trigger, C7.dryrun
  test('notifies waiting shoppers, and a dry run returns who they would be', async () => {
    const store = await t.newStore()
    await waiting(store, 'launch', 'ada', 'ben')
    const asked = { topic: 'launch', products: [111, { epi: '222' }] }
    const foreseen = await t.admin('v3/topics/trigger', { ...asked, dryrun: true }, store)
    expect(foreseen.body).toEqual({
      triggered: [111],
      told: ['ada', 'ben'].map((name, index) => ({
        medium: 'email',
        mediumvalue: `${name}@shop.example`,
        topic: 'launch',
        epi: 111,
        position: index + 1,
        at: expect.any(Number),
        reason: 'notified: triggered by hand',
      })),
    })
    expect(await dueOf(store)).toHaveLength(0)
    const { storeId } = await t.storeNow(store)
    expect(await t.sql`select from triggers where store_id = ${storeId}`).toHaveLength(0)
    expect(await t.sql`select from wakes where store_id = ${storeId}`).toHaveLength(0)
    expect((await t.admin('v3/topics/trigger', asked, store)).body).toEqual({ triggered: [111] })
    await planAll(t.sql, await t.storeNow(store))
    expect(await dueOf(store)).toHaveLength(2)
  })

  test('an invalid topic or product is refused by its name', async () => {
    const noTopic = await t.admin('v3/topics/trigger', { products: [111] })
    expect([noTopic.status, noTopic.body.type]).toEqual([400, 'invalid-topic'])
    const noProduct = await t.admin('v3/topics/trigger', { topic: 'launch', products: [{}] })
    expect([noProduct.status, noProduct.body.type]).toEqual([400, 'invalid-products'])
  })

  test('another store’s key notifies no shopper of this store', async () => {
    const [store, other] = [await t.newStore(), await t.newStore()]
    await waiting(store, 'launch', 'ada')
    expect((await t.admin('v3/topics/trigger', { topic: 'launch', products: [111] }, other)).body.triggered).toEqual([])
    expect((await t.admin('v3/topics/trigger', {}, { ...store, apiKey: 'wrong' })).status).toBe(401)
  })
})

describe('stock as a dry run', () => {
  test('returns who would be notified, and changes nothing', async () => {
    const store = await t.newStore()
    await t.admin('v3/catalog/products', { products: [{ ...shirt, stk: 0 }] }, store)
    await waiting(store, 'backinstock', 'ada', 'ben', 'cleo')
    const items = [
      { epi: 111, stk: 2 },
      { epi: 999, stk: 1 },
    ]
    const { body } = await t.admin('v3/catalog/stock', { items, dryrun: true }, store)
    expect(body).toMatchObject({ changed: 1, unknown: [999] })
    expect(body.told).toMatchObject([
      { mediumvalue: 'ada@shop.example', position: 1, reason: expect.stringMatching(/^notified: offer 1 of 2/) },
      { mediumvalue: 'ben@shop.example', position: 2, reason: expect.stringMatching(/^notified: offer 2 of 2/) },
    ])
    expect((await t.admin('v3/catalog/stock', { items }, store)).body).toEqual({ changed: 1, unknown: [999] })
  })
})
