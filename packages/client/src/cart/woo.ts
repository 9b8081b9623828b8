/** The cart of a WooCommerce shop, through its Store API. Writes need a nonce, which every answer contains. */
import type { Cart } from '../client/cart.ts'

type Line = { key: string; id: number; quantity: number }

let nonce = ''

async function call(path: string, body?: object): Promise<{ items: Line[] }> {
  if (body && !nonce) await call('')
  const reply = await fetch(`/wp-json/wc/store/v1/cart${path}`, {
    headers: { 'content-type': 'application/json', ...(nonce && { nonce }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  nonce = reply.headers.get('nonce') ?? nonce
  const answer = await reply.json()
  if (!reply.ok) throw new Error(answer.message ?? `cart${path}: ${reply.status}`)
  return answer
}

export const wooCart = (): Cart => ({
  items: async () => (await call('')).items.map(({ key, id, quantity }) => ({ key, variantId: id, quantity })),
  add: (variantId, quantity) => call('/add-item', { id: Number(variantId), quantity }),
  remove: (key) => call('/remove-item', { key }),
})
