/** The cart of a Shopify theme, through its Ajax API. */
import type { Cart } from '../client/cart.ts'

type Line = { key: string; variant_id: number; quantity: number }

async function post(path: string, body?: object): Promise<{ items: Line[] }> {
  const { Shopify } = globalThis as { Shopify?: { routes?: { root?: string } } }
  const reply = await fetch(`${Shopify?.routes?.root ?? '/'}cart${path}.js`, {
    ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
  if (!reply.ok) throw new Error((await reply.json().catch(() => ({}))).description ?? `cart${path}: ${reply.status}`)
  return await reply.json()
}

export const shopifyCart = (): Cart => ({
  items: async () => {
    const { items } = await post('')
    return items.map(({ key, variant_id, quantity }) => ({ key, variantId: variant_id, quantity }))
  },
  add: (variantId, quantity) => post('/add', { items: [{ id: variantId, quantity }] }),
  remove: (key) => post('/change', { id: key, quantity: 0 }),
})
