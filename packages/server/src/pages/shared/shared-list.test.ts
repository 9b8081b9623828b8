/** The page of a shared list: in the visitor's language, with the shop's look and links, and nothing of a list that is not shared. */
import { languages } from '@heartbell/contract/dashboard/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewStore } from '../../domain/stores/stores.ts'
import type { TestShopper } from '../../http/testing/test-app.ts'
import { home, openPages } from '../testing/pages.ts'

let t: Awaited<ReturnType<typeof openPages>>
let shop: NewStore
let ada: TestShopper
let lid: string

const cdn = 'https://cdn.example'
const products = [
  { epi: 1, empi: 10, du: '/products/lamp', dt: 'Lamp "<i>"', vi: 'Brass', iu: `${cdn}/lamp.jpg`, pr: 40, stk: 3 },
  { epi: 2, empi: 2, du: '/products/vase', dt: 'Vase', iu: `${cdn}/vase.jpg`, pr: 20, stk: 0 },
]

beforeAll(async () => {
  t = await openPages()
  shop = await t.newStore(
    ...['shop-url=https://shop.example', 'brand-color=#7a2f5c', 'locale=fr', 'postal-address=1 Fern Lane'],
    'logo-url=https://shop.example/logo.svg',
  )
  await t.admin('v3/catalog/products', { products: products.map((one) => ({ ...one, currency: 'EUR' })) }, shop)
  await t.sql`update variants set compare_at_price = 50 where store_id = ${(await t.storeNow(shop)).storeId} and variant_id = '1'`
  ada = await t.account('ada@shop.example', shop)
  lid = (await t.shop('lists/create', ada, { lname: 'For <b>Ada</b>' }, shop)).body.lid
  const a = products.map(({ epi, empi, du }) => ({ epi, empi, du, qty: epi }))
  await t.shop('lists/update-ctx', ada, { lid, a }, shop)
  await t.shop('lists/markPublic', ada, { lid }, shop)
})
afterAll(() => t.close())

const look = (path = '', language = 'en') => t.look(`/shared/${lid}${path}`, { 'accept-language': language })

// proves C1.text, C7.pages
test('a public list has a page with escaped text, hidden from search engines, without scripts', async () => {
  const { statusCode, body, headers } = await look()
  expect(statusCode).toBe(200)
  expect(body).toContain('For &lt;b&gt;Ada&lt;/b&gt;')
  expect(body).toContain('Lamp &quot;&lt;i&gt;&quot;')
  expect(body).not.toMatch(/<i>|ada@shop|<script/)
  expect(body).toContain('<meta name="robots" content="noindex">')
  expect(headers['x-robots-tag']).toBe('noindex')
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; img-src data: https:\/\/shop\.example https:\/\/cdn\.example; /,
  )
})

test('every product has its variant, price, earlier price and a button that leads to it in the shop', async () => {
  const { body } = await look()
  expect(body).toContain('Brass')
  expect(body).toContain('€40.00')
  expect(body).toContain('<s aria-hidden="true">€50.00</s>')
  expect(body).toContain('Wanted: <bdi>2</bdi>')
  const buttons = [...body.matchAll(/<a class="(button[^"]*)" href="([^"]*)"[^>]*aria-label="([^"]*)"/g)]
  expect(buttons.map((found) => found.slice(1))).toEqual([
    ['button quiet', 'https://shop.example/products/vase', 'Tell me when it’s back: Vase'],
    ['button', 'https://shop.example/products/lamp?variant=1', 'Buy: Lamp &quot;&lt;i&gt;&quot;'],
  ])
  expect(body).toContain('<span class="badge">Sold out</span>')
})

test('the page has the shop’s logo, colour, address and link', async () => {
  const { body } = await look()
  expect(body).toContain(
    '<a href="https://shop.example/"><img src="https://shop.example/logo.svg" alt="Test store"></a>',
  )
  expect(body).toContain('--brand:#7a2f5c')
  expect(body).toContain('1 Fern Lane')
})

