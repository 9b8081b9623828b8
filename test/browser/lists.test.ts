/** Several lists: the message after a heart, the picker of lists, and where the next heart goes. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findIssues } from './axe.ts'
import { openShop, type Shop, script, sizes, whoIs } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

/** The folder for screenshots, if set. */
const folder = process.env.HEARTBELL_PICTURES

const heartOf = (variant: number, name: string) =>
  `<heartbell-heart variant="${variant}" product="${variant}0" url="/p/${variant}" name="${name}" price="20"></heartbell-heart>`
const hearts = `${heartOf(101, 'Pot')}${heartOf(102, 'Vase')}`

async function visit(name: string, options: BrowserContextOptions = {}, more = '', body = hearts) {
  const visitor = await shop.visitor(options)
  const head = '<meta name="viewport" content="width=device-width">'
  await visitor.page.goto(shop.theme(name, `${head}${sizes()}${script(shop, more)}<main>${body}</main>`))
  return visitor
}

const heart = (page: Page, name = 'Pot') => page.getByRole('button', { name: `Save ${name}`, exact: true })
const panel = (page: Page) => page.getByRole('dialog', { name: 'Save to' })
const box = (page: Page, list: string) => panel(page).getByRole('checkbox', { name: list })
const message = (page: Page) => page.locator('heartbell-toast').getByRole('status')
const says = (page: Page, text: string) => message(page).filter({ hasText: text }).waitFor()
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.ariaLabel ?? document.activeElement?.localName)
const settled = (page: Page) => page.waitForFunction(() => globalThis.heartbell.waiting() === 0)

/** By list: the variants in it, as the service has them. */
async function stored(page: Page): Promise<Record<string, number[]>> {
  await settled(page)
  const { body } = await shop.shop('lists/fetch-lists', (await whoIs(page))!)
  const lists: { lname: string; listcontents: { epi: number }[] }[] = body
  return Object.fromEntries(lists.map(({ lname, listcontents }) => [lname, listcontents.map(({ epi }) => epi).sort()]))
}

/** Another list, made before the page knows of it. */
async function addList(page: Page, name: string): Promise<void> {
  await settled(page)
  await shop.shop('lists/create', (await whoIs(page))!, { lname: name })
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((one) => one.endsWith(':lists'))!
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)!), at: 0 }))
    return globalThis.heartbell.refresh()
  })
}

