/** The Ajax cart of a Shopify shop: `cart.js`, `add.js` and `change.js` with line keys, stock, and the messages of its refusals. */
import type { Answered, Asked } from './serve.ts'

type Line = { key: string; variant_id: number; quantity: number; title: string }

/** `root` is the market's path. Stock by variant; a variant that is not in it does not exist. */
export function shopifyShop(stock: Record<number, number>, root = '/') {
  const lines: Line[] = []
  const find = (id: unknown) => lines.find(({ variant_id }) => variant_id === Number(id))
  const cart = () => ({ token: 'c1', item_count: lines.reduce((sum, line) => sum + line.quantity, 0), items: lines })

  /** Adds what is there of an item, and says what is wrong with the rest. */
  const addItem = ({ id, quantity = 1 }: { id: number | string; quantity?: number }): string | null => {
    const units = stock[Number(id)]
    if (units === undefined) return 'Cannot find variant'
    const title = `Mug ${id}`
    if (units === 0) return `The product '${title}' is already sold out.`
    const line = find(id)
    const had = line?.quantity ?? 0
    if (had >= units) return 'The maximum quantity of this item is already in your cart.'
    const added = Math.min(quantity, units - had)
    if (line) line.quantity += added
    else lines.push({ key: `${id}:${'0123456789abcdef'.repeat(2)}`, variant_id: Number(id), quantity: added, title })
    return added < quantity ? `Only ${added} items were added to your cart.` : null
  }

  const answer = ({ method, path, body }: Asked): Answered => {
    const refuse = (description: string, status = 422): Answered => ({
      status,
      body: { status, message: status === 404 ? 'Not Found' : 'Cart Error', description },
    })
    if (method === 'GET' && path === `${root}cart.js`) return { body: cart() }
    if (method !== 'POST') return { status: 404, body: '<h1>Not found</h1>' }
    if (path === `${root}cart/add.js`) {
      const { items } = body as { items: { id: number; quantity: number }[] }
      for (const item of items) {
        const problem = addItem(item)
        if (problem) return refuse(problem, problem === 'Cannot find variant' ? 404 : 422)
      }
      return { body: { items: items.map(({ id }) => find(id)) } }
    }
    if (path === `${root}cart/change.js`) {
      const { id, quantity } = body as { id: string; quantity: number }
      const line = lines.find(({ key }) => key === id)
      if (!line) return { status: 400, body: { status: 'bad_request', message: 'no valid id or line parameter' } }
      line.quantity = quantity
      if (quantity === 0) lines.splice(lines.indexOf(line), 1)
      return { body: cart() }
    }
    return { status: 404, body: '<h1>Not found</h1>' }
  }
  return { answer, lines }
}