test('a messenger shows the list’s name, who shares it, its products and a picture of the catalog', async () => {
  const { body } = await look()
  const tag = (name: string) => new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(body)?.[1]
  expect(tag('og:title')).toBe('For &lt;b&gt;Ada&lt;/b&gt;')
  expect(tag('og:description')).toBe('A shared list: Vase, Lamp &quot;&lt;i&gt;&quot;')
  expect(tag('og:image')).toBe(`${cdn}/vase.jpg`)
  expect(tag('og:url')).toBe(`${home}/shared/${lid}`)
  expect(tag('og:site_name')).toBe('Test store')
  expect(tag('twitter:card')).toBe('summary_large_image')
})

test('a name that turns the direction of text stays within itself: title and preview leave the controls out', async () => {
  const turning = (await t.shop('lists/create', ada, { lname: 'Gift \u202Eelpmaxe' }, shop)).body.lid
  await t.shop('lists/markPublic', ada, { lid: turning }, shop)
  const { body } = await t.look(`/shared/${turning}`, { 'accept-language': 'en' })
  expect(body).toContain('<title>Gift elpmaxe · Test store</title>')
  expect(body).toContain('<meta property="og:title" content="Gift elpmaxe">')
  expect(body).toContain('<bdi>Gift \u202Eelpmaxe</bdi>')
})

