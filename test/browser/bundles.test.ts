/** The packed npm package in bundles of Vite, webpack and esbuild: every element opens in Chromium against a real service. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundlers, type Folder, openFolder } from './packed-apps.ts'
import { openShop, type Shop, storedItems } from './shop.ts'

let shop: Shop
let folder: Folder
beforeAll(async () => {
  shop = await openShop()
  folder = await openFolder(['client'])
  folder.write('app/app.js', app)
  folder.write('app/index.html', page)
})
afterAll(async () => {
  await folder?.close()
  await shop?.close()
})

const app = `import { start } from '@heartbell/client'
import '@heartbell/client/heartbell.css'

globalThis.begin = (store, api) => start({ store, api, currency: 'EUR', lang: 'de' })
`

const product = 'variant="101" product="10" url="/teapot" name="Teapot" price="24.5"'
const page = `<!doctype html><html lang="en"><meta charset="utf-8"><link rel="icon" href="data:,"><title>Shop</title>
<script type="module" src="./app.js"></script>
<heartbell-heart ${product}></heartbell-heart>
<heartbell-count href="/wishlist"></heartbell-count>
<heartbell-notify variant="102" product="10" url="/teapot" name="Teapot" stock="0"></heartbell-notify>
<heartbell-list></heartbell-list>
<button data-heartbell-later ${product} quantity="2" key="ROW">Save for later</button>
<heartbell-saved></heartbell-saved>`

test.each(Object.keys(bundlers))(
  'every element opens in a bundle of %s, and what it needs is loaded on demand',
  async (name) => {
    const out = join(folder.path, name)
    await bundlers[name]!(folder.path, out)
    const scripts = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.js'))
    // each widget and each language is a file of its own, and the page starts with the smallest part
    expect(scripts.length).toBeGreaterThan(20)
    expect(Math.max(...scripts.map((file) => statSync(join(out, file)).size))).toBeLessThan(90_000)

    const { page, context, faults } = await shop.visitor()
    await page.goto(`${folder.url}/${name}/`)
    await page.evaluate(
      ([store, api]) => (globalThis as unknown as { begin(...given: unknown[]): void }).begin(store, api),
      [shop.store.pid, shop.url],
    )
    const heart = page.locator('heartbell-heart >> button').first()
    // the language is a file of its own, too
    await page.getByRole('button', { name: 'Teapot merken' }).waitFor()
    await heart.click()
    await expect.poll(() => heart.getAttribute('aria-pressed')).toBe('true')
    await expect.poll(async () => (await storedItems(shop, page)).map(({ epi }) => epi)).toEqual([101])
    await page.locator('heartbell-list').getByText('Teapot').first().waitFor()

    // the message after a heart leads to the picker of lists
    await page.getByRole('button', { name: 'Ändern' }).click()
    await page.getByRole('dialog').filter({ hasText: 'Neue Liste' }).waitFor()
    await page.keyboard.press('Escape')

    await page.locator('heartbell-notify >> button').first().click()
    await page.locator('heartbell-notify >> input[name=address]').waitFor()

    await page.evaluate(() => {
      heartbell.cart = { items: async () => [], add: async () => {}, remove: async () => {} }
    })
    await page.locator('[data-heartbell-later]').click()
    await page.locator('heartbell-saved').getByText('Teapot').first().waitFor()

    await page.locator('heartbell-count >> a').click()
    const drawer = page.locator('heartbell-drawer')
    await drawer.getByRole('dialog').waitFor()
    await drawer.getByText('Teapot').first().waitFor()
    // a guest signs in first; the panel of a list says so
    await drawer.getByRole('button', { name: 'Teilen' }).first().click()
    await page
      .getByRole('dialog')
      .filter({ hasText: /anmelden/i })
      .last()
      .waitFor()
    expect(faults).toEqual([])
    await context.close()
  },
)
