/** Signatures with a shared secret over the raw body, as shop platforms and Standard Webhooks define them. */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Constant time, also for different lengths. */
export function isSameSecret(given: string | Buffer, expected: string | Buffer): boolean {
  const hash = (value: string | Buffer) => createHash('sha256').update(value).digest()
  return timingSafeEqual(hash(given), hash(expected))
}

/** Shopify and WooCommerce: HMAC-SHA256 of the body, base64. */
export const signBody = (secret: string, body: Buffer) => createHmac('sha256', secret).update(body).digest('base64')

export const isBodySigned = (secret: string, body: Buffer, given: string | undefined) =>
  given !== undefined && isSameSecret(given, signBody(secret, body))

export type WebhookHeaders = { id: string; timestamp: string; signature: string }

/** Standard Webhooks 1.0.0, `v1`. The key is from `readWebhookSecret`, or the bytes of a platform's client secret. */
export function signWebhook(key: Buffer, id: string, seconds: number, body: Buffer): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.`).update(body).digest('base64')}`
}

/** `whsec_` and base64; also without the prefix, as older libraries show it. */
export const readWebhookSecret = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64')

const webhookTolerance = 5 * 60_000

/** During a rotation there are several signatures; one valid signature is enough. */
export function isWebhookSigned(key: Buffer, headers: Partial<WebhookHeaders>, body: Buffer, now: number): boolean {
  const { id, timestamp, signature } = headers
  if (!id || !signature || !/^\d{1,12}$/.test(timestamp ?? '')) return false
  const expected = signWebhook(key, id, Number(timestamp), body)
  const isRight = signature.split(' ').some((one) => isSameSecret(one, expected))
  return isRight && Math.abs(now - Number(timestamp) * 1000) <= webhookTolerance
}
