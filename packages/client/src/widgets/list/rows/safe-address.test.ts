import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { linkOf, pictureOf } from './safe-address.ts'

beforeAll(() => vi.stubGlobal('location', { href: 'https://shop.example/wishlist', origin: 'https://shop.example' }))
afterAll(() => vi.unstubAllGlobals())

const item = { variantId: 1, productId: 1 }

test('another person’s list links only to the shop’s own pages and to addresses of the catalog', () => {
  expect(linkOf({ ...item, url: '/p/1' }, true)).toBe('https://shop.example/p/1')
  expect(linkOf({ ...item, url: 'https://evil.example/p' }, true)).toBeUndefined()
  expect(linkOf({ ...item, url: 'https://shop.example.evil.example/p' }, true)).toBeUndefined()
  const link = 'https://de.shop.example/p'
  expect(linkOf({ ...item, url: 'https://evil.example/p', link }, true)).toBe(link)
})

test('another person’s list does not link to pages that act when they are opened', () => {
  const acting = ['/cart/add?id=1&quantity=99', '/cart/clear', '/de/account/logout', '/%63art/clear']
  for (const url of [
    ...acting,
    '/discount/EVIL?redirect=/x',
    '//shop.example/cart/',
    '/wp-login.php',
    '/x/..\\cart\\clear',
  ])
    expect(linkOf({ ...item, url }, true), url).toBeUndefined()
  expect(linkOf({ ...item, url: '/?add-to-cart=5' }, true)).toBe('https://shop.example/')
  for (const url of ['/products/cart-cover', '/products/pot?variant=123', '/produkte/gro%C3%9Fe-vase'])
    expect(linkOf({ ...item, url }, true), url).toBe(`https://shop.example${url}`)
})

test('an own list links to what was saved, but never runs it', () => {
  expect(linkOf({ ...item, url: 'https://other.example/p' }, false)).toBe('https://other.example/p')
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'http://', ''])
    for (const isShared of [true, false]) expect(linkOf({ ...item, url }, isShared), url).toBeUndefined()
})

test('pictures come over HTTPS or from the page’s own server', () => {
  expect(pictureOf('https://cdn.example/a.jpg')).toBe('https://cdn.example/a.jpg')
  expect(pictureOf('/a.jpg')).toBe('https://shop.example/a.jpg')
  for (const url of ['http://cdn.example/a.jpg', 'data:image/svg+xml,x', 'javascript:1', '', null, undefined])
    expect(pictureOf(url)).toBeUndefined()
})
