/** The Store API of a WooCommerce site: the cart of a session, nonces, cart tokens, batches, and errors as WordPress writes them. */
import type { Answered, Asked } from './serve.ts'

type Line = { key: string; id: number; quantity: number; name: string }

/** `root`: where the REST API is, as in `/shop/wp-json/`. Stock by product or variation. */
export function wooShop(stock: Record<number, number>, root = '/wp-json/') {
  const lines: Line[] = []
  let nonce = 'nonce-1'
  const cart = () => ({ items: [...lines.map((line) => ({ ...line }))], items_count: lines.length, errors: [] })
  const refuse = (status: number, code: string, message: string): Answered => ({
    status,
    body: { code, message, data: { status } },
  })

  const checkNonce = (headers: Record<string, unknown>): Answered | null => {
    const given = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
    if (given['cart-token'] === 'token-1') return null
    if (!given.nonce) return refuse(401, 'woocommerce_rest_missing_nonce', 'Missing the Nonce header.')
    return given.nonce === nonce ? null : refuse(403, 'woocommerce_rest_invalid_nonce', 'Nonce is invalid.')
  }

  const acts: Record<string, (body: { id: number; key: string; quantity: number }) => Answered> = {
    'add-item': ({ id, quantity }) => {
      const units = stock[id]
      if (units === undefined)
        return refuse(400, 'woocommerce_rest_cart_invalid_product', 'This product cannot be added to the cart.')
      const line = lines.find((one) => one.id === id)
      if ((line?.quantity ?? 0) + quantity > units)
        return refuse(
          400,
          'woocommerce_rest_product_out_of_stock',
          `You cannot add &quot;Mug ${id}&quot; to the cart because the product is out of stock &#8211; <a href="/cart">View cart</a>`,
        )
      if (line) line.quantity += quantity
      else lines.push({ key: `row-${id}`, id, quantity, name: `Mug ${id}` })
      return { status: 201, body: cart() }
    },
    'update-item': ({ key, quantity }) => {
      const line = lines.find((one) => one.key === key)
      if (!line) return refuse(409, 'woocommerce_rest_cart_invalid_key', 'Cart item no longer exists or is invalid.')
      line.quantity = quantity
      return { body: cart() }
    },
    'remove-item': ({ key }) => {
      const line = lines.find((one) => one.key === key)
      if (!line) return refuse(409, 'woocommerce_rest_cart_invalid_key', 'Cart item no longer exists or is invalid.')
      lines.splice(lines.indexOf(line), 1)
      return { body: cart() }
    },
  }

  const act = (path: string, headers: Record<string, unknown>, body: unknown): Answered => {
    const found = acts[/^\/?wc\/store\/v1\/cart\/([\w-]+)$/.exec(path)?.[1] ?? '']
    if (!found) return refuse(404, 'rest_no_route', 'No route was found matching the URL and request method.')
    return checkNonce(headers) ?? found(body as never)
  }

  const answer = ({ method, path, headers, body }: Asked): Answered => {
    if (!path.startsWith(root)) return { status: 404, body: '<h1>Not found</h1>' }
    const own = path.slice(root.length)
    const withNonce = (answered: Answered): Answered => ({
      ...answered,
      headers: { Nonce: nonce, 'Cart-Token': 'token-1' },
    })
    if (own === 'wc/store/v1/cart' && method === 'GET') return withNonce({ body: cart() })
    if (own !== 'wc/store/v1/batch') return withNonce(act(own, headers, body))
    const { requests } = body as { requests: { path: string; headers: Record<string, unknown>; body: unknown }[] }
    if (requests.length > 25) return refuse(400, 'rest_invalid_param', 'Invalid parameter(s): requests')
    const responses = requests.map((one) => {
      const { status = 200, body } = act(one.path, one.headers ?? {}, one.body)
      return { status, body, headers: {} }
    })
    // the batch itself has no nonce: it belongs to no cart
    return { status: 207, body: { responses } }
  }
  /** Like a night that the page stayed open. */
  const expireNonce = () => {
    nonce += '1'
  }
  return { answer, lines, expireNonce }
}
