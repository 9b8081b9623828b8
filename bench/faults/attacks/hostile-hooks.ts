/** Platforms and providers connected to a store, each with its signature. */
import { generateKeyPairSync, sign } from 'node:crypto'
import type { Database } from '../../../packages/server/src/database/connect.ts'
import { hookPath } from '../../../packages/server/src/domain/integrations/hook-addresses.ts'
import { connectIntegration } from '../../../packages/server/src/domain/integrations/integrations.ts'
import { signMailgun, signTwilioForm } from '../../../packages/server/src/domain/secrets/provider-signatures.ts'
import { signBody, signWebhook } from '../../../packages/server/src/domain/secrets/signatures.ts'
import type { Vault } from '../../../packages/server/src/domain/secrets/vault.ts'
import type { Store } from '../../../packages/server/src/domain/stores/stores.ts'
import { readForm } from '../../../packages/server/src/hooks/plumbing/raw-body.ts'
import type { HookAddress } from '../../../test/fuzz/hook-requests.ts'

const usualSecret = 'a-secret-of-the-platform'

/** Created once per secret, so that connecting again does not change the signing keys. */
const pairs = new Map<string, ReturnType<typeof makePair>>()
const makePair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
function pairOf(secret: string) {
  const pair = pairs.get(secret) ?? makePair()
  pairs.set(secret, pair)
  return pair
}

const publicKeyOf = (secret: string) =>
  pairOf(secret).publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

const valuesOf = (secret: string): Record<HookAddress['kind'], Record<string, string>> => ({
  shopify: { shop: 'fern.myshopify.com', 'client-secret': secret },
  woocommerce: { 'webhook-secret': secret },
  bigcommerce: { 'client-secret': secret, 'store-hash': 'abcde' },
  'sendgrid-events': { 'public-key': publicKeyOf(secret) },
  'postmark-events': { user: 'postmark', password: secret },
  'ses-events': { 'topic-arn': 'arn:aws:sns:eu-central-1:123456789012:bounces' },
  'mailgun-events': { 'signing-key': secret },
  twilio: { 'account-sid': `AC${'0'.repeat(32)}`, 'auth-token': secret, from: '+4915100000000' },
})

/** `home`: the service's public address, which Twilio signs. */
export async function connectHooks(
  sql: Database,
  vault: Vault,
  store: Store,
  home: string,
  secret = usualSecret,
): Promise<HookAddress[]> {
  const values = valuesOf(secret)
  const basic = `Basic ${Buffer.from(`postmark:${secret}`).toString('base64')}`
  let number = 0
  const signs: Record<HookAddress['kind'], (path: string) => HookAddress['sign']> = {
    shopify: () => (body, topic) => ({
      'x-shopify-topic': topic,
      'x-shopify-event-id': `event-${++number}`,
      'x-shopify-shop-domain': 'fern.myshopify.com',
      'x-shopify-hmac-sha256': signBody(secret, body),
    }),
    woocommerce: () => (body, topic) => ({
      'x-wc-webhook-topic': topic,
      'x-wc-webhook-delivery-id': `delivery-${++number}`,
      'x-wc-webhook-signature': signBody(secret, body),
    }),
    bigcommerce: () => (body) => {
      const [id, seconds] = [`msg-${++number}`, Math.floor(Date.now() / 1000)]
      return {
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signWebhook(Buffer.from(secret), id, seconds, body),
      }
    },
    'sendgrid-events': () => (body) => {
      const timestamp = String(Math.floor(Date.now() / 1000))
      const signed = sign('sha256', Buffer.concat([Buffer.from(timestamp), body]), pairOf(secret).privateKey)
      return {
        'x-twilio-email-event-webhook-signature': signed.toString('base64'),
        'x-twilio-email-event-webhook-timestamp': timestamp,
      }
    },
    'postmark-events': () => () => ({ authorization: basic }),
    'ses-events': () => () => ({ 'x-amz-sns-message-type': 'Notification' }),
    // Its signature is inside the body.
    'mailgun-events': () => () => ({}),
    twilio: (path) => (body) => ({ 'x-twilio-signature': signTwilioForm(secret, home + path, readForm(body)) }),
  }
  const hooks: HookAddress[] = []
  for (const kind of Object.keys(values) as HookAddress['kind'][]) {
    const path = hookPath(await connectIntegration(sql, vault, store, { kind, values: values[kind], enabled: true }))
    const seal = (body: Buffer) => sealMailgun(body, secret, `token-${String(++number).padStart(44, '0')}`)
    hooks.push({ kind, path, sign: signs[kind](path), ...(kind === 'mailgun-events' && { seal }) })
  }
  return hooks
}

/** Signs a body that is still an object; any other is sent as it is. */
function sealMailgun(body: Buffer, key: string, token: string): Buffer {
  const timestamp = String(Math.floor(Date.now() / 1000))
  try {
    const event = JSON.parse(body.toString())
    const signature = { timestamp, token, signature: signMailgun(key, timestamp, token) }
    return Buffer.from(JSON.stringify({ ...event, signature }))
  } catch {
    return body
  }
}
