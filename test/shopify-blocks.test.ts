/** The blocks of the Shopify theme extension: rendered with Shopify's objects, filters and tags as its documentation describes them. */
import { createHmac } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Liquid } from 'liquidjs'
import { expect, test } from 'vitest'
import { makeIdentityKey, readIdentityToken } from '../packages/server/src/domain/secrets/identity-tokens.ts'
import { projectRoot, readText } from './codebase/sources.ts'

const folder = 'packages/shopify-theme-extension'
const names = readdirSync(join(projectRoot, folder, 'blocks'))

const liquid = new Liquid()
liquid.registerFilter('asset_url', (file: string) => `//cdn.shop.example/${file}`)
liquid.registerFilter('stylesheet_tag', (url: string) => `<link rel="stylesheet" href="${url}">`)
liquid.registerFilter('image_url', (image: { src: string }) => `//cdn.shop.example/${image.src}?width=400`)
liquid.registerFilter('hmac_sha256', (text: string, secret: string) =>
  createHmac('sha256', secret).update(text).digest('hex'),
)
liquid.registerFilter('base64_url_safe_encode', (text: string) => Buffer.from(text).toString('base64url'))

const variants = [
  { id: 11, title: 'Lined "A5"', price: 1250, available: true, image: { src: 'lined.jpg' } },
  { id: 12, title: 'Plain', price: 1400, available: false },
].map((one, place) => ({
  ...one,
  inventory_management: 'shopify',
  inventory_policy: place ? 'deny' : 'continue',
  inventory_quantity: 0,
}))
const product = {
  id: 1,
  title: 'Notebook <b>&',
  url: '/products/notebook',
  variants,
  featured_image: { src: 'notebook.jpg' },
  selected_or_first_available_variant: variants[0],
}
const shop = { url: 'https://shop.example' }
const routes = { account_login_url: '/account/login' }

const read = (name: string) => readText(`${folder}/blocks/${name}.liquid`)
const partsOf = (text: string) => {
  const [, body, schema] = /^([\s\S]*){% schema %}([\s\S]*){% endschema %}\s*$/.exec(text)!
  // a tag of Shopify's own
  return {
    body: body!.replaceAll('{% style %}', '<style>').replaceAll('{% endstyle %}', '</style>'),
    schema: JSON.parse(schema!),
  }
}
const render = (name: string, settings: Record<string, unknown> = {}, more: object = {}) =>
  liquid.parseAndRender(partsOf(read(name)).body, {
    ...{ product, shop, routes, block: { settings, shopify_attributes: 'data-shopify-editor-block="x"' } },
    ...{ cart: { currency: { iso_code: 'EUR' } }, request: { locale: { iso_code: 'de' } } },
    ...more,
  })

const readEntities = (text: string) =>
  text
    .replaceAll('&#34;', '"')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
const attribute = (html: string, name: string) => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(html)
  return found && readEntities(found[1]!)
}

test.each(names)('%s has a schema whose texts exist in English and German', (file) => {
  const { schema } = partsOf(read(file.replace('.liquid', '')))
  const texts = JSON.stringify(schema).match(/t:[\w.]+/g) ?? []
  for (const language of ['en.default.schema', 'de.schema']) {
    const words = JSON.parse(readText(`${folder}/locales/${language}.json`))
    const find = (path: string) => path.split('.').reduce((from, name) => from?.[name], words)
    const missing = texts.map((text) => text.slice(2)).filter((path) => typeof find(path) !== 'string')
    expect(missing, language).toEqual([])
    const title = schema.name.startsWith('t:') ? find(schema.name.slice(2)) : schema.name
    expect(title.length, title).toBeLessThanOrEqual(25)
  }
  for (const { type, id, label } of schema.settings)
    if (!['header', 'paragraph'].includes(type)) expect([id, label].every(Boolean), id).toBe(true)
  const ids = schema.settings.flatMap(({ id }: { id?: string }) => id ?? [])
  expect(new Set(ids).size).toBe(ids.length)
  // a script of a block is not a module, and may not import from Shopify's other origin
  expect(schema).not.toHaveProperty('javascript')
})

