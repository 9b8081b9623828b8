/** `uri` of a product record is the product's address including the variant. */
import { describe, expect, test } from 'vitest'
import { basic, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
const shop = 'https://shop.example'
const alert = { medium: 'email', mediumvalue: 'ada@shop.example', topics: ['backinstock'] }

async function recordOf(product: object, store = t.store) {
  const reply = await t.admin('bispa/subscriptions/create', { ...alert, products: [product] }, store)
  expect(reply.status, JSON.stringify(reply.body)).toBe(200)
  return reply.body.products[0]
}

describe('of a product that the catalog does not know', () => {
  // proves S2.3.uri, C8.1.uri-unknown
  test.each([
    [`${shop}/products/shirt`, `${shop}/products/shirt?variant=12`],
    [`${shop}/products/shirt?ref=mail`, `${shop}/products/shirt?ref=mail&variant=12`],
    [`${shop}/products/shirt#reviews`, `${shop}/products/shirt?variant=12#reviews`],
    [`${shop}/products/shirt?ref=mail#a?b`, `${shop}/products/shirt?ref=mail&variant=12#a?b`],
    [`${shop}/products/shirt?variant=12`, `${shop}/products/shirt?variant=12`],
    [`${shop}/products/shirt?variant=9&ref=x#a`, `${shop}/products/shirt?variant=12&ref=x#a`],
    ['/products/shirt', '/products/shirt?variant=12'],
    [`${shop}/product/shirt/`, `${shop}/product/shirt/?variation_id=12`],
    [`${shop}/?product=shirt`, `${shop}/?product=shirt&variation_id=12`],
    [`${shop}/product/shirt/?attribute_pa_size=m`, `${shop}/product/shirt/?attribute_pa_size=m`],
    [`${shop}/shirt/?sku=LS-M`, `${shop}/shirt/?sku=LS-M`],
  ])('%s gives %s', async (du, uri) => {
    expect(await recordOf({ epi: 12, empi: 1, du })).toMatchObject({ du, uri })
  })

  test('a product without variants, and an id that no address may contain, leave the address', async () => {
    const du = `${shop}/products/shirt`
    expect((await recordOf({ epi: 7, empi: 7, du })).uri).toBe(du)
    expect((await recordOf({ epi: 'a b&c', empi: 7, du })).uri).toBe(du)
    expect((await recordOf({ epi: 'LS-M', empi: 7, du })).uri).toBe(`${du}?variant=LS-M`)
  })
})

describe('of a product of the catalog', () => {
  const catalogOf = async (store: typeof t.store) => {
    const reply = await t.app.inject({
      url: '/storeadmin/v3/catalog/products',
      headers: { authorization: basic(store) },
    })
    return reply.json().products
  }

  // proves C8.1.uri-api
  test('is the uri that was sent, else du with the variant', async () => {
    const store = await t.newStore()
    const du = `${shop}/products/shirt`
    const products = [
      { epi: 12, empi: 1, du },
      { epi: 13, empi: 1, du, uri: `${shop}/shirt-red` },
      { epi: 14, empi: 1 },
    ]
    await t.admin('v3/catalog/products', { products }, store)
    const links = [`${du}?variant=12`, `${shop}/shirt-red`, '']
    expect((await catalogOf(store)).map(({ uri }: { uri: string }) => uri)).toEqual(links)
    for (const [place, epi] of [12, 13].entries())
      expect(await recordOf({ epi, empi: 1, du: `${shop}/sent` }, store)).toMatchObject({ du, uri: links[place] })
    expect(await recordOf({ epi: 14, empi: 1, du: `${shop}/sent` }, store)).toMatchObject({
      uri: `${shop}/sent?variant=14`,
    })
    await t.admin('v3/catalog/products', { products: await catalogOf(store) }, store)
    expect((await catalogOf(store)).map(({ uri }: { uri: string }) => uri)).toEqual(links)
  })

  // proves C8.1.uri-feed
  test('from a feed is its link with the variant', async () => {
    const store = await t.newStore()
    const feed = `id\titem_group_id\ttitle\tlink
12\t1\tShirt\t${shop}/products/shirt
13\t1\tShirt\t${shop}/products/shirt?variant=13&utm_source=g
`
    const reply = await t.app.inject({
      method: 'POST',
      url: '/storeadmin/v3/catalog/feed',
      headers: { authorization: basic(store), 'content-type': 'text/tab-separated-values' },
      payload: feed,
    })
    expect(reply.statusCode).toBe(200)
    expect((await catalogOf(store)).map(({ uri }: { uri: string }) => uri)).toEqual([
      `${shop}/products/shirt?variant=12`,
      `${shop}/products/shirt?variant=13&utm_source=g`,
    ])
  })
})

test('recently viewed products and the older wishlist have it, too', async () => {
  const who = await t.guest()
  const product = { epi: 12, empi: 1, du: `${shop}/products/shirt` }
  await t.shop('events', who, { type: 'view', products: [product] })
  const seen = await t.shop('shopper/fetch-recently-viewed-products', who)
  expect(seen.body.recentlyViewed[0].uri).toBe(`${shop}/products/shirt?variant=12`)
  await t.admin('user/add-wishlist', { regid: who.regid, ...product })
  const older = await t.admin('user/wishlist', { regid: who.regid })
  expect(older.body.metadata[0].uri).toBe(`${shop}/products/shirt?variant=12`)
})
