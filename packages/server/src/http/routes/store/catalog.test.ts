import { describe, expect, test } from 'vitest'
import { basic, type Reply, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()

const products = '/storeadmin/v3/catalog/products'
const stock = '/storeadmin/v3/catalog/stock'

type Sender = { pid: string; apiKey: string }

async function send(url: string, body: unknown, as: Sender = t.store, type = 'application/json'): Promise<Reply> {
  const reply = await t.app.inject({
    method: 'POST',
    url,
    payload: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { authorization: basic(as), 'content-type': type },
  })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}

async function page(query = '', as: Sender = t.store): Promise<Reply> {
  const reply = await t.app.inject({ url: `${products}${query}`, headers: { authorization: basic(as) } })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}

const whole = {
  epi: 111,
  empi: 11,
  du: 'https://shop.example/products/shirt',
  uri: 'https://shop.example/products/shirt?variant=111',
  dt: 'Green shirt',
  bt: 'Fern',
  sku: 'SH-1',
  vi: 'M / green',
  iu: 'https://cdn.example/shirt.jpg',
  pr: 19.9,
  stk: 4,
  compareAtPrice: 25,
  currency: 'EUR',
  tags: ['new'],
  tracked: true,
  continueselling: false,
}
const shirt = { epi: 111, empi: 11 }

/** A separate store with known contents. */
async function ownStore(...held: unknown[]) {
  const store = await t.newStore()
  if (held.length > 0) expect((await send(products, { products: held }, store)).status).toBe(200)
  return store
}

const only = async (store: Sender) => (await page('', store)).body.products[0]

describe('sending products', () => {
  // proves C5.products, C5.price
  test('a sent product is stored with all its fields', async () => {
    const store = await ownStore()
    const told = await send(products, { products: [whole] }, store)
    expect(told).toMatchObject({ status: 200, body: { products: 1, refused: 0, lines: [] } })
    expect(await only(store)).toEqual({ ...whole, pid: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/) })
  })

  test('fields not sent stay, null and an empty text clear a field', async () => {
    const store = await ownStore(whole)
    await send(products, { products: [{ ...shirt, dt: 'Blue shirt', compareAtPrice: null, vi: '' }] }, store)
    expect(await only(store)).toMatchObject({ ...whole, dt: 'Blue shirt', compareAtPrice: null, vi: '' })
  })

  test('a page sent back as it is changes nothing', async () => {
    const store = await ownStore(whole, { epi: 'b', empi: 'B' })
    const before = (await page('', store)).body.products
    expect((await send(products, { products: before }, store)).status).toBe(200)
    expect((await page('', store)).body.products).toEqual(before)
  })

  test('of a variant sent twice in one call the later fields win', async () => {
    const store = await ownStore(
      { ...shirt, dt: 'First', bt: 'Kept', stk: 1 },
      { epi: '111', empi: 11, dt: 'Second', stk: 2 },
    )
    expect(await only(store)).toMatchObject({ dt: 'Second', bt: 'Kept', stk: 2 })
    expect((await page('', store)).body.products).toHaveLength(1)
  })

  test('ids beyond 2^53 are read whole, leading zeros stay text, safe integers come back as numbers', async () => {
    const store = await ownStore()
    const body = '{"products":[{"epi":9007199254740993,"empi":"007"},{"epi":"42","empi":9007199254740991}]}'
    expect((await send(products, body, store)).status).toBe(200)
    const ids = (await page('', store)).body.products.map(({ epi, empi }: typeof shirt) => [epi, empi])
    expect(ids).toEqual([
      [42, 9007199254740991],
      ['9007199254740993', '007'],
    ])
  })

  test('an empty array of products is not an error', async () => {
    expect((await send(products, { products: [] })).body).toEqual({ products: 0, refused: 0, lines: [] })
  })

  test('a form may carry the products as JSON text', async () => {
    const store = await ownStore()
    const told = await t.admin('v3/catalog/products', { products: [whole] }, store)
    expect(told.status).toBe(200)
    expect(await only(store)).toMatchObject({ dt: 'Green shirt' })
  })

  // proves C5.products
  test.each([
    ['products is required', {}],
    ['products must be an array', { products: 7 }],
    ['products[0].epi is required', { products: [{ empi: 1 }] }],
    ['products[1].empi is required', { products: [whole, { epi: 1, empi: '' }] }],
    ['products[0].pr must be a price', { products: [{ ...shirt, pr: -1 }] }],
    ['products[0].pr must be a price', { products: [{ ...shirt, pr: 'dear' }] }],
    ['products[0].compareAtPrice must be a price', { products: [{ ...shirt, compareAtPrice: 1e12 }] }],
    ['products[0].stk must be a whole number', { products: [{ ...shirt, stk: 1.5 }] }],
    ['products[0].stk must be a whole number', { products: [{ ...shirt, stk: 1e10 }] }],
    ['products[0].du must be an http or https address', { products: [{ ...shirt, du: 'javascript:alert(1)' }] }],
    ['products[0].iu must be an http or https address', { products: [{ ...shirt, iu: 'data:text/html,x' }] }],
    ['products[0].dt must be at most 512', { products: [{ ...shirt, dt: 'x'.repeat(513) }] }],
    ['products[0].dt contains a NUL', { products: [{ ...shirt, dt: 'a\0b' }] }],
    ['products[0].bt contains a NUL character or an unpaired surrogate', { products: [{ ...shirt, bt: '\ud800' }] }],
    ['products[0].epi must be a whole number or text', { products: [{ empi: 1, epi: { $gt: '' } }] }],
    ['products[0].epi must not contain control characters', { products: [{ empi: 1, epi: 'a\nb' }] }],
    ['products[0].epi must be at most 128', { products: [{ empi: 1, epi: 'x'.repeat(129) }] }],
    ['products[0].tags may contain at most 250', { products: [{ ...shirt, tags: Array(251).fill('t') }] }],
    ['products[0].tags[0] must be text', { products: [{ ...shirt, tags: [1] }] }],
    ['products[0].tracked must be true or false', { products: [{ ...shirt, tracked: 'yes' }] }],
    ['products[0].currency must be at most 3', { products: [{ ...shirt, currency: 'EURO' }] }],
    ['products may contain at most 1000', { products: Array(1001).fill(shirt) }],
    ['products[0] must be an object', { products: ['shirt'] }],
  ])('%s', async (sentence, body) => {
    const refused = await send(products, body)
    expect(refused).toMatchObject({ status: 400, body: { error: true, type: 'invalid-products' } })
    expect(refused.body.msg).toContain(sentence)
  })

  test('one bad product of a call and none is stored', async () => {
    const store = await ownStore()
    expect((await send(products, { products: [whole, { epi: 2 }] }, store)).status).toBe(400)
    expect((await page('', store)).body.products).toEqual([])
  })

  test('deeply nested and very wide input is refused quickly', async () => {
    const deep = `{"products":[{"epi":1,"empi":1,"dt":${'['.repeat(100_000)}${']'.repeat(100_000)}}]}`
    expect(await send(products, deep)).toMatchObject({ status: 400, body: { error: true, type: 'invalid-body' } })
    const flat = { products: [{ ...shirt, dt: Array(100_000).fill([]) }] }
    expect(await send(products, flat)).toMatchObject({ status: 400, body: { msg: 'products[0].dt must be text' } })
    expect((await send(products, '{"products":[')).status).toBe(400)
    expect((await send(products, '{"__proto__":{"products":[]},"constructor":1}')).status).toBe(400)
  })
})

