/** A field of the wrong name that would lose what the caller meant is refused with the right one. */
import { describe, expect, test } from 'vitest'
import { expectRefused, makeList, product } from '../../testing/lists.ts'
import { basic, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
const shirt = { epi: 1, empi: 2, du: 'https://shop.example/products/shirt' }
const order = { orderid: '1', items: [{ epi: 1, qty: 1 }] }

const catalogOf = async (store: typeof t.store) =>
  (await t.app.inject({ url: '/storeadmin/v3/catalog/products', headers: { authorization: basic(store) } })).json()
    .products

describe('is refused', () => {
  // proves C8.1.wrong-names
  test.each<[string, Record<string, unknown>, string]>([
    ['v3/orders', { ...order, email: 'ada@shop.example' }, 'email is not a field of this call: send useremail'],
    ['v3/orders', { ...order, total_price: 5 }, 'total_price is not a field of this call: send total'],
    ['v3/orders', { ...order, pr: 5 }, 'pr is not a field of this call: send total'],
    ...['price', 'unit_price', 'amount', 'line_total'].map((wrong): [string, Record<string, unknown>, string] => [
      'v3/orders',
      { ...order, items: [{ epi: 1, qty: 1, [wrong]: 5 }] },
      `items[0].${wrong} is not a field of this call: send pr`,
    ]),
    ...Object.entries({
      url: 'du',
      link: 'du',
      title: 'dt',
      vendor: 'bt',
      image: 'iu',
      price: 'pr',
      compare_at_price: 'compareAtPrice',
      stock: 'stk',
      quantity: 'stk',
      inventory: 'stk',
      inventory_quantity: 'stk',
    }).map(([wrong, right]): [string, Record<string, unknown>, string] => [
      'v3/catalog/products',
      { products: [shirt, { epi: 3, empi: 2, [wrong]: '5' }] },
      `products[1].${wrong} is not a field of this call: send ${right}`,
    ]),
    [
      'v3/catalog/stock',
      { items: [{ epi: 1, stk: 2 }], dry_run: true },
      'dry_run is not a field of this call: send dryrun',
    ],
    [
      'v3/topics/trigger',
      { topic: 'backinstock', products: [1], dryRun: true },
      'dryRun is not a field of this call: send dryrun',
    ],
    ['v3/user/undo-merge', { regid: 'x', email: 'a@b.example' }, 'email is not a field of this call: send useremail'],
  ])('by %s: %j', async (path, fields, says) => {
    const store = await t.newStore()
    const reply = await t.admin(path, fields, store)
    expect(reply).toMatchObject({ status: 400, body: { error: true, msg: says } })
    expect(await catalogOf(store)).toEqual([])
  })

  test('by a webhook with events instead of types', async () => {
    const reply = await t.app.inject({
      method: 'PUT',
      url: '/storeadmin/v3/webhooks',
      headers: { authorization: basic(t.store) },
      payload: { url: 'https://hooks.example', events: ['list.created'] },
    })
    expect(reply.json()).toMatchObject({ type: 'invalid-events', msg: expect.stringContaining('send types') })
  })

  test('in a line of a stream, and the other lines are stored', async () => {
    const store = await t.newStore()
    const lines = [
      { ...shirt, pr: 5 },
      { ...shirt, epi: 9, price: 5 },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n')
    const reply = await t.app.inject({
      method: 'POST',
      url: '/storeadmin/v3/catalog/products',
      headers: { authorization: basic(store), 'content-type': 'application/x-ndjson' },
      payload: lines,
    })
    expect(reply.json()).toMatchObject({ products: 1, refused: 1, lines: [{ line: 2 }] })
    expect(reply.json().lines[0].msg).toContain('price is not a field of this call: send pr')
  })
})

describe('is ignored', () => {
  test('where the right field is sent, too, or the wrong one is empty', async () => {
    const store = await t.newStore()
    const both = {
      ...shirt,
      dt: 'Shirt',
      title: 'Other',
      pr: 5,
      price: 6,
      stk: 0,
      quantity: 9,
      vendor: '',
      image: null,
    }
    expect((await t.admin('v3/catalog/products', { products: [both] }, store)).status).toBe(200)
    expect(await catalogOf(store)).toMatchObject([{ dt: 'Shirt', pr: 5, stk: 0, bt: '' }])
    const sent = { ...order, useremail: 'ada@shop.example', email: 'other@shop.example' }
    expect((await t.admin('v3/orders', sent, store)).status).toBe(200)
  })

  test('in calls of shoppers and of the API family', async () => {
    const who = await t.guest()
    const { lid } = await makeList(t, who)
    const a = [product(1, { title: 'Shirt', price: 5, quantity: 3, url: '/x', email: 'a@b.example' })]
    const added = await t.shop('lists/update-ctx', who, { lid, a, email: 'a@b.example', appId: 'x', _cv: 1 })
    expect(added).toMatchObject({ status: 200, body: { a: [{ epi: 1, qty: 1 }] } })
    const alert = { medium: 'email', mediumvalue: 'ada@shop.example', topics: ['backinstock'], email: 'x', price: 1 }
    const products = [{ ...shirt, price: 5, title: 'Shirt' }]
    expect((await t.admin('bispa/subscriptions/create', { ...alert, products })).status).toBe(200)
  })

  test('where the field is required, its own error names it', async () => {
    expectRefused(await t.admin('v3/orders', { order_id: 1, items: [] }), 400, 'invalid-orderid', 'orderid is required')
    const reply = await t.admin('v3/catalog/stock', { items: [{ variant_id: 1, stock: 5 }] })
    expectRefused(reply, 400, 'invalid-items', /items\[0\]\.epi is required/)
    const stock = await t.admin('v3/catalog/stock', { items: [{ epi: 1, quantity: 5 }] })
    expectRefused(stock, 400, 'invalid-items', /items\[0\]\.stk is required/)
  })
})
