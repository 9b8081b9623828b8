/** For tests and fault runs: forged messages, and genuine ones that are repeated and out of order. */
import { createHmac } from 'node:crypto'

export type Sent = { path: string; body: string; headers: Record<string, string> }
/** Returns the status of the answer. */
export type Send = (message: Sent) => Promise<number>

export type Paths = { shopify: string; woocommerce: string; bigcommerce: string; other: string }

/** The shop that the stores of these tests are connected to. */
export const shopDomain = 'fern.myshopify.com'

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest('base64')

/** As the platform would sign it with this key. */
function sign(platform: number, key: string, body: string, id: string, seconds: number): Record<string, string> {
  if (platform === 0)
    return {
      'x-shopify-topic': 'products/update',
      'x-shopify-event-id': id,
      'x-shopify-shop-domain': shopDomain,
      'x-shopify-hmac-sha256': hmac(key, body),
    }
  if (platform === 1)
    return {
      'x-wc-webhook-topic': 'product.updated',
      'x-wc-webhook-delivery-id': id,
      'x-wc-webhook-signature': hmac(key, body),
    }
  const signature = `v1,${hmac(key, `${id}.${seconds}.${body}`)}`
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signature }
}

export type ForgeryOptions = { secret: string; random: () => number; now: number }

/** Each is wrong in one way, chosen at random. */
export function forge(paths: Paths, number: number, { secret, random, now }: ForgeryOptions): Sent {
  const platform = Math.floor(random() * 3)
  const path = [paths.shopify, paths.woocommerce, paths.bigcommerce][platform]!
  const seconds = Math.floor(now / 1000)
  const product = {
    id: 1000 + number,
    title: 'Forged',
    name: 'Forged',
    variants: [{ id: 1 + number, inventory_quantity: 9 }],
  }
  const body = JSON.stringify({
    ...product,
    scope: 'store/product/deleted',
    data: { id: number },
    producer: 'stores/abcde',
  })
  const headers = sign(platform, secret, body, `forged-${number}`, seconds)
  const signature = Object.keys(headers).at(-1)!
  const { [signature]: good, ...unsigned } = headers
  const ways: (() => Sent)[] = [
    () => ({ path, body, headers: sign(platform, `${secret}x`, body, `forged-${number}`, seconds) }),
    () => ({ path, body: body.slice(0, -1 - Math.floor(random() * 20)), headers }),
    () => ({ path, body: body.replace('Forged', 'Changed'), headers }),
    () => ({ path, body, headers: unsigned }),
    () => ({ path, body, headers: { ...headers, [signature]: '' } }),
    () => ({ path, body, headers: { ...headers, [signature]: good!.slice(0, -3) } }),
    () => ({ path, body, headers: { ...headers, [signature]: good!.toUpperCase() } }),
    () => ({ path, body, headers: { ...headers, [signature]: Buffer.from(good!).toString('hex') } }),
    // Another store's secret, at this store's address.
    () => ({ path: paths.other, body, headers: sign(0, secret, body, `forged-${number}`, seconds) }),
    // An old message.
    () => ({
      path: paths.bigcommerce,
      body,
      headers: sign(2, secret, body, `forged-${number}`, seconds - 301 - number),
    }),
    () => ({ path: paths.woocommerce, body: `webhook_id=${number}&x=1`, headers: {} }),
  ]
  return ways[Math.floor(random() * ways.length)]!()
}

export type Genuine = { variants: number; steps: number; random: () => number; secret: string; path: string }

const time = (step: number) => new Date(Date.UTC(2026, 0, 1, 0, step)).toISOString()

export const inventoryItem = (variant: number) => 900_000_000 + variant

export function productMessage(variant: number, { secret, path }: Pick<Genuine, 'secret' | 'path'>): Sent {
  const told = {
    id: variant,
    inventory_item_id: inventoryItem(variant),
    inventory_quantity: 0,
    inventory_management: 'shopify',
  }
  const body = JSON.stringify({ id: 500_000_000 + variant, title: 'Genuine', updated_at: time(0), variants: [told] })
  const headers = { ...sign(0, secret, body, `product-${variant}`, 0), 'x-shopify-topic': 'products/create' }
  return { path, body, headers }
}

