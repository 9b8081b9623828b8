/** The four pictures of the README: the shop's grid, and on a phone the drawer, an alert and, dark, the share panel. */
import type { Chromium } from '../../../test/browser/chromium.ts'
import { openDemoServer } from '../demo-server.ts'
import { dialog, heart, open, type Report, settled, signIn, startWalk, type Walk } from './walk.ts'

async function save({ page }: Walk, names: string[]): Promise<void> {
  for (const name of names) await heart(page, name).click()
  await page.getByRole('status').getByText('Saved to').waitFor()
  await settled(page)
}

async function takeGrid(walk: Walk): Promise<void> {
  await open(walk, '/demo')
  await save(walk, ['Pruning Shears', 'Herb Garden Set', 'Terracotta Pot'])
  await walk.page.evaluate(() => scrollTo(0, 0))
  await walk.take('demo')
}

/** With one thing that is sold out, and one with a note. */
async function takeDrawer(walk: Walk): Promise<void> {
  const { page, take } = walk
  await open(walk, '/demo')
  await save(walk, ['Terracotta Pot', 'Herb Garden Set'])
  await heart(page, 'Brass Watering Can').click()
  await dialog(page).getByRole('radio').first().check()
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await settled(page)
  await page.locator('heartbell-count').getByRole('link').click()
  const drawer = page.locator('heartbell-drawer')
  await drawer.getByRole('button', { name: 'Edit: Herb Garden Set' }).click()
  await drawer.getByRole('button', { name: 'Must have' }).click()
  await drawer.getByLabel('Note on Herb Garden Set').fill('For the kitchen window')
  await drawer.getByRole('button', { name: 'Done' }).click()
  await drawer.getByText('For the kitchen window').waitFor()
  await drawer.getByText(/· Must have/).waitFor()
  await settled(page)
  await drawer.locator('dialog').evaluate((one) => one.scrollTo(0, 0))
  await take('drawer')
}

async function takeNotify(walk: Walk): Promise<void> {
  const { page, take } = walk
  await open(walk, '/demo/products/brass-watering-can')
  const notify = page.locator('.product heartbell-notify')
  await notify.getByRole('button').first().click()
  await notify.getByLabel('E-mail address').fill('ada@shop.example')
  await take('notify')
}

async function takeShare(walk: Walk): Promise<void> {
  const { page, take } = walk
  await open(walk, '/demo')
  await save(walk, ['Oak Stool', 'Herb Garden Set', 'Pruning Shears', 'Terracotta Pot'])
  await signIn(walk, 'ada@shop.example')
  await open(walk, '/demo/wishlist')
  await page.locator('heartbell-list').locator('li.row').nth(3).waitFor()
  await page
    .locator('heartbell-list')
    .getByRole('button', { name: /^Share/ })
    .click()
  await dialog(page).getByRole('button', { name: 'Create a link' }).click()
  await dialog(page).getByRole('button', { name: 'Copy link' }).waitFor()
  await take('share')
}

const pictures: [way: string, take: (walk: Walk) => Promise<void>][] = [
  ['desktop', takeGrid],
  ['phone', takeDrawer],
  ['phone', takeNotify],
  ['phone-dark', takeShare],
]

/** Each as a new shopper. */
export async function takeReadmePictures(browser: Chromium, root: string, folder: string): Promise<void> {
  const server = await openDemoServer(root)
  const report: Report = { pictures: 0, issues: [] }
  for (const [way, take] of pictures) {
    const walk = await startWalk(browser, server, { folder, way, report, isPlain: true })
    await take(walk)
    await walk.close()
  }
  await server.close()
}
