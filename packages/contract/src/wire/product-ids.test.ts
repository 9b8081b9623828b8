import { expect, test } from 'vitest'
import { productKey } from './fields.ts'
import { plainProductId, readShopifyId } from './product-ids.ts'

const base64 = (text: string) => Buffer.from(text).toString('base64')

test.each([
  'gid://shopify/ProductVariant/123',
  'gid://shopify/Product/123',
  'gid://shopify/Product/123?key=1',
  base64('gid://shopify/ProductVariant/123'),
  base64('gid://shopify/Product/123'),
  base64('gid://shopify/ProductVariant/123').replace(/=+$/, ''),
  ' gid://shopify/Product/123 ',
])('%s means 123', (text) => expect(productKey.parse(text)).toBe('123'))

test('numbers beyond 2^53 are not rounded', () => {
  expect(plainProductId('gid://shopify/Product/9223372036854775807')).toBe('9223372036854775807')
  expect(plainProductId(base64('gid://shopify/Product/9223372036854775807'))).toBe('9223372036854775807')
})

test.each([
  'gid://shopify/Collection/123',
  'gid://shopify/Product/',
  'gid://shopify/Product/12a',
  'gid://other/Product/123',
  'x gid://shopify/Product/123',
  base64('gid://shopify/Collection/5'),
  base64('gid://shopify/Product/123').slice(0, 21),
  'Z2lkOi8vc2hvcGlm!',
  'Z2lk',
  '00123',
])('%s stays as it is', (text) => expect(productKey.parse(text)).toBe(text))

test('the id of any type can be read', () => {
  expect(readShopifyId('gid://shopify/Order/7')).toEqual({ type: 'Order', number: '7' })
  expect(readShopifyId('7')).toBeNull()
})
