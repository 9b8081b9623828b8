/** Walks through the demo shop as a shopper and takes a picture of everything that shoppers see; axe checks each. */
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { findIssues } from '../../test/browser/axe.ts'
import type { Chromium } from '../../test/browser/chromium.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const desktop = { viewport: { width: 1280, height: 860 } }
const ways: Record<string, BrowserContextOptions> = {
  desktop,
  'desktop-dark': { ...desktop, colorScheme: 'dark' },
  phone,
  'phone-dark': { ...phone, colorScheme: 'dark' },
}

type Walk = { shop: string; page: Page; context: BrowserContext; take(name: string): Promise<void> }

export async function takePictures(browser: Chromium, shop: string, folder: string): Promise<string[]> {
  const issues: string[] = []
  for (const [way, options] of Object.entries(ways)) {
    const context = await browser.newContext({ ...options, reducedMotion: 'reduce', bypassCSP: true })
    context.setDefaultTimeout(20_000)
    const page = await context.newPage()
    const take = async (name: string) => {
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      await page.screenshot({ path: join(folder, `${name}-${way}.png`) })
      issues.push(...(await findIssues(page)).map((issue) => `${name}-${way}: ${issue}`))
    }
    const walk = { shop, page, context, take }
    for (const part of [grid, notify, drawer, listPage, lists, sharing, alerts]) await part(walk)
    await context.close()
    console.log(`${way}: done`)
  }
  return issues
}

const settled = (page: Page) => page.waitForFunction(() => globalThis.heartbell?.waiting?.() === 0)
const heart = (page: Page, name: string) => page.getByRole('button', { name: `Save ${name}`, exact: true })
const open = async ({ page, shop }: Walk, path: string) => {
  await page.goto(`${shop}${path}`)
  await page.waitForFunction(
    () => document.querySelector('heartbell-heart, heartbell-list, heartbell-count')?.shadowRoot,
  )
}

async function grid(walk: Walk): Promise<void> {
  const { page, take } = walk
  await open(walk, '/demo')
  for (const name of ['Terracotta Pot', 'Pruning Shears', 'Herb Garden Set']) await heart(page, name).click()
  await page.getByRole('status').getByText('Saved to').waitFor()
  await take('grid')
  await heart(page, 'Brass Watering Can').click()
  await page.getByRole('dialog').waitFor()
  await take('variant-picker')
  await page.getByRole('dialog').getByRole('radio').first().check()
  await page.getByRole('dialog').getByRole('button').last().click()
  await settled(page)
}

const notifyOf = (page: Page): Locator => page.locator('heartbell-notify').first()

async function notify(walk: Walk): Promise<void> {
  const { page, take } = walk
  await open(walk, '/demo/products/brass-watering-can')
  await notifyOf(page).getByRole('button').first().waitFor()
  await take('notify-closed')
  await notifyOf(page).getByRole('button').first().click()
  await notifyOf(page).getByLabel('E-mail address').waitFor()
  await take('notify-form')
  await notifyOf(page).getByLabel('E-mail address').fill('nobody')
  await page.keyboard.press('Enter')
  await notifyOf(page).getByRole('alert').waitFor()
  await take('notify-wrong')
  await notifyOf(page).getByLabel('E-mail address').fill('ada@shop.example')
  await page.keyboard.press('Enter')
  await notifyOf(page).getByRole('button', { name: 'Stop this alert' }).waitFor()
  await take('notify-thanks')
}

async function drawer(walk: Walk): Promise<void> {
  const { page, take } = walk
  await open(walk, '/demo')
  await page.locator('heartbell-count').getByRole('link').click()
  await page.locator('heartbell-drawer').getByRole('listitem').first().waitFor()
  await take('drawer')
  await page.keyboard.press('Escape')
}

async function listPage(walk: Walk): Promise<void> {
  const { page, take } = walk
  await open(walk, '/demo/wishlist')
  await page.locator('heartbell-list').getByRole('listitem').first().waitFor()
  await take('list-cards')
  await page.locator('heartbell-list').getByRole('button', { name: 'Show as rows' }).click()
  await take('list-rows')
  await page.locator('heartbell-list').getByRole('button', { name: /^Edit/ }).first().click()
  await take('list-edit')
}

async function lists(walk: Walk): Promise<void> {
  const { page, take } = walk
  await open(walk, '/demo')
  await heart(page, 'Oak Stool').click({ delay: 700 })
  await page.getByRole('dialog').waitFor()
  await take('lists-picker')
  await page.keyboard.press('Escape')
}

async function sharing(walk: Walk): Promise<void> {
  const { page, take, context, shop } = walk
  await open(walk, '/demo/sign-in')
  await page.getByLabel('E-mail address').fill(`ada${Date.now()}@shop.example`)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await open(walk, '/demo/wishlist')
  await page.locator('heartbell-list').getByRole('button', { name: /share/i }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: /link/i }).first().click()
  await page.getByRole('dialog').getByRole('textbox').first().waitFor()
  await take('share-panel')
  const address = await page.getByRole('dialog').getByRole('textbox').first().inputValue()
  await page.goto(address)
  await page.locator('heartbell-list').getByRole('listitem').first().waitFor()
  await take('shared-on-the-shop')
  const id = new URL(address).searchParams.get('list')
  await page.goto(`${shop}/shared/${id}?here`)
  await take('shared-fallback')
  await context.clearCookies()
}

/** Reads the mail about the restock in the demo's outbox, and follows its link to the shopper's alerts. */
async function alerts(walk: Walk): Promise<void> {
  const { page, take } = walk
  await open(walk, '/demo/products/brass-watering-can')
  await page.getByRole('button', { name: 'Restock it' }).click()
  await page.locator('[data-step=mail].done, [data-step=restock].done').first().waitFor()
  await page.getByRole('button', { name: 'Read the mail' }).click()
  await page.locator('.mail-list button').first().click()
  await page.frameLocator('iframe[title="The mail"]').getByRole('link').first().waitFor()
  await take('mail-in-the-outbox')
  const mine = page.frameLocator('iframe[title="The mail"]').getByRole('link', { name: /My alerts/ })
  await page.goto(String(await mine.getAttribute('href')))
  await take('my-alerts')
}