test('every setting that a block reads is in its schema', () => {
  for (const file of names) {
    const { body, schema } = partsOf(read(file.replace('.liquid', '')))
    const declared = schema.settings.map(({ id }: { id?: string }) => id)
    const used = [...body.matchAll(/block\.settings\.(\w+)/g)].map(([, id]) => id!)
    expect(
      used.filter((id) => !declared.includes(id)),
      file,
    ).toEqual([])
  }
})

test('the embed has what the script tag needs, and signs the identity of a signed-in customer', async () => {
  const secret = 'the identity secret'
  const settings = {
    ...{ store: ' PID ', api: 'https://wishes.example', identity_secret: secret },
    ...{ wishlist_page: { url: '/pages/wishlist' }, floating: true },
  }
  const html = await render('core', settings, { customer: { email: 'ada@shop.example' } })
  expect(attribute(html, 'data-store')).toBe('PID')
  expect(attribute(html, 'data-lang')).toBe('de')
  expect(attribute(html, 'data-share-url')).toBe('https://shop.example/pages/wishlist?list={lid}')
  expect(attribute(html, 'data-sign-in')).toBe('/account/login?return_to={url}')
  const token = attribute(html, 'data-identity')!
  expect(readIdentityToken([makeIdentityKey(Buffer.from(secret))], token, Date.now())).toEqual({
    email: 'ada@shop.example',
  })
  expect(html).not.toContain(secret)
  expect(html).toContain('cart-shopify.js')
  expect(html).toContain('<heartbell-count class="heartbell-floating" href="/pages/wishlist">')
  // signed out: an empty token, so that the next person on this device starts without data
  expect(attribute(await render('core', settings), 'data-identity')).toBe('')
  expect(attribute(await render('core', { store: 'PID' }), 'data-identity')).toBeNull()
})

test('the heart knows the chosen variant, and in a card asks for one', async () => {
  const html = await render('wishlist-button')
  expect(attribute(html, 'variant')).toBe('11')
  expect(attribute(html, 'name')).toBe('Notebook <b>&')
  expect(attribute(html, 'price')).toBe('12.5')
  expect(JSON.parse(attribute(html, 'variants')!)).toEqual([
    {
      id: 11,
      title: 'Lined "A5"',
      price: 12.5,
      available: true,
      image: 'https://cdn.shop.example/lined.jpg?width=400',
    },
    { id: 12, title: 'Plain', price: 14, available: false },
  ])
  const card = await render('wishlist-button', { card: true })
  expect(attribute(card, 'variant')).toBeNull()
  expect(attribute(card, 'variants')).not.toBeNull()
  const one = { ...product, variants: [variants[0]] }
  expect(attribute(await render('wishlist-button', { card: true }, { product: one }), 'variant')).toBe('11')
  const other = { ...product, id: 2 }
  expect(attribute(await render('wishlist-button', {}, { closest: { product: other } }), 'product')).toBe('2')
  expect((await render('wishlist-button', {}, { product: undefined })).trim()).toBe('')
})

test('the notify block knows the stock and the price of each variant', async () => {
  const html = await render('notify-me', { price_drop: true, any_variant: true, marketing: true })
  expect(JSON.parse(attribute(html, 'stocks')!)).toEqual({ 11: null, 12: 0 })
  expect(JSON.parse(attribute(html, 'prices')!)).toEqual({ 11: 12.5, 12: 14 })
  expect(attribute(html, 'topics')).toBe('backinstock pricedrop')
  expect(html).toMatch(/\sany\s/)
  expect(html).toMatch(/\smarketing\s/)
  expect(attribute(await render('notify-me'), 'topics')).toBe('backinstock')
})

test('the other blocks are their elements', async () => {
  expect(await render('wishlist-page')).toContain('<heartbell-list ')
  expect(await render('save-for-later')).toContain('<heartbell-saved ')
  expect(await render('wishlist-count', { wishlist_page: { url: '/pages/w' } })).toContain(
    '<heartbell-count href="/pages/w"',
  )
})
