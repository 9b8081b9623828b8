/** What a list offers on demand: own order, priority, other lists, search, cards and rows, custom items. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findIssues } from './axe.ts'
import { openShop, type Shop, script, sizes, storedItems } from './shop.ts'

let shop: Shop
let url: string
beforeAll(async () => {
  shop = await openShop()
  url = makePage('list')
})
afterAll(() => shop?.close())

function makePage(name: string, more = ''): string {
  const tags = `${sizes()}${script(shop, `data-currency="EUR" data-sign-in="/login?back={url}" ${more}`)}`
  const main = '<main><h1>Wishes</h1><heartbell-list view="rows"></heartbell-list></main><footer>Foot</footer>'
  return shop.theme(name, tags + main)
}

const list = (page: Page) => page.locator('heartbell-list')
const titles = (page: Page) => list(page).locator('li.row .title').allTextContents()
const until = (page: Page, order: string[]) =>
  page.waitForFunction((wanted) => {
    const root = document.querySelector('heartbell-list')!.shadowRoot!
    return [...root.querySelectorAll('.row .title')].map((one) => one.textContent).join() === wanted
  }, order.join())

/** Opens the page with `count` saved items, the last one on top. */
async function open(count: number, options = {}) {
  const visitor = await shop.visitor({ reducedMotion: 'reduce', ...options })
  const { page } = visitor
  await page.goto(url)
  await page.waitForFunction(() => globalThis.heartbell?.seen)
  await page.evaluate(async (count) => {
    for (let at = 1; at <= count; at++)
      await globalThis.heartbell.add({
        ...{ variantId: at, productId: at, url: `${location.origin}/p/${at}`, title: `Wish ${at}` },
        price: 10 * ((at * 7) % 11),
      })
    await globalThis.heartbell.refresh()
  }, count)
  await list(page)
    .locator('li.row')
    .nth(count - 1)
    .waitFor()
  return visitor
}

const stored = async (page: Page) =>
  (await storedItems(shop, page))
    .map((item) => ({
      title: item.dt as string,
      position: (item.hb as { position?: number })?.position,
      cts: item.cts,
    }))
    .sort((one, other) => (one.position ?? -1e3 * Number(one.cts)) - (other.position ?? -1e3 * Number(other.cts)))
    .map(({ title }) => title)