describe('by keyboard', () => {
  test('a saved product moves to a new list with its price when saved, and the next heart goes there, too', async () => {
    const { context, page, faults } = await visit('moving')
    await heart(page).press('Enter')
    await says(page, 'Saved to My wishlist')
    await settled(page)
    // a product that is saved anew has the price of today
    await shop.sql`update items set price = 35 where variant_id = '101'`
    // the message is at the end of the page, its button one step from the heart, and the way on is the usual one
    await page.keyboard.press('Tab')
    await message(page).getByRole('button', { name: 'Change' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Tab')
    await expect.poll(() => focused(page)).toBe('Save Vase')
    await heart(page).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await box(page, 'My wishlist').and(page.locator(':focus')).waitFor()
    await expect.poll(() => box(page, 'My wishlist').isChecked()).toBe(true)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const name = panel(page).getByLabel('Name of the list')
    const create = panel(page).getByRole('button', { name: 'Create' })
    await name.fill('Be')
    await panel(page).getByText('2 / 50').waitFor()
    await expect.poll(() => create.isDisabled()).toBe(true)
    await name.fill('my WISHLIST ')
    await panel(page).getByText('You already have a list with this name.').waitFor()
    await expect.poll(() => create.isDisabled()).toBe(true)
    await name.fill('Berlin 🌿')
    await panel(page).getByText('8 / 50').waitFor()
    await page.keyboard.press('Enter')
    await panel(page).getByText('Moves from My wishlist to Berlin 🌿.').waitFor()
    await expect.poll(() => box(page, 'My wishlist').isChecked()).toBe(false)
    await panel(page).getByRole('button', { name: 'Done' }).and(page.locator(':focus')).press('Enter')
    await says(page, 'Saved to Berlin 🌿')
    await expect.poll(() => focused(page)).toBe('Save Pot')
    await expect.poll(() => stored(page)).toEqual({ 'My wishlist': [], 'Berlin 🌿': [101] })
    const [item] = await shop.sql`select price from items where variant_id = '101'`
    expect(Number(item!.price)).toBe(35)
    await heart(page, 'Vase').press('Enter')
    await says(page, 'Saved to Berlin 🌿')
    await expect.poll(() => stored(page)).toEqual({ 'My wishlist': [], 'Berlin 🌿': [101, 102] })
    expect(faults).toEqual([])
    await context.close()
  })
})

describe('with two lists', () => {
  test('a product may be in both, its heart then asks, and the removal from all of them can be undone', async () => {
    const { context, page, faults } = await visit('both')
    await heart(page).press('Enter')
    await addList(page, 'Kitchen')
    await heart(page).focus()
    await page.keyboard.press('ContextMenu')
    await box(page, 'Kitchen').check()
    await expect.poll(() => box(page, 'My wishlist').isChecked()).toBe(true)
    await page.keyboard.press('Enter')
    await says(page, 'Saved to My wishlist, Kitchen')
    await expect.poll(() => stored(page)).toEqual({ 'My wishlist': [101], Kitchen: [101] })
    await heart(page).press('Enter')
    await box(page, 'My wishlist').uncheck()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Save Pot')
    await expect.poll(() => stored(page)).toEqual({ 'My wishlist': [101], Kitchen: [101] })
    await heart(page).press('Enter')
    await box(page, 'My wishlist').uncheck()
    await box(page, 'Kitchen').uncheck()
    await panel(page).getByRole('button', { name: 'Remove' }).press('Enter')
    await page.locator('heartbell-heart[name=Pot] [aria-pressed=false]').waitFor()
    await message(page).getByRole('button', { name: 'Undo' }).press('Enter')
    await page.locator('heartbell-heart[name=Pot] [aria-pressed=true]').waitFor()
    // on a slow machine the removal was sent already, and the product is added again
    await expect.poll(() => stored(page)).toEqual({ 'My wishlist': [101], Kitchen: [101] })
    await heart(page).press('Enter')
    await box(page, 'Kitchen').uncheck()
    // beside the panel: the choice counts
    await page.mouse.click(600, 500)
    await says(page, 'Saved to My wishlist')
    await expect.poll(() => stored(page)).toEqual({ 'My wishlist': [101], Kitchen: [] })
    expect(faults).toEqual([])
    await context.close()
  })

  test('offline: a product that is not sent yet changes its list; one that was sent does not, and a new list is not made', async () => {
    const { context, page } = await visit('offline')
    await heart(page).click()
    await addList(page, 'Kitchen')
    await context.route('**/api/**', (route) => route.abort())
    await heart(page, 'Vase').click()
    await says(page, 'Saved to My wishlist')
    await message(page).getByRole('button', { name: 'Change' }).click()
    await box(page, 'Kitchen').check()
    await panel(page).getByRole('button', { name: 'Done' }).click()
    await says(page, 'Saved to Kitchen')
    await heart(page).click({ button: 'left', delay: 700 })
    await box(page, 'Kitchen').check()
    await panel(page).getByRole('button', { name: 'Done' }).click()
    await panel(page).getByText('You are offline. Please try again.').waitFor()
    await panel(page).getByRole('button', { name: 'New list' }).click()
    await panel(page).getByLabel('Name of the list').fill('Balcony')
    await page.keyboard.press('Enter')
    await panel(page).getByRole('alert').filter({ hasText: 'You are offline' }).waitFor()
    await context.unroute('**/api/**')
    await page.keyboard.press('Enter')
    await box(page, 'Balcony').waitFor()
    await panel(page).getByRole('button', { name: 'Done' }).click()
    await says(page, 'Saved to My wishlist, Kitchen, Balcony')
    await expect.poll(() => stored(page)).toEqual({ 'My wishlist': [101], Kitchen: [101, 102], Balcony: [101] })
    await context.close()
  })
})

test('without consent the message says where it is saved, and nothing is sent', async () => {
  const { context, page } = await visit('device', {}, 'data-device-only')
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
  await heart(page).click()
  await says(page, 'Saved on this device.')
  await expect.poll(() => message(page).getByRole('button').count()).toBe(0)
  expect(asked).toEqual([])
  await context.close()
})

test('in a quick view the message and the picker are inside and above the dialog', async () => {
  const { context, page, faults } = await visit('quick', {}, '', `<dialog aria-label="Quick view">${hearts}</dialog>`)
  await page.evaluate(() => document.querySelector('dialog')!.showModal())
  await heart(page).click()
  await page.getByRole('dialog', { name: 'Quick view' }).getByRole('button', { name: 'Change' }).click()
  await panel(page).getByRole('button', { name: 'Done' }).click()
  await panel(page).waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Save Pot')
  expect(faults).toEqual([])
  await context.close()
})

const wide = { width: 1280, height: 860 }
const narrow = { width: 390, height: 844 }
const ways: Record<string, BrowserContextOptions> = {
  desktop: { viewport: wide },
  dark: { viewport: wide, colorScheme: 'dark' },
  phone: { viewport: narrow, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  'phone-dark': { viewport: narrow, hasTouch: true, isMobile: true, deviceScaleFactor: 2, colorScheme: 'dark' },
}

test.each(Object.entries(ways))('the looks on %s', async (way, options) => {
  const { context, page } = await shop.visitor({ ...options, bypassCSP: true, reducedMotion: 'reduce' })
  const judge = async (name: string) => {
    if (folder) await page.screenshot({ path: `${folder}/${name}-${way}.png` })
    // the issues beside colours are the same in both schemes
    const rules = options.colorScheme === 'dark' ? { rules: ['color-contrast'] } : {}
    const within = name === 'saved' ? 'heartbell-toast' : 'heartbell-panel'
    expect(await findIssues(page, { within, ...rules }), name).toEqual([])
  }
  await page.goto(`${shop.url}/demo/products/enamel-mug`)
  const fern = page.locator('heartbell-heart').first()
  await fern.locator('button').first().click()
  await message(page).getByRole('button', { name: 'Change' }).hover()
  await judge('saved')
  await message(page).getByRole('button', { name: 'Change' }).click()
  await panel(page).getByRole('button', { name: 'New list' }).click()
  await panel(page).getByLabel('Name of the list').fill('My wishlist')
  await judge('new-list')
  await panel(page).getByLabel('Name of the list').fill('For the balcony')
  await page.keyboard.press('Enter')
  await panel(page).getByText('Moves from').waitFor()
  await judge('picker')
  const place = (await panel(page).boundingBox())!
  const beside = (await fern.boundingBox())!
  if (options.isMobile) expect(place).toMatchObject({ x: 0, width: 390, y: 844 - place.height })
  else expect(Math.abs(place.y - beside.y - beside.height)).toBeLessThan(16)
  await context.close()
})

test('in Arabic it is right to left and nothing is English', async () => {
  const { context, page } = await visit('arabic', { bypassCSP: true, reducedMotion: 'reduce' }, 'data-lang="ar"')
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl'
  })
  await page.locator('heartbell-heart button').first().click()
  await page.getByRole('button', { name: 'تغيير' }).click()
  await page.getByRole('button', { name: 'قائمة جديدة' }).click()
  await page.getByLabel('اسم القائمة').fill('المطبخ')
  if (folder) await page.screenshot({ path: `${folder}/picker-arabic.png` })
  expect((await page.getByRole('dialog').innerText()).replace('Pot', '')).not.toMatch(/[a-z]{3}/i)
  expect(await findIssues(page, { within: 'heartbell-panel' })).toEqual([])
  await context.close()
})