/** Every level of every variant one to five times, in random order. */
export function levelMessages({ variants, steps, random, secret, path }: Genuine): Sent[] {
  const messages: Sent[] = []
  for (let variant = 1; variant <= variants; variant++)
    for (let step = 1; step <= steps; step++) {
      const figure = {
        inventory_item_id: inventoryItem(variant),
        location_id: 1,
        available: step * 10,
        updated_at: time(step),
      }
      const body = JSON.stringify(figure)
      const headers = {
        ...sign(0, secret, body, `${variant}-${step}`, 0),
        'x-shopify-topic': 'inventory_levels/update',
      }
      for (let time = 0; time < 1 + Math.floor(random() * 5); time++) messages.push({ path, body, headers })
    }
  return messages
    .map((message) => ({ message, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ message }) => message)
}

const destructive = ['shop/redact', 'customers/redact', 'customers/data_request', 'app/uninstalled', 'products/delete']
const otherShop = 'other.myshopify.com'

/**
 * A message that the platform signed, with a label that it did not: another topic, shop or store. None may act; `refused` where
 * the answer must be 401 as well.
 */
export function relabel(
  paths: Paths,
  number: number,
  { secret, random, now }: ForgeryOptions,
): Sent & { refused: boolean } {
  const pick = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!
  const shopify = (body: object, topic: string, domain = shopDomain): Sent & { refused: boolean } => {
    const text = JSON.stringify(body)
    const signed = sign(0, secret, text, `label-${number}`, 0)
    const headers = { ...signed, 'x-shopify-topic': topic, 'x-shopify-shop-domain': domain }
    return { path: paths.shopify, body: text, headers, refused: true }
  }
  const person = { customer: { id: number, email: 'kept@shop.example' } }
  const shop = (domain: string) => ({ shop_id: number, shop_domain: domain })
  const product = { id: 500_000_001, title: 'Genuine', status: 'draft', number, variants: [] }
  const level = { inventory_item_id: inventoryItem(1), location_id: number, available: 1 }
  const order = { id: number, email: 'kept@shop.example', ...person, line_items: [] }
  const woo = (topic: string, body: object, refused: boolean) => {
    const text = JSON.stringify(body)
    const signed = sign(1, secret, text, `label-${number}`, 0)
    return { path: paths.woocommerce, body: text, headers: { ...signed, 'x-wc-webhook-topic': topic }, refused }
  }
  const seconds = Math.floor(now / 1000)
  const foreign = JSON.stringify({
    ...{ scope: 'store/app/uninstalled', data: {}, producer: pick(['', 'stores/other', 'stores/abcdef']) },
    number,
  })
  return pick([
    () => shopify(pick([product, level, order]), pick(destructive)),
    () =>
      shopify({ ...shop(shopDomain), ...person, data_request: { id: 1 } }, pick(['customers/redact', 'shop/redact'])),
    () =>
      shopify(
        { ...shop(shopDomain), ...person, orders_to_redact: [] },
        pick(['customers/data_request', 'shop/redact']),
      ),
    () => shopify({ ...shop(otherShop), ...person, orders_to_redact: [] }, 'customers/redact'),
    () => shopify(shop(otherShop), 'shop/redact'),
    () => shopify({ id: number, myshopify_domain: otherShop }, 'app/uninstalled'),
    () => shopify(level, 'inventory_levels/update', otherShop),
    () => woo('product.deleted', { id: 500_000_001, status: 'processing', line_items: [], number }, true),
    () => woo('product.updated', { id: 500_000_001, status: 'cancelled', line_items: [], number }, false),
    () => ({
      path: paths.bigcommerce,
      body: foreign,
      headers: sign(2, secret, foreign, `label-${number}`, seconds),
      refused: false,
    }),
  ])()
}
