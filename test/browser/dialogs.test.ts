/** The dialogs that ask a shopper: which variant, and where to send an alert. */
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { clientVersion } from '../../packages/server/src/pages/client-files.ts'
import { findIssues } from './axe.ts'
import { openShop, type Shop, script, sizes, storedItems, whoIs } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

/** The folder for screenshots, if set. */
const folder = process.env.HEARTBELL_PICTURES

const variants = [
  { id: 101, title: 'Small', price: 14 },
  { id: 102, title: 'Medium', price: 19.5, image: '/demo/pictures/enamel-mug.svg' },
  { id: 103, title: 'Large', price: 29, available: false },
]
const about = 'product="10" url="/products/pot" name="Pot" price="14"'
const heartOf = (more: string) => `<heartbell-heart ${about} ${more}></heartbell-heart>`
const asking = heartOf(`variants='${JSON.stringify(variants)}'`)

/** A page with `body`, in a visitor's own browser. */
async function visit(name: string, body: string, options: BrowserContextOptions = {}, more = 'data-lang="en"') {
  const visitor = await shop.visitor(options)
  const direction = more.includes('"ar"') ? ' dir="rtl"' : ''
  const head = '<meta name="viewport" content="width=device-width">'
  await visitor.page.goto(
    shop.theme(name, `${head}${sizes()}${script(shop, `data-currency="EUR" ${more}`)}<main${direction}>${body}</main>`),
  )
  await visitor.page.waitForFunction(() => globalThis.heartbell?.seen)
  return visitor
}

const dialog = (page: Page) => page.getByRole('dialog')
const heart = (page: Page) => page.locator('heartbell-heart button')
const isPressed = async (page: Page, state: boolean) =>
  await page.locator(`heartbell-heart button[aria-pressed=${state}]`).waitFor()
const focused = (page: Page) => page.evaluate(() => document.activeElement?.localName)
const settled = (page: Page) => page.waitForFunction(() => globalThis.heartbell.waiting() === 0)

