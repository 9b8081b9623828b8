/** Buttons of old themes whose variant the page does not say, or says in several places. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, script, strict, type Visitor } from './shop.ts'

let shop: Shop
let visitor: Visitor
let page: Page
beforeAll(async () => {
  shop = await openShop()
  await shop.newStore()
})
afterAll(() => shop?.close())

const lax = "default-src 'self' 'unsafe-inline'; img-src 'self' data:"

const lamp = {
  id: 8003,
  title: 'Lamp',
  featured_image: null,
  variants: [
    { id: 80031, title: 'Brass', price: 4900, available: true },
    { id: 80032, title: 'Steel', price: 4500, available: false },
  ],
}

const pen = { id: 8002, title: 'Pen', variants: [{ id: 80021, title: 'Default Title', price: 300 }] }

/** `products` are what the Shopify shop answers, by handle. */
async function visit(
  name: string,
  html: string,
  products: Record<string, object> = {},
  policy = lax,
): Promise<string[]> {
  visitor = await shop.visitor()
  page = visitor.page
  const asked: string[] = []
  await visitor.context.route('**/products/*.js', (route) => {
    const [, handle] = /products\/(.*)\.js$/.exec(route.request().url())!
    asked.push(handle!)
    const found = products[handle!]
    return found ? route.fulfill({ json: found }) : route.fulfill({ status: 404, json: {} })
  })
  await page.goto(shop.theme(name, `<body>${html}${script(shop, 'data-compat')}`, policy))
  await page.locator('.swym-loaded').first().waitFor()
  return asked
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const added = (name: string) => page.locator('.swym-added:not(.swym-adding)', { hasText: name }).waitFor()
/** The page's own copy of what the service answered last. */
const saved = () =>
  page.evaluate(async () => {
    const items = ((await heartbell.fetch()) ?? []) as { epi: number; empi: number; du: string; vi?: string }[]
    return items.map(({ epi, empi, du, vi }) => [epi, empi, new URL(du).pathname, vi || null]).reverse()
  })

const shopify = '<script>window.Shopify = { routes: { root: "/" } }</script>'
const button = (text: string, attributes: string) =>
  `<button type="button" data-swaction="addToWishlist" ${attributes}>${text}</button>`

test('on Shopify the shop says which variants exist: one is saved, several are asked for, and each product is fetched once', async () => {
  const asked = await visit(
    'shop-variants',
    `${shopify}
     <div>${button('Pen', 'data-product-id="8002"')}<a href="/collections/desk/products/pen?ref=grid">Pen</a></div>
     <div>${button('Lamp', 'data-product-url="/products/lamp"')}</div>
     <div>${button('Gone', 'data-product-id="8009" data-product-url="/products/gone"')}</div>`,
    { lamp, pen },
  )
  expect(asked).toEqual([])
  await press('Pen')
  await added('Pen')
  await press('Lamp')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Steel' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await press('Lamp')
  await dialog.getByRole('radio', { name: 'Steel' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await added('Lamp')
  await press('Gone')
  await page.getByText('Please choose a variant on the product page.').waitFor()
  expect(await saved()).toEqual([
    [80021, 8002, '/products/pen', null],
    [80032, 8003, '/products/lamp', 'Steel'],
  ])
  expect(asked).toEqual(['pen', 'lamp', 'gone'])
  await visitor.context.close()
})

test('the shopper’s choice in the form counts more than an attribute that the page rendered before', async () => {
  await visit(
    'stale',
    `<script>
       window.SwymPageData = { et: 1, empi: 8003, epi: 80031, dt: 'Lamp', du: location.origin + '/products/lamp', variants: [{ Brass: 80031 }, { Steel: 80032 }] }
       window.SwymViewProducts = { 8002: { empi: 8002, epi: 80021, du: location.origin + '/products/pen', variants: [{ 'Default Title': 80021 }] } }
     </script>
     <form><label>Finish <select name="id"><option value="80031">Brass</option><option value="80032">Steel</option></select></label></form>
     ${button('Lamp', 'data-product-id="8003" data-variant-id="80031"')}
     ${button('Pen beside', 'data-product-id="8002"')}`,
  )
  await page.getByLabel('Finish').selectOption('Steel')
  await press('Lamp')
  await added('Lamp')
  // the form is about another product
  await press('Pen beside')
  await added('Pen beside')
  await page.getByLabel('Finish').selectOption('Brass')
  await page.locator('button:not(.swym-added)', { hasText: 'Lamp' }).waitFor()
  expect(await saved()).toEqual([
    [80032, 8003, '/products/lamp', 'Steel'],
    [80021, 8002, '/products/pen', null],
  ])
  await visitor.context.close()
})

test('a page that names one variant: the product’s form says which is chosen, a form of another product does not', async () => {
  const pageData = `<script>window.SwymPageData = { et: 1, empi: 8003, epi: 80031, dt: 'Lamp', pr: 49, du: location.origin + '/products/lamp' }</script>`
  const select = `<label>Finish <select name="id"><option value="80031">Brass</option><option value="80032">Steel</option></select></label>`
  const featured = `<form action="/cart/add"><input type="hidden" name="product-id" value="8002"><input type="hidden" name="id" value="80021"></form>`
  const heart = button('Lamp', 'data-product-id="8003"')
  await visit(
    'own-form',
    `${pageData}${featured}<form action="/cart/add" data-productid="8003">${select}</form>${heart}`,
  )
  await page.getByLabel('Finish').selectOption('Steel')
  await press('Lamp')
  await added('Lamp')
  expect(await saved()).toEqual([[80032, 8003, '/products/lamp', null]])
  // 49 is the price of the other variant
  expect(await page.evaluate(async () => ((await heartbell.fetch()) as { pr: number | null }[])[0]!.pr)).toBeNull()
  await visitor.context.close()
  // a hidden field without a product belongs to the page's product, if the shop says so
  const hidden = (id: number) => `<form action="/cart/add"><input type="hidden" name="id" value="${id}"></form>`
  await visit('own-hidden', `${shopify}${pageData}${featured}${hidden(80032)}${heart}`, { lamp })
  await press('Lamp')
  await added('Lamp')
  expect(await saved()).toEqual([[80032, 8003, '/products/lamp', 'Steel']])
  await visitor.context.close()
  for (const form of [featured, hidden(80021), '']) {
    await visit('not-own', `${shopify}${pageData}${form}${heart}`, { lamp })
    await press('Lamp')
    await page.getByRole('dialog').getByRole('radio', { name: 'Brass' }).waitFor()
    await visitor.context.close()
  }
})

test('a theme that names its platform after our script has run still has its cart', async () => {
  await visit('late-platform', button('Lamp', 'data-product-id="8003" data-variant-id="80031"'))
  await visitor.context.route('**/cart/add.js', (route) => route.fulfill({ json: { items: [{ title: 'Lamp' }] } }))
  const answered = await page.evaluate(() => {
    const here = globalThis as unknown as { Shopify: object; _swat: { replayAddToCart(...given: unknown[]): unknown } }
    here.Shopify = { routes: { root: '/' } }
    return new Promise((ok) => here._swat.replayAddToCart({ epi: 80031, empi: 8003 }, 80031, ok, ok))
  })
  expect(JSON.parse(answered as string)).toEqual({ title: 'Lamp', items: [{ title: 'Lamp' }] })
  await visitor.context.close()
})

test('a press without a network is kept and sent later', async () => {
  await visit(
    'offline',
    button('Lamp', 'data-product-id="8003" data-variant-id="80031" data-product-url="/products/lamp"'),
  )
  await visitor.context.setOffline(true)
  await press('Lamp')
  await added('Lamp')
  expect(await page.evaluate(() => heartbell.waiting())).toBe(1)
  await visitor.context.setOffline(false)
  await page.waitForFunction(() => heartbell.waiting() === 0)
  expect(await saved()).toEqual([[80031, 8003, '/products/lamp', null]])
  await visitor.context.close()
})

test('choices without a name get it from the shop', async () => {
  await visit(
    'names',
    `${shopify}<script>
       window.SwymProductVariants = {
         80031: { epi: 80031, empi: 8003, dt: 'Lamp', pr: 49, du: '/products/lamp', vi: 'Brass' },
         80032: { epi: 80032, empi: 8003, dt: 'Lamp', pr: 45, du: '/products/lamp' }
       }
     </script>
     ${button('Lamp', 'data-product-id="8003" data-product-title="Lamp" data-price="49" data-product-url="/products/lamp"')}`,
    { lamp },
  )
  await press('Lamp')
  await page.getByRole('dialog').getByRole('radio', { name: 'Steel' }).waitFor()
  await visitor.context.close()
})

test('on Shopify a button that knows only ids is saved with the title, price and picture of the shop', async () => {
  await visit(
    'bare-ids',
    `${shopify}${button('Lamp', 'data-product-id="gid://shopify/Product/8003" data-variant-id="gid://shopify/ProductVariant/80032" data-product-url="/products/lamp"')}`,
    { lamp },
  )
  await press('Lamp')
  await added('Lamp')
  const [item] = (await page.evaluate(() => heartbell.fetch())) as Record<string, unknown>[]
  expect(item).toMatchObject({ epi: 80032, empi: 8003, dt: 'Lamp', vi: 'Steel', pr: 45 })
  expect(await page.evaluate(() => 'fetchNothing' in heartbell || heartbell.fetchNothing)).toBeUndefined()
  await visitor.context.close()
})

test('a product with two saved variants: the shopper chooses which one to remove', async () => {
  const views = `<script>window.SwymViewProducts = { 8003: { empi: 8003, epi: 80031, dt: 'Lamp', du: location.origin + '/products/lamp', variants: [{ Brass: 80031 }, { Steel: 80032 }] } }</script>`
  await visit(
    'remove-one',
    `${views}
     ${button('Brass', 'data-product-id="8003" data-variant-id="80031"')}
     ${button('Steel', 'data-product-id="8003" data-variant-id="80032"')}
     ${button('Any', 'data-product-id="8003"')}`,
  )
  for (const name of ['Brass', 'Steel']) {
    await press(name)
    await added(name)
  }
  await added('Any')
  await press('Any')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Brass' }).check()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.locator('button:not(.swym-added)', { hasText: 'Brass' }).waitFor()
  expect(await saved()).toEqual([[80032, 8003, '/products/lamp', 'Steel']])
  await press('Any')
  await page.locator('button:not(.swym-added)', { hasText: 'Any' }).waitFor()
  expect(await saved()).toEqual([])
  await visitor.context.close()
})

test('under a strict policy with Trusted Types buttons ask, save and notify', async () => {
  await visit(
    'strict',
    `<div>${button('Lamp', 'data-product-id="8003" data-product-url="/products/lamp"')}</div>
     <button type="button" data-swaction="addToWatchlist" data-product-id="8002" data-variant-id="80021" data-product-url="/products/pen">Tell me</button>
     <a href="#swym-wishlist">My wishes</a>`,
    { lamp, pen },
    strict,
  )
  await page.evaluate(() => {
    ;(globalThis as { Shopify?: object }).Shopify = {}
  })
  await press('Lamp')
  await page.getByRole('dialog').getByRole('radio', { name: 'Brass' }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await added('Lamp')
  await press('Tell me')
  await page.getByRole('dialog').getByLabel('E-mail address').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'My wishes' }).click()
  await page.getByRole('dialog').getByText('Lamp').first().waitFor()
  expect(visitor.faults).toEqual([])
  await visitor.context.close()
})

test('a product page’s empty bar gets a button, buttons of a theme’s own selector work, and a stopped click arrives', async () => {
  await visit(
    'places',
    `<script>window.SwymPageData = { et: 1, empi: 8002, epi: 80021, dt: 'Pen', du: location.origin + '/products/pen', variants: [{ 'Default Title': 80021 }] }</script>
     <script>window.SwymWatchProducts = { 8002: { 80021: { id: 80021, available: false } } }</script>
     <div class="swym-wishlist-button-bar"></div><div class="swym-isa-button-bar"></div>
     <div id="card"><span role="button" class="mine product_8003" data-variant-id="80031" data-product-url="/products/lamp">Own</span></div>
     <span id="count"></span>
     <script>
       document.getElementById('card').addEventListener('click', function (event) { event.stopPropagation() })
       window.SwymCallbacks = [function (swat) {
         swat.initializeActionButtons('#card', '.mine')
         swat.renderWishlistCount('#count')
       }]
     </script>`,
  )
  await page.locator('#count', { hasText: /^0$/ }).waitFor()
  await press('Save to wishlist')
  await page.locator('.swym-wishlist-button-bar .swym-added').waitFor()
  await page.locator('#count[data-count="1"].show-badge', { hasText: /^1$/ }).waitFor()
  await page.locator('.swym-isa-button-bar .swym-loaded').waitFor()
  await press('Own')
  await added('Own')
  await page.locator('#count', { hasText: /^2$/ }).waitFor()
  expect(await saved()).toEqual([
    [80021, 8002, '/products/pen', null],
    [80031, 8003, '/products/lamp', null],
  ])
  expect(visitor.faults).toEqual([])
  await visitor.context.close()
})
