/** The carts of docs/install.md: the two files, and an own cart whose calls a shop answers. */
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Shop, Visitor } from './shop.ts'
import { snippet } from './snippets.ts'

export async function runAdapters(
  shop: Shop,
  openPage: (body?: string, head?: string) => Promise<Visitor>,
  run: (page: Page, label: string) => Promise<unknown>,
): Promise<void> {
  for (const label of ['shopify-cart', 'woo-cart']) {
    const { page, context } = await openPage('', snippet('head', shop) + snippet(label, shop))
    await page.waitForFunction(() => heartbell.cart?.addAll)
    await context.close()
  }
  const later =
    '<p data-row="ROW"><button data-heartbell-later variant="101" product="10" url="/n" name="Notebook" row="ROW">Later</button></p>'
  const { page, context } = await openPage(`${later}<heartbell-saved></heartbell-saved>`)
  const calls: string[] = []
  await page.route('**/cart**', (route) => {
    const request = route.request()
    calls.push(`${new URL(request.url()).pathname} ${request.postData() ?? ''}`)
    return route.fulfill({ json: { rows: [{ id: 'ROW', variant: 101, quantity: 1 }] } })
  })
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  // without an adapter nothing is moved
  await page.waitForFunction(() => document.querySelector('heartbell-saved')?.shadowRoot)
  await page.locator('[data-heartbell-later]').click()
  await expect.poll(() => said.join()).toContain('save for later needs heartbell.cart')
  expect(await page.locator('heartbell-saved').isHidden()).toBe(true)

  await run(page, 'cart')
  await run(page, 'cart-row')
  expect(await page.evaluate(() => heartbell.cart!.items())).toEqual([{ key: 'ROW', variantId: 101, quantity: 1 }])
  await page.locator('[data-heartbell-later]').click()
  await page.locator('heartbell-saved').getByText('Notebook').first().waitFor()
  await expect.poll(() => calls).toContain('/cart/remove row=ROW')
  // the event says which row is gone
  await page.locator('[data-row]').waitFor({ state: 'detached' })
  await page.locator('heartbell-saved').getByRole('button', { name: /bag/ }).first().click()
  await expect.poll(() => calls).toContain('/cart/add variant=101&quantity=1')
  await context.close()
}
