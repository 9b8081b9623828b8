import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { basic, form, type Reply, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()

const path = 'bispa/subscriptions/create'
const url = `/storeadmin/${path}`
const shirt = { epi: 111, empi: 11, du: 'https://shop.example/products/shirt' }
const hat = { epi: '222', empi: '22', du: '/products/hat' }

let shoppers = 0
const newEmail = () => `shopper${++shoppers}@mail.example`

const ask = (fields: Record<string, unknown> = {}) => ({
  medium: 'email',
  mediumvalue: newEmail(),
  products: [shirt],
  topics: ['backinstock'],
  ...fields,
})

const subscribe = (fields: Record<string, unknown> = {}, store: NewStore = t.store) => t.admin(path, ask(fields), store)

async function tellCatalog(products: unknown[], store: NewStore): Promise<void> {
  const told = await t.admin('v3/catalog/products', { products }, store)
  expect(told.status).toBe(200)
}

const rowsOf = async (address: string) =>
  await t.sql`
  select *
  from subscriptions
  where store_id = ${(await t.storeNow()).storeId}
    and address = ${address}
  order by topic, variant_id`

describe('a product of the request', () => {
  // proves S2.2.epi
  test('ids may be integers or text; the same product either way is one', async () => {
    const email = newEmail()
    for (const epi of [111, '111', ' 111 '])
      expect((await subscribe({ mediumvalue: email, products: [{ ...shirt, epi }] })).status).toBe(200)
    expect(await rowsOf(email)).toMatchObject([{ variantId: '111', productId: '11', url: shirt.du }])
  })

  // proves C1.lossless
  test('an id beyond 2^53 − 1 is never rounded', async () => {
    const products = '[{"epi":9007199254740993,"empi":12345678901234567890,"du":"/p"}]'
    const done = await subscribe({ products })
    expect(done.body.products).toMatchObject([{ epi: '9007199254740993', empi: '12345678901234567890' }])
  })

  // proves S2.2.epi, S2.2.empi, S2.2.du
  test.each([
    ['epi', undefined, 'products[0].epi is required'],
    ['epi', null, 'products[0].epi is required'],
    ['epi', '  ', 'products[0].epi is required'],
    ['epi', 1.5, 'products[0].epi must be a whole number or text'],
    ['epi', ['1'], 'products[0].epi must be a whole number or text'],
    ['epi', '\0', 'products[0].epi contains a NUL'],
    ['epi', 'x'.repeat(129), 'products[0].epi must be at most 128'],
    ['empi', undefined, 'products[0].empi is required'],
    ['empi', true, 'products[0].empi must be a whole number or text'],
    ['du', undefined, 'products[0].du is required'],
    ['du', '', 'products[0].du is required'],
    ['du', 5, 'products[0].du must be text'],
    ['du', 'javascript:alert(1)', 'products[0].du must be an http or https address'],
    ['du', `/${'x'.repeat(2048)}`, 'products[0].du must be at most 2048'],
    ['du', '/\ud800', 'products[0].du contains a NUL character or an unpaired surrogate'],
  ])('%s %j is refused', async (field, value, sentence) => {
    const refused = await subscribe({ products: [{ ...shirt, [field]: value }] })
    expect(refused).toMatchObject({ status: 400, body: { error: true, type: 'invalid-products' } })
    expect(refused.body.msg).toContain(sentence)
    expect(refused.body.message).toBe(refused.body.msg)
  })
})

describe('a product of the answer', () => {
  const whole = {
    bt: 'Fern',
    dt: 'Green shirt',
    empi: 11,
    epi: 111,
    sku: 'SH-1',
    du: 'https://shop.example/products/green-shirt',
    uri: 'https://shop.example/products/green-shirt?variant=111',
    iu: 'https://cdn.example/shirt.jpg',
    stk: 0,
    pr: 19.9,
    vi: 'M / green',
  }
  const hash = (id: string) => createHash('sha256').update(id).digest('base64')

  // proves S2.3.bt, S2.3.dt, S2.3.empi, S2.3.epi, S2.3.sku, S2.3.du, S2.3.iu, S2.3.pid, S2.3.stk, S2.3.pr, S2.3.vi
  test('products are answered as the catalog has them, in the requested order', async () => {
    const store = await t.newStore()
    await tellCatalog([whole, { epi: 'B-1', empi: 'B' }], store)
    const done = await subscribe({ products: [{ epi: 'B-1', empi: 'B', du: '/b' }, shirt] }, store)
    expect(done.body.products).toEqual([
      {
        bt: '',
        dt: '',
        empi: 'B',
        epi: 'B-1',
        sku: '',
        du: '/b',
        uri: '/b?variant=B-1',
        iu: '',
        pid: hash('B'),
        stk: null,
        pr: null,
        vi: '',
      },
      { ...whole, pid: hash('11') },
    ])
  })

  // proves C7.unknown
  test('one the catalog does not know has empty texts, no price and no stock, and ids and address as sent', async () => {
    const done = await subscribe({ products: [hat] })
    const unknown = { bt: '', dt: '', sku: '', uri: '/products/hat?variant=222', iu: '', vi: '', stk: null, pr: null }
    expect(done.body.products).toEqual([{ ...unknown, epi: 222, empi: 22, du: '/products/hat', pid: hash('22') }])
  })

  test('a product no longer sold has no units, and the product’s page with the variant replaces its own', async () => {
    const store = await t.newStore()
    await tellCatalog([{ ...whole, stk: 5, uri: null }], store)
    expect((await subscribe({}, store)).body.products).toMatchObject([{ stk: 5, uri: `${whole.du}?variant=111` }])
    await t.admin('v3/catalog/products/delete', { epis: [111] }, store)
    expect((await subscribe({}, store)).body.products).toMatchObject([{ stk: 0, dt: 'Green shirt' }])
  })

  test('another store’s catalog is not used', async () => {
    const [mine, other] = [await t.newStore(), await t.newStore()]
    await tellCatalog([whole], other)
    expect((await subscribe({}, mine)).body.products).toMatchObject([{ dt: '', pr: null, stk: null }])
  })
})

describe('topics', () => {
  // proves S4.2.topics, S2.4.custom
  test.each(['backinstock', 'comingsoon', 'a custom topic', 'Näher-2.0'])('%s can be subscribed to', async (topic) => {
    const email = newEmail()
    expect((await subscribe({ mediumvalue: email, topics: [topic] })).body.topics).toEqual([topic])
    expect(await rowsOf(email)).toMatchObject([{ topic, status: 'waiting' }])
  })
})

describe('the call', () => {
  // proves S4.2.success
  test('the answer contains a message, the products and the topics, and nothing else', async () => {
    const done = await subscribe({ products: [shirt, hat], topics: ['backinstock', 'comingsoon'] })
    expect(done.status).toBe(200)
    expect(Object.keys(done.body).sort()).toEqual(['message', 'products', 'topics'])
    expect(done.body.message).toMatch(/\w/)
    expect(done.body.topics).toEqual(['backinstock', 'comingsoon'])
  })

  // proves S4.2.topics, S4.2.products, C4.transaction
  test('every product is subscribed to with every topic', async () => {
    const email = newEmail()
    await subscribe({ mediumvalue: email, products: [shirt, hat], topics: ['backinstock', 'comingsoon'] })
    expect((await rowsOf(email)).map(({ topic, variantId }) => [topic, variantId])).toEqual([
      ['backinstock', '111'],
      ['backinstock', '222'],
      ['comingsoon', '111'],
      ['comingsoon', '222'],
    ])
  })

  // proves S4.2.unchecked, C4.any-topic
  test('neither stock nor the topic’s validity is checked', async () => {
    const store = await t.newStore('catalog=strict')
    await tellCatalog([{ ...shirt, stk: 500 }], store)
    expect((await subscribe({ products: [shirt, hat], topics: ['no-such-topic'] }, store)).status).toBe(200)
  })

  // proves S4.2.user-agent, C4.user-agent
  test('user-agent is required', async () => {
    const headers = { authorization: basic(t.store), 'content-type': 'application/x-www-form-urlencoded' }
    for (const userAgent of ['', '   ']) {
      const reply = await t.app.inject({
        method: 'POST',
        url,
        payload: form(ask()),
        headers: { ...headers, 'user-agent': userAgent },
      })
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({
        error: true,
        type: 'invalid-user-agent',
        msg: expect.stringContaining('user-agent'),
      })
    }
    await t.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = t.app.server.address() as AddressInfo
    const call = httpRequest({ port, path: url, method: 'POST', headers })
    call.end(form(ask()))
    const [reply] = await once(call, 'response')
    expect(reply.statusCode).toBe(400)
    reply.resume()
  })

  // proves S4.2.accept, S4.2.content-type
  test('Accept is optional, JSON bodies are read too, any other type is 415', async () => {
    const send = (type: string, payload: string, more = {}) =>
      t.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { authorization: basic(t.store), 'content-type': type, ...more },
      })
    const accept = { accept: 'application/json' }
    expect((await send('application/x-www-form-urlencoded', form(ask()), accept)).statusCode).toBe(200)
    expect((await send('application/json', JSON.stringify(ask()))).statusCode).toBe(200)
    expect((await send('text/plain', form(ask()))).statusCode).toBe(415)
    expect((await send('application/x-ndjson', JSON.stringify(ask()))).statusCode).toBe(415)
  })

  test('a topic counts once', async () => {
    expect((await subscribe({ topics: [' comingsoon ', 'comingsoon'] })).body.topics).toEqual(['comingsoon'])
  })

  // proves S4.2.medium, S4.2.mediumvalue, S4.2.products, S4.2.topics, S4.2.addtomailinglist, S4.2.extras, C4.bad-field, C8.1.topics
  test.each<[string, string, unknown]>([
    ['medium', 'medium must be one of: email, sms', undefined],
    ['medium', 'medium must be one of: email, sms', 'push'],
    ['medium', 'medium must be one of: email, sms', 'EMAIL'],
    ['mediumvalue', 'mediumvalue is required', undefined],
    ['mediumvalue', 'mediumvalue is required', '  '],
    ['mediumvalue', 'mediumvalue must be an e-mail address', 'nobody'],
    ['mediumvalue', 'mediumvalue must be an e-mail address', 'a@b'],
    ['mediumvalue', 'mediumvalue must be an e-mail address', 'a@b.example, c@d.example'],
    ['mediumvalue', 'mediumvalue must be an e-mail address', 'A <a@b.example>'],
    ['mediumvalue', 'mediumvalue must be an e-mail address', '+12025550123'],
    ['mediumvalue', 'mediumvalue must be at most 254', `${'x'.repeat(250)}@b.example`],
    ['mediumvalue', 'mediumvalue contains a NUL', 'a\0@b.example'],
    ['products', 'products is required', undefined],
    ['products', 'products must be JSON', 'shirt'],
    ['products', 'products must contain a product', []],
    ['products', 'products must be an array', shirt],
    ['products', 'products[0] must be an object', [7]],
    ['products', 'products may contain at most 250', Array.from({ length: 251 }, (_, i) => ({ ...shirt, epi: i }))],
    ['topics', 'topics is required', undefined],
    ['topics', 'topics must contain a topic', []],
    ['topics', 'topics[0] is required', ['']],
    ['topics', 'topics[0] must be text', [7]],
    ['topics', 'topics[0] must be at most 64', ['x'.repeat(65)]],
    ['topics', 'topics[0] must be a topic name', ['<script>']],
    ['topics', 'topics must be a JSON array of topic names', 'backinstock'],
    ['topics', 'topics must be a JSON array of topic names', '"backinstock"'],
    ['topics', 'topics must be a JSON array of topic names', 'backinstock,comingsoon'],
    ['topics', 'topics must be a JSON array of topic names', '7'],
    ['topics', 'topics must be a JSON array of topic names', ''],
    ['topics', 'topics may contain at most 20', Array.from({ length: 21 }, (_, i) => `t${i}`)],
    ['topics', 'topics must be a JSON array of topic names', { topic: 'backinstock' }],
    ['addtomailinglist', 'addtomailinglist must be a whole number from 0 to 1', 2],
    ['addtomailinglist', 'addtomailinglist must be a whole number from 0 to 1', 'yes'],
    ['addtomailinglist', 'addtomailinglist must be a whole number from 0 to 1', true],
    ['extras', 'extras must be at most 2048', 'x'.repeat(2049)],
    ['extras', 'extras contains a NUL', 'a\0b'],
  ])('a bad %s is refused: %s', async (field, sentence, value) => {
    const refused = await subscribe({ [field]: value })
    expect(refused).toMatchObject({ status: 400, body: { error: true, type: `invalid-${field}` } })
    expect(refused.body.msg).toContain(sentence)
  })

  test('a bad call stores nothing', async () => {
    const email = newEmail()
    expect((await subscribe({ mediumvalue: email, products: [shirt, { epi: 1 }] })).status).toBe(400)
    expect(await rowsOf(email)).toEqual([])
  })

  test('a deeply nested body is refused', async () => {
    const deep = '['.repeat(150_000) + ']'.repeat(150_000)
    for (const field of ['products', 'topics'])
      expect(await subscribe({ [field]: deep })).toMatchObject({ status: 400, body: { type: `invalid-${field}` } })
  })

  test('the largest call: 250 products with 20 topics', async () => {
    const email = newEmail()
    const products = Array.from({ length: 250 }, (_, i) => ({ epi: i, empi: 1, du: `/${i}` }))
    const topics = Array.from({ length: 20 }, (_, i) => `topic ${i}`)
    const done = await subscribe({ mediumvalue: email, products, topics })
    expect(done.status).toBe(200)
    expect(done.body.products).toHaveLength(250)
    expect(await rowsOf(email)).toHaveLength(5000)
  })
})

