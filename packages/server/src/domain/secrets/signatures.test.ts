import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isBodySigned, isSameSecret, isWebhookSigned, readWebhookSecret, signBody, signWebhook } from './signatures.ts'

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

test('only equal values are the same secret', () => {
  fc.assert(fc.property(fc.string(), fc.string(), (one, other) => isSameSecret(one, other) === (one === other)))
})
