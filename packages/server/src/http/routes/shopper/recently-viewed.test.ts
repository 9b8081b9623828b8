import { beforeAll, describe, expect, test } from 'vitest'
import { done, expectRefused, product, products } from '../../testing/lists.ts'
import { type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
beforeAll(async () => {
  await t.admin('v3/catalog/products', { products: [product(1, { dt: 'Monstera', pr: 24.5, stk: 2 })] })
})

const tell = (who: TestShopper, type: string, seen: object[]) => t.shop('events', who, { type, products: seen })
const views = async (who: TestShopper, fields = {}) =>
  (await done(t, 'shopper/fetch-recently-viewed-products', who, fields)).recentlyViewed
const cart = async (who: TestShopper, fields = {}) =>
  (await done(t, 'shopper/fetch-saved-cart-products', who, fields)).savedCart

describe('views', () => {
  // proves C4.shapes
  test('are returned newest first with catalog data, under the older names and the usual ones', async () => {
    const who = await t.guest()
    expect(await views(who)).toEqual([])
    expect((await tell(who, 'view', [product(1)])).body).toEqual({ recorded: 1 })
    await tell(who, 'view', [product(2), product(3)])
    const seen = await views(who)
    expect(seen.map(({ variantId }: { variantId: number }) => variantId)).toEqual([3, 2, 1])
    expect(seen[2]).toMatchObject({
      productId: 5001,
      variantId: 1,
      productURL: product(1).du,
      lastViewedTime: expect.any(Number),
      count: 1,
      lastOrderId: null,
      epi: 1,
      empi: 5001,
      dt: 'Monstera',
      pr: 24.5,
      stk: 2,
    })
    expect(Math.abs(seen[0].lastViewedTime - Date.now())).toBeLessThan(60_000)
  })

  test('of one product are one, the newer time and how often', async () => {
    const who = await t.guest()
    for (const n of [1, 2, 1]) await tell(who, 'view', [product(n)])
    expect(await views(who)).toMatchObject([
      { variantId: 1, count: 2 },
      { variantId: 2, count: 1 },
    ])
  })

  test('are the newest 50, and 12 are given unless more are asked for', async () => {
    const who = await t.guest()
    await tell(who, 'view', products(100, 40))
    expect((await tell(who, 'view', products(200, 30))).body).toEqual({ recorded: 30 })
    expect((await tell(who, 'view', products(300, 60))).body).toEqual({ recorded: 50 })
    expect(await views(who)).toHaveLength(12)
    const all = await views(who, { limit: 50 })
    expect(all.map(({ epi }: { epi: number }) => epi)).toEqual(
      products(310, 50)
        .map(({ epi }) => epi)
        .reverse(),
    )
  })

  test('are the shopper’s own', async () => {
    const [ana, ben] = [await t.guest(), await t.guest()]
    await tell(ana, 'view', [product(1)])
    expect(await views(ben)).toEqual([])
  })
})

describe('the cart', () => {
  // proves C4.shapes
  test('is what the page sent last, without views', async () => {
    const who = await t.guest()
    await tell(who, 'view', [product(9)])
    await tell(who, 'cart', [product(1, { qty: 2 }), product(2)])
    expect(await cart(who)).toMatchObject([
      { variantId: 2, qty: 1, lastAddedTime: expect.any(Number) },
      { variantId: 1, qty: 2, dt: 'Monstera' },
    ])
    await tell(who, 'cart', [product(3)])
    expect(await cart(who)).toMatchObject([{ variantId: 3 }])
    await tell(who, 'cart', [])
    expect(await cart(who)).toEqual([])
    expect(await views(who)).toHaveLength(1)
  })
})

describe('what is refused', () => {
  test('another type, a product without its ids, and more than 250', async () => {
    const who = await t.guest()
    expectRefused(await tell(who, 'buy', [product(1)]), 400, 'invalid-type')
    expectRefused(await t.shop('events', who, { type: 'view' }), 400, 'invalid-products')
    expectRefused(await tell(who, 'view', [{ epi: 1 }]), 400, 'invalid-products', 'products[0].empi is required')
    expectRefused(await tell(who, 'view', products(1, 251)), 400, 'invalid-products', '250')
    const fetching = 'shopper/fetch-recently-viewed-products'
    expectRefused(await t.shop(fetching, who, { limit: 51 }), 400, 'invalid-limit')
  })

  test('callers without an identity or with an ended session', async () => {
    const who = await t.guest()
    await tell(who, 'view', [product(1)])
    const calls: [string, object][] = [
      ['events', { type: 'view', products: [product(1)] }],
      ['shopper/fetch-recently-viewed-products', {}],
      ['shopper/fetch-saved-cart-products', {}],
    ]
    for (const [path, fields] of calls) expectRefused(await t.shop(path, {}, { ...fields }), 401, 'sw-badregid')
    await t.admin('v3/user/end-sessions', { regid: who.regid })
    for (const [path, fields] of calls) expectRefused(await t.shop(path, who, { ...fields }), 401, 'invalid-session')
  })
})

// proves C4.shapes, C7.recent
test('enabled-features is an object of booleans that follows the store’s settings', async () => {
  const store = await t.newStore('custom-items=on', 'inventory=unmanaged')
  const ask = async (of = t.store) => (await t.shop('config/metafields/enabled-features', {}, {}, of)).body
  const usual = await ask()
  expect(new Set(Object.values(usual).map((value) => typeof value))).toEqual(new Set(['boolean']))
  expect(usual).toMatchObject({ wishlist: true, saveForLater: true, backInStock: true, customItems: false })
  expect(await ask(store)).toMatchObject({ backInStock: false, customItems: true })
  const nowhere = { ...t.store, pid: `${'A'.repeat(43)}=` }
  expectRefused(await t.shop('config/metafields/enabled-features', {}, {}, nowhere), 404, 'unknown-store')
})