describe('deleting products', () => {
  const hat = { epi: 222, empi: 22, stk: 3 }

  // proves C5.delete
  test('a deleted product is not listed, and returns when it is sent again', async () => {
    const store = await ownStore(whole, hat)
    expect((await send(`${products}/delete`, { epis: [111, 'no such'] }, store)).body).toEqual({ deleted: 1 })
    expect((await page('', store)).body.products.map(({ epi }: typeof hat) => epi)).toEqual([222])
    await send(products, { products: [shirt] }, store)
    expect((await page('', store)).body.products).toMatchObject([whole, hat])
  })

  test('deleting again is a success that deletes nothing', async () => {
    const store = await ownStore(whole)
    const both = [
      await send(`${products}/delete`, { products: [shirt] }, store),
      await send(`${products}/delete`, { products: [shirt] }, store),
    ]
    expect(both.map(({ status, body }) => [status, body.deleted])).toEqual([
      [200, 1],
      [200, 0],
    ])
  })

  test('a product is deleted with all its variants', async () => {
    const store = await ownStore(whole, { epi: 112, empi: 11 }, hat)
    expect((await send(`${products}/delete`, { empis: ['11'] }, store)).body).toEqual({ deleted: 2 })
  })

  test('a call that names nothing is refused', async () => {
    expect(await send(`${products}/delete`, {})).toMatchObject({ status: 400, body: { type: 'invalid-products' } })
    expect((await send(`${products}/delete`, { epis: [null] })).body.msg).toBe('epis[0] is required')
  })
})

describe('pages', () => {
  // proves C5.pages
  test('every product is returned once, for every page size', async () => {
    const all = Array.from({ length: 25 }, (_, i) => ({ epi: i + 1, empi: 1 }))
    const store = await ownStore(...all)
    for (const limit of [1, 7, 25, 1000]) {
      const seen: number[] = []
      let next: string | null = ''
      while (next !== null) {
        const { body }: Reply = await page(`?limit=${limit}${next && `&cursor=${next}`}`, store)
        seen.push(...body.products.map(({ epi }: { epi: number }) => epi))
        next = body.cursor
      }
      expect(seen.length).toBe(25)
      expect(new Set(seen).size).toBe(25)
    }
  })

  test('a cursor that we did not give is refused', async () => {
    for (const cursor of ['!', 'AA%00', 'AAAA=', Buffer.from('a\0b').toString('base64url')])
      expect(await page(`?cursor=${cursor}`)).toMatchObject({ status: 400, body: { type: 'invalid-cursor' } })
    expect(await page('?limit=0')).toMatchObject({ status: 400, body: { type: 'invalid-limit' } })
    expect(await page('?limit=1001')).toMatchObject({ status: 400, body: { type: 'invalid-limit' } })
  })
})

