import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openShop, type Shop, script, sizes } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

const pressed = (page: Page) => page.locator('heartbell-heart >> nth=0').locator('button').getAttribute('aria-pressed')
const heart = (page: Page) => page.locator('heartbell-heart >> nth=0').locator('button')
const count = (page: Page) => page.locator('heartbell-count a')
const settled = (page: Page) => page.waitForFunction(() => globalThis.heartbell.waiting() === 0)
const until = (page: Page, state: boolean) =>
  page.waitForFunction(
    (wanted) => document.querySelector('heartbell-heart')?.shadowRoot?.querySelector('button')?.ariaPressed === wanted,
    String(state),
  )

describe('the heart', () => {
  test('by keyboard; it survives a reload and shows in a second tab', async () => {
    const { context, page, faults } = await shop.visitor()
    await page.goto(`${shop.url}/demo`)
    await heart(page).focus()
    const label = await heart(page).getAttribute('aria-label')
    await page.keyboard.press('Enter')
    await until(page, true)
    await expect.poll(() => heart(page).getAttribute('aria-label')).toBe(label)
    await settled(page)
    await page.reload()
    await until(page, true)
    const second = await context.newPage()
    await second.goto(`${shop.url}/demo`)
    await until(second, true)
    await heart(second).focus()
    await second.keyboard.press('Space')
    await until(page, false)
    await expect.poll(() => count(page).getAttribute('aria-label')).toBe('Wishlist, 0 saved')
    expect(faults).toEqual([])
    await context.close()
  })

  test('by touch, 44 pixels wide', async () => {
    const { context, page } = await shop.visitor({
      hasTouch: true,
      isMobile: true,
      viewport: { width: 390, height: 844 },
    })
    await page.goto(`${shop.url}/demo`)
    const box = (await heart(page).boundingBox())!
    expect([box.width, box.height]).toEqual([44, 44])
    await heart(page).tap()
    await until(page, true)
    await expect.poll(() => count(page).getAttribute('aria-label')).toBe('Wishlist, 1 saved')
    await context.close()
  })

  test('offline it is full at once, stays full after a reload, and is sent when the network is back', async () => {
    const { context, page } = await shop.visitor()
    await page.goto(`${shop.url}/demo`)
    await until(page, false)
    await context.route('**/api/**', (route) => route.abort())
    await heart(page).click()
    await until(page, true)
    await page.reload()
    await until(page, true)
    await context.unroute('**/api/**')
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await settled(page)
    await page.reload()
    await page.evaluate(() => globalThis.heartbell.refresh())
    await expect.poll(() => pressed(page)).toBe('true')
    await context.close()
  })

  test('works with blocked storage and without storage', async () => {
    const { context, page, faults } = await shop.visitor()
    await page.addInitScript(() => {
      Object.defineProperty(globalThis, 'localStorage', {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
    })
    const url = shop.theme(
      'blocked',
      `${sizes()}${script(shop)}<heartbell-heart variant="1" product="1" url="/p"></heartbell-heart>`,
    )
    await page.goto(url)
    await heart(page).click()
    await until(page, true)
    await settled(page)
    expect(faults).toEqual([])
    await context.close()
  })

  test('a returning shopper with a fresh cache causes no call; with an old one, one call after load', async () => {
    const { context, page } = await shop.visitor()
    await page.goto(`${shop.url}/demo`)
    await heart(page).click()
    await settled(page)
    await page.reload()
    // fetched, not only created
    await page.waitForFunction(() => {
      const key = Object.keys(localStorage).find((name) => name.endsWith(':lists'))
      return key && JSON.parse(localStorage.getItem(key)!).at > 0
    })
    const asked: string[] = []
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.url()))
    await page.reload({ waitUntil: 'networkidle' })
    await until(page, true)
    expect(asked).toEqual([])
    await page.evaluate(() => {
      const key = Object.keys(localStorage).find((name) => name.endsWith(':lists'))!
      localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)!), at: 0 }))
    })
    await page.reload({ waitUntil: 'networkidle' })
    await expect.poll(() => asked).toHaveLength(1)
    await context.close()
  })

  test('a refused change shows a message and offers a retry', async () => {
    const { context, page } = await shop.visitor()
    await page.goto(`${shop.url}/demo`)
    await context.route('**/lists/create*', (route) => route.fulfill({ status: 400, body: '{"type":"no"}' }))
    await heart(page).click()
    await page.getByText('That could not be saved.').waitFor()
    await until(page, false)
    await context.unroute('**/lists/create*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await until(page, true)
    await settled(page)
    await context.close()
  })

  test('the layout does not shift when the script is two seconds late', async () => {
    const { context } = await shop.visitor()
    await context.route('**/client/**/core.js', async (route) => {
      await new Promise((later) => setTimeout(later, 2000))
      await route.continue()
    })
    const moved = async (url: string) => {
      const page = await context.newPage()
      await page.goto(url, { waitUntil: 'commit' })
      await page.evaluate(() => {
        globalThis.moved = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[])
            globalThis.moved += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
      })
      await until(page, false)
      if (url.includes('notify') || url.includes('can')) await page.locator('heartbell-notify button').waitFor()
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
      return await page.evaluate(() => globalThis.moved)
    }
    const about = 'variant="9" product="9" url="/p"'
    const text = '<p>Thirty lines of a product.</p>'.repeat(30)
    const body = `<heartbell-count href="/w"></heartbell-count><heartbell-heart ${about}></heartbell-heart>
      <heartbell-notify ${about} stock="0"></heartbell-notify>${text}`
    const urls = [
      `${shop.url}/demo`,
      `${shop.url}/demo/products/brass-watering-can`,
      shop.theme('notify', `${sizes()}${script(shop)}${body}`),
      // without the reserved sizes the same page shifts, so the test would notice
      shop.theme('notify-bare', `${script(shop)}${body}`),
    ]
    const [home, product, reserved, bare] = await Promise.all(urls.map(moved))
    expect(Math.max(home!, product!, reserved!)).toBeLessThanOrEqual(0.001)
    expect(bare).toBeGreaterThan(0.001)
    await context.close()
  })
})

