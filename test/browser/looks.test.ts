/** Accessibility of shop and widgets: no axe issue on desktop, on a phone, in dark mode, and right to left. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findIssues } from './axe.ts'
import { openShop, type Shop, saveVariants } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

/** The folder for screenshots, if set. */
const folder = process.env.HEARTBELL_PICTURES

async function judge(page: Page, name: string): Promise<void> {
  if (folder) await page.screenshot({ path: `${folder}/${name}.png` })
  // the issues beside colours are the same in both schemes
  const rules = name.endsWith('-dark') ? { rules: ['color-contrast'] } : {}
  expect(await findIssues(page, rules), name).toEqual([])
}

const heartOf = (page: Page, place: number) => page.locator('heartbell-heart').nth(place).locator('button')

const ways: Record<string, BrowserContextOptions> = {
  desktop: { viewport: { width: 1280, height: 860 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  dark: { viewport: { width: 1280, height: 860 }, colorScheme: 'dark' },
}

describe.each(Object.entries(ways))('%s', (way, options) => {
  test('the shop and every widget in it', async () => {
    const { context, page } = await shop.visitor({ ...options, bypassCSP: true, reducedMotion: 'reduce' })
    await page.goto(`${shop.url}/demo`)
    await heartOf(page, 0).click()
    await saveVariants(page, 70051, 70061)
    await page.waitForFunction(() => globalThis.heartbell.waiting() === 0)
    await judge(page, `home-${way}`)
    await page.goto(`${shop.url}/demo/products/brass-watering-can`)
    await heartOf(page, 0).click()
    await page.locator('heartbell-notify').getByRole('button').click()
    await page.locator('heartbell-notify').getByLabel('E-mail address').fill('nobody')
    await page.keyboard.press('Enter')
    await judge(page, `product-${way}`)
    await page.goto(`${shop.url}/demo/products/enamel-mug`)
    await page.getByRole('button', { name: 'Add to bag' }).click()
    await page.locator('heartbell-count a').click()
    await page.locator('heartbell-drawer').getByRole('link', { name: 'Terracotta Pot' }).waitFor()
    await judge(page, `drawer-${way}`)
    await page.locator('heartbell-drawer').getByRole('button', { name: 'More' }).click()
    await page.locator('heartbell-drawer').getByRole('button', { name: 'New list' }).click()
    await page.locator('heartbell-drawer').getByLabel('New list').waitFor()
    await judge(page, `drawer-form-${way}`)
    await page.goto(`${shop.url}/demo/bag`)
    await page.getByRole('button', { name: 'Save for later: Enamel Mug' }).click()
    await page.locator('heartbell-saved').getByRole('link', { name: 'Enamel Mug' }).waitFor()
    await judge(page, `bag-${way}`)
    await page.goto(`${shop.url}/demo/wishlist`)
    await page.locator('heartbell-list').getByRole('link', { name: 'Terracotta Pot' }).waitFor()
    await judge(page, `wishlist-${way}`)
    await context.close()
  })
})

test('in Arabic everything is right to left and nothing is English', async () => {
  const { context, page } = await shop.visitor({ viewport: { width: 1280, height: 860 }, bypassCSP: true })
  await page.addInitScript(() => {
    const turn = () => {
      document.documentElement.lang = 'ar'
      document.documentElement.dir = 'rtl'
    }
    new MutationObserver(turn).observe(document, { childList: true })
  })
  await page.goto(`${shop.url}/demo`)
  await heartOf(page, 0).click()
  await saveVariants(page, 70061)
  await page.locator('heartbell-count a').click()
  const drawer = page.locator('heartbell-drawer')
  await drawer.getByRole('dialog', { name: 'المفضلة' }).waitFor()
  await drawer.getByRole('button', { name: 'أعلموني' }).waitFor()
  await drawer.getByRole('button', { name: 'المزيد' }).click()
  await drawer.getByRole('button', { name: 'قائمة جديدة' }).click()
  await drawer.getByText('من 3 إلى 50 حرفًا').waitFor()
  await judge(page, 'drawer-arabic')
  const box = (await drawer.locator('dialog').boundingBox())!
  expect(box.x).toBe(0)
  await context.close()
})