describe('stock', () => {
  const moves = async ({ pid }: Sender) =>
    (
      await t.sql`
        select variant_id, move, stock_before, stock_after, source
        from stock_moves
        where store_id = ${(await t.storeNow({ pid } as never)).storeId}
        order by variant_id, move`
    ).map(({ variantId, move, stockBefore, stockAfter, source }) => [variantId, move, stockBefore, stockAfter, source])

  // proves C5.stock
  test('a stock level is stored, and unknown variants are returned', async () => {
    const store = await ownStore({ ...shirt, stk: 4 })
    const told = await send(
      stock,
      {
        items: [
          { epi: 111, stk: 0 },
          { epi: 999, stk: 5 },
          { epi: 'x-1', stk: 5 },
        ],
      },
      store,
    )
    expect(told).toMatchObject({ status: 200, body: { changed: 1, unknown: [999, 'x-1'] } })
    expect(await only(store)).toMatchObject({ stk: 0 })
  })

  test('each change is a line of the ledger, the same figure again is none', async () => {
    const store = await ownStore({ ...shirt, stk: 4 })
    for (const stk of [0, 0, 7]) await send(stock, { items: [{ epi: 111, stk }] }, store)
    await send(products, { products: [{ ...shirt, stk: 7 }] }, store)
    await send(products, { products: [{ ...shirt, dt: 'no word of stock' }] }, store)
    await send(products, { products: [{ ...shirt, stk: 8 }] }, store)
    expect(await moves(store)).toEqual([
      ['111', 1, null, 4, 'api'],
      ['111', 2, 4, 0, 'api'],
      ['111', 3, 0, 7, 'api'],
      ['111', 4, 7, 8, 'api'],
    ])
  })

  test('of a variant sent twice in one call the later level counts, as one ledger row', async () => {
    const store = await ownStore(shirt)
    expect(
      (
        await send(
          stock,
          {
            items: [
              { epi: 111, stk: 1 },
              { epi: '111', stk: 2 },
            ],
          },
          store,
        )
      ).body.changed,
    ).toBe(1)
    expect(await moves(store)).toEqual([['111', 1, null, 2, 'api']])
  })

  test('a product no longer sold accepts no stock', async () => {
    const store = await ownStore({ ...shirt, stk: 4 })
    await send(`${products}/delete`, { epis: [111] }, store)
    expect((await send(stock, { items: [{ epi: 111, stk: 9 }] }, store)).body).toEqual({ changed: 0, unknown: [111] })
  })

  test.each([
    ['items is required', {}],
    ['items[0].epi is required', { items: [{ stk: 1 }] }],
    ['items[0].stk is required', { items: [{ epi: 1 }] }],
    ['items[0].stk must be a whole number', { items: [{ epi: 1, stk: null }] }],
    ['items[0].stk must be a whole number', { items: [{ epi: 1, stk: 'NaN' }] }],
    ['items may contain at most 1000', { items: Array(1001).fill({ epi: 1, stk: 1 }) }],
  ])('%s', async (sentence, body) => {
    const refused = await send(stock, body)
    expect(refused).toMatchObject({ status: 400, body: { type: 'invalid-items' } })
    expect(refused.body.msg).toContain(sentence)
  })
})

describe('who may', () => {
  const calls = [
    ['POST', products],
    ['GET', products],
    ['POST', `${products}/delete`],
    ['POST', stock],
  ] as const
  const bodies = { products: [whole], epis: [111], items: [{ epi: 111, stk: 1 }] }

  test.each(calls)('%s %s with a wrong key, or none, answers 401', async (method, url) => {
    const payload = method === 'POST' ? { payload: bodies } : {}
    const wrong = { pid: t.store.pid, apiKey: `${t.store.apiKey.slice(0, -1)}!` }
    for (const headers of [{}, { authorization: basic(wrong) }, { authorization: 'Bearer x' }]) {
      const reply = await t.app.inject({ method, url, headers, ...payload })
      expect(reply.statusCode).toBe(401)
      expect(reply.headers['www-authenticate']).toMatch(/^Basic /)
      expect(reply.json()).toMatchObject({ error: true, type: 'unauthorised' })
    }
  })

  test.each(calls)('%s %s with the key of another store answers 401', async (method, url) => {
    const other = await t.newStore()
    const headers = { authorization: basic({ pid: t.store.pid, apiKey: other.apiKey }) }
    const payload = method === 'POST' ? { payload: bodies } : {}
    expect((await t.app.inject({ method, url, headers, ...payload })).statusCode).toBe(401)
  })

  test('a store sees and changes its own products only', async () => {
    const [mine, theirs] = [await ownStore({ ...whole, dt: 'Mine' }), await ownStore({ ...whole, dt: 'Theirs' })]
    await send(stock, { items: [{ epi: 111, stk: 77 }] }, theirs)
    await send(`${products}/delete`, { epis: [111] }, theirs)
    expect((await page('', mine)).body.products).toMatchObject([{ dt: 'Mine', stk: 4 }])
  })
})
