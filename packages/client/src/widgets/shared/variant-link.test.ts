import { expect, test } from 'vitest'
import { variantLink } from './variant-link.ts'

const product = { variantId: 12, productId: 1 }

test.each([
  ['/products/mug', '/products/mug?variant=12'],
  ['https://shop.example/products/mug?ref=a#top', 'https://shop.example/products/mug?ref=a&variant=12#top'],
  ['/products/mug?variant=11&ref=a', '/products/mug?variant=12&ref=a'],
  ['/product/mug/', '/product/mug/?variation_id=12'],
  ['/product/mug/?attribute_pa_color=red', '/product/mug/?attribute_pa_color=red'],
  ['/mug?sku=M-12', '/mug?sku=M-12'],
  ['', ''],
])('the page %o of the saved variant is %o', (url, link) => {
  expect(variantLink(url, product)).toBe(link)
})

test('a product without variants, and an id that an address can’t hold, change nothing', () => {
  expect(variantLink('/p', { variantId: '1', productId: 1 })).toBe('/p')
  expect(variantLink('/p', { variantId: 'a b', productId: 1 })).toBe('/p')
  expect(variantLink('/p', { variantId: 'gid://shopify/ProductVariant/7', productId: 1 })).toBe('/p?variant=7')
})
