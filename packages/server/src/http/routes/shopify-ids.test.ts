/** Shopify GraphQL ids, plain or in base64, mean their number in every call that takes a product or a variant. */
import { describe, expect, test } from 'vitest'
import { readMigrations } from '../../database/migration-files.ts'
import { finishBackgroundWork } from '../../domain/lists/background-work.ts'
import { done, makeList } from '../testing/lists.ts'
import { basic, useTestApp } from '../testing/test-app.ts'

const t = useTestApp()
const variant = (id: number) => `gid://shopify/ProductVariant/${id}`
const product = (id: number) => `gid://shopify/Product/${id}`
const encoded = (text: string) => Buffer.from(text).toString('base64')
const du = 'https://shop.example/products/shirt'

const forms: [string, (text: string) => string][] = [
  ['plain', (text) => text],
  ['in base64', encoded],
]

describe.each(forms)('%s', (_, as) => {
  const [epi, empi] = [as(variant(123)), as(product(45))]
  const sent = { epi, empi, du }

  // proves C8.2.gid
  test('items: a, u, d, contains, the counts and several lists', async () => {
    const who = await t.guest()
    const { lid } = await makeList(t, who)
    const change = (fields: object) => done(t, 'lists/update-ctx', who, { lid, ...fields })
    expect((await change({ a: [sent] })).a).toMatchObject([{ epi: 123, empi: 45 }])
    expect((await change({ a: [{ epi: 123, empi: 45, du }] })).a).toHaveLength(1)
    expect((await change({ u: [{ epi, qty: 4 }] })).u).toMatchObject([{ epi: 123, qty: 4 }])
    expect((await done(t, 'lists/fetch-list', who, { lid })).cnt).toBe(1)
    expect(await done(t, 'lists/contains', who, { epis: [epi, 123, 9] })).toEqual({ [epi]: [lid], 123: [lid], 9: [] })
    expect(await done(t, 'lists/contains', who, { empis: [empi] })).toEqual({ [empi]: [lid] })
    const count = await t.shop('product/wishlist/social-count', {}, { empi })
    expect(count.body.data).toMatchObject({ empi: 45, count: expect.any(Number) })
    expect(count.body.data.count).toBeGreaterThan(0)
    const counts = await t.shop('product/wishlist/social-count-batch', {}, { empis: [empi] })
    expect(counts.body.data).toMatchObject([{ empi: 45, count: count.body.data.count }])
    expect((await done(t, 'lists/update-multiple-ctx', who, { lids: [lid], d: [sent] })).d).toMatchObject([
      { epi: 123 },
    ])
  })

  // proves C8.2.gid
  test('save for later, recently viewed products and the older calls', async () => {
    const who = await t.guest()
    const { list } = await done(t, 'lists/sfl/fetch', who)
    const call = (name: string, items: object[]) => done(t, `lists/sfl/${name}`, who, { lid: list.lid, items })
    expect((await call('add', [sent])).itemsadded).toMatchObject([{ epi: 123, empi: 45 }])
    expect((await call('update', [{ epi, qty: 2 }])).itemsupdated).toMatchObject([{ epi: 123, qty: 2 }])
    expect((await call('remove', [{ epi }])).itemsdeleted).toMatchObject([{ epi: 123 }])
    await done(t, 'events', who, { type: 'view', products: [sent] })
    expect((await done(t, 'shopper/fetch-recently-viewed-products', who)).recentlyViewed).toMatchObject([
      { epi: 123, empi: 45, variantId: 123, productId: 45 },
    ])
    expect((await t.admin('user/add-wishlist', { regid: who.regid, ...sent })).status).toBe(200)
    expect((await t.admin('user/wishlist', { regid: who.regid })).body.epis).toMatchObject([{ epi: 123 }])
    expect((await t.admin('user/remove-wishlist', { regid: who.regid, epis: [epi] })).status).toBe(200)
    expect((await t.admin('user/wishlist', { regid: who.regid })).body.epis).toEqual([])
  })

  test('bundles and platformitemid of custom items', async () => {
    const store = await t.newStore('custom-items=on')
    const who = await t.guest(undefined, store)
    const { lid } = await makeList(t, who, {}, store)
    const custom = { title: 'Set', platformitemid: epi, bundle: [{ title: 'Shirt', epi, empi }] }
    const { a } = await done(t, 'lists/update-ctx', who, { lid, a: [custom] }, store)
    expect(a).toMatchObject([{ platformitemid: 123, bundle: [{ title: 'Shirt', epi: 123, empi: 45 }] }])
  })

  // proves C8.2.gid
  test('alerts, the catalog, stock, triggers and orders', async () => {
    const store = await t.newStore()
    const who = await t.account('ada@shop.example', store)
    const admin = (path: string, fields: Record<string, unknown>) => t.admin(path, fields, store)
    expect((await admin('v3/catalog/products', { products: [{ ...sent, dt: 'Shirt', stk: 0 }] })).status).toBe(200)
    const alert = { medium: 'email', mediumvalue: 'ada@shop.example', topics: ['backinstock'], products: [sent] }
    const subscribed = await admin('bispa/subscriptions/create', alert)
    expect(subscribed.body.products).toMatchObject([{ epi: 123, empi: 45, dt: 'Shirt' }])
    expect((await t.shop('subscriptions/create', who, alert, store)).body.products).toMatchObject([{ epi: 123 }])
    const found = await t.shop('subscriptions/fetch-subs', who, {}, store)
    expect(found.body.subscriptions).toMatchObject([{ epi: 123, empi: 45 }])
    const browsed = await t.app.inject({
      url: `/storeadmin/v3/subscriptions?epi=${encodeURIComponent(epi)}`,
      headers: { authorization: basic(store) },
    })
    expect(browsed.json().subscriptions).toMatchObject([{ epi: 123 }])
    for (const products of [[epi], [{ epi }]])
      expect(
        (await admin('v3/topics/trigger', { topic: 'backinstock', products, dryrun: true })).body.triggered,
      ).toEqual([123])
    expect((await admin('v3/catalog/stock', { items: [{ epi, stk: 3 }] })).body).toMatchObject({ unknown: [] })
    const order = { orderid: '1', useremail: 'ada@shop.example', items: [{ epi, qty: 1 }] }
    expect((await admin('v3/orders', order)).body).toMatchObject({ recorded: 1, bought: 1 })
    await t.shop('subscriptions/create', who, { ...alert, topics: ['comingsoon'] }, store)
    const removed = await t.shop('subscriptions/remove', who, { topic: 'comingsoon', epi }, store)
    expect(removed.body).toEqual({ removed: 1 })
    expect((await admin('v3/catalog/products/delete', { epis: [epi] })).body).toEqual({ deleted: 1 })
    await admin('v3/catalog/products', { products: [sent] })
    expect((await admin('v3/catalog/products/delete', { empis: [empi] })).body).toEqual({ deleted: 1 })
  })
})

