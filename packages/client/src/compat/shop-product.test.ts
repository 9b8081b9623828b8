import { afterEach, expect, test, vi } from 'vitest'
import { fetchShopProduct } from './shop-product.ts'

afterEach(() => vi.unstubAllGlobals())

test('an address names a product of this shop and nothing else', async () => {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response('{"id":1}')
  })
  for (const url of ['https://shop.example/products/constructor?variant=1', '/de/products/lamp/', 'caf%C3%A9-2'])
    expect(await fetchShopProduct(url)).toEqual({ id: 1 })
  await fetchShopProduct('/products/lamp#top')
  for (const url of [
    '/products/..\\cart\\clear',
    'https://shop.example/products/..\\..\\account\\logout',
    '',
    undefined,
    {},
  ])
    await expect(fetchShopProduct(url)).rejects.toThrow('not the address')
  expect(asked).toEqual(['/products/constructor.js', '/products/lamp.js', '/products/caf%C3%A9-2.js'])
})
