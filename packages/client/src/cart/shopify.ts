/** The cart of a Shopify theme, through its Ajax API. */
import { type Cart, type CartItem, type CartOutcome, wordsOf } from '../client/cart.ts'

type Line = { key: string; variant_id: number; quantity: number }

/** The shop refused, in its own words and its own language; anything else is a lost connection. */
class Refused extends Error {}

/** `routes.root` is the market's own path, as in `/de/`. */
async function call(path: string, body?: object): Promise<{ items: Line[] }> {
  const { Shopify } = globalThis as { Shopify?: { routes?: { root?: string } } }
  const reply = await fetch(`${Shopify?.routes?.root ?? '/'}cart${path}.js`, {
    headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  const answer = await reply.json().catch(() => ({}))
  if (reply.ok) return answer
  // `description` is a sentence; `message` is one word, such as "Cart Error"
  const says = [answer.description, answer.message].find((text) => typeof text === 'string' && text)
  throw new Refused(says ?? `cart${path}: ${reply.status}`)
}

const linesOf = async () => (await call('')).items
const add = (items: CartItem[]) =>
  call('/add', { items: items.map(({ variantId, quantity }) => ({ id: variantId, quantity })) })
const setQuantity = (id: string, quantity: number) => call('/change', { id, quantity })

const countOf = (lines: Line[], id: CartItem['variantId']) =>
  lines.reduce((sum, line) => sum + (`${line.variant_id}` === `${id}` ? line.quantity : 0), 0)

/** The answer has the row with its new quantity. A discount may have changed the key since, so the row is looked up again. */
function outcomeOf({ variantId, quantity }: CartItem, lines: Line[]): CartOutcome {
  const isThis = (line: Line) => `${line.variant_id}` === `${variantId}`
  const row = lines.find(isThis)
  if (!row) return { variantId }
  const undo = async () => {
    const now = await linesOf()
    const line = now.find(({ key }) => key === row.key) ?? now.find(isThis)
    if (line) await setQuantity(line.key, Math.max(0, line.quantity - quantity))
  }
  return { variantId, key: row.key, undo }
}

/**
 * One call for all. If the shop refuses it, some of it may be in the cart ("Only 2 items were added to your cart."): the cart is
 * compared with the one before, and only what is missing is added, item by item.
 */
async function addAll(items: CartItem[]): Promise<CartOutcome[]> {
  const before = await linesOf()
  try {
    const { items: lines } = await add(items)
    return items.map((item) => outcomeOf(item, lines))
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    if (items.length === 1) return [{ variantId: items[0]!.variantId, problem: wordsOf(error) }]
  }
  const after = await linesOf()
  const outcomes: CartOutcome[] = []
  for (const item of items) {
    const added = countOf(after, item.variantId) - countOf(before, item.variantId)
    const rest = { ...item, quantity: item.quantity - added }
    outcomes.push(rest.quantity > 0 ? await addRest(item, rest) : outcomeOf(item, after))
  }
  return outcomes
}

async function addRest(item: CartItem, rest: CartItem): Promise<CartOutcome> {
  try {
    return outcomeOf(item, (await add([rest])).items)
  } catch (error) {
    return { variantId: item.variantId, problem: wordsOf(error) }
  }
}

export const shopifyCart = (): Cart => ({
  items: async () =>
    (await linesOf()).map(({ key, variant_id, quantity }) => ({ key, variantId: variant_id, quantity })),
  add: (variantId, quantity) => add([{ variantId, quantity }]),
  remove: (key) => setQuantity(key, 0),
  addAll,
})
