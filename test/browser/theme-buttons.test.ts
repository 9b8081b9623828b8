/** Buttons of existing themes: what the shopper sees, and what the service stored. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, storedItems } from './shop.ts'
import { type Shopper, shopper, storedAlerts, themeUrl } from './theme-shop.ts'

let shop: Shop
let visitor: Shopper
let page: Page
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

async function visit(name: string): Promise<void> {
  visitor = await shopper(shop)
  page = visitor.page
  await page.goto(themeUrl(shop, name))
}

const wish = (name: string) => page.getByRole('button', { name })
/** A button in its state after the service answered. */
const added = (name: string) => page.locator('button.swym-added:not(.swym-adding)', { hasText: name }).waitFor()
const notAdded = (name: string) => page.locator('button:not(.swym-added, .swym-adding)', { hasText: name }).waitFor()
const loaded = () => page.locator('[data-swaction].swym-loaded').first().waitFor()
const dialog = () => page.getByRole('dialog')
const closed = () => page.locator('heartbell-dialog').waitFor({ state: 'detached' })

/** Variant, product and address of everything stored, oldest first. */
const stored = async () =>
  (await storedItems(shop, page)).map(({ epi, empi, du }) => [epi, empi, String(du).replace(shop.url, '')]).reverse()

// proves C8.3.swym-loaded
test('hidden buttons appear when they work, and every button of a product has its state', async () => {
  await visit('hidden-buttons')
  await wish('Wish for the notebook').click()
  await wish('Notebook is wished for').waitFor()
  await wish('Wished for, at the bottom').waitFor()
  await expect.poll(() => stored()).toEqual([[80012, 8001, '/products/notebook']])
  await page.reload()
  await wish('Wished for, at the bottom').click()
  await wish('Wish for the notebook').waitFor()
  await wish('Wish for the pen').waitFor()
  await expect.poll(() => stored()).toEqual([])
  expect(visitor.faults).toEqual([])
  await visitor.context.close()
})

// proves C8.3.lookup, C8.3.never-guess
test('a grid whose buttons know only the product: one variant is saved, of several the shopper chooses, and none is guessed', async () => {
  await visit('grid')
  await loaded()
  await wish('Wish for a pen').click()
  await added('Wish for a pen')
  await expect.poll(() => stored()).toEqual([[80021, 8002, '/products/pen']])

  await wish('Wish for a notebook').click()
  await dialog().getByRole('heading', { name: 'Notebook' }).waitFor()
  await dialog().getByRole('radio', { name: 'Lined' }).check()
  await dialog().getByRole('button', { name: 'Cancel' }).click()
  await closed()
  await notAdded('Wish for a notebook')
  await expect.poll(() => stored()).toHaveLength(1)

  await wish('Wish for a lamp').click()
  await dialog().getByRole('radio', { name: 'Steel' }).check()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await added('Wish for a lamp')

  // the page does not describe the paper, but the shop does
  await wish('Wish for paper').click()
  await dialog().getByRole('radio', { name: 'A5 Sold out' }).check()
  await dialog().getByRole('button', { name: 'Save' }).click()
  await added('Wish for paper')

  // nobody says which variants exist
  await wish('Wish for ink').click()
  await page.getByText(/choose a variant/i).waitFor()
  await notAdded('Wish for ink')
  await expect
    .poll(() => stored())
    .toEqual([
      [80021, 8002, '/products/pen'],
      [80032, 8003, '/products/lamp'],
      [80052, 8005, '/products/paper'],
    ])
  await page.reload()
  await added('Wish for a lamp')
  await visitor.context.close()
})

// proves C8.3.lookup
test('a product page saves the selected variant, and its button has the state of that variant', async () => {
  await visit('product')
  await loaded()
  await page.getByLabel('Finish').selectOption('Steel')
  await page.getByText('Now variant 80032').waitFor()
  await wish('Wish for this lamp').click()
  await added('Wish for this lamp')
  await expect.poll(() => stored()).toEqual([[80032, 8003, '/products/lamp']])
  await page.getByLabel('Finish').selectOption('Brass')
  await notAdded('Wish for this lamp')
  await wish('Wish for this lamp').click()
  await added('Wish for this lamp')
  await expect
    .poll(() => stored())
    .toEqual([
      [80032, 8003, '/products/lamp'],
      [80031, 8003, '/products/lamp'],
    ])
  await page.getByLabel('Finish').selectOption('Steel')
  await added('Wish for this lamp')
  expect(visitor.faults).toEqual([])
  await visitor.context.close()
})

