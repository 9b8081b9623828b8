/** Scripts of existing themes that render lists, share them, save for later, and greet shoppers. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, storedItems, whoIs } from './shop.ts'
import { identityOf, type Shopper, shopper, themeUrl } from './theme-shop.ts'

let shop: Shop
let visitor: Shopper
let page: Page
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

async function visit(name: string, attributes?: string): Promise<void> {
  visitor = await shopper(shop)
  page = visitor.page
  await page.goto(themeUrl(shop, name, attributes))
}

const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const signedIn = (email: string) => `data-compat data-currency="EUR" data-identity="${identityOf(shop, email)}"`
const ids = async (lty?: string) => (await storedItems(shop, page, lty)).map(({ epi, empi }) => [epi, empi])

/** Saves products from outside the browser, for the identity that the page has, or for `who`. */
async function save(items: object[], who?: { regid: string; sessionid: string }): Promise<string> {
  const by = who ?? (await whoIs(page))!
  const { lid } = (await shop.shop('lists/create', by, { lname: 'Wishes' })).body
  await shop.shop('lists/update-ctx', by, { lid, a: items })
  return lid
}

const du = (handle: string) => `${shop.url}/products/${handle}`
const notebook = () => ({ epi: 80012, empi: 8001, du: du('notebook'), dt: 'Notebook', vi: 'Plain', pr: 12.5 })
const pen = () => ({ epi: 80021, empi: 8002, du: du('pen'), dt: '<i>Pen</i> & ink', pr: 3 })

// proves C8.3.renderTemplateString, C8.3.formatProductPrice, C8.3.isInDeviceCart, C8.3.replayAddToCart
test('a wishlist page is rendered from a template, buys into the cart, and drops a wish', async () => {
  visitor = await shopper(shop)
  page = visitor.page
  visitor.cart.push({ id: 80021, quantity: 1 })
  const ada = await shop.account('ada@shop.example')
  await save([notebook(), pen()], ada)
  await page.goto(themeUrl(shop, 'wishlist-page', signedIn('ada@shop.example')))
  await page.getByRole('heading', { name: 'Notebook' }).waitFor()
  const row = (name: string) => page.locator('.row', { hasText: name })
  expect(await row('Notebook').locator('b').textContent()).toMatch(/^€\s?12\.50$/)
  expect(await row('Notebook').locator('p').textContent()).toContain('Plain')
  // text is escaped
  await page.getByRole('heading', { name: '<i>Pen</i> & ink' }).waitFor()
  await row('Notebook').getByRole('button', { name: 'Buy' }).click()
  await page.locator('.done', { hasText: 'Bought Row 80012' }).waitFor()
  expect(visitor.cart).toEqual([
    { id: 80021, quantity: 1 },
    { id: 80012, quantity: 1 },
  ])
  await row('Notebook').getByRole('button', { name: 'Drop' }).click()
  await row('Notebook').waitFor({ state: 'detached' })
  expect(await ids()).toEqual([[80021, 8002]])
  await press('Drop')
  await page.getByText('Nothing here yet.').waitFor()
  expect(await ids()).toEqual([])
  expect(visitor.faults).toEqual([])
  await visitor.context.close()
})

// proves C6.createList, C6.fetchListDetails, C6.addProductToLists, C6.removeProductFromLists
test('a pop-up for several lists: created, ticked and unticked, with events and a refusal that is said', async () => {
  await visit('lists-popup')
  await press('Save to a list')
  for (const name of ['Desk', 'Gifts']) {
    await page.getByLabel('New list').fill(name)
    await press('Create')
    await page.getByLabel(name).waitFor()
  }
  await press('Create')
  await page.getByRole('status').filter({ hasText: 'Gifts' }).waitFor()
  await page.getByLabel('Desk').check()
  await page.getByLabel('Gifts').check()
  await press('Done')
  await page.getByRole('status').filter({ hasText: 'Desk: 1, Gifts: 1' }).waitFor()
  expect(await ids()).toEqual([
    [80021, 8002],
    [80021, 8002],
  ])
  await press('Save to a list')
  await page.getByLabel('Desk').uncheck()
  await press('Done')
  await page.getByRole('status').filter({ hasText: 'Desk: 0, Gifts: 1' }).waitFor()
  expect(await ids()).toEqual([[80021, 8002]])
  const events = await page.locator('#events li').allTextContents()
  expect(new Set(events)).toEqual(new Set(['addedToWishlist 80021', 'removedFromWishlist 80021']))
  await visitor.context.close()
})

