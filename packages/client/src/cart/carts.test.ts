import { afterEach, expect, test, vi } from 'vitest'
import { shopifyCart } from './shopify.ts'
import { wooCart } from './woo.ts'

type Asked = { url: string; body: unknown; nonce: string | null }

/** The shop's cart API, as its documentation describes it. */
function serve(answers: Record<string, { status?: number; body: unknown; nonce?: string }>): Asked[] {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const nonce = new Headers(init.headers).get('nonce')
    asked.push({ url, body: init.body ? JSON.parse(String(init.body)) : null, nonce })
    const { status = 200, body, nonce: next } = answers[url]!
    return new Response(JSON.stringify(body), { status, headers: next ? { nonce: next } : {} })
  })
  return asked
}
afterEach(() => vi.unstubAllGlobals())

test('Shopify’s Ajax cart, below the market’s own path', async () => {
  vi.stubGlobal('Shopify', { routes: { root: '/de/' } })
  const line = { key: '794864229:abc', variant_id: 794864229, quantity: 2 }
  const asked = serve({
    '/de/cart.js': { body: { items: [line] } },
    '/de/cart/add.js': { body: { items: [line] } },
    '/de/cart/change.js': { body: { items: [] } },
  })
  const cart = shopifyCart()
  expect(await cart.items()).toEqual([{ key: line.key, variantId: 794864229, quantity: 2 }])
  await cart.add(794864229, 2)
  await cart.remove(line.key)
  expect(asked.map(({ body }) => body)).toEqual([
    null,
    { items: [{ id: 794864229, quantity: 2 }] },
    { id: line.key, quantity: 0 },
  ])
})

test('Shopify’s own message is used for a refusal', async () => {
  serve({ '/cart/add.js': { status: 422, body: { description: 'All 1 Mug are in your cart.' } } })
  await expect(shopifyCart().add(1, 1)).rejects.toThrow('All 1 Mug are in your cart.')
})

test('WooCommerce’s Store API, with the nonce of the last answer', async () => {
  const asked = serve({
    '/wp-json/wc/store/v1/cart': { body: { items: [{ key: 'k', id: 5, quantity: 1 }] }, nonce: 'first' },
    '/wp-json/wc/store/v1/cart/add-item': { body: { items: [] }, nonce: 'second' },
    '/wp-json/wc/store/v1/cart/remove-item': { status: 409, body: { message: 'Cart item does not exist.' } },
  })
  const cart = wooCart()
  await cart.add('5', 1)
  expect(await cart.items()).toEqual([{ key: 'k', variantId: 5, quantity: 1 }])
  await expect(cart.remove('k')).rejects.toThrow('Cart item does not exist.')
  expect(asked.map(({ nonce }) => nonce)).toEqual([null, 'first', 'second', 'first'])
})
