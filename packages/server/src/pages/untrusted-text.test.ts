/** Text and addresses that an unverified caller enters never appear in a mail or a link of the store. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { triggerTailOf, writeClick } from '../domain/shoppers/links.ts'
import type { NewStore } from '../domain/stores/stores.ts'
import { expectRefused } from '../http/testing/lists.ts'
import { openPages } from './testing/pages.ts'

let t: Awaited<ReturnType<typeof openPages>>
let careful: NewStore
beforeAll(async () => {
  t = await openPages()
  careful = await t.newStore('double-opt-in=on', 'shop-url=https://shop.example')
  await t.stock(careful)
})
afterAll(() => t.close())

const evil = 'https://evil.example/You-won-1000-dollars-call-0900'
const ask = (address: string, products: object[], more: object = {}) => ({
  medium: 'email',
  mediumvalue: address,
  products,
  topics: ['backinstock'],
  ...more,
})
const letters = (address: string) =>
  t.sql`select subject, body_text, body_html, sender_name from messages where recipient = ${address} order by created_at`

test('a confirmation names only products of the catalog and no typed text', async () => {
  const guest = await t.guest(undefined, careful)
  const products = [
    { epi: 1, empi: 1, du: evil, dt: 'You won' },
    { epi: 99, empi: 9, du: evil, dt: 'You won' },
    { epi: 98, empi: 9, du: 'https://shop.example/products/You-won-1000-dollars', dt: 'You won' },
  ]
  await t.shop('subscriptions/create', guest, ask('victim@example.com', products, { extras: 'You won' }), careful)
  const [letter] = await letters('victim@example.com')
  expect(letter!.bodyText).toContain('A <green> shirt\n  S')
  expect(JSON.stringify(letter)).not.toMatch(/you.won(?!’)|dollars|evil/i)
  const link = /https:\/\/wishes\.example(\/alerts\/confirm\/[\w-]+)/.exec(letter!.bodyText)![1]!
  expect((await t.look(link)).body).not.toMatch(/you.won(?!’)|dollars|evil/i)
})

test('a confirmation by SMS names nothing', async () => {
  const guest = await t.guest(undefined, careful)
  const products = [{ epi: 99, empi: 9, du: evil }]
  const fields = { ...ask('+14155552671', products), medium: 'sms' }
  await t.shop('subscriptions/create', guest, fields, careful)
  const [letter] = await letters('+14155552671')
  expect(letter!.bodyText).toMatch(/^Test store: .* https:\/\/wishes\.example\/alerts\/confirm\/[\w-]+$/)
})

test('a strict catalog applies to alerts that a browser requests', async () => {
  const strict = await t.newStore('catalog=strict')
  await t.stock(strict)
  const guest = await t.guest(undefined, strict)
  const unknown = ask('strict@example.com', [
    { epi: 1, empi: 1, du: '/products/shirt' },
    { epi: 99, empi: 9, du: evil },
  ])
  const reply = await t.shop('subscriptions/create', guest, unknown, strict)
  expectRefused(reply, 400, 'unknown-product', /^epi 99 is not in this store’s catalog/)
  expect(await t.alertsOf('strict@example.com')).toEqual([])
  const known = ask('strict@example.com', [{ epi: 1, empi: 1, du: '/products/shirt' }])
  expect((await t.shop('subscriptions/create', guest, known, strict)).status).toBe(200)
})

/** Where a click on an alert for this product leads, in a store with these settings. */
async function clickOf(settings: string[], product: object, isByStore = false): Promise<string | number> {
  const store = await t.newStore(...settings)
  await t.admin(
    'v3/catalog/products',
    {
      products: [
        { epi: 1, empi: 1, du: '/products/path', dt: 'Path', stk: 0 },
        { epi: 2, empi: 2, du: 'https://other-host.example/whole', dt: 'Whole', stk: 0 },
        { epi: 3, empi: 3, du: '//evil.example/x', dt: 'Relative', stk: 0 },
      ],
    },
    store,
  )
  const address = `${randomUUID()}@example.com`
  const fields = ask(address, [product])
  const reply = isByStore
    ? await t.admin('bispa/subscriptions/create', fields, store)
    : await t.shop('subscriptions/create', await t.guest(undefined, store), fields, store)
  expect(reply.status).toBe(200)
  const [alert] = await t.alertsOf(address)
  const claim = { subscriptionId: alert!.subscriptionId, triggerTail: triggerTailOf(randomUUID()) }
  const page = await t.look(`/c/${writeClick(await t.storeNow(store), claim)}`)
  return page.headers.location ?? page.statusCode
}
const atShop = ['shop-url=https://shop.example/']