describe('mediumvalue', () => {
  test('an e-mail address is trimmed and lower-cased', async () => {
    const email = newEmail()
    await subscribe({ mediumvalue: `  ${email.toUpperCase()} ` })
    expect(await rowsOf(email)).toHaveLength(1)
  })

  // proves S4.2.mediumvalue, C4.bad-field
  test.each([
    ['US', '+1 (415) 555-2671', '+14155552671'],
    ['US', '415-555-2672', '+14155552672'],
    ['GB', '07911 123456', '+447911123456'],
    ['DE', '+1 415 555 2673', '+14155552673'],
  ])('sms: in %s, %s is %s', async (country, sent, kept) => {
    const store = await t.newStore(`country=${country}`)
    expect((await subscribe({ medium: 'sms', mediumvalue: sent }, store)).status).toBe(200)
    const [row] = await t.sql`
      select medium, address, shopper_id
      from subscriptions
      where store_id = ${(await t.storeNow(store)).storeId}`
    expect(row).toEqual({ medium: 'sms', address: kept, shopperId: null })
  })

  // proves C4.bad-field
  test.each([
    '12345',
    'a@b.example',
    '+',
    'call +14155552671',
    '+14155552671 ext. 5',
    '+999123456789',
    '0'.repeat(200),
  ])('sms: %s is no phone number', async (mediumvalue) => {
    const refused = await subscribe({ medium: 'sms', mediumvalue })
    expect(refused).toMatchObject({ status: 400, body: { type: 'invalid-mediumvalue' } })
    expect(refused.body.msg).toContain('mediumvalue must be a phone number')
  })
})

