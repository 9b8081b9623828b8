import { afterEach, describe, expect, test, vi } from 'vitest'
import { addToCart, type Cart } from '../client/cart.ts'
import { shopifyCart } from './shopify.ts'
import { type Answered, type Asked, serveShop } from './testing/serve.ts'
import { shopifyShop } from './testing/shopify-shop.ts'
import { wooShop } from './testing/woo-shop.ts'
import { wooCart } from './woo.ts'

const opened: { close(): Promise<unknown> }[] = []
async function open<S extends { answer: (asked: Asked) => Answered }>(shop: S) {
  const server = await serveShop(shop.answer)
  opened.push(server)
  vi.stubGlobal(
    'fetch',
    (
      (real) => (path: string, init?: RequestInit) =>
        real(new URL(path, server.url), init)
    )(realFetch),
  )
  return { ...shop, ...server }
}
const realFetch = globalThis.fetch
afterEach(async () => {
  vi.unstubAllGlobals()
  await Promise.all(opened.splice(0).map((one) => one.close()))
})

const sold = (outcomes: Awaited<ReturnType<typeof addToCart>>) =>
  outcomes.map(({ variantId, problem }) => (problem ? [variantId, problem] : variantId))

describe('Shopify', () => {
  test('adds, reads and removes below the market’s own path', async () => {
    vi.stubGlobal('Shopify', { routes: { root: '/de-at/' } })
    const shop = await open(shopifyShop({ 11: 5 }, '/de-at/'))
    const cart = shopifyCart()
    // themes read the row that was added
    expect(await cart.add('11', 2)).toMatchObject({ items: [{ variant_id: 11, quantity: 2 }] })
    const [row] = await cart.items()
    expect(row).toMatchObject({ variantId: 11, quantity: 2 })
    await cart.remove(row!.key)
    expect(shop.lines).toEqual([])
    expect(shop.paths()).toEqual(['POST /de-at/cart/add.js', 'GET /de-at/cart.js', 'POST /de-at/cart/change.js'])
  })

  test('a refusal has the shop’s own words, also if the answer is not JSON', async () => {
    await open(shopifyShop({ 11: 0, 12: 1 }))
    const cart = shopifyCart()
    await expect(cart.add(11, 1)).rejects.toThrow("The product 'Mug 11' is already sold out.")
    await cart.add(12, 1)
    await expect(cart.add(12, 1)).rejects.toThrow('The maximum quantity of this item is already in your cart.')
    await expect(cart.remove('nothing')).rejects.toThrow('no valid id or line parameter')
    await open({ answer: () => ({ status: 429, body: '<h1>Too many requests</h1>' }) })
    await expect(cart.add(11, 1)).rejects.toThrow('cart/add: 429')
  })

  test('adds all in one call', async () => {
    const shop = await open(shopifyShop({ 11: 5, 12: 5 }))
    const outcomes = await addToCart(shopifyCart(), [
      { variantId: 11, quantity: 1 },
      { variantId: '12', quantity: 2 },
    ])
    expect(sold(outcomes)).toEqual([11, '12'])
    expect(shop.paths().filter((path) => path.startsWith('POST'))).toEqual(['POST /cart/add.js'])
  })

  test('a sold-out item does not stop the others, and nothing is added twice', async () => {
    const shop = await open(shopifyShop({ 11: 5, 12: 0, 13: 2, 14: 9 }))
    const items = [11, 12, 13, 14].map((variantId) => ({ variantId, quantity: 3 }))
    const outcomes = await addToCart(shopifyCart(), items)
    expect(sold(outcomes)).toEqual([
      11,
      [12, "The product 'Mug 12' is already sold out."],
      [13, 'Only 2 items were added to your cart.'],
      14,
    ])
    expect(shop.lines.map(({ variant_id, quantity }) => [variant_id, quantity])).toEqual([
      [11, 3],
      [13, 2],
      [14, 3],
    ])
  })

  test('undo gives back the quantity from before, also after the row’s key changed', async () => {
    const shop = await open(shopifyShop({ 11: 9, 12: 9 }))
    const cart = shopifyCart()
    await cart.add(11, 2)
    const [first, second] = await addToCart(cart, [
      { variantId: 11, quantity: 3 },
      { variantId: 12, quantity: 1 },
    ])
    shop.lines[0]!.key = '11:discounted'
    await first!.undo!()
    await second!.undo!()
    expect(shop.lines.map(({ variant_id, quantity }) => [variant_id, quantity])).toEqual([[11, 2]])
  })

  test('without a connection nothing is reported as added', async () => {
    const shop = await open(shopifyShop({ 11: 9 }))
    await shop.close()
    await expect(addToCart(shopifyCart(), [{ variantId: 11, quantity: 1 }])).rejects.toThrow()
  })
})

