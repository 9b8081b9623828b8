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
