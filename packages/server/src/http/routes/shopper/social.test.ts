import { beforeAll, describe, expect, test } from 'vitest'
import { add, expectRefused, makeList } from '../../testing/lists.ts'
import { useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
beforeAll(async () => {
  for (let number = 0; number < 3; number++) {
    const who = await t.guest()
    const { lid } = await makeList(t, who)
    const two = [1, 2].map((epi) => ({ epi, empi: 77, du: '/products/mug' }))
    await add(t, who, lid, number === 0 ? [...two, { epi: 3, empi: 'ABC', du: '/products/abc' }] : two)
  }
})

const count = (fields: Record<string, unknown>, store = t.store) =>
  t.shop('product/wishlist/social-count', {}, fields, store)
const counts = (fields: Record<string, unknown>) => t.shop('product/wishlist/social-count-batch', {}, fields)

async function get(path: string, query: Record<string, string>) {
  const search = new URLSearchParams({ pid: t.store.pid, ...query })
  const reply = await t.app.inject({ url: `/api/v3/product/wishlist/${path}?${search}` })
  return { status: reply.statusCode, body: reply.json() }
}

describe('social-count', () => {
  // proves C4.social-count
  test('counts each shopper once, by POST and by GET, without an identity', async () => {
    const told = { status: 200, body: { data: { count: 3, empi: 77 } } }
    expect(await count({ empi: 77 })).toMatchObject(told)
    expect(await count({ empi: '77', regid: 'stale', sessionid: 'stale' })).toMatchObject(told)
    expect(await get('social-count', { empi: '77' })).toEqual(told)
    expect((await count({ empi: 'ABC' })).body).toEqual({ data: { count: 1, empi: 'ABC' } })
  })

  // proves C4.social-count
  test('is 0 for an unknown product', async () => {
    expect((await count({ empi: '12345678901234567890' })).body).toEqual({
      data: { count: 0, empi: '12345678901234567890' },
    })
  })

  test('refuses a call that names no product or no store', async () => {
    expectRefused(await count({}), 400, 'invalid-empi', 'empi is required')
    expectRefused(await count({ empi: 77 }, { ...t.store, pid: `${'A'.repeat(43)}=` }), 404, 'unknown-store')
  })

  test('knows nothing of another store', async () => {
    expect((await count({ empi: 77 }, await t.newStore())).body.data.count).toBe(0)
  })

  test('is counted against the address', async () => {
    const store = await t.newStore('rate-address=1')
    const statuses = []
    for (let time = 0; time < 3; time++) statuses.push((await count({ empi: 77 }, store)).status)
    expect(statuses).toEqual([200, 200, 429])
  })
})

describe('social-count-batch', () => {
  const told = {
    data: [
      { empi: 'ABC', count: 1 },
      { empi: 5, count: 0 },
      { empi: 77, count: 3 },
    ],
  }

  // proves C4.social-count-batch, C7.batch
  test('answers in the order asked, from JSON and from a list with commas', async () => {
    expect((await counts({ empis: ['ABC', 5, 77] })).body).toEqual(told)
    expect((await counts({ empis: 'ABC, 5,77,' })).body).toEqual(told)
    expect((await get('social-count-batch', { empis: 'ABC,5,77' })).body).toEqual(told)
    expect((await get('social-count-batch', { empis: '["ABC",5,77]' })).body).toEqual(told)
    expect((await counts({ empis: '77,77' })).body.data).toHaveLength(2)
  })

  test('accepts a JSON body, where long ids are never rounded', async () => {
    const reply = await t.app.inject({
      method: 'POST',
      url: `/api/v3/product/wishlist/social-count-batch?pid=${encodeURIComponent(t.store.pid)}`,
      headers: { 'content-type': 'application/json' },
      payload: '{"empis":[12345678901234567891,77]}',
    })
    expect(reply.json().data).toEqual([
      { empi: '12345678901234567891', count: 0 },
      { empi: 77, count: 3 },
    ])
  })

  test('refuses more than 250 products, none, and a value that is not a list', async () => {
    const many = Array.from({ length: 251 }, (_, number) => number)
    expect((await counts({ empis: many.slice(1) })).status).toBe(200)
    expectRefused(await counts({ empis: many }), 400, 'invalid-empis', 'at most 250')
    expectRefused(await counts({ empis: '' }), 400, 'invalid-empis')
    expectRefused(await counts({}), 400, 'invalid-empis')
    expectRefused(await counts({ empis: '[1' }), 400, 'invalid-empis', 'must be JSON')
    expectRefused(await counts({ empis: [{}] }), 400, 'invalid-empis')
  })
})
