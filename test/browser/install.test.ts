/** Every piece of code in docs/install.md, copied from the document and run on a real page. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runAdapters } from './install-cart.ts'
import { bundleSnippet } from './install-npm.ts'
import { checkWooCommerce } from './install-woo.ts'
import { type Folder, openFolder } from './packed-apps.ts'
import { openShop, type Shop, storedItems } from './shop.ts'
import { snippet, unusedSnippets } from './snippets.ts'

let shop: Shop
let folder: Folder
beforeAll(async () => {
  shop = await openShop()
  folder = await openFolder(['client', 'react', 'vue', 'svelte'], ['react', 'react-dom', 'vue', '@vue', 'svelte'])
})
afterAll(async () => {
  await folder?.close()
  await shop?.close()
})

let pages = 0
/** A page of the shop with the tags of the document's first step. */
async function openPage(body = '', head = snippet('head', shop)) {
  const visitor = await shop.visitor()
  await visitor.page.goto(shop.theme(`install-${++pages}`, `${head}<body>${body}</body>`))
  await visitor.page.waitForFunction(() => globalThis.heartbell?.isSaved)
  return visitor
}

const run = (page: Page, label: string) => page.evaluate(`(async () => { ${snippet(label, shop)} })()`)
const press = (page: Page, name: string) => page.getByRole('button', { name }).first().click()
const savedIds = async (page: Page, type?: string) => (await storedItems(shop, page, type)).map(({ epi }) => epi)

describe('any shop', () => {
  test('the script tag and the elements', async () => {
    const { page, faults, context } = await openPage(snippet('elements', shop))
    await press(page, 'Save Notebook')
    await expect.poll(() => savedIds(page)).toEqual([101])
    // no variant is chosen yet: the heart asks
    await press(page, 'Save Kite')
    await page.getByText('Blue').first().click()
    await page.getByRole('dialog').getByRole('button').filter({ hasText: /save/i }).first().click()
    await expect.poll(async () => (await savedIds(page)).toSorted()).toEqual([101, 202])
    await page.locator('heartbell-list').getByText('Kite').first().waitFor()
    expect(
      await page.locator('heartbell-notify').evaluateAll((all) => all.map((one) => (one as HTMLElement).hidden)),
    ).toEqual([false, false, false])
    await page.locator('heartbell-notify >> button').first().click()
    await page.locator('heartbell-notify >> input[type=email]').first().waitFor()
    await page.locator('heartbell-count >> a').click()
    await page.locator('heartbell-drawer').getByText('Notebook').first().waitFor()
    // the pictures of the document do not exist
    expect(faults.filter((fault) => !/404/.test(fault))).toEqual([])
    await context.close()
  })

  test('the script tag with a hash', async () => {
    const manifest = await (await fetch(`${shop.url}/client/latest/manifest.json`)).json()
    const head = snippet('integrity', shop).replace('sha384-…', manifest.files['core.js'].integrity)
    const { page, context } = await openPage('', head)
    expect(await page.evaluate(() => heartbell.count())).toBe(0)
    await context.close()
  })

  test('the token of a signed-in shopper', async () => {
    const file = folder.write('identity-token.js', snippet('server', shop))
    const { identityToken } = (await import(file)) as { identityToken(email: string, secret: string): string }
    const token = identityToken('ada@shop.example', shop.store.identitySecret)
    const { page, context } = await openPage(
      '',
      snippet('head', shop).replace('data-store', `data-identity="${token}" data-store`),
    )
    await expect.poll(() => page.evaluate(() => heartbell.isSignedIn()), { timeout: 45_000 }).toBe(true)
    await context.close()
  })

  test('carts', async () => {
    await runAdapters(shop, openPage, run)
  })

  test('colours and texts', async () => {
    const policy = "default-src 'self'; style-src 'self' 'unsafe-inline'"
    const { page, context } = await shop.visitor()
    const body =
      '<heartbell-notify variant="1" product="1" url="/" stock="0"></heartbell-notify><heartbell-heart variant="1" name="Pen"></heartbell-heart>'
    await page.goto(
      shop.theme('install-theme', `${snippet('head', shop)}<style>${snippet('theme', shop)}</style>${body}`, policy),
    )
    const button = page.locator('heartbell-notify >> button').first()
    await button.waitFor()
    expect(await button.evaluate((one) => getComputedStyle(one).textTransform)).toBe('uppercase')
    expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(23, 122, 78)')
    await run(page, 'texts')
    await page.getByRole('button', { name: 'Keep Pen' }).waitFor()
    await page.getByRole('button', { name: 'Ring me when it is back' }).waitFor()
    await context.close()

    // in a dark scheme, with a script that ran before core.js
    const dark = await shop.visitor({ colorScheme: 'dark' })
    await dark.page.addInitScript(snippet('texts', shop))
    const look = async (css: string) => {
      await dark.page.goto(shop.theme('install-dark', `${snippet('head', shop)}<style>${css}</style>${body}`, policy))
      const one = dark.page.getByRole('button', { name: 'Ring me when it is back' })
      await one.waitFor()
      return await one.evaluate((shown) => [getComputedStyle(shown).backgroundColor, getComputedStyle(shown).color])
    }
    expect(await look(snippet('dark-theme', shop))).toEqual(['rgb(185, 168, 255)', 'oklch(0 0 0)'])
    // an own accent without `light-dark()` has a readable text, too
    const own = ':root { color-scheme: light dark; --hb-accent: #4b2bd6 }'
    expect(await look(own)).toEqual(['rgb(75, 43, 214)', 'oklch(1 0 0)'])
    await dark.context.close()
  })
})

