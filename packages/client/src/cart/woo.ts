/** The cart of a WooCommerce shop, through its Store API. */
import { type Cart, type CartItem, type CartOutcome, wordsOf } from '../client/cart.ts'

type Line = { key: string; id: number; quantity: number }
type Answer = { items: Line[]; code?: string; message?: string }
type Batch = { responses: { status: number; body: Answer }[] }

export type WooOptions = {
  /** The address of the site's REST API; by default the one that WordPress writes into the page's head. */
  root?: string | undefined
  /** For a shop window on another origin than WordPress: identifies the cart instead of a cookie and a nonce. */
  cartToken?: string | undefined
}

/** WordPress in a folder, and sites without readable addresses (`/?rest_route=/`), say so in the head. */
const findRoot = () =>
  globalThis.document?.querySelector<HTMLLinkElement>('link[rel$="//api.w.org/"]')?.href ?? '/wp-json/'

/** Messages are HTML text, as in `&quot;Mug&quot; is out of stock`. */
const entities: Record<string, string> = { quot: '"', amp: '&', lt: '<', gt: '>', apos: "'", ldquo: '“', rdquo: '”' }
const plain = (text: string) =>
  text
    .replace(/<[^>]*>/g, '')
    .replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, number, hex, name) =>
      name ? (entities[name] ?? whole) : String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(number)),
    )

class Refused extends Error {
  readonly code: string | undefined
  constructor({ message, code }: Partial<Answer>, otherwise: string) {
    super(message ? plain(message) : otherwise)
    this.code = code
  }
}

/** A nonce that is missing, or that expired while the page was open. */
const isNonceProblem = ({ code }: Partial<Answer>) => /_nonce$/.test(code ?? '')

/** WordPress accepts this many calls in one. */
const MOST = 25

export function wooCart({ root, cartToken }: WooOptions = {}): Cart {
  /** Every answer contains the nonce for the next write. */
  let nonce = ''
  const address = (path: string) => (root ?? findRoot()) + path
  const secrets = (): Record<string, string> =>
    cartToken ? { 'Cart-Token': cartToken } : nonce ? { Nonce: nonce } : {}

  const send = async (path: string, body?: object) => {
    const reply = await fetch(address(path), {
      headers: { 'content-type': 'application/json', ...secrets() },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    nonce = reply.headers.get('nonce') ?? nonce
    if (cartToken) cartToken = reply.headers.get('cart-token') ?? cartToken
    return { reply, answer: await reply.json().catch(() => ({})) }
  }

  /** `body` is a function because it may contain the nonce. An expired nonce is replaced by the one of the answer, once. */
  const call = async <T = Answer>(path: string, body?: () => object): Promise<T> => {
    if (body && !nonce && !cartToken) await call(paths.cart)
    let { reply, answer } = await send(path, body?.())
    if (isNonceProblem(answer)) ({ reply, answer } = await send(path, body?.()))
    if (!reply.ok) throw new Refused(answer, `${path}: ${reply.status}`)
    return answer
  }

  const linesOf = async () => (await call(paths.cart)).items
  const write = async (path: string, body: object) => {
    const answer = await call(path, () => body)
    refreshMiniCart()
    return answer
  }

  /** One batch for all, so that the shop recalculates its cart in one request. Each call in it needs the nonce. */
  const sendBatch = async (items: CartItem[]) => {
    const requests = () =>
      items.map(({ variantId, quantity }) => ({
        path: `/${paths.add}`,
        method: 'POST',
        headers: secrets(),
        body: { id: Number(variantId), quantity },
      }))
    return (await call<Batch>(paths.batch, () => ({ requests: requests() }))).responses
  }

  const addSome = async (items: CartItem[]): Promise<CartOutcome[]> => {
    let responses = await sendBatch(items)
    // refused before anything was added
    if (responses.every(({ body }) => isNonceProblem(body))) {
      await call(paths.cart)
      responses = await sendBatch(items)
    }
    return items.map((item, place) => outcomeOf(item, responses[place]!))
  }

  const outcomeOf = ({ variantId, quantity }: CartItem, { status, body }: Batch['responses'][number]): CartOutcome => {
    if (status >= 400) return { variantId, problem: new Refused(body, `${paths.add}: ${status}`).message }
    const key = body.items.find(({ id }) => id === Number(variantId))?.key
    const undo = async () => {
      const line = (await linesOf()).find((row) => row.key === key)
      if (!line) return
      const left = line.quantity - quantity
      await (left > 0 ? write(paths.update, { key, quantity: left }) : write(paths.remove, { key }))
    }
    return { variantId, ...(key !== undefined && { key, undo }) }
  }

  return {
    items: async () => (await linesOf()).map(({ key, id, quantity }) => ({ key, variantId: id, quantity })),
    add: (variantId, quantity) => write(paths.add, { id: Number(variantId), quantity }),
    remove: (key) => write(paths.remove, { key }),
    addAll: async (items) => {
      const outcomes: CartOutcome[] = []
      for (let from = 0; from < items.length; from += MOST) {
        const some = items.slice(from, from + MOST)
        const done = await addSome(some).catch((error) => refuseAll(some, error, from > 0))
        outcomes.push(...done)
      }
      refreshMiniCart()
      return outcomes
    },
  }
}

/** What an earlier batch added stays added: its outcomes are returned, and the items of this one have the problem. */
function refuseAll(items: CartItem[], error: unknown, isLater: boolean): CartOutcome[] {
  if (!isLater && !(error instanceof Refused)) throw error
  return items.map(({ variantId }) => ({ variantId, problem: wordsOf(error) }))
}

const paths = {
  cart: 'wc/store/v1/cart',
  add: 'wc/store/v1/cart/add-item',
  update: 'wc/store/v1/cart/update-item',
  remove: 'wc/store/v1/cart/remove-item',
  batch: 'wc/store/v1/batch',
}

/** The small cart in the header follows these: the first in themes of blocks, the second in classic themes. */
function refreshMiniCart(): void {
  const { document, jQuery } = globalThis as typeof globalThis & {
    jQuery?: (element: unknown) => { trigger(name: string): void }
  }
  if (!document) return
  document.body.dispatchEvent(new CustomEvent('wc-blocks_added_to_cart', { bubbles: true }))
  jQuery?.(document.body).trigger('wc_fragment_refresh')
}
