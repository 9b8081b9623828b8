import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  isBodySigned,
  isOauthQuerySigned,
  isProxyQuerySigned,
  isSameSecret,
  isWebhookSigned,
  readWebhookSecret,
  signBody,
  signOauthQuery,
  signProxyQuery,
  signWebhook,
} from './signatures.ts'

const standard = {
  key: readWebhookSecret('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'),
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  seconds: 1614265330,
  body: Buffer.from('{"test": 2432232314}'),
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

test('Standard Webhooks are signed as in the specification’s own example', () => {
  const { key, id, seconds, body, signature } = standard
  expect(signWebhook(key, id, seconds, body)).toBe(signature)
  expect(signWebhook(readWebhookSecret('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'), id, seconds, body)).toBe(signature)
})

test('a webhook counts within five minutes, by any of its signatures, and only whole', () => {
  const { key, id, seconds, body, signature } = standard
  const headers = { id, timestamp: String(seconds), signature }
  const now = seconds * 1000
  expect(isWebhookSigned(key, headers, body, now)).toBe(true)
  expect(isWebhookSigned(key, { ...headers, signature: `v1,AAAA ${signature}` }, body, now + 300_000)).toBe(true)
  expect(isWebhookSigned(key, headers, body, now + 300_001)).toBe(false)
  expect(isWebhookSigned(key, headers, body, now - 300_001)).toBe(false)
  expect(isWebhookSigned(key, { ...headers, id: 'msg_2' }, body, now)).toBe(false)
  expect(isWebhookSigned(key, { ...headers, signature: undefined as never }, body, now)).toBe(false)
  expect(isWebhookSigned(key, { ...headers, timestamp: '1e9' }, body, now)).toBe(false)
  expect(isWebhookSigned(Buffer.from('another'), headers, body, now)).toBe(false)
})

test('BigCommerce signs with the bytes of its client secret', () => {
  const body = Buffer.from(
    '{"scope":"store/sku/inventory/updated","store_id":"1025646","data":{"type":"sku","id":461,"inventory":{"product_id":206,"method":"absolute","value":5,"variant_id":509}},"hash":"116ddb29d7bc1b2322cc1a4dc295221ee3637d4b","created_at":1561480673,"producer":"stores/abcde"}',
  )
  expect(signWebhook(Buffer.from('client_secret_example'), 'msg_1', 1614265330, body)).toBe(
    'v1,bbnS91lxD87+rBUG2rrEsMrkStwrKZLftbBMWjgg0lE=',
  )
})

test('Shopify and WooCommerce sign the body', () => {
  const body = Buffer.from(
    '{"inventory_item_id":271878346596884015,"location_id":24826418,"available":0,"updated_at":"2021-12-31T19:00:00-05:00"}',
  )
  const signature = 'Qho1f9jlbGTC+yI5XyB9x3XZj1NwqUgVCL/MFG9/xHY='
  expect(signBody('hush', body)).toBe(signature)
  expect(isBodySigned('hush', body, signature)).toBe(true)
  expect(isBodySigned('hush', Buffer.concat([body, Buffer.from(' ')]), signature)).toBe(false)
  expect(isBodySigned('hush', body, undefined)).toBe(false)
})

const proxied = (customer: string) =>
  new URLSearchParams(
    `extra=1&extra=2&shop=shop-name.myshopify.com&logged_in_customer_id=${customer}&path_prefix=/apps/awesome_reviews&timestamp=1317327555`,
  )

test('Shopify’s app proxy signs its query', () => {
  const known = '4c68c8624d737112c91818c11017d24d334b524cb5c2b8ba08daa056f7395ddb'
  expect(signProxyQuery('hush', proxied('1'))).toBe(known)
  expect(signProxyQuery('hush', proxied(''))).toBe('e072b6d7e6622d85912a5214b860d3100dc1e73d9bc29f43796ac8c9ff8093cb')
  const query = proxied('1')
  query.append('signature', known)
  const now = 1317327555_000
  expect(isProxyQuerySigned({ secret: 'hush', query, now })).toBe(true)
  expect(isProxyQuerySigned({ secret: 'hush', query, now: now + 90_000 })).toBe(true)
  expect(isProxyQuerySigned({ secret: 'hush', query, now: now + 90_001 })).toBe(false)
  expect(isProxyQuerySigned({ secret: 'hush', query, now: now - 90_001 })).toBe(false)
  query.append('signature', known)
  expect(isProxyQuerySigned({ secret: 'hush', query, now })).toBe(false)
})

test('an admin link is signed with its pairs joined by &', () => {
  const query = new URLSearchParams('shop=a.myshopify.com&timestamp=1000')
  query.set('hmac', signOauthQuery('hush', query))
  expect(isOauthQuerySigned({ secret: 'hush', query, now: 1_000_000 })).toBe(true)
  query.set('shop', 'b.myshopify.com')
  expect(isOauthQuerySigned({ secret: 'hush', query, now: 1_000_000 })).toBe(false)
})

test('a link says once for which shop it is and when it was made', () => {
  const isSigned = (text: string) => {
    const query = new URLSearchParams(text)
    query.set('hmac', signOauthQuery('hush', query))
    return isOauthQuerySigned({ secret: 'hush', query, now: 1_000_000 })
  }
  expect(isSigned('shop=a.myshopify.com&timestamp=1000')).toBe(true)
  expect(isSigned('shop=a.myshopify.com')).toBe(false)
  expect(isSigned('timestamp=1000')).toBe(false)
  expect(isSigned('shop=a.myshopify.com&shop=b.myshopify.com&timestamp=1000')).toBe(false)
  expect(isSigned('shop=a.myshopify.com&timestamp=1000&timestamp=1000')).toBe(false)
})

test('only the same is the same', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (one, other) => isSameSecret(one, other) === (one === other)))
})