describe('extras', () => {
  // proves S4.2.extras, S8.extras
  test('2048 characters are stored, counted as people count them', async () => {
    const email = newEmail()
    const extras = '🧦'.repeat(2048)
    expect((await subscribe({ mediumvalue: email, extras })).status).toBe(200)
    expect(await rowsOf(email)).toMatchObject([{ extras }])
    expect((await subscribe({ extras: '🧦'.repeat(2049) })).status).toBe(400)
  })
})

describe('who may', () => {
  const call = (authorization?: string) =>
    t.app.inject({
      method: 'POST',
      url,
      payload: form(ask()),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...(authorization && { authorization }) },
    })

  // proves S4.2.authorization, S5.calls, S5.invalid
  test('a wrong key gives 401, and so do none, another store’s and a revoked one', async () => {
    const other = await t.newStore()
    const wrong = [
      undefined,
      'Bearer x',
      basic({ ...t.store, apiKey: 'wrong' }),
      basic({ pid: t.store.pid, apiKey: other.apiKey }),
      basic({ pid: other.pid, apiKey: t.store.apiKey }),
    ]
    for (const authorization of wrong) {
      const reply = await call(authorization)
      expect(reply.statusCode).toBe(401)
      expect(reply.headers['www-authenticate']).toMatch(/^Basic /)
      expect(reply.json()).toMatchObject({ error: true, type: 'unauthorised' })
    }
  })

  // proves S1.inventory, C4.inventory
  test('a store with unmanaged inventory cannot subscribe shoppers', async () => {
    const store = await t.newStore('inventory=unmanaged')
    const email = newEmail()
    expect(await subscribe({ mediumvalue: email }, store)).toMatchObject({
      status: 403,
      body: { error: true, type: 'inventory-not-managed' },
    })
    expect(await rowsOf(email)).toEqual([])
  })

  test('too many calls give 429 with Retry-After', async () => {
    const store = await t.newStore('rate-key=1')
    const replies: Reply[] = []
    for (let i = 0; i < 3; i++) replies.push(await subscribe({}, store))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 429])
    expect(replies[2]!.headers['retry-after']).toMatch(/^\d+$/)
  })

  test('the same address in two stores is two people', async () => {
    const other = await t.newStore()
    const email = newEmail()
    await subscribe({ mediumvalue: email })
    await subscribe({ mediumvalue: email, extras: 'other' }, other)
    expect(await rowsOf(email)).toMatchObject([{ extras: null }])
  })
})