test('rows that an earlier release stored under the whole text get the number', async () => {
  const who = await t.guest()
  const { lid } = await makeList(t, who)
  const change = (fields: object) => done(t, 'lists/update-ctx', who, { lid, ...fields })
  const saved = [1, 2].map((id) => ({ epi: 7000 + id, empi: 700, du }))
  await change({ a: saved })
  await change({ a: [{ epi: 8001, empi: 800, du }] })
  const count = async (empi: number) =>
    (await t.shop('product/wishlist/social-count', {}, { empi })).body.data.count as number
  expect(await count(700)).toBe(1)
  // as the earlier release wrote them; the second variant is also there by its number
  await t.sql`update items set variant_id = ${variant(7001)}, product_id = ${product(700)} where variant_id = '7001'`
  await t.sql`update items set variant_id = ${variant(7002)}, product_id = ${product(700)} where variant_id = '8001'`
  await t.sql`update product_savers set product_id = ${product(700)} where product_id = '800'`
  await t.sql`update product_counts set product_id = ${product(700)} where product_id = '800'`
  const migration = (await readMigrations()).find(({ name }) => name === 'shopify-ids')!
  await t.sql.unsafe(migration.text)
  await finishBackgroundWork(t.sql)
  expect(await count(700)).toBe(1)
  expect(await t.sql`select from product_counts where product_id like 'gid:%' and savers <> 0`).toEqual([])
  expect((await change({ d: [{ epi: variant(7001) }] })).d).toMatchObject([{ epi: 7001, empi: 700 }])
  expect((await done(t, 'lists/fetch-list', who, { lid })).cnt).toBe(2)
})