describe('WooCommerce', () => {
  test('adds, reads and removes with the nonce of the last answer', async () => {
    const shop = await open(wooShop({ 5: 3 }))
    const cart = wooCart()
    await cart.add('5', 2)
    expect(await cart.items()).toEqual([{ key: 'row-5', variantId: 5, quantity: 2 }])
    await cart.remove('row-5')
    expect(shop.lines).toEqual([])
    expect(shop.asked.map(({ headers }) => headers.nonce)).toEqual([undefined, 'nonce-1', 'nonce-1', 'nonce-1'])
  })

  test('an expired nonce is replaced and the call repeated, alone and in a batch', async () => {
    const shop = await open(wooShop({ 5: 9, 6: 9 }))
    const cart = wooCart()
    await cart.items()
    shop.expireNonce()
    await cart.add(5, 1)
    shop.expireNonce()
    const outcomes = await addToCart(cart, [
      { variantId: 5, quantity: 1 },
      { variantId: 6, quantity: 1 },
    ])
    expect(sold(outcomes)).toEqual([5, 6])
    expect(shop.lines.map(({ id, quantity }) => [id, quantity])).toEqual([
      [5, 2],
      [6, 1],
    ])
  })

  test('a refusal is plain text', async () => {
    await open(wooShop({ 5: 0 }))
    const words = 'You cannot add "Mug 5" to the cart because the product is out of stock – View cart'
    await expect(wooCart().add(5, 1)).rejects.toThrow(words)
  })

  test('adds all in one batch, with an outcome for each', async () => {
    const shop = await open(wooShop({ 5: 9, 6: 0 }))
    const outcomes = await addToCart(wooCart(), [
      { variantId: 5, quantity: 1 },
      { variantId: 6, quantity: 1 },
      { variantId: 7, quantity: 1 },
    ])
    expect(outcomes.map(({ problem }) => problem?.slice(0, 20))).toEqual([
      undefined,
      'You cannot add "Mug ',
      'This product cannot ',
    ])
    expect(shop.paths()).toEqual(['GET /wp-json/wc/store/v1/cart', 'POST /wp-json/wc/store/v1/batch'])
  })

  test('60 items are three batches: WordPress accepts 25 calls in one', async () => {
    const ids = Array.from({ length: 60 }, (_, place) => place + 1)
    const shop = await open(wooShop(Object.fromEntries(ids.map((id) => [id, 1]))))
    const outcomes = await addToCart(
      wooCart(),
      ids.map((variantId) => ({ variantId, quantity: 1 })),
    )
    expect(sold(outcomes)).toEqual(ids)
    expect(shop.paths().filter((path) => path.endsWith('batch'))).toHaveLength(3)
  })

  test('undo gives back the quantity from before', async () => {
    const shop = await open(wooShop({ 5: 9, 6: 9 }))
    const cart = wooCart()
    await cart.add(5, 2)
    const outcomes = await addToCart(cart, [
      { variantId: 5, quantity: 3 },
      { variantId: 6, quantity: 1 },
    ])
    for (const { undo } of outcomes) await undo!()
    expect(shop.lines.map(({ id, quantity }) => [id, quantity])).toEqual([[5, 2]])
  })

  test('a site in a folder is found by the link that WordPress writes into the head', async () => {
    const shop = await open(wooShop({ 5: 9 }, '/shop/wp-json/'))
    const body = new EventTarget()
    const refreshed: string[] = []
    body.addEventListener('wc-blocks_added_to_cart', () => refreshed.push('blocks'))
    vi.stubGlobal('document', { body, querySelector: () => ({ href: `${shop.url}/shop/wp-json/` }) })
    vi.stubGlobal('jQuery', () => ({ trigger: (name: string) => refreshed.push(name) }))
    await wooCart().add(5, 1)
    expect(shop.lines).toHaveLength(1)
    expect(refreshed).toEqual(['blocks', 'wc_fragment_refresh'])
  })

  test('a cart token replaces the nonce on another origin', async () => {
    const shop = await open(wooShop({ 5: 9 }))
    await wooCart({ root: `${shop.url}/wp-json/`, cartToken: 'token-1' }).add(5, 1)
    expect(shop.asked.map(({ headers }) => [headers['cart-token'], headers.nonce])).toEqual([['token-1', undefined]])
  })
})

describe('a cart of the shop’s own', () => {
  const makeCart = (rows: Record<string, number>): Cart => ({
    items: async () => Object.entries(rows).map(([id, quantity]) => ({ key: `k${id}`, variantId: id, quantity })),
    add: async (id, quantity) => {
      if (id === 3) throw new Error('Only on Sundays.')
      rows[id] = (rows[id] ?? 0) + quantity
    },
    remove: async (key) => {
      delete rows[key.slice(1)]
    },
  })

  test('adds one after the other; a refused item does not stop the others', async () => {
    const rows: Record<string, number> = {}
    const items = [1, 3, 2].map((variantId) => ({ variantId, quantity: 2 }))
    expect(sold(await addToCart(makeCart(rows), items))).toEqual([1, [3, 'Only on Sundays.'], 2])
    expect(rows).toEqual({ 1: 2, 2: 2 })
  })

  test('undo gives back the quantity from before', async () => {
    const rows: Record<string, number> = { 1: 4 }
    const items = [1, 2].map((variantId) => ({ variantId, quantity: 1 }))
    const outcomes = await addToCart(makeCart(rows), items)
    expect(rows).toEqual({ 1: 5, 2: 1 })
    for (const { undo } of outcomes) await undo!()
    expect(rows).toEqual({ 1: 4 })
  })
})
