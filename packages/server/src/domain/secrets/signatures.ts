/** Signatures with a shared secret, as shop platforms and Standard Webhooks write them: made and checked over the raw body. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Takes as long whatever differs, also when the lengths do. */
export function isSameSecret(given: string | Buffer, expected: string | Buffer): boolean {
  const hash = (value: string | Buffer) => createHash('sha256').update(value).digest()
  return timingSafeEqual(hash(given), hash(expected))
}

/** Shopify and WooCommerce: HMAC-SHA256 of the body, base64. */
export const signBody = (secret: string, body: Buffer) => createHmac('sha256', secret).update(body).digest('base64')

export const isBodySigned = (secret: string, body: Buffer, given: string | undefined) =>
  given !== undefined && isSameSecret(given, signBody(secret, body))

type QueryPairs = Iterable<readonly [name: string, value: string]>

/** Sorted `name=value` pairs, the values of a repeated name joined by a comma. */
function writePairs(query: QueryPairs, without: string): string[] {
  const values = new Map<string, string[]>()
  for (const [name, value] of query) if (name !== without) values.set(name, [...(values.get(name) ?? []), value])
  return [...values].map(([name, several]) => `${name}=${several.join(',')}`).sort()
}

const hex = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

/** Shopify's app proxy: the pairs follow each other without anything between. */
export const signProxyQuery = (secret: string, query: QueryPairs) =>
  hex(secret, writePairs(query, 'signature').join(''))

/** Shopify's OAuth and admin links. */
export const signOauthQuery = (secret: string, query: QueryPairs) => hex(secret, writePairs(query, 'hmac').join('&'))

/** A link is good for this long, as in Shopify's own library. */
const linkMillis = 90_000

type SignedQuery = { secret: string; query: QueryPairs; now: number }

export const isProxyQuerySigned = (link: SignedQuery) => isQuerySigned(link, 'signature', signProxyQuery)

export const isOauthQuerySigned = (link: SignedQuery) => isQuerySigned(link, 'hmac', signOauthQuery)

function isQuerySigned({ secret, query, now }: SignedQuery, name: string, sign: typeof signProxyQuery): boolean {
  const pairs = [...query]
  const only = (wanted: string) => {
    const found = pairs.filter(([one]) => one === wanted)
    return found.length === 1 ? found[0]![1] : undefined
  }
  const [given, seconds] = [only(name), only('timestamp')]
  // Repeated, they would say one thing to the signature and another to whoever reads them.
  if (given === undefined || seconds === undefined || only('shop') === undefined) return false
  return isSameSecret(given, sign(secret, pairs)) && Math.abs(now - Number(seconds) * 1000) <= linkMillis
}

export type WebhookHeaders = { id: string; timestamp: string; signature: string }

/** Standard Webhooks 1.0.0, `v1`. Any bytes may be the key: `readWebhookSecret`, or those of a platform's client secret. */
export function signWebhook(key: Buffer, id: string, seconds: number, body: Buffer): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64')}`
}

/** `whsec_` and base64; without the prefix too, as older libraries show it. */
export const readWebhookSecret = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

export const webhookTolerance = 5 * 60_000

/** Several signatures stand beside each other while a secret is renewed; one that fits is enough. */
export function isWebhookSigned(key: Buffer, headers: Partial<WebhookHeaders>, body: Buffer, now: number): boolean {
  const { id, timestamp, signature } = headers
  if (!id || !signature || !/^\d{1,12}$/.test(timestamp ?? '')) return false
  const expected = signWebhook(key, id, Number(timestamp), body)
  const isRight = signature.split(' ').some((one) => isSameSecret(one, expected))
  return isRight && Math.abs(now - Number(timestamp) * 1000) <= webhookTolerance
}
