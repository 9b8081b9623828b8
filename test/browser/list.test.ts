/** The drawer and the list page: keyboard, touch, undo, the bag, another person's list. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findIssues } from './axe.ts'
import { openShop, type Shop, script, sizes, storedItems } from './shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

const phone = {
  reducedMotion: 'reduce' as const,
  hasTouch: true,
  isMobile: true,
  viewport: { width: 390, height: 844 },
}
const drawer = (page: Page) => page.locator('heartbell-drawer')
const count = (page: Page) => page.locator('heartbell-count a')
const sent = (page: Page) => page.waitForFunction(() => globalThis.heartbell.waiting() === 0)
const focused = (page: Page) =>
  page.evaluate(() => {
    const inner = document.activeElement?.shadowRoot?.activeElement
    return inner?.getAttribute('aria-label') ?? inner?.textContent ?? document.activeElement?.localName
  })

type Saved = { epi: string; note?: string; price?: number; quantity?: number }

/** Saves products of the demo shop for the visitor, the last one on top. */
async function save(page: Page, products: Saved[]): Promise<void> {
  await page.waitForFunction(() => globalThis.heartbell?.seen)
  await page.evaluate(async (saved) => {
    const { variants: goods } = await (await fetch('/demo/goods.json')).json()
    for (const { epi, ...more } of saved) {
      const { product, title, option, price, url, image } = goods[epi]
      const address = (path: string) => new URL(path, location.href).href
      await globalThis.heartbell.add({
        ...{ variantId: epi, productId: product, url: address(url), title, variant: option },
        ...{ imageUrl: address(image), price, ...more },
      })
    }
    await globalThis.heartbell.refresh()
  }, products)
  await sent(page)
}

const rows = (page: Page, within = drawer(page)) =>
  within.locator('li.row .title').evaluateAll((titles) => titles.map(({ textContent }) => textContent))

test('by keyboard: a list created, renamed and left; an item removed and restored in its place; closed with focus kept', async () => {
  const { context, page, faults } = await shop.visitor()
  await page.goto(`${shop.url}/demo`)
  await save(page, [{ epi: '70011' }, { epi: '70021', price: 60 }, { epi: '70041' }])
  const before = await storedItems(shop, page)
  await page.evaluate(() => scrollTo(0, 200))
  await count(page).focus()
  const at = await page.evaluate(() => scrollY)
  await page.keyboard.press('Enter')
  await drawer(page).getByRole('dialog', { name: 'Wishlist' }).waitFor()
  await drawer(page).locator('li.row').nth(2).waitFor()
  await expect.poll(() => focused(page)).toBe('My wishlist')
  const titles = await rows(page)
  await page.mouse.move(100, 300)
  await page.mouse.wheel(0, 400)
  expect(await page.evaluate(() => [scrollY, getComputedStyle(document.documentElement).overflow])).toEqual([
    at,
    'hidden',
  ])
  await drawer(page).getByRole('button', { name: 'More' }).press('Enter')
  await drawer(page).getByRole('button', { name: 'New list' }).press('Enter')
  const name = drawer(page).getByLabel('New list')
  await name.fill('ab')
  await drawer(page).getByText('2 / 50').waitFor()
  await expect.poll(() => drawer(page).getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true)
  await name.fill('Balcony')
  await name.press('Enter')
  await drawer(page).getByRole('button', { name: 'Balcony 0' }).waitFor()
  await drawer(page).getByText('There is nothing in this list yet.').waitFor()
  await drawer(page).getByRole('button', { name: 'More' }).press('Enter')
  await drawer(page).getByRole('button', { name: 'Rename' }).press('Enter')
  await drawer(page).getByLabel('Rename').fill('Winter garden')
  await page.keyboard.press('Enter')
  await drawer(page).getByRole('heading', { name: 'Winter garden' }).waitFor()
  await drawer(page).getByRole('button', { name: 'My wishlist 3' }).press('Enter')
  await drawer(page).getByRole('button', { name: 'Add all to bag' }).waitFor()
  await expect.poll(() => focused(page)).toBe('My wishlist 3')
  await drawer(page)
    .getByRole('button', { name: `Remove: ${titles[1]}` })
    .press('Enter')
  await drawer(page).getByText(`${titles[1]} removed`).first().waitFor()
  await expect.poll(() => focused(page)).toBe(`Undo: ${titles[1]} removed`)
  await expect.poll(() => rows(page)).toEqual([titles[0], titles[2]])
  await page.keyboard.press('Enter')
  await expect.poll(() => rows(page)).toEqual(titles)
  await expect.poll(() => focused(page)).toBe(`Remove: ${titles[1]}`)
  await expect.poll(() => storedItems(shop, page)).toEqual(before)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.localName)).toBe('heartbell-count')
  await expect.poll(() => page.evaluate(() => [scrollY, document.documentElement.style.overflow])).toEqual([at, ''])
  expect(faults).toEqual([])
  await context.close()
})