test.each([
  ['a path of the catalog', atShop, 1, evil, 'https://shop.example/products/path'],
  ['a path of the catalog without a shop', [], 1, evil, 404],
  ['a whole address of the catalog', [], 2, evil, 'https://other-host.example/whole'],
  ['nothing of the catalog', atShop, 99, evil, 'https://shop.example/'],
  ['nothing of the catalog without a shop', [], 99, evil, 404],
  ['an address at the shop', atShop, 99, 'https://shop.example/products/x', 'https://shop.example/products/x'],
  ['an address at the shop with www', atShop, 99, 'https://www.shop.example/x', 'https://www.shop.example/x'],
  ['a path', atShop, 99, '/products/x?a=1', 'https://shop.example/products/x'],
  ['a host that only begins like the shop', atShop, 99, 'https://shop.example.evil.example/', 'https://shop.example/'],
  ['the shop as a user name', atShop, 99, 'https://shop.example@evil.example/', 'https://shop.example/'],
  ['credentials at the shop', atShop, 99, 'https://a:b@shop.example/x', 'https://shop.example/'],
  ['another port of the shop', atShop, 99, 'https://shop.example:8443/x', 'https://shop.example/'],
  ['an address without a scheme', atShop, 99, '//evil.example/x', 'https://shop.example/'],
  ['backslashes', atShop, 99, '/\\evil.example/x', 'https://shop.example/'],
])('a click follows a stranger only to the shop: %s', async (_, settings, epi, du, leads) => {
  expect(await clickOf(settings, { epi, empi: 9, du })).toBe(leads)
})

test('the store’s own server is trusted when the store has set no shop address', async () => {
  expect(await clickOf([], { epi: 99, empi: 9, du: 'https://mine.example/p' }, true)).toBe('https://mine.example/p')
  expect(await clickOf(atShop, { epi: 99, empi: 9, du: 'https://mine.example/p' }, true)).toBe('https://shop.example/')
})

test('the page of a shopper’s alerts names and links only the same', async () => {
  const shop = await t.newStore(...atShop)
  const guest = await t.guest(undefined, shop)
  await t.shop('subscriptions/create', guest, ask('page@example.com', [{ epi: 99, empi: 9, du: evil }]), shop)
  await t.post('/alerts', { store: shop.pid, address: 'page@example.com' })
  await expect.poll(async () => (await letters('page@example.com')).length).toBe(1)
  const [letter] = await letters('page@example.com')
  expect(JSON.stringify(letter)).not.toMatch(/you.won(?!’)|dollars|evil/i)
  const link = /https:\/\/wishes\.example(\/alerts\/[\w-]+)/.exec(letter!.bodyText)![1]!
  const page = await t.look(link)
  expect(page.body).toContain('class="alert"')
  expect(page.body).not.toMatch(/you.won(?!’)|dollars|evil/i)
})

test('the page of a shared list links to the shop and the catalog only', async () => {
  const shop = await t.newStore(...atShop)
  await t.stock(shop)
  const ada = await t.account('ada@example.com', shop)
  const { body: list } = await t.shop('lists/create', ada, { lname: 'Birthday' }, shop)
  const items = [
    { epi: 1, empi: 1, du: evil, dt: 'x' },
    { epi: 98, empi: 9, du: evil, iu: 'https://evil.example/pixel.png', dt: 'Mine' },
    { epi: 97, empi: 9, du: 'https://shop.example/mine', dt: 'Mine' },
  ]
  expect((await t.shop('lists/update-ctx', ada, { lid: list.lid, a: items }, shop)).status).toBe(200)
  await t.shop('lists/markPublic', ada, { lid: list.lid }, shop)
  const page = await t.look(`/shared/${list.lid}`)
  expect(page.body).not.toContain('evil.example')
  expect(new Set(page.body.match(/href="https:[^"]*"/g))).toEqual(
    new Set([
      'href="https://shop.example/"',
      'href="https://shop.example/mine?variant=97"',
      'href="https://shop.example/products/shirt"',
    ]),
  )
})