describe('the variant picker', () => {
  test('a list that scrolls has the focus on its first choice', async () => {
    const many = Array.from({ length: 30 }, (_, index) => ({ id: 500 + index, title: `Size ${index + 1}` }))
    const { context, page } = await visit('many', heartOf(`variants='${JSON.stringify(many)}'`))
    await heart(page).press('Enter')
    await dialog(page).getByRole('radio', { name: 'Size 1', exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.press('ArrowDown')
    await dialog(page).getByRole('radio', { name: 'Size 2', exact: true, checked: true }).waitFor()
    await context.close()
  })

  test('a heart without a variant asks, by keyboard, and saves exactly the chosen variant', async () => {
    const { context, page, faults } = await visit('asking', asking)
    await heart(page).press('Enter')
    await dialog(page).getByRole('heading', { name: 'Pot' }).waitFor()
    await expect.poll(() => dialog(page).getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await dialog(page).getByRole('radio', { name: 'Large Sold out €29.00', checked: true }).waitFor()
    await page.keyboard.press('Enter')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('heartbell-heart')
    await isPressed(page, true)
    await settled(page)
    const [item] = await storedItems(shop, page)
    expect(item).toMatchObject({ epi: 103, empi: 10, du: `${shop.url}/products/pot`, dt: 'Pot', vi: 'Large', pr: 29 })
    await page.reload()
    await isPressed(page, true)
    await heart(page).click()
    await isPressed(page, false)
    await settled(page)
    await expect.poll(() => storedItems(shop, page)).toEqual([])
    expect(faults).toEqual([])
    await context.close()
  })

  test('nothing is saved after Cancel, Escape or a press beside the dialog', async () => {
    const { context, page } = await visit('closing', asking)
    const leave: Record<string, () => Promise<void>> = {
      cancel: () => dialog(page).getByRole('button', { name: 'Cancel' }).click(),
      escape: () => page.keyboard.press('Escape'),
      beside: () => page.mouse.click(5, 5),
    }
    for (const close of Object.values(leave)) {
      await heart(page).click()
      await dialog(page).getByRole('radio').first().check()
      await close()
      await dialog(page).waitFor({ state: 'detached' })
      await expect.poll(() => focused(page)).toBe('heartbell-heart')
    }
    await isPressed(page, false)
    expect(await page.evaluate(() => globalThis.heartbell.waiting())).toBe(0)
    expect(await whoIs(page)).toBe(null)
    await context.close()
  })

  test('a product with one variant is saved without asking; a heart that knows no variant saves nothing and says so', async () => {
    const { context, page } = await visit('only', heartOf('variants=\'[{"id":"X-1","title":"Only one"}]\''))
    await heart(page).click()
    await isPressed(page, true)
    await settled(page)
    await expect.poll(() => storedItems(shop, page)).toMatchObject([{ epi: 'X-1', empi: 10 }])
    await context.close()
    const other = await visit('unknown', heartOf(''))
    await heart(other.page).click()
    await expect.poll(() => other.faults.join()).toContain('neither a variant nor variants')
    expect(await whoIs(other.page)).toBe(null)
    await other.context.close()
  })

  const select = (more = '') =>
    `<form><select aria-label="Size" name="id"><option value="101">Small</option><option value="102">Medium</option></select>${more}</form>`
  const file = () => `<script type="module" src="/client/${clientVersion()}/picker.js"></script>`

  test('on a product page the heart follows the chosen variant, with its option and price', async () => {
    const here = asking.replace('/products/pot', '/theme/follow').replace('<heartbell-heart', '$& variant="101"')
    const { context, page, faults } = await visit('follow', `${select()}${here}${file()}`)
    await page.waitForFunction(() => globalThis.heartbell.pickVariant)
    await page.getByLabel('Size').selectOption('Medium')
    await page.locator('heartbell-heart[variant="102"]').waitFor()
    await heart(page).click()
    await isPressed(page, true)
    await settled(page)
    await expect.poll(() => storedItems(shop, page)).toMatchObject([{ epi: 102, empi: 10, vi: 'Medium', pr: 19.5 }])
    await page.getByLabel('Size').selectOption('Small')
    await isPressed(page, false)
    await page.getByLabel('Size').selectOption('Medium')
    await isPressed(page, true)
    expect(faults).toEqual([])
    await context.close()
  })

  test('a choice in the page’s form needs no question; a hidden field elsewhere and forms that contradict are no choice', async () => {
    const hidden = (id: number) => `<form><input type="hidden" name="id" value="${id}"></form>`
    const here = asking.replace('/products/pot', '/theme/chosen')
    const product = await visit('chosen', `${hidden(103)}${here}`)
    await heart(product.page).click()
    await isPressed(product.page, true)
    await settled(product.page)
    await expect.poll(() => storedItems(shop, product.page)).toMatchObject([{ epi: 103, vi: 'Large' }])
    await product.context.close()
    const pages = {
      card: `${hidden(101)}${asking}`,
      two: `${hidden(101)}${hidden(102)}${asking.replace('/products/pot', '/theme/two')}`,
    }
    for (const [name, body] of Object.entries(pages)) {
      const { context, page } = await visit(name, body)
      await heart(page).click()
      await dialog(page).getByRole('button', { name: 'Cancel' }).click()
      await dialog(page).waitFor({ state: 'detached' })
      await isPressed(page, false)
      expect(await whoIs(page)).toBe(null)
      await context.close()
    }
  })

  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
  test.each<[string, BrowserContextOptions, string]>([
    ['desktop', { viewport: { width: 1280, height: 860 } }, 'en'],
    ['dark', { viewport: { width: 1280, height: 860 }, colorScheme: 'dark' }, 'en'],
    ['phone', phone, 'de'],
    ['arabic', phone, 'ar'],
  ])('%s: accessible, with targets of 44 pixels', async (name, options, language) => {
    const { context, page } = await visit(
      `look-${name}`,
      asking,
      { ...options, reducedMotion: 'reduce', bypassCSP: true },
      `data-lang="${language}"`,
    )
    await heart(page).click()
    await dialog(page).waitFor()
    const texts = { en: 'Save', de: 'Speichern', ar: 'حفظ' }
    await dialog(page)
      .getByRole('button', { name: texts[language as 'en'], exact: true })
      .waitFor()
    await dialog(page).getByRole('radio').nth(1).check()
    if (folder) await page.screenshot({ path: `${folder}/picker-${name}.png` })
    expect(await findIssues(page, { within: 'heartbell-dialog' })).toEqual([])
    for (const target of await page.locator('heartbell-dialog label, heartbell-dialog button').all())
      expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44)
    const box = (await page.locator('heartbell-dialog dialog').boundingBox())!
    if (options.isMobile) expect([box.x, box.width, box.y + box.height]).toEqual([0, 390, 844])
    else expect(Math.abs(box.x * 2 + box.width - 1280)).toBeLessThanOrEqual(1)
    await context.close()
  })
})

test('a call whose file cannot be loaded tells onError', async () => {
  const { context, page } = await visit('no-file', '')
  await context.route('**/callbacks.js', (route) => route.abort())
  const told = await page.evaluate(async () => {
    const said: string[] = []
    const product = { epi: 1, empi: 1, du: '/p' }
    await heartbell.addToWishList(
      product,
      () => said.push('saved'),
      (problem: unknown) => said.push(problem instanceof Error ? 'failed' : 'no error'),
    )
    return said
  })
  expect(told).toEqual(['failed'])
  await context.close()
})

describe('the notify dialog', () => {
  const visitWithFile = async (name: string, more = '') => {
    const file = `<script type="module" src="/client/${clientVersion()}/picker.js"></script>`
    const visitor = await visit(name, `<button>Notify</button>${file}`, {}, more)
    await visitor.page.waitForFunction(() => globalThis.heartbell.openNotify)
    return visitor
  }
  /** Opens it as an older theme's button does. */
  const open = (page: Page) =>
    page.evaluate(() => {
      const pressed = document.querySelector('button')!
      pressed.focus()
      const product = {
        variantId: 201,
        productId: 20,
        url: `${location.origin}/products/can`,
        title: 'Watering can',
        variant: 'Brass',
      }
      const page = globalThis as unknown as { told: boolean | 'open' }
      page.told = 'open'
      const { openNotify } = globalThis.heartbell as unknown as {
        openNotify(product: object, options: object): Promise<boolean>
      }
      openNotify(product, { from: pressed }).then((is) => {
        page.told = is
      })
    })
  const told = (page: Page, answer: boolean) =>
    page.waitForFunction((is) => (globalThis as unknown as { told: unknown }).told === is, answer)
  const isOpen = (page: Page) => page.evaluate(() => (globalThis as unknown as { told: unknown }).told)
  const subscriptions = async (page: Page) =>
    (await shop.shop('subscriptions/fetch-subs', (await whoIs(page))!, {})).body.subscriptions

  test('a wrong address shows an error, a right one is stored for this variant, and only then it is true', async () => {
    const { context, page, faults } = await visitWithFile('notify-dialog')
    await open(page)
    await dialog(page).getByRole('heading', { name: 'Watering can · Brass' }).waitFor()
    await expect.poll(() => dialog(page).getByRole('checkbox').isChecked()).toBe(false)
    await page.keyboard.type('nobody')
    await page.keyboard.press('Enter')
    await dialog(page).getByText('Please check this address.').waitFor()
    expect(await isOpen(page)).toBe('open')
    await dialog(page).getByLabel('E-mail address').fill('ada@shop.example')
    await page.keyboard.press('Enter')
    await told(page, true)
    await dialog(page).getByText('Thank you.').waitFor()
    expect(await subscriptions(page)).toMatchObject([{ epi: 201, empi: 20, du: `${shop.url}/products/can` }])
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toBe('button')
    expect(faults).toEqual([])
    await context.close()
  })

  test('closed without an answer it is false, and nothing is stored; a refused call is said', async () => {
    const { context, page } = await visitWithFile('notify-closed')
    await open(page)
    await dialog(page).getByLabel('E-mail address').fill('ada@shop.example')
    await context.route('**/subscriptions/create*', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.keyboard.press('Enter')
    await dialog(page).getByText('That did not work').waitFor()
    expect(await isOpen(page)).toBe('open')
    await dialog(page).getByRole('button', { name: 'Close' }).click()
    await told(page, false)
    expect(await subscriptions(page)).toEqual([])
    await context.close()
  })

  test('by text message, where the script tag says that the store sends them', async () => {
    const { context, page } = await visitWithFile('notify-sms', 'data-sms')
    await open(page)
    await dialog(page).getByLabel('Text message').check()
    await dialog(page).getByLabel('Mobile number').fill('+14155552671')
    await dialog(page).getByRole('button', { name: 'Notify me', exact: true }).click()
    await told(page, true)
    expect(await subscriptions(page)).toMatchObject([{ medium: 'sms', topic: 'backinstock', epi: 201 }])
    await context.close()
  })
})
