/** Customers of the three platforms: described, changed in part, deleted; late, repeated and under another label. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseSubject } from '../../domain/privacy/erase-subject.ts'
import { forgetCustomers } from '../../domain/shoppers/forget-customers.ts'
import { identifyAccount } from '../../domain/shoppers/shoppers.ts'
import { openHookTest, signBigcommerce, signShopify, signWoo } from '../testing/platforms.ts'

type Test = Awaited<ReturnType<typeof openHookTest>>
type TestStore = Awaited<ReturnType<Test['newStore']>>
let t: Test
beforeAll(async () => {
  t = await openHookTest()
})
afterAll(() => t.close())

const sendShopify = async (own: TestStore, topic: string, content: object, more = {}) => {
  const body = JSON.stringify(content)
  const status = await t.post(own.paths.shopify, body, signShopify(topic, body, more))
  await t.settled()
  return status
}
const sendWoo = async (own: TestStore, topic: string, content: object) => {
  const body = JSON.stringify(content)
  const status = await t.post(own.paths.woocommerce, body, signWoo(topic, body))
  await t.settled()
  return status
}
const sendBig = async (own: TestStore, scope: string, data: object, more = {}) => {
  const at = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({
    scope,
    store_id: '1',
    data,
    hash: 'x',
    created_at: at,
    producer: 'stores/abcde',
    ...more,
  })
  const status = await t.post(own.paths.bigcommerce, body, signBigcommerce(body))
  await t.settled()
  return status
}

const shopper = async ({ store: { storeId } }: TestStore, email: string) =>
  (
    await t.sql`
      select first_name, last_name, phone, tags, accepts_marketing, preferences, platform_data
      from shoppers
      where store_id = ${storeId} and email = ${email}`
  )[0]

const ada = {
  id: 207119551,
  admin_graphql_api_id: 'gid://shopify/Customer/207119551',
  email: 'Ada@Shop.example',
  first_name: 'Ada',
  last_name: 'Lovelace',
  phone: '+16136120707',
  state: 'enabled',
  verified_email: true,
  tags: 'vip, loyal',
  orders_count: 2,
  total_spent: '199.65',
  last_order_id: 450789469,
  addresses: [
    { id: 1, address1: '1 Main St', city: 'London', zip: 'W1', country: 'UK', default: true, note: { deep: 1 } },
  ],
  email_marketing_consent: {
    state: 'subscribed',
    opt_in_level: 'single_opt_in',
    consent_updated_at: '2026-01-01T00:00:00Z',
  },
  note: 'private remark of the merchant',
  created_at: '2025-01-01T00:00:00-05:00',
  updated_at: '2026-01-02T00:00:00-05:00',
}

describe('Shopify', () => {
  // proves C8.1.customer-webhooks
  test('a customer fills the owner’s record, and only its fields', async () => {
    const own = await t.newStore()
    expect(await sendShopify(own, 'customers/create', ada)).toBe(200)
    const found = await shopper(own, 'ada@shop.example')
    expect(found).toMatchObject({
      firstName: 'Ada',
      lastName: 'Lovelace',
      phone: null,
      tags: ['vip', 'loyal'],
      acceptsMarketing: true,
      preferences: { email: { signedUpAt: Date.UTC(2026, 0, 1), acceptsMarketing: true, source: 'shopify' } },
      platformData: {
        phone: '+16136120707',
        tags: ['vip', 'loyal'],
        ordersCount: 2,
        totalSpent: '199.65',
        lastOrderId: 450789469,
        state: 'enabled',
        updatedAt: '2026-01-02T00:00:00-05:00',
        createdAt: '2025-01-01T00:00:00-05:00',
      },
    })
    expect(found!.platformData.addresses).toEqual([
      { id: '1', address1: '1 Main St', city: 'London', zip: 'W1', country: 'UK', default: true },
    ])
    expect(JSON.stringify(found)).not.toContain('remark')
  })

  test('a late older message changes nothing, a newer one replaces what it sends', async () => {
    const own = await t.newStore()
    await sendShopify(own, 'customers/update', ada)
    await sendShopify(own, 'customers/update', { ...ada, first_name: 'Old', updated_at: '2026-01-01T00:00:00Z' })
    const {
      tags: _,
      total_spent: __,
      ...newer
    } = { ...ada, last_name: 'King', phone: null, updated_at: '2026-01-03T00:00:00Z' }
    await sendShopify(own, 'customers/disable', { ...newer, state: 'disabled' })
    expect(await shopper(own, 'ada@shop.example')).toMatchObject({
      firstName: 'Ada',
      lastName: 'King',
      tags: ['vip', 'loyal'],
      platformData: { state: 'disabled', totalSpent: '199.65' },
    })
    expect((await shopper(own, 'ada@shop.example'))!.platformData).not.toHaveProperty('phone')
  })

  test('tags that accumulate message by message stay within the bytes of a record; the first ones stay', async () => {
    const own = await t.newStore()
    await sendShopify(own, 'customers/create', ada)
    for (const n of [1, 2, 3])
      await sendShopify(own, 'customer.tags_added', {
        customerId: ada.admin_graphql_api_id,
        tags: [1, 2].map((m) => `${n}${m}${'💖'.repeat(200)}`),
        occurredAt: `2026-02-0${n}T00:00:00Z`,
      })
    const { tags, platformData } = (await shopper(own, 'ada@shop.example'))!
    expect(Buffer.byteLength(JSON.stringify(tags))).toBeLessThanOrEqual(4096)
    expect(tags.map((tag: string) => tag.replaceAll('💖', ''))).toEqual(['vip', 'loyal', '11', '12', '21', '22', '31'])
    expect(platformData.tags).toEqual(tags)
  })

  test('tags, consent and purchases that come apart are added to a known customer', async () => {
    const own = await t.newStore()
    const customerId = 'gid://shopify/Customer/207119551'
    const bought = {
      customerId,
      numberOfOrders: 5,
      amountSpent: { amount: '310.10', currencyCode: 'EUR' },
      lastOrderId: 'gid://shopify/Order/77',
      occurredAt: '2026-02-02T00:00:00Z',
    }
    expect(await sendShopify(own, 'customers/purchasing_summary', bought)).toBe(200)
    expect(await shopper(own, 'ada@shop.example')).toBeUndefined()
    await sendShopify(own, 'customers/create', ada)
    await sendShopify(own, 'customers/purchasing_summary', { ...bought, extra: 1 })
    await sendShopify(own, 'customers/purchasing_summary', {
      ...bought,
      numberOfOrders: 4,
      occurredAt: '2026-02-01T00:00:00Z',
    })
    await sendShopify(own, 'customer.tags_added', {
      customerId,
      tags: ['new', 'vip'],
      occurredAt: '2026-02-02T00:00:00Z',
    })
    await sendShopify(own, 'customer.tags_removed', { customerId, tags: ['loyal'], occurredAt: '2026-02-02T00:00:00Z' })
    const consent = (state: string, consent_updated_at: string) => ({
      customer_id: 207119551,
      email_address: ada.email,
      email_marketing_consent: { state, consent_updated_at },
    })
    await sendShopify(own, 'customers_email_marketing_consent/update', consent('unsubscribed', '2026-02-02T00:00:00Z'))
    await sendShopify(own, 'customers_email_marketing_consent/update', consent('subscribed', '2026-02-01T00:00:00Z'))
    await sendShopify(own, 'customers_marketing_consent/update', {
      id: 207119551,
      phone: '+1613',
      sms_marketing_consent: { state: 'subscribed', consent_updated_at: '2026-02-01T00:00:00Z' },
    })
    expect(await shopper(own, 'ada@shop.example')).toMatchObject({
      tags: ['vip', 'new'],
      acceptsMarketing: false,
      preferences: { email: { acceptsMarketing: false }, sms: { acceptsMarketing: true } },
      platformData: {
        tags: ['vip', 'new'],
        ordersCount: 5,
        totalSpent: '310.10',
        lastOrderId: 77,
        acceptsMarketing: false,
      },
    })
  })

  test('a new address gets the description, the old one loses it, and no list moves', async () => {
    const own = await t.newStore()
    await identifyAccount(t.sql, own.store, 'ada@shop.example')
    await sendShopify(own, 'customers/update', ada)
    await sendShopify(own, 'customers/update', {
      ...ada,
      email: 'king@shop.example',
      updated_at: '2026-01-05T00:00:00Z',
    })
    expect(await shopper(own, 'ada@shop.example')).toMatchObject({ firstName: '', tags: [], platformData: {} })
    expect(await shopper(own, 'king@shop.example')).toMatchObject({ firstName: 'Ada' })
    expect(await t.sql`select from merges where store_id = ${own.store.storeId}`).toHaveLength(0)
  })

  test('an address that Shopify has not verified, or that is none, describes nobody', async () => {
    const own = await t.newStore()
    for (const verified_email of ['false', 'true', 0, null])
      expect(await sendShopify(own, 'customers/create', { ...ada, verified_email })).toBe(200)
    expect(await shopper(own, 'ada@shop.example')).toBeUndefined()
    await sendShopify(own, 'customers/create', { ...ada, verified_email: false })
    await sendShopify(own, 'customers/create', { ...ada, email: null })
    await sendShopify(own, 'customers/create', { ...ada, email: 'not an address' })
    expect(await t.sql`select from shoppers where store_id = ${own.store.storeId}`).toHaveLength(0)
  })

  test('deleted: the description goes, lists and sign-in stay, and nothing older brings it back', async () => {
    const own = await t.newStore()
    await identifyAccount(t.sql, own.store, 'ada@shop.example')
    await sendShopify(own, 'customers/create', ada)
    const gone = {
      id: 207119551,
      phone: null,
      addresses: [],
      tax_exemptions: [],
      admin_graphql_api_id: 'gid://shopify/Customer/207119551',
    }
    expect(await sendShopify(own, 'customers/delete', gone)).toBe(200)
    expect(await shopper(own, 'ada@shop.example')).toMatchObject({
      firstName: '',
      tags: [],
      platformData: {},
      preferences: {},
    })
    await sendShopify(own, 'customers/update', { ...ada, updated_at: '2026-01-03T00:00:00Z' })
    await sendShopify(own, 'customers/create', ada, { 'x-shopify-event-id': 'again' })
    expect(await shopper(own, 'ada@shop.example')).toMatchObject({ firstName: '' })
  })

  test('after an erasure, a recorded message brings nothing back', async () => {
    const own = await t.newStore()
    await sendShopify(own, 'customers/create', ada)
    await eraseSubject(t.sql, own.store, { email: 'ada@shop.example' })
    await sendShopify(own, 'customers/create', ada, { 'x-shopify-event-id': 'recorded' })
    expect(await shopper(own, 'ada@shop.example')).toBeUndefined()
    const rows =
      await t.sql`select shopper_id, encode(customer_hash, 'escape') as hash from platform_customers where store_id = ${own.store.storeId}`
    expect(rows).toHaveLength(1)
    expect(rows[0]).toMatchObject({ shopperId: null })
    expect(rows[0]!.hash).not.toContain('207119551')
  })

  test.each([
    ['an erasure', undefined, (own: TestStore) => eraseSubject(t.sql, own.store, { email: 'ada@shop.example' })],
    ['a deletion by the store', undefined, (own: TestStore) => forgetCustomers(t.sql, own.store, ['ada@shop.example'])],
    [
      'a deletion by the store',
      ada.updated_at,
      (own: TestStore) => forgetCustomers(t.sql, own.store, ['ada@shop.example']),
    ],
  ])('after %s, a recorded message with the time %s brings nothing back', async (_, updated_at, end) => {
    const own = await t.newStore()
    const { updated_at: _time, ...rest } = ada
    const body = { ...rest, ...(updated_at && { updated_at }) }
    await sendShopify(own, 'customers/create', body)
    expect(await shopper(own, 'ada@shop.example')).toMatchObject({ firstName: 'Ada' })
    await end(own)
    for (const topic of ['customers/create', 'customers/update'])
      await sendShopify(own, topic, body, { 'x-shopify-event-id': `again-${topic}` })
    expect((await shopper(own, 'ada@shop.example'))?.firstName ?? '').toBe('')
    // What happens to the customer afterwards is news.
    await sendShopify(own, 'customers/update', { ...ada, updated_at: new Date(Date.now() + 1000).toISOString() })
    expect(await shopper(own, 'ada@shop.example')).toMatchObject({ firstName: 'Ada' })
  })

  test('no other body counts as a customer or as a deleted one', async () => {
    const own = await t.newStore()
    await sendShopify(own, 'customers/create', ada)
    const order = {
      id: 207119551,
      email: 'ada@shop.example',
      first_name: 'Evil',
      last_name: 'X',
      line_items: [],
      customer: ada,
    }
    expect(await sendShopify(own, 'customers/update', order)).toBe(200)
    expect(await shopper(own, 'ada@shop.example')).toMatchObject({ firstName: 'Ada' })
    const product = { id: 207119551, admin_graphql_api_id: 'gid://shopify/Product/207119551' }
    for (const body of [product, ada, order, { id: 207119551, title: 'Tea' }])
      expect(await sendShopify(own, 'customers/delete', body)).toBe(401)
    const other = JSON.stringify({ ...ada, first_name: 'Evil', updated_at: '2026-03-01T00:00:00Z' })
    expect(await t.post(own.paths.shopify, other, signShopify('customers/update', other, {}, 'wrong'))).toBe(401)
    const domain = { 'x-shopify-shop-domain': 'other.myshopify.com' }
    expect(await t.post(own.paths.shopify, other, signShopify('customers/update', other, domain))).toBe(401)
    expect(await shopper(own, 'ada@shop.example')).toMatchObject({ firstName: 'Ada' })
  })

  test('a body of any size and shape is answered and stays small', async () => {
    const own = await t.newStore()
    const huge = {
      ...ada,
      tags: Array.from({ length: 5000 }, (_, i) => `tag-${i}`).join(','),
      addresses: Array.from({ length: 100 }, () => ({ address1: 'x'.repeat(3000), city: ['no'], zip: {} })),
      first_name: `A\n\u2028${'b'.repeat(5000)}`,
      orders_count: 'many',
      total_spent: { amount: 1 },
      last_order_id: [],
      state: 7,
      created_at: 'never',
    }
    expect(await sendShopify(own, 'customers/create', huge)).toBe(200)
    const found = (await shopper(own, 'ada@shop.example'))!
    expect(JSON.stringify(found).length).toBeLessThan(20_000)
    expect(found.firstName).toMatch(/^A b+$/)
    for (const strange of [[], 'text', 7, null, { id: {} }, { id: 1, email: {}, first_name: [] }])
      expect(await sendShopify(own, 'customers/update', strange as object)).toBe(200)
  })
})

describe('WooCommerce', () => {
  const bo = {
    id: 25,
    email: 'bo@shop.example',
    first_name: 'Bo',
    last_name: 'Diddley',
    role: 'customer',
    username: 'bo',
    billing: { first_name: 'Bo', city: 'Chicago', phone: '555-0100', email: 'bo@shop.example' },
    shipping: { city: '' },
    date_created_gmt: '2025-03-21T16:09:28',
    date_modified_gmt: '2026-03-21T16:11:14',
  }

  // proves C8.1.customer-webhooks
  test('a customer fills the owner’s record; a late older message changes nothing', async () => {
    const own = await t.newStore()
    expect(await sendWoo(own, 'customer.created', bo)).toBe(200)
    expect(
      await sendWoo(own, 'customer.updated', { ...bo, first_name: 'Old', date_modified_gmt: '2026-03-20T16:11:14' }),
    ).toBe(200)
    expect(await shopper(own, 'bo@shop.example')).toMatchObject({
      firstName: 'Bo',
      lastName: 'Diddley',
      platformData: {
        phone: '555-0100',
        addresses: [{ city: 'Chicago', phone: '555-0100' }],
        createdAt: '2025-03-21T16:09:28',
      },
    })
  })

  test('deleted only by its own body, which is not the body of a deleted product', async () => {
    const own = await t.newStore()
    await sendWoo(own, 'customer.created', bo)
    expect(await sendWoo(own, 'customer.deleted', bo)).toBe(401)
    expect(await sendWoo(own, 'product.deleted', { id: 25 })).toBe(200)
    expect(await sendWoo(own, 'customer.deleted', { id: 25 })).toBe(401)
    expect(await shopper(own, 'bo@shop.example')).toMatchObject({ firstName: 'Bo' })
    const other = await t.newStore()
    await sendWoo(other, 'customer.created', bo)
    expect(await sendWoo(other, 'customer.deleted', { id: 25 })).toBe(200)
    expect(await shopper(other, 'bo@shop.example')).toBeUndefined()
  })

  test('a customer who was never modified does not come back after an erasure or a deletion', async () => {
    for (const date_created_gmt of [bo.date_created_gmt, undefined]) {
      const own = await t.newStore()
      const body = { ...bo, date_created_gmt, date_modified_gmt: null }
      await sendWoo(own, 'customer.created', body)
      expect(await shopper(own, 'bo@shop.example')).toMatchObject({ firstName: 'Bo' })
      await eraseSubject(t.sql, own.store, { email: 'bo@shop.example' })
      await sendWoo(own, 'customer.created', body)
      expect((await shopper(own, 'bo@shop.example'))?.firstName ?? '').toBe('')
      await sendWoo(own, 'customer.created', { ...body, id: 26, email: 'di@shop.example' })
      await sendWoo(own, 'customer.deleted', { id: 26 })
      await sendWoo(own, 'customer.updated', { ...body, id: 26, email: 'di@shop.example' })
      expect(await shopper(own, 'di@shop.example')).toBeUndefined()
    }
  })

  test('an order or a product is no customer', async () => {
    const own = await t.newStore()
    const order = { id: 9, email: 'bo@shop.example', status: 'processing', billing: bo.billing, line_items: [] }
    for (const body of [order, { id: 9, email: 'bo@shop.example', sku: 'x' }])
      expect(await sendWoo(own, 'customer.updated', body)).toBe(200)
    expect(await t.sql`select from shoppers where store_id = ${own.store.storeId}`).toHaveLength(0)
  })
})

describe('BigCommerce', () => {
  // proves C8.1.customer-webhooks
  test('with a token the customer is read from the API, also after a change of an address, and deleted when it is gone', async () => {
    const own = await t.newStore()
    const customers = new Map([
      [
        32,
        {
          id: 32,
          email: 'cy@shop.example',
          first_name: 'Cy',
          last_name: 'Coleman',
          phone: '1',
          addresses: [{ city: 'Austin', country_code: 'US' }],
          date_created: '2025-01-01T00:00:00Z',
          date_modified: '2026-01-01T00:00:00Z',
        },
      ],
    ])
    const asked: string[] = []
    const api = createServer((request, reply) => {
      asked.push(request.url!)
      const id = Number(new URL(request.url!, 'http://x').searchParams.get('id:in'))
      reply
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ data: customers.has(id) ? [customers.get(id)] : [], meta: {} }))
    })
    api.listen(0, '127.0.0.1')
    await once(api, 'listening')
    const url = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
    own.paths.bigcommerce = await own.connect('bigcommerce', {
      'client-secret': 'hush',
      'store-hash': 'abcde',
      'access-token': 'token',
      'api-url': url,
    })
    expect(await sendBig(own, 'store/customer/created', { type: 'customer', id: 32 })).toBe(200)
    expect(asked).toEqual(['/stores/abcde/v3/customers?id:in=32&include=addresses'])
    expect(await shopper(own, 'cy@shop.example')).toMatchObject({
      firstName: 'Cy',
      platformData: { phone: '1', addresses: [{ city: 'Austin', country_code: 'US' }] },
    })
    customers.get(32)!.addresses = []
    await sendBig(own, 'store/customer/address/deleted', { type: 'customer', id: 7, address: { customer_id: 32 } })
    expect(await shopper(own, 'cy@shop.example')).toMatchObject({ platformData: { addresses: [] } })
    await eraseSubject(t.sql, own.store, { email: 'cy@shop.example' })
    await sendBig(own, 'store/customer/updated', { type: 'customer', id: 32 })
    expect((await shopper(own, 'cy@shop.example'))?.firstName ?? '').toBe('')
    customers.get(32)!.date_modified = new Date().toISOString()
    await sendBig(own, 'store/customer/updated', { type: 'customer', id: 32 }, { hash: 'y' })
    expect(await shopper(own, 'cy@shop.example')).toMatchObject({ firstName: 'Cy' })
    asked.splice(2)
    await sendBig(own, 'store/customer/updated', { type: 'customer', id: 32 }, { producer: 'stores/other' })
    expect(asked).toHaveLength(2)
    customers.clear()
    await sendBig(own, 'store/customer/deleted', { type: 'customer', id: 32 })
    // The erasure ended sessions, so that the row stays, without a description.
    expect(await shopper(own, 'cy@shop.example')).toMatchObject({ firstName: '', platformData: {} })
    api.close()
  })

  test('without a token nothing is known of a customer', async () => {
    const own = await t.newStore()
    expect(await sendBig(own, 'store/customer/created', { type: 'customer', id: 32 })).toBe(200)
    expect(await sendBig(own, 'store/customer/deleted', { type: 'customer', id: 32 })).toBe(200)
    expect(await t.sql`select from shoppers where store_id = ${own.store.storeId}`).toHaveLength(0)
  })
})
