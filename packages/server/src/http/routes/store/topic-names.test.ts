/** Topic names are the same in any letter case; the spelling stored and answered is the one that the store set up. */
import { describe, expect, test } from 'vitest'
import { planAll } from '../../../domain/planning/testing/waiting-people.ts'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { basic, type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
const shirt = { epi: 111, empi: 11, du: 'https://shop.example/shirt' }

async function put(store: NewStore, path: string, payload: object) {
  const url = `/storeadmin/v3/${path}`
  const reply = await t.app.inject({ method: 'PUT', url, headers: { authorization: basic(store) }, payload })
  return { status: reply.statusCode, body: reply.json() }
}

const save = (store: NewStore, topics: object[]) => put(store, 'topics', { topics })

const subscribe = (store: NewStore, name: string, topics: string[]) =>
  t.admin(
    'bispa/subscriptions/create',
    { medium: 'email', mediumvalue: `${name}@shop.example`, products: [shirt], topics },
    store,
  )

async function stored({ pid }: NewStore): Promise<string[]> {
  const { storeId } = await t.storeNow({ pid } as NewStore)
  const rows = await t.sql<{ address: string; topic: string }[]>`
    select address, topic from subscriptions where store_id = ${storeId} order by address, topic`
  return rows.map(({ address, topic }) => `${address.split('@')[0]} ${topic}`)
}

const dueOf = async ({ pid }: NewStore) => {
  const { storeId } = await t.storeNow({ pid } as NewStore)
  return await t.sql`select subscription_id from deliveries where store_id = ${storeId} and status = 'due'`
}

test('a standard topic in another letter case is that topic, and a restock notifies', async () => {
  const store = await t.newStore()
  await t.admin('v3/catalog/products', { products: [{ ...shirt, stk: 0 }] }, store)
  const reply = await subscribe(store, 'ada', ['BackInStock', 'backinstock', 'COMINGSOON'])
  expect(reply.body.topics).toEqual(['backinstock', 'comingsoon'])
  expect(await stored(store)).toEqual(['ada backinstock', 'ada comingsoon'])
  await t.admin('v3/catalog/stock', { items: [{ epi: 111, stk: 5 }] }, store)
  await planAll(t.sql, await t.storeNow(store))
  expect(await dueOf(store)).toHaveLength(1)
})

// proves C8.1.topic-case
test('a topic of the store has the spelling with which it was set up', async () => {
  const store = await t.newStore()
  const first = await save(store, [{ topic: 'PreOrder', rule: 'manual' }])
  expect(first.body.topics.map(({ topic }: { topic: string }) => topic)).toContain('PreOrder')
  const again = await save(store, [
    { topic: 'preorder', channels: ['email'] },
    { topic: 'BACKINSTOCK', channels: ['sms'] },
  ])
  expect(again.status).toBe(200)
  expect(
    again.body.topics.map(({ topic, channels }: { topic: string; channels: string[] }) => `${topic} ${channels}`),
  ).toEqual([
    'backinstock sms',
    'comingsoon email,sms,whatsapp,push,webhook',
    'pricedrop email,sms,whatsapp,push,webhook',
    'saveditems email',
    'PreOrder email',
  ])
  expect((await subscribe(store, 'ada', ['preORDER'])).body.topics).toEqual(['PreOrder'])
  expect(await stored(store)).toEqual(['ada PreOrder'])
  const trigger = await t.admin('v3/topics/trigger', { topic: 'PREORDER', products: [111] }, store)
  expect(trigger.body.triggered).toEqual([111])
})

describe('a topic that the store did not set up', () => {
  test('is stored as sent, is one subscription in any letter case, and a trigger in any letter case notifies', async () => {
    const store = await t.newStore()
    expect((await subscribe(store, 'ada', ['VIP'])).body.topics).toEqual(['VIP'])
    expect((await subscribe(store, 'ada', ['vip'])).status).toBe(200)
    await subscribe(store, 'bob', ['vip'])
    expect(await stored(store)).toEqual(['ada VIP', 'bob vip'])
    const trigger = await t.admin('v3/topics/trigger', { topic: 'Vip', products: [111] }, store)
    expect(trigger.body.triggered).toEqual([111])
    await planAll(t.sql, await t.storeNow(store))
    expect(await dueOf(store)).toHaveLength(2)
  })

  test('gets the spelling of the store when it is set up later, and its rule notifies', async () => {
    const store = await t.newStore()
    await t.admin('v3/catalog/products', { products: [{ ...shirt, stk: 3, pr: 10 }] }, store)
    await subscribe(store, 'ada', ['Cheaper'])
    await save(store, [{ topic: 'cheaper', rule: 'price-drop' }])
    expect(await stored(store)).toEqual(['ada cheaper'])
    await t.admin('v3/catalog/products', { products: [{ ...shirt, pr: 5 }] }, store)
    await planAll(t.sql, await t.storeNow(store))
    expect(await dueOf(store)).toHaveLength(1)
  })
})

describe('somebody who types in the address of another person, in 16 spellings of a topic', () => {
  const spellings = Array.from({ length: 16 }, (_, number) =>
    [...'teas'].map((letter, place) => (number & (1 << place) ? letter.toUpperCase() : letter)).join(''),
  )
  const ask = (store: NewStore, who: TestShopper, topic: string, name = 'victim') => {
    const fields = { medium: 'email', mediumvalue: `${name}@shop.example`, products: [shirt], topics: [topic] }
    return t.shop('subscriptions/create', who, fields, store)
  }
  const notify = async (store: NewStore) => {
    await t.admin('v3/topics/trigger', { topic: 'teas', products: [111] }, store)
    await planAll(t.sql, await t.storeNow(store))
    return await dueOf(store)
  }
  const topicsOf = async (store: NewStore, who: TestShopper) =>
    (await t.shop('subscriptions/fetch-subs', who, {}, store)).body.subscriptions.map(
      ({ topic, position }: { topic: string; position: number }) => `${topic} ${position}`,
    )

  test('makes one subscription and one message, also with all requests at the same time', async () => {
    const store = await t.newStore()
    const guest = await t.guest(undefined, store)
    const replies = await Promise.all(spellings.map((topic) => ask(store, guest, topic)))
    expect(replies.map(({ body }) => body.topics[0])).toEqual(spellings)
    expect(await stored(store)).toHaveLength(1)
    expect(await notify(store)).toHaveLength(1)
  })

  test('sees their own spelling and the same place, whether the address is known or not', async () => {
    const store = await t.newStore()
    await subscribe(store, 'victim', ['Teas'])
    await subscribe(store, 'other', ['TEAS'])
    const [known, fresh] = [await t.guest(undefined, store), await t.guest(undefined, store)]
    await ask(store, known, 'teaS')
    expect(await topicsOf(store, known)).toEqual(['teaS 3'])
    await ask(store, fresh, 'teaS', 'nobody')
    // One more, as if the address before had been unknown.
    expect(await topicsOf(store, fresh)).toEqual(['teaS 4'])
    // The alert has ended, so that it starts again with the next request.
    const { storeId } = await t.storeNow(store)
    await t.sql`
      update subscriptions set status = 'left' where address = 'victim@shop.example' and store_id = ${storeId}`
    const later = await t.guest(undefined, store)
    await ask(store, later, 'tEas')
    expect(await topicsOf(store, later)).toEqual(['tEas 3'])
    expect(await stored(store)).toEqual(['nobody teaS', 'other TEAS', 'victim Teas'])
    await save(store, [{ topic: 'tEAs' }])
    expect(await topicsOf(store, later)).toEqual(['tEAs 3'])
  })

  /** As releases before this one stored them. */
  async function storeEach(store: NewStore) {
    const guest = await t.guest(undefined, store)
    for (const [place, topic] of spellings.entries()) await ask(store, guest, topic, `victim${place}`)
    const { storeId } = await t.storeNow(store)
    await t.sql`update subscriptions set address = 'victim@shop.example' where store_id = ${storeId}`
    return storeId
  }

  test('rows that were stored one for each spelling are one message', async () => {
    const store = await t.newStore()
    await storeEach(store)
    expect(await stored(store)).toHaveLength(16)
    expect(await notify(store)).toHaveLength(1)
  })

  test('such rows do not keep the topic from getting its spelling when it is set up', async () => {
    const store = await t.newStore()
    const storeId = await storeEach(store)
    // The row with the spelling of the store has ended: the one that waits needs the spelling more.
    await t.sql`update subscriptions set status = 'left' where store_id = ${storeId} and topic = 'TEAS'`
    await save(store, [{ topic: 'TEAS' }])
    const open = await t.sql`
      select topic from subscriptions where store_id = ${storeId} and status = 'waiting'`
    expect(open.map(({ topic }) => topic)).toEqual(['TEAS'])
    expect(await stored(store)).toHaveLength(16)
    expect(await notify(store)).toHaveLength(1)
  })
})

test('a shopper finds and removes an alert by its topic in any letter case', async () => {
  const who: TestShopper = await t.account('ada@shop.example')
  const fields = { medium: 'email', mediumvalue: 'ada@shop.example', products: [shirt], topics: ['BackInStock'] }
  expect((await t.shop('subscriptions/create', who, fields)).body.topics).toEqual(['backinstock'])
  expect((await t.shop('subscriptions/fetch-subs', who, { topic: 'BACKinstock' })).body.total).toBe(1)
  expect((await t.shop('subscriptions/remove', who, { topic: 'Backinstock', epi: 111 })).body).toEqual({ removed: 1 })
})

test('a template is saved and found by its topic in any letter case', async () => {
  const store = await t.newStore()
  const template = { topic: 'BackInStock', medium: 'email', subject: 'Back', html: '<p>Back</p>', text: 'Back' }
  const saved = await put(store, 'templates', template)
  expect(saved).toMatchObject({ status: 200, body: { topic: 'backinstock', version: 1 } })
})