describe('signing in', () => {
  test('the guest’s list is merged, another device shows it, and after signing out the next person starts empty', async () => {
    const phone = await shop.visitor()
    await phone.page.goto(`${shop.url}/demo`)
    await heart(phone.page).click()
    await settled(phone.page)
    const said = `${Buffer.from('eve@shop.example').toString('base64url')}.${Math.floor(Date.now() / 1000) + 600}`
    const token = `${said}.${createHmac('sha256', shop.store.identitySecret).update(said).digest('hex')}`
    const signedIn = shop.theme(
      'account',
      `${sizes()}${script(shop, `data-identity="${token}"`)}<heartbell-heart variant="70011" product="7001" url="/p"></heartbell-heart>`,
    )
    await phone.page.goto(signedIn)
    await phone.page.waitForFunction(() => globalThis.heartbell?.isSignedIn())
    await until(phone.page, true)
    const laptop = await shop.visitor()
    await laptop.page.goto(signedIn)
    await until(laptop.page, true)
    const [lid] = await laptop.page.evaluate(() => globalThis.heartbell.seen().map(({ listId }) => listId))
    await laptop.page.evaluate(
      (lid) => new Promise((done, failed) => globalThis.heartbell.markListPublic(lid!, done, failed)),
      lid,
    )
    // what another device saved as a guest joins the list that others can see now
    const tablet = await shop.visitor()
    await tablet.page.goto(`${shop.url}/demo`)
    await heart(tablet.page).click()
    await settled(tablet.page)
    await tablet.page.goto(signedIn)
    await tablet.page.getByText('What you saved as a guest is now in “My wishlist”, which others can see.').waitFor()
    await tablet.page.getByRole('button', { name: 'Sharing' }).click()
    await tablet.page.getByRole('button', { name: 'Stop sharing' }).waitFor()
    await tablet.context.close()
    await laptop.page.goto(
      shop.theme(
        'left',
        `${sizes()}${script(shop, 'data-identity=""')}<heartbell-heart variant="70011" product="7001" url="/p"></heartbell-heart>`,
      ),
    )
    await until(laptop.page, false)
    await laptop.context.close()
    await phone.context.close()
  })
})

describe('save for later', () => {
  test('moves from the bag and back, and nothing is lost when the second step fails', async () => {
    const { context, page, faults } = await shop.visitor()
    await page.goto(`${shop.url}/demo/products/enamel-mug`)
    await page.getByRole('button', { name: 'Add to bag' }).click()
    await page.getByRole('button', { name: 'Add to bag' }).click()
    await page.locator('[data-bag-count]').getByText('2', { exact: true }).waitFor()
    await page.goto(`${shop.url}/demo/bag`)
    const saved = page.locator('heartbell-saved')
    const focus = (selector: string) => page.locator(`${selector}:focus`).waitFor()
    await page.getByRole('button', { name: 'Save for later: Enamel Mug' }).press('Enter')
    await saved.getByText(/2 × €/).waitFor()
    await page.getByText('Your bag is empty.').waitFor()
    await focus('heartbell-saved')
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.locator('[data-bag] li').waitFor()
    // also while the step before is under way
    await page.getByRole('button', { name: 'Save for later: Enamel Mug' }).press('Enter')
    await page.getByText('Your bag is empty.').waitFor()
    await focus('heartbell-saved')
    await saved.getByRole('button', { name: 'Move to bag: Enamel Mug' }).press('Enter')
    await focus('[data-heartbell-later]')
    await page.locator('heartbell-toast').getByText('Moved to your bag.').waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('Your bag is empty.').waitFor()
    await saved.getByText(/2 × €/).waitFor()
    await context.route('**/sfl/moved-to-cart*', (route) => route.abort())
    await saved.getByRole('button', { name: 'Move to bag: Enamel Mug' }).click()
    await page.getByText('It is in both places now').waitFor()
    await page.locator('[data-bag] li').waitFor()
    await expect.poll(() => saved.getByRole('link', { name: 'Enamel Mug' }).count()).toBe(1)
    await context.unroute('**/sfl/moved-to-cart*')
    await context.route('**/sfl/add*', (route) => route.abort())
    await page.getByRole('button', { name: 'Save for later: Enamel Mug' }).click()
    await page.getByText('That did not work').waitFor()
    await expect.poll(() => page.locator('[data-bag] li').count()).toBe(1)
    await context.unroute('**/sfl/add*')
    await saved.getByRole('button', { name: 'Remove: Enamel Mug' }).click()
    await saved.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await saved.getByRole('link', { name: 'Enamel Mug' }).waitFor()
    expect(faults.filter((fault) => !/Failed to load/.test(fault))).toEqual([])
    await context.close()
  })
})