// proves C6.renderWishlistCount, C8.3.renderWishlistCount, C8.3.notifications
test('header counters show the number, and the theme’s function gets it with its element', async () => {
  await visit('counter')
  await loaded()
  await page.locator('#plain', { hasText: /^0$/ }).waitFor()
  await wish('Notebook').click()
  await page.locator('#plain', { hasText: /^1$/ }).waitFor()
  await page.locator('.bubble[title="one wish"]:not([hidden])', { hasText: /^1$/ }).waitFor()
  await wish('Pen').click()
  await page.locator('.bubble[title="2 wishes"]', { hasText: /^2$/ }).waitFor()
  await added('Notebook')
  await wish('Notebook').click()
  await page.locator('#plain', { hasText: /^1$/ }).waitFor()
  await expect.poll(() => stored()).toEqual([[80021, 8002, '/products/pen']])
  await wish('All wishes').click()
  await page.getByRole('dialog', { name: 'Wishlist' }).getByRole('listitem').waitFor()
  await visitor.context.close()
})

// proves C6.initializeActionButtons
test('a quick view and a grid that grows: late buttons appear, and a choice in the quick view’s form counts', async () => {
  await visit('quick-view')
  await loaded()
  await wish('Wish: Notebook').click()
  await added('Wish: Notebook')
  await wish('More products').click()
  await page.locator('.swym-loaded', { hasText: 'Pen' }).waitFor()
  await wish('Wish: Pen').click()
  await added('Wish: Pen')
  await added('Wish: Notebook')
  await wish('Quick view of the lamp').click()
  await page.locator('#quick .swym-loaded').waitFor()
  // nothing is chosen yet: the shopper is asked, and leaves
  await wish('Wish: Lamp').click()
  await dialog().waitFor()
  await page.keyboard.press('Escape')
  await closed()
  await page.getByLabel('Steel').check()
  await wish('Wish: Lamp').click()
  await added('Wish: Lamp')
  await expect
    .poll(() => stored())
    .toEqual([
      [80012, 8001, '/products/notebook'],
      [80021, 8002, '/products/pen'],
      [80032, 8003, '/products/lamp'],
    ])
  expect(visitor.faults).toEqual([])
  await visitor.context.close()
})

// proves C6.sendWatchlist, C8.3.addToWatchlist, C8.3.notifications
test('watchlist buttons open the notify form, and the event fires after success only', async () => {
  await visit('watchlist')
  await loaded()
  const events = () => page.locator('#events li').allTextContents()
  const alerts = async () => (await storedAlerts(shop, page)).map(({ epi, empi }) => [epi, empi]).sort()
  await wish('Tell me about the steel lamp').click()
  await dialog().getByLabel('E-mail address').waitFor()
  await page.keyboard.press('Escape')
  await closed()

  await wish('Tell me about a lamp').click()
  await dialog().getByRole('radio', { name: 'Brass Sold out' }).check()
  await dialog().getByRole('button', { name: 'Notify me' }).click()
  await dialog().getByLabel('E-mail address').fill('ada@shop.example')
  expect(await events()).toEqual([])
  expect(await alerts()).toEqual([])
  await page.keyboard.press('Enter')
  await dialog().getByText('Thank you').waitFor()
  await page.keyboard.press('Escape')
  await page.locator('#events li').waitFor()
  expect(await events()).toEqual(['watching 80031'])
  expect(await alerts()).toEqual([[80031, 8003]])

  await page.getByLabel('Your e-mail').fill('nobody')
  await wish('Join the line').click()
  await page.getByText('Refused: 400').waitFor()
  await page.getByText('Please look again').waitFor()
  await page.getByLabel('Your e-mail').fill('ada@shop.example')
  await wish('Join the line').click()
  await page.getByText('You are in the line.').waitFor()
  await page.getByText('Saved, thank you').waitFor()
  expect(await alerts()).toEqual([
    [80021, 8002],
    [80031, 8003],
  ])
  expect(await events()).toEqual(['watching 80031', 'watching 80021'])
  await visitor.context.close()
})