test('the own order: by arrow keys with an announcement, and dragged; it is there after a reload', async () => {
  const { context, page, faults } = await open(4)
  await expect.poll(() => titles(page)).toEqual(['Wish 4', 'Wish 3', 'Wish 2', 'Wish 1'])
  await list(page).getByRole('button', { name: 'Move Wish 4 with the arrow keys' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await until(page, ['Wish 3', 'Wish 2', 'Wish 4', 'Wish 1'])
  await list(page).getByText('Wish 4: place 3 of 4').waitFor()
  const label = () => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.getAttribute('aria-label'))
  await expect.poll(() => label()).toBe('Move Wish 4 with the arrow keys')
  await expect.poll(() => stored(page), { timeout: 45_000 }).toEqual(['Wish 3', 'Wish 2', 'Wish 4', 'Wish 1'])
  const grip = (await list(page).getByRole('button', { name: 'Move Wish 1' }).boundingBox())!
  const target = (await list(page).locator('li.row').first().boundingBox())!
  await page.mouse.move(grip.x + 20, grip.y + 20)
  await page.mouse.down()
  await list(page).locator('.lift').waitFor()
  for (const part of [0.75, 0.5, 0.25, 0])
    await page.mouse.move(grip.x + 20, target.y + 10 + (grip.y - target.y) * part)
  await until(page, ['Wish 1', 'Wish 3', 'Wish 2', 'Wish 4'])
  await page.mouse.up()
  await expect.poll(() => stored(page), { timeout: 45_000 }).toEqual(['Wish 1', 'Wish 3', 'Wish 2', 'Wish 4'])
  await page.reload()
  await until(page, ['Wish 1', 'Wish 3', 'Wish 2', 'Wish 4'])
  expect(faults).toEqual([])
  await context.close()
})

test('a move and a note of the last moment before a reload are kept; a note is saved while it is typed', async () => {
  const { context, page, faults } = await open(3)
  await list(page).getByRole('button', { name: 'Move Wish 3 with the arrow keys' }).focus()
  await page.keyboard.press('ArrowDown')
  await list(page).getByText('Wish 3: place 2 of 3').waitFor()
  await page.reload()
  await until(page, ['Wish 2', 'Wish 3', 'Wish 1'])
  const note = async () => (await storedItems(shop, page)).find(({ dt }) => dt === 'Wish 1')!.note
  await list(page).getByRole('button', { name: 'Edit: Wish 1' }).click()
  await list(page).getByLabel('Note on Wish 1').pressSequentially('in blue')
  await page.reload()
  await list(page).locator('.note', { hasText: 'in blue' }).waitFor()
  await expect.poll(note).toBe('in blue')
  await list(page).getByRole('button', { name: 'Edit: Wish 1' }).click()
  await list(page).getByLabel('Note on Wish 1').press('End')
  await page.keyboard.type(', small')
  await expect.poll(note).toBe('in blue, small')
  // the field and its caret stay where they are
  await page.keyboard.type('!')
  await expect.poll(() => list(page).getByLabel('Note on Wish 1').inputValue()).toBe('in blue, small!')
  expect(faults).toEqual([])
  await context.close()
})

test('priority, another list with undo to the same place, a copy, and a deleted list that comes back with its id', async () => {
  const { context, page, faults } = await open(3)
  const [before] = (await storedItems(shop, page)).filter(({ dt }) => dt === 'Wish 2')
  await list(page).getByRole('button', { name: 'Edit: Wish 2' }).click()
  await list(page).getByRole('button', { name: 'Must have' }).click()
  await list(page).locator('li', { hasText: 'Wish 2' }).locator('.about', { hasText: 'Must have' }).waitFor()
  await list(page).getByRole('button', { name: 'Move', exact: true }).click()
  await list(page).getByLabel('New list').fill('Balcony')
  await page.keyboard.press('Enter')
  await list(page).getByText('Wish 2 is now in Balcony').first().waitFor()
  await list(page).getByRole('button', { name: 'Balcony 1' }).click()
  await expect.poll(() => titles(page)).toEqual(['Wish 2'])
  await list(page).getByRole('button', { name: 'My wishlist 2' }).click()
  await list(page).getByRole('button', { name: /^Undo/ }).click()
  await list(page).locator('h2:focus').waitFor()
  await list(page).getByRole('button', { name: 'Balcony 0' }).waitFor()
  await until(page, ['Wish 3', 'Wish 2', 'Wish 1'])
  const [after] = (await storedItems(shop, page)).filter(({ dt }) => dt === 'Wish 2')
  expect(after).toMatchObject({ savedpr: before!.savedpr, hb: { priority: 'must-have' } })
  await list(page).getByRole('button', { name: 'Edit: Wish 1' }).click()
  await list(page).getByLabel('Other list').selectOption('Balcony')
  await list(page).getByRole('button', { name: 'Copy', exact: true }).click()
  await list(page).getByRole('button', { name: 'Balcony 1' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.textContent)).toBe('Copy')
  // Wish 1 is in both now: a move and its Undo leave the other one as it is
  await list(page).getByLabel('Note on Wish 1').fill('the small one')
  await list(page).getByRole('button', { name: 'Move', exact: true }).click()
  await list(page).getByRole('button', { name: 'Undo: Wish 1 is now in Balcony' }).press('Enter')
  await list(page).locator('li', { hasText: 'the small one' }).waitFor()
  await list(page).getByRole('button', { name: 'Balcony 1' }).click()
  await until(page, ['Wish 1'])
  expect(await list(page).getByText('the small one').count()).toBe(0)
  const lids = () => page.evaluate(() => globalThis.heartbell.seen().map(({ listId }) => listId))
  const both = await lids()
  await list(page).getByRole('button', { name: 'More' }).click()
  await list(page).getByRole('button', { name: 'Delete list' }).click()
  // stays until the page is left, in no message that goes away
  const undo = list(page).locator('.deleted', { hasText: 'Balcony deleted' }).getByRole('button', { name: /^Undo/ })
  await undo.and(page.locator(':focus')).waitFor()
  expect(await lids()).toHaveLength(1)
  await undo.press('Enter')
  await undo.waitFor({ state: 'detached' })
  await until(page, ['Wish 1'])
  expect(await lids()).toEqual(both)
  expect(faults).toEqual([])
  await context.close()
})

test('a long list is searched, sorted and filtered; cards are remembered; a guest is offered to sign in; no axe issue', async () => {
  const { context, page } = await open(13, { bypassCSP: true })
  await list(page).getByPlaceholder('Search this list').fill('wish 13')
  await until(page, ['Wish 13'])
  expect(
    await list(page)
      .getByRole('button', { name: /arrow keys/ })
      .count(),
  ).toBe(0)
  await list(page).getByPlaceholder('Search this list').fill('')
  await list(page).getByLabel('Sort').selectOption('Lowest price')
  expect((await titles(page))[0]).toBe('Wish 11')
  await list(page).getByLabel('Filter').selectOption('Sold out')
  await list(page).getByText('Nothing matches.').waitFor()
  await list(page).getByRole('button', { name: 'Show all' }).click()
  await list(page).locator('li.row').nth(12).waitFor()
  const back = encodeURIComponent(page.url())
  expect(
    await list(page)
      .getByRole('link', { name: /^Sign in to keep/ })
      .getAttribute('href'),
  ).toBe(`/login?back=${back}`)
  await list(page).getByRole('button', { name: 'Edit: Wish 13' }).click()
  expect(await findIssues(page)).toEqual([])
  await list(page).getByRole('button', { name: 'Show as cards' }).click()
  await page.reload()
  await list(page).locator('.cards li.row').nth(12).waitFor()
  expect(await findIssues(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await findIssues(page, { rules: ['color-contrast'] })).toEqual([])
  // the shop says that the shopper is signed in: the service may still have to check it
  await page.goto(makePage('signed-in', 'data-identity="unchecked"'))
  await list(page).locator('li.row').nth(12).waitFor()
  await expect.poll(() => list(page).getByText('Total').count()).toBe(1)
  expect(
    await list(page)
      .getByRole('link', { name: /^Sign in/ })
      .count(),
  ).toBe(0)
  await context.close()
})

test('a custom item and a bundle are shown whole, and an edit leaves them whole', async () => {
  const own = await shop.newStore('custom-items=on')
  const ada = await shop.account('ada@shop.example', own)
  const { lid } = (await shop.shop('lists/create', ada, { lname: 'Breakfast' }, own)).body
  const bundle = [
    { title: 'Mug', epi: '8', empi: '8', price: 5 },
    { title: 'Plate', epi: '9', empi: '9', price: 5 },
  ]
  const a = [
    { title: 'Table for two', price: 10, bundle },
    { title: 'A poem', price: 0 },
  ]
  await shop.shop('lists/update-ctx', ada, { lid, a }, own)
  const stored = async () =>
    (await shop.shop('lists/fetch-ctx', ada, { lid }, own)).body.find(
      ({ dt }: { dt: string }) => dt === 'Table for two',
    )
  const before = await stored()
  const { context, page } = await shop.visitor()
  await page.addInitScript(
    (who) => {
      localStorage.setItem(`heartbell:${who.pid.slice(0, 12)}:who`, JSON.stringify(who.ada))
    },
    { pid: own.pid, ada },
  )
  await page.goto(
    shop.theme('custom', `${sizes()}${script({ ...shop, store: own })}<main><heartbell-list></heartbell-list></main>`),
  )
  await list(page).locator('li', { hasText: 'Table for two' }).getByText('Mug + Plate').waitFor()
  await expect.poll(() => list(page).getByRole('link', { name: 'A poem' }).count()).toBe(0)
  await list(page).getByRole('button', { name: 'Edit: Table for two' }).click()
  await list(page).getByLabel('Note on Table for two').fill('on Sundays')
  await list(page).getByRole('button', { name: 'Done' }).click()
  await list(page).locator('.note', { hasText: 'on Sundays' }).waitFor()
  await page.waitForFunction(() => globalThis.heartbell.waiting() === 0)
  const after = await stored()
  expect(after).toEqual({ ...before, note: 'on Sundays', uts: after.uts, uby: after.uby })
  await context.close()
})

test('the list appears without moving the page, also if its files are late', async () => {
  const { context, page } = await open(3)
  await context.route('**/client/**/{drawer,list-rows,list-frame}.js', async (route) => {
    await new Promise((later) => setTimeout(later, 500))
    await route.continue()
  })
  await page.goto(url, { waitUntil: 'commit' })
  await page.evaluate(() => {
    globalThis.moved = 0
    new PerformanceObserver((entries) => {
      for (const entry of entries.getEntries() as (PerformanceEntry & { value: number })[])
        globalThis.moved += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await list(page).locator('li.row').nth(2).waitFor()
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  expect(await page.evaluate(() => globalThis.moved)).toBeLessThanOrEqual(0.001)
  await context.close()
})

test('a move goes from the list that was shown, though another one is chosen before it is sent', async () => {
  const { context, page } = await open(2)
  await list(page).getByRole('button', { name: 'More' }).click()
  await list(page).getByRole('button', { name: 'New list' }).click()
  await list(page).getByRole('textbox', { name: 'New list' }).fill('Gifts')
  await page.keyboard.press('Enter')
  const tab = (name: string) => list(page).getByRole('group', { name: 'Choose a list' }).getByRole('button', { name })
  await tab('My wishlist').click()
  await list(page).getByRole('button', { name: 'Edit: Wish 1' }).click()
  let go = () => {}
  const paused = new Promise<void>((done) => {
    go = done
  })
  await page.route('**/lists/update-ctx*', async (route) => {
    await paused
    await route.continue()
  })
  await list(page).getByRole('button', { name: 'One more' }).click()
  await list(page).getByRole('button', { name: 'Move', exact: true }).click()
  await tab('Gifts').click()
  go()
  await list(page).locator('li.row', { hasText: 'Wish 1' }).waitFor()
  await tab('Gifts').getByText('1').waitFor()
  await context.close()
})
