import { beforeAll, describe, expect, test } from 'vitest'
import { markSent, planAll } from '../../../domain/planning/testing/waiting-people.ts'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { basic, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let store: NewStore
beforeAll(async () => {
  store = await t.newStore()
  await t.admin('v3/catalog/products', { products: [{ ...shirt, dt: 'Shirt', stk: 0 }] }, store)
  for (const [name, qty] of [
    ['ada', 1],
    ['ben', 3],
  ] as const)
    await t.admin(
      'bispa/subscriptions/create',
      {
        medium: 'email',
        mediumvalue: `${name}@shop.example`,
        products: [
          { ...shirt, qty },
          { ...hat, quantity: 2 },
        ],
        topics: ['backinstock'],
      },
      store,
    )
})

const shirt = { epi: 111, empi: 11, du: 'https://shop.example/shirt' }
const hat = { epi: 222, empi: 22, du: 'https://shop.example/hat' }
const today = new Date().toISOString().slice(0, 10)

async function ask(path: string, of: Pick<NewStore, 'pid' | 'apiKey'> = store) {
  const reply = await t.app.inject({ url: `/storeadmin/v3/reports/${path}`, headers: { authorization: basic(of) } })
  return { status: reply.statusCode, body: reply.json() }
}

describe('the demand book', () => {
  test('returns wanted units by variant and day, and the saved items', async () => {
    const guest = await t.guest(undefined, store)
    const { body: list } = await t.shop('lists/create', guest, { lname: 'Wishes' }, store)
    await t.shop('lists/update-ctx', guest, { lid: list.lid, a: [shirt] }, store)
    const first = await ask('demand?limit=1')
    expect(first.body.variants).toEqual([
      {
        epi: 111,
        empi: 11,
        dt: 'Shirt',
        stk: 0,
        waiting: 2,
        units: 4,
        saved: 1,
        days: [{ day: today, waiting: 2, units: 4 }],
      },
    ])
    const second = await ask(`demand?limit=1&cursor=${first.body.cursor}`)
    expect(second.body).toMatchObject({ variants: [{ epi: 222, empi: null, units: 4, saved: 0 }], cursor: null })
    expect((await ask('demand?topic=comingsoon')).body.variants[0]).toMatchObject({ waiting: 0, units: 0, days: [] })
  })

  test('refuses an invalid cursor', async () => {
    expect((await ask('demand?cursor=*')).body.type).toBe('invalid-cursor')
  })

  test('is the store’s own', async () => {
    expect((await ask('demand', t.store)).body).toEqual({ variants: [], cursor: null })
    expect((await ask('demand', { ...store, apiKey: 'wrong' })).status).toBe(401)
  })
})

describe('days of a time zone', () => {
  test('one that the database does not know is refused, because it counts by days', async () => {
    for (const zone of ['+01:00', 'Mars/Base', 'x'])
      expect(() => t.newStore(`timezone=${zone}`)).toThrow(/must be a time zone/)
    for (const zone of [
      'UTC',
      'GMT',
      'Asia/Kolkata',
      'America/Argentina/Buenos_Aires',
      'Etc/GMT+5',
      'Japan',
      'AET',
      'CAT',
    ])
      expect((await ask('alerts', await t.newStore(`timezone=${zone}`))).status).toBe(200)
  })

  test('one that is already stored is ignored', async () => {
    const old = await t.newStore()
    await t.sql`update stores set settings = '{"timezone": "+01:00"}' where pid = ${old.pid}`
    expect((await ask('alerts', old)).status).toBe(200)
  })
})

describe('the report of alerts', () => {
  test('returns planned, sent, clicked and bought by topic and day', async () => {
    await t.admin('v3/catalog/stock', { items: [{ epi: 111, stk: 4 }] }, store)
    const now = await t.storeNow(store)
    await planAll(t.sql, now)
    await markSent(t.sql, now)
    await t.sql`update deliveries set clicked_at = now() where store_id = ${now.storeId} and ctid = (select min(ctid) from deliveries)`
    const order = { orderid: '1', useremail: 'ada@shop.example', currency: 'eur' }
    await t.admin('v3/orders', { ...order, items: [{ epi: 111, qty: 3, pr: 19.99 }] }, store)
    expect((await ask('alerts')).body).toEqual({
      days: [{ day: today, topic: 'backinstock', planned: 2, told: 2, clicked: 1, bought: 1, revenue: { EUR: 59.97 } }],
      cursor: null,
    })
  })

  test('refuses an invalid cursor', async () => {
    for (const cursor of ['*', Buffer.from('someday').toString('base64url')])
      expect((await ask(`alerts?cursor=${cursor}`)).body.type).toBe('invalid-cursor')
    expect((await ask('alerts?limit=93')).body.type).toBe('invalid-limit')
  })

  test('is the store’s own', async () => {
    expect((await ask('alerts', t.store)).body).toEqual({ days: [], cursor: null })
    expect((await ask('alerts', { ...store, apiKey: 'wrong' })).status).toBe(401)
  })
})

describe('the measured lift', () => {
  test('returns both groups of each topic that holds people out, and no figure for too few', async () => {
    const measuring = await t.newStore('holdout=5%', 'holdout-window=12h')
    const { topics } = (await ask('lift', measuring)).body
    expect(topics.map(({ topic }: { topic: string }) => topic)).toEqual(['backinstock', 'comingsoon', 'pricedrop'])
    expect(topics[0]).toEqual({
      ...{ topic: 'backinstock', holdout: 0.05, window: 43_200_000, running: 0, state: 'too-few', needed: 50 },
      ...{ notified: { people: 0, bought: 0 }, heldout: { people: 0, bought: 0 } },
      ...{ difference: null, low: null, high: null },
    })
    // 40 of 200 who were notified bought, and 5 of 100 who were held out.
    const { storeId } = await t.storeNow(measuring)
    await t.sql`
      with consent as (
        insert into consents (store_id, consent_id, medium, address, purpose, granted, text_version, source)
        values (${storeId}, gen_random_uuid(), 'email', 'x@shop.example', 'alert', true, 'v1', 'test')
        returning consent_id
      ),
      person as (
        insert into subscriptions (store_id, subscription_id, medium, address, topic, variant_id, product_id, url, consent_id, status)
        select ${storeId}, gen_random_uuid(), 'email', n || '@shop.example', 'backinstock', '1', '1', '/', consent_id, 'told'
        from consent, generate_series(1, 300) n
        returning subscription_id, split_part(address, '@', 1)::integer as n
      )
      insert into lift_assignments (
        store_id, subscription_id, trigger_id, topic, variant_id, is_held, share, assigned_at, ends_at, bought_at
      )
      select ${storeId}, subscription_id, gen_random_uuid(), 'backinstock', '1', n <= 100, 0.05, now() - interval '2 days',
        now() - interval '36 hours', case when n <= 5 or n > 260 then now() - interval '40 hours' end
      from person`
    const [measured] = (await ask('lift?days=30', measuring)).body.topics
    expect(measured).toMatchObject({
      ...{ state: 'more', needed: null, notified: { people: 200, bought: 40 }, heldout: { people: 100, bought: 5 } },
    })
    expect(measured.difference).toBeCloseTo(0.15, 10)
    // by hand: Wilson 0.1505 to 0.2607 and 0.0215 to 0.1118
    expect(measured.low).toBeCloseTo(0.0708, 3)
    expect(measured.high).toBeCloseTo(0.217, 3)
  })

  test('refuses a period that is no number of days', async () => {
    for (const days of ['0', '731', 'x']) expect((await ask(`lift?days=${days}`)).body.type).toBe('invalid-days')
  })

  test('is the store’s own', async () => {
    expect((await ask('lift', t.store)).body).toEqual({ topics: [] })
    expect((await ask('lift', { ...store, apiKey: 'wrong' })).status).toBe(401)
  })
})

describe('demand as money', () => {
  test('returns units at each price and week, and says how many people are missing for an expectation', async () => {
    const shop = await t.newStore()
    await t.admin('v3/catalog/products', { products: [{ ...shirt, dt: 'Shirt', stk: 0, pr: 49 }] }, shop)
    const guest = await t.guest(undefined, shop)
    const { body: list } = await t.shop('lists/create', guest, { lname: 'Wishes' }, shop)
    await t.shop('lists/update-ctx', guest, { lid: list.lid, a: [{ ...shirt, qty: 2, pr: 45 }] }, shop)
    const to = { medium: 'email', mediumvalue: 'ada@shop.example', topics: ['backinstock'] }
    await t.admin('bispa/subscriptions/create', { ...to, products: [{ ...shirt, qty: 3 }] }, shop)
    const { body } = await ask('demand-value?restock=5', shop)
    expect(body).toMatchObject({
      conversion: { told: 0, bought: 0, rate: null, needed: 50 },
      variants: [
        {
          ...{ epi: 111, empi: 11, dt: 'Shirt', stk: 0, pr: 49, waiting: 3, saved: 2, expectation: null },
          prices: [
            { pr: 49, waiting: 3, saved: 0, units: 3 },
            { pr: 45, waiting: 3, saved: 2, units: 5 },
          ],
          weeks: [{ market: null, units: 3 }],
        },
      ],
      cursor: null,
    })
    expect((await ask('demand-value?epi=111', shop)).body.variants).toEqual(body.variants)
  })

  test('refuses an invalid cursor and a restock of nothing', async () => {
    expect((await ask('demand-value?cursor=*')).body.type).toBe('invalid-cursor')
    expect((await ask('demand-value?restock=0')).body.type).toBe('invalid-restock')
  })

  test('is the store’s own', async () => {
    expect((await ask('demand-value', t.store)).body.variants).toEqual([])
    expect((await ask('demand-value', { ...store, apiKey: 'wrong' })).status).toBe(401)
  })
})