test.each(languages)('the page is in %s for a visitor of that language', async (language) => {
  const { body, headers } = await look('', language)
  expect(body).toContain(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`)
  expect(headers['content-language']).toBe(language)
  expect(headers.vary).toContain('accept-language')
  if (language !== 'en') expect(body).not.toMatch(/>Buy<|Sold out|Wanted/)
})

test('without a known language it is in the store’s', async () => {
  expect((await look('', 'xx')).body).toContain('<html lang="fr"')
})

test('a long list has pages, each product on one of them', async () => {
  const { body: list } = await t.shop('lists/create', ada, { lname: 'Long' }, shop)
  const a = Array.from({ length: 100 }, (_, n) => ({ epi: 1000 + n, empi: 1000 + n, du: `/p/${n}`, dt: `Item ${n}.` }))
  await t.shop('lists/update-ctx', ada, { lid: list.lid, a }, shop)
  await t.shop('lists/markPublic', ada, { lid: list.lid }, shop)
  const page = async (query: string) => (await t.look(`/shared/${list.lid}${query}`, { 'accept-language': 'en' })).body
  const [first, second] = [await page(''), await page('?page=2')]
  expect(first).toMatch(/Page <bdi>1<\/bdi> of <bdi>2<\/bdi>[\s\S]*href="\?page=2"/)
  const named = [first, second].flatMap((body) => [...body.matchAll(/<h2><bdi>(Item \d+\.)/g)].map(([, name]) => name))
  expect(named).toHaveLength(100)
  expect(new Set(named).size).toBe(100)
  const beyond = await t.look(`/shared/${list.lid}?page=9`)
  expect([beyond.statusCode, beyond.headers.location]).toEqual([302, '?page=2'])
  expect(await page('?page=x')).toBe(first)
})

test('the list is in its owner’s order', async () => {
  const named = async () => [...(await look()).body.matchAll(/<h2><bdi>(Lamp|Vase)/g)].map(([, name]) => name)
  expect(await named()).toEqual(['Vase', 'Lamp'])
  for (const items of [
    [1, 2],
    [2, 1],
  ]) {
    expect((await t.shop('lists/reorder', ada, { lid, items }, shop)).status).toBe(200)
    expect(await named()).toEqual(items.map((epi) => (epi === 1 ? 'Lamp' : 'Vase')))
  }
})

test('a store with a page of its own for lists gets the visitors of a public list; ?here shows this page', async () => {
  const own = await t.newStore('share-url=https://shop.example/pages/list?of={lid}')
  const eve = await t.account('eve@shop.example', own)
  const { body: list } = await t.shop('lists/create', eve, { lname: 'Mine' }, own)
  const answer = async (query = '') => {
    const { statusCode, headers, body } = await t.look(`/shared/${list.lid}${query}`)
    return { statusCode, location: headers.location, body }
  }
  expect(await answer()).toMatchObject({ statusCode: 404, location: undefined })
  await t.shop('lists/markPublic', eve, { lid: list.lid }, own)
  const page = `https://shop.example/pages/list?of=${list.lid}`
  expect(await answer()).toMatchObject({ statusCode: 302, location: page })
  const here = await answer('?here')
  expect(here.statusCode).toBe(200)
  expect(here.body).toContain(`<a href="${page}">See it in the shop</a>`)
})

test('a page of its own that is this one does not redirect to itself', async () => {
  const own = await t.newStore()
  await t.sql`update stores set settings = settings || ${t.sql.json({ 'share-url': `${home}/shared/{lid}` })} where store_id = ${(await t.storeNow(own)).storeId}`
  const eve = await t.account('eve@shop.example', own)
  const { body: list } = await t.shop('lists/create', eve, { lname: 'Mine' }, own)
  await t.shop('lists/markPublic', eve, { lid: list.lid }, own)
  expect((await t.look(`/shared/${list.lid}`)).statusCode).toBe(200)
})

test('a picture that a shopper named is not shown, nor a link that could act in the shop, on the shop’s own host either', async () => {
  const { body: list } = await t.shop('lists/create', ada, { lname: 'Pictures' }, shop)
  const a = [
    { epi: 71, empi: 71, du: '/a', dt: 'Mine', iu: 'https://evil.example/pixel.png' },
    { epi: 72, empi: 72, du: '/b', dt: 'Shop', iu: 'https://shop.example/cart/clear' },
    { epi: 73, empi: 73, du: '/cart/clear', dt: 'Path', iu: '/account/logout' },
    { epi: 74, empi: 74, du: '/c?add-to-cart=5', dt: 'Query' },
  ]
  await t.shop('lists/update-ctx', ada, { lid: list.lid, a }, shop)
  await t.shop('lists/markPublic', ada, { lid: list.lid }, shop)
  const { body, headers } = await t.look(`/shared/${list.lid}`)
  expect(`${body}${headers['content-security-policy']}`).not.toContain('evil.example')
  expect(body).toContain('Path')
  expect(body).toContain('href="https://shop.example/a"')
  expect(body).not.toMatch(/clear|logout|add-to-cart/)
})

test('a private, an archived and an unknown list look the same, with the shop’s link and the visitor’s language', async () => {
  const { body: own } = await t.shop('lists/create', ada, { lname: 'Private' }, shop)
  const { body: archived } = await t.shop('lists/create', ada, { lname: 'Archived' }, shop)
  await t.shop('lists/markPublic', ada, { lid: archived.lid }, shop)
  await t.shop('lists/markArchived', ada, { lid: archived.lid }, shop)
  const unknown = `${lid.slice(0, 8)}${'0'.repeat(32)}`
  const answers = await Promise.all(
    [own.lid, archived.lid, unknown].map((id) => t.look(`/shared/${id}`, { 'accept-language': 'de' })),
  )
  for (const { statusCode, body, headers } of answers) {
    expect(statusCode).toBe(404)
    expect(body).toBe(answers[0]!.body)
    expect(headers['x-robots-tag']).toBe('noindex')
  }
  expect(answers[0]!.body).toContain('Diese Liste ist nicht geteilt')
  expect(answers[0]!.body).toContain('href="https://shop.example/"')
  const nonsense = await t.look('/shared/nonsense')
  expect(nonsense.statusCode).toBe(404)
  expect(nonsense.body).not.toContain('Test store')
})