describe('events and scripts', () => {
  const heart =
    '<heartbell-heart variant="101" product="10" url="/products/notebook" name="Notebook" option="Lined" price="12.50"></heartbell-heart>'

  test('events, the data layer and gtag say what was saved, with value and currency', async () => {
    const { page, context, faults } = await openPage(heart)
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.evaluate('globalThis.calls = []; globalThis.gtag = (...given) => calls.push(given)')
    for (const label of ['events', 'data-layer', 'gtag']) await run(page, label)
    await press(page, 'Save Notebook')
    await expect.poll(() => said).toContain('saved Notebook')
    const item = { item_id: '10', item_name: 'Notebook', price: 12.5, quantity: 1 }
    const ecommerce = { currency: 'EUR', value: 12.5 }
    expect(await page.evaluate('dataLayer')).toEqual([
      { ecommerce: null },
      { event: 'add_to_wishlist', ecommerce: { ...ecommerce, items: [{ ...item, item_variant: 'Lined' }] } },
    ])
    expect(await page.evaluate('calls')).toEqual([
      ['event', 'add_to_wishlist', { ...ecommerce, items: [{ ...item, item_variant: 'Lined' }] }],
    ])
    await press(page, 'Save Notebook')
    await expect.poll(() => said).toContain('removed Notebook')
    expect(faults).toEqual([])
    await context.close()
  })

  test('calls from a script, before and after the start', async () => {
    const { page, context, faults } = await openPage()
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await run(page, 'own-script')
    await expect.poll(() => said).toContain('true 1')
    await expect.poll(() => savedIds(page)).toEqual([])
    said.length = 0
    await run(page, 'queue')
    await expect.poll(() => said).toEqual(['0'])
    await page.addInitScript(snippet('queue', shop))
    await page.reload()
    await expect.poll(() => said).toEqual(['0', '0'])
    expect(faults).toEqual([])
    await context.close()
  })

  test('the picker of lists and the share panel open from a script', async () => {
    const { page, context, faults } = await openPage(`<heartbell-count href="/wishlist"></heartbell-count>${heart}`)
    await press(page, 'Save Notebook')
    await expect.poll(() => savedIds(page)).toEqual([101])
    await run(page, 'open-lists')
    await page.getByRole('checkbox', { name: 'My wishlist' }).waitFor()
    await page.keyboard.press('Escape')
    await run(page, 'open-share')
    await page
      .getByText(/sign in/i)
      .first()
      .waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  test('calls with callbacks, and the dialog of variants', async () => {
    const { page, context, faults } = await openPage(
      '<script type="module" async src="/client/latest/picker.js"></script>',
    )
    await run(page, 'callbacks')
    await expect.poll(() => savedIds(page, 'wl')).toEqual([101])
    await page.waitForFunction(() => heartbell.pickVariant)
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    const chosen = run(page, 'pick-variant')
    await page.getByText('Plain').first().click()
    await page
      .getByRole('dialog')
      .getByRole('button')
      .filter({ hasNotText: /cancel|^$/i })
      .last()
      .click()
    await chosen
    expect(said).toContain('chosen 102')
    expect(faults.filter((fault) => !/404/.test(fault))).toEqual([])
    await context.close()
  })
})

describe('npm', () => {
  test('a cart in React: a row is saved for later and goes back to the bag', async () => {
    const { page, context, faults } = await shop.visitor()
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.goto(await bundleSnippet(folder, shop, 'react-cart'))
    const later = page.getByRole('button', { name: 'Save for later' })
    await page.waitForFunction(() => document.querySelector('heartbell-saved')?.shadowRoot && heartbell.cart)
    await later.click()
    await page.locator('heartbell-saved').getByText('Notebook').first().waitFor()
    await expect.poll(() => later.count()).toBe(0)
    expect(said).toContain('later Notebook')
    await page
      .locator('heartbell-saved')
      .getByRole('button', { name: /^Back to the bag/ })
      .click()
    await later.waitFor()
    expect(faults).toEqual([])
    await context.close()
  })

  test.each(['client', 'react', 'vue', 'svelte', 'headless', 'bundled-callbacks'])('%s', async (name) => {
    const { page, context, faults } = await shop.visitor()
    const said: string[] = []
    page.on('console', (message) => said.push(message.text()))
    await page.goto(await bundleSnippet(folder, shop, name))
    if (name === 'headless') await expect.poll(() => savedIds(page)).toEqual([101])
    else if (name === 'bundled-callbacks') await page.waitForLoadState('networkidle')
    else {
      await press(page, 'Save Notebook')
      await expect.poll(() => savedIds(page)).toEqual([101])
      await expect.poll(() => said).toContain(name === 'client' ? '1' : 'saved Notebook')
      if (name !== 'client') await page.getByText('(on your wishlist)').waitFor()
    }
    expect(faults).toEqual([])
    await context.close()
  })
})

test('WooCommerce: what the snippet prints works on a page', async () => {
  const { page, context } = await checkWooCommerce(shop)
  await press(page, 'Save Pot & "Lid"')
  await page.getByText('Blue').first().click()
  await page.getByRole('dialog').getByRole('button').filter({ hasText: /save/i }).first().click()
  await press(page, 'Save Mug')
  await expect.poll(async () => (await savedIds(page)).toSorted()).toEqual([22, 31])
  expect(await page.evaluate(() => heartbell.isSignedIn())).toBe(true)
  await page.waitForFunction(() => heartbell.cart)
  await context.close()
})

test('no piece of code in the document is without a test', () => {
  expect(unusedSnippets()).toEqual([])
})