test('a note or a quantity sends only itself; what a removal and its undo send is nothing', async () => {
  const { context, page } = await shop.visitor()
  await page.goto(`${shop.url}/demo`)
  await save(page, [{ epi: '70011', price: 40 }])
  const [stored] = await storedItems(shop, page)
  const asked: URLSearchParams[] = []
  page.on('request', (request) => {
    if (request.url().includes('/update-ctx')) asked.push(new URLSearchParams(request.postData() ?? ''))
  })
  await count(page).click()
  await drawer(page).getByRole('button', { name: 'Remove: Terracotta Pot' }).click()
  await drawer(page).getByRole('button', { name: 'Undo' }).click()
  await drawer(page).getByRole('button', { name: 'Edit: Terracotta Pot' }).click()
  await drawer(page).getByRole('button', { name: 'One more' }).click()
  await drawer(page).getByText('× 2').waitFor()
  await drawer(page).getByLabel('Note on Terracotta Pot').fill('for the basil')
  await drawer(page).getByRole('button', { name: 'Done' }).hover()
  // A slow press: the note is saved before it ends, and its button is still under the pointer.
  await page.mouse.down()
  await expect.poll(() => asked.some((fields) => fields.get('u')?.includes('basil'))).toBe(true)
  await sent(page)
  await page.mouse.up()
  await drawer(page).locator('.note', { hasText: 'for the basil' }).waitFor()
  await drawer(page).locator('.more').waitFor({ state: 'detached' })
  await sent(page)
  const items = asked.flatMap((fields) => {
    expect(fields.get('a') ?? fields.get('d')).toBe(null)
    return JSON.parse(fields.get('u')!) as object[]
  })
  expect(Object.assign({}, ...items)).toEqual({ epi: 70011, qty: 2, note: 'for the basil' })
  const [now] = await storedItems(shop, page)
  expect(now).toEqual({ ...stored, qty: 2, note: 'for the basil', uts: now!.uts })
  await drawer(page).getByRole('button', { name: 'Edit: Terracotta Pot' }).click()
  await drawer(page).getByLabel('Note on Terracotta Pot').fill('')
  await drawer(page).getByRole('button', { name: 'Done' }).click()
  await drawer(page).locator('.note').waitFor({ state: 'detached' })
  await sent(page)
  expect((await storedItems(shop, page))[0]!.note).toBe(null)
  await context.close()
})

test('by touch: moved to the bag and taken back; a sold-out product offers an alert, which takes one line and can be stopped', async () => {
  const { context, page } = await shop.visitor(phone)
  await page.goto(`${shop.url}/demo`)
  await save(page, [{ epi: '70011' }, { epi: '70061' }, { epi: '70041' }])
  const before = await storedItems(shop, page)
  await count(page).tap()
  await drawer(page).locator('li.row').nth(2).waitFor()
  const titles = await rows(page)
  await drawer(page).getByRole('button', { name: 'Move to bag: Terracotta Pot' }).tap()
  await page.locator('[data-bag-count]', { hasText: '1' }).waitFor()
  await expect.poll(() => rows(page)).toEqual(titles.filter((title) => title !== 'Terracotta Pot'))
  await drawer(page).getByRole('button', { name: /^Undo/ }).tap()
  await page.locator('[data-bag-count]', { hasText: '0' }).waitFor()
  await expect.poll(() => rows(page)).toEqual(titles)
  await expect.poll(() => storedItems(shop, page)).toEqual(before)
  const small = await drawer(page)
    .locator('button:visible, a.title')
    .evaluateAll((all) =>
      all
        .filter((one) => one.localName === 'button' && one.getBoundingClientRect().height < 44)
        .map((one) => one.outerHTML),
    )
  expect(small).toEqual([])
  await drawer(page).getByRole('button', { name: 'Notify me: Brass Watering Can' }).tap()
  await page.getByLabel('E-mail address').fill('ada@shop.example')
  await page.getByRole('button', { name: 'Notify me', exact: true }).tap()
  await drawer(page).locator('li.row heartbell-notify').waitFor()
  await page.locator('heartbell-dialog').getByRole('button', { name: 'Close' }).tap()
  await expect.poll(() => focused(page)).toBe('Edit: Brass Watering Can')
  const alert = drawer(page).locator('li.row heartbell-notify')
  await alert.getByText('Alert is on', { exact: true }).waitFor()
  expect((await alert.boundingBox())!.height).toBeLessThan(60)
  const told = page.evaluate(
    () => new Promise((done) => document.addEventListener('heartbell:unsubscribed', () => done(true))),
  )
  await alert.getByRole('button', { name: 'Stop this alert: Brass Watering Can' }).tap()
  await page.getByText(/^Alert stopped\./).waitFor()
  await page.getByRole('button', { name: 'Undo' }).tap()
  await alert.getByRole('button', { name: 'Stop this alert: Brass Watering Can' }).tap()
  await page.getByText(/^Alert stopped\./).waitFor()
  await page.evaluate(() => dispatchEvent(new Event('pagehide')))
  expect(await told).toBe(true)
  await expect.poll(() => focused(page)).toBe('Notify me: Brass Watering Can')
  await context.close()
})