// proves C6.generateSharedListURL, C6.sendListViaEmail, C6.shareListSocial, C8.3.generateSharedListURL
test('a share dialog: a guest is refused, an account gets a link, a mail and networks, and a stranger reads the list', async () => {
  await visit('share')
  await page.getByText('403 login-required').waitFor()
  await visitor.context.close()

  const bob = await shop.account('bob@shop.example')
  const lid = await save([notebook()], bob)
  await visit('share', signedIn('bob@shop.example'))
  await page.waitForFunction((id) => document.querySelector<HTMLInputElement>('#lid')?.value === id, lid)
  expect(await page.getByLabel('Link').inputValue()).toContain(lid)
  await page.getByLabel('To').fill('friend@shop.example')
  await page.getByLabel('From').fill('Bob')
  await page.getByLabel('Note').fill('For my birthday')
  await press('Send')
  await page.getByText('The mail is on its way.').waitFor()
  const mails = await shop.sql`
    select recipient from messages where store_id = ${(await shop.storeNow()).storeId}`
  expect(mails).toEqual([{ recipient: 'friend@shop.example' }])
  const shared = page.waitForResponse(/reportShare/)
  const [opened] = await Promise.all([
    visitor.context.waitForEvent('page').catch(() => null),
    page.locator('#networks button').first().click(),
  ])
  expect((await shared).status()).toBe(200)
  await opened?.close()

  const stranger = await shopper(shop)
  await stranger.page.goto(`${themeUrl(shop, 'shared-page')}?lid=${lid}`)
  await stranger.page.getByRole('link', { name: 'Notebook' }).waitFor()
  await stranger.page.getByText('Wishes (no address)').waitFor()
  await shop.shop('lists/markPrivate', bob, { lid })
  await stranger.page.reload()
  await stranger.page.getByText('Not shared (404)').waitFor()
  await stranger.context.close()
  await visitor.context.close()
})

// proves C8.3.sfl-default, S4.5.lid
test('save for later: a row moves out of the cart and back, with its quantity', async () => {
  await visit('cart')
  await press('Save for later')
  await page.getByText('Notebook × 2').waitFor()
  expect(await page.locator('#row').isVisible()).toBe(false)
  expect(await ids('sfl')).toEqual([[80012, 8001]])
  await page.reload()
  await page.getByText('Notebook × 2').waitFor()
  await press('Move to cart')
  await page.getByText('Back in the cart: 80012').waitFor()
  await page.getByText('Notebook × 2').waitFor({ state: 'detached' })
  expect(visitor.cart).toEqual([{ id: 80012, quantity: 2 }])
  expect(await ids('sfl')).toEqual([])
  await press('Save for later')
  await page.getByText('Notebook × 2').waitFor()
  await press('Forget it')
  await page.getByText('Notebook × 2').waitFor({ state: 'detached' })
  expect(await ids('sfl')).toEqual([])
  expect(visitor.faults).toEqual([])
  await visitor.context.close()
})

// proves C6.authCheck, C8.3.others
test('a guest who signs in has the same wishes, and the page hears of the new identity', async () => {
  await visit('account')
  await page.getByText('Hello, guest').waitFor()
  await page.getByText('auth false false').waitFor()
  for (const line of ['lists are ready', 'from undefined', 'loaded true']) await page.getByText(line).waitFor()
  await page.locator('.swym-loaded').waitFor()
  await press('Wish for a pen')
  await page.locator('.swym-added').waitFor()
  expect(await ids()).toEqual([[80021, 8002]])
  const guest = await whoIs(page)
  await press('Recently viewed')
  await page.getByText(`shopper ${guest!.regid} saw 0`).waitFor()
  await page.goto(themeUrl(shop, 'account', signedIn('eve@shop.example')))
  await page.getByText('Welcome back').waitFor()
  await page.getByText('from /theme/account').waitFor()
  await page.getByText('new identity').first().waitFor()
  await page.getByText('auth true true').first().waitFor()
  await page.locator('.swym-added').waitFor()
  expect((await whoIs(page))!.regid).not.toBe(guest!.regid)
  expect((await whoIs(page))!.regid).toBe((await shop.account('eve@shop.example')).regid)
  expect(await ids()).toEqual([[80021, 8002]])
  // signed out: the next person on the device starts empty
  await page.goto(themeUrl(shop, 'account', 'data-compat data-identity=""'))
  await page.locator('.swym-loaded:not(.swym-added)').waitFor()
  await page.getByText('Hello, guest').waitFor()
  await visitor.context.close()
})

// proves C6.addToList, C8.1.own-names, S1.script, S4.5.init, S4.6.call, S4.6.lty
test('the callback interface is on heartbell itself, without the old names', async () => {
  await visit('own-names', '')
  await page.getByText('sfl 0 0').waitFor()
  expect(
    await page.evaluate(() => ['_swat', 'SwymCallbacks', 'SwymUtils'].filter((name) => name in globalThis)),
  ).toEqual([])
  await press('New list')
  await page.getByRole('listitem').filter({ hasText: 'Balcony 1' }).waitFor()
  expect(await ids('wl')).toEqual([[80021, 8002]])
  await press('New list')
  await page
    .getByRole('status')
    .filter({ hasText: /^400 .*invalid-lname$/ })
    .waitFor()
  expect(visitor.faults.filter((fault) => !/400/.test(fault))).toEqual([])
  await visitor.context.close()
})

test('a theme without a dialog for several lists is told that there is one', async () => {
  const told = () =>
    page.waitForFunction(() => {
      const { _swat } = globalThis as unknown as { _swat?: Told }
      return _swat && [_swat.isCollectionsEnabled(), _swat.retailerSettings.Wishlist.EnableCollections]
    })
  type Told = { isCollectionsEnabled(): boolean; retailerSettings: { Wishlist: { EnableCollections: boolean } } }
  await visit('account')
  expect(await (await told()).jsonValue()).toEqual([true, true])
  await visit('account', 'data-compat data-lists="one"')
  expect(await (await told()).jsonValue()).toEqual([false, false])
})