test('all into the bag: what was added, sold out and refused is said for each item, and a refused one can be tried again', async () => {
  const { context, page } = await shop.visitor()
  await page.goto(`${shop.url}/demo/wishlist`)
  await save(page, [{ epi: '70011' }, { epi: '70061' }, { epi: '70041' }])
  await page.evaluate(() => {
    const { items, add, remove } = globalThis.heartbell.cart!
    let tries = 0
    globalThis.heartbell.cart = {
      ...{ items, remove },
      add: async (id, quantity) => {
        if (`${id}` === '70041' && !tries++) throw new Error('Only one for each customer.')
        return await add(id, quantity)
      },
    }
  })
  const list = page.locator('heartbell-list')
  await list.getByRole('button', { name: 'Add all to bag' }).click()
  await list.getByText('1 added to your bag · 1 sold out · 1 not added').first().waitFor()
  await list.locator('li', { hasText: 'Terracotta Pot' }).getByText('In your bag.').waitFor()
  await list.getByText('Only one for each customer.').waitFor()
  await list.getByRole('button', { name: /^Try again/ }).click()
  await page.locator('[data-bag-count]', { hasText: '2' }).waitFor()
  await expect.poll(() => list.getByText('In your bag.').count()).toBeGreaterThanOrEqual(2)
  await expect.poll(() => list.locator('li.row').count()).toBe(3)
  await list.getByText('Total · 1 sold out').waitFor()
  // what is in the bag is not bought twice
  expect(await list.getByRole('button', { name: /^Move to bag/ }).count()).toBe(0)
  await list.getByRole('button', { name: 'Add all to bag' }).click()
  await list.getByText('2 already in your bag · 1 sold out').first().waitFor()
  await expect.poll(() => page.locator('[data-bag-count]').textContent()).toBe('2')
  // only what *Add all to bag* did
  await list.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.locator('[data-bag-count]', { hasText: '1' }).waitFor()
  await context.close()
})

test('another person’s list on the shop’s page: nothing to edit, own hearts, no foreign links; then no longer shared', async () => {
  const ada = await shop.account('ada@shop.example')
  const { lid } = (await shop.shop('lists/create', ada, { lname: 'A balcony for Ada' })).body
  const a = [
    { epi: '70011', empi: '7001', du: `${shop.url}/demo/products/terracotta-pot` },
    { epi: '999', empi: '99', du: 'https://evil.example/win', dt: 'A prize', iu: 'http://evil.example/spy.png' },
  ]
  await shop.shop('lists/update-ctx', ada, { lid, a })
  await shop.shop('lists/markPublic', ada, { lid })
  const { context, page, faults } = await shop.visitor({ bypassCSP: true })
  const url = shop.theme(
    'shared',
    `${sizes()}${script(shop)}<main><h1>A list</h1><heartbell-list home="/shop"></heartbell-list></main>`,
  )
  let answer = () => {}
  const asked = new Promise<void>((go) => {
    answer = go
  })
  await page.route('**/lists/fetch-list-with-contents*', async (route) => {
    await asked
    await route.continue()
  })
  await page.goto(`${url}?list=${lid}`)
  const list = page.locator('heartbell-list')
  await list.getByRole('status').getByText('Loading …').waitFor()
  answer()
  await list.getByRole('heading', { name: 'A balcony for Ada' }).waitFor()
  await list.getByText('A shared list').waitFor()
  await list.getByText('2 items').waitFor()
  await list.getByText('A prize').waitFor()
  expect(await list.locator('a[href*=evil], img[src*=evil]').count()).toBe(0)
  expect(await list.getByRole('button', { name: /^(Edit|Remove|Move|Share|More)/ }).count()).toBe(0)
  await list.locator('heartbell-heart').getByRole('button').first().click()
  await page.waitForFunction(() => globalThis.heartbell.isSaved(70011))
  await page.getByText('Saved to your own list: My wishlist').waitFor()
  expect(await findIssues(page)).toEqual([])
  await shop.shop('lists/markPrivate', ada, { lid })
  await page.reload()
  await list.getByText('There is no shared list here').waitFor()
  const home = list.getByRole('link', { name: 'Continue shopping' })
  await expect.poll(() => home.getAttribute('href')).toBe('/shop')
  expect((await home.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  expect(faults.filter((fault) => !/404/.test(fault))).toEqual([])
  await context.close()
})
