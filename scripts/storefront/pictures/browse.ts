/** Pictures of saving: the grid, the picker of variants, the drawer, the list page in both views, and the picker of lists. */
import { dialog, heart, open, settled, type Walk } from './walk.ts'

export async function takeGrid(walk: Walk): Promise<void> {
  const { page, take } = walk
  await open(walk, '/demo/wishlist')
  await page.locator('heartbell-list').getByText('Nothing saved yet').waitFor()
  await take('list-empty')
  await open(walk, '/demo')
  for (const name of ['Terracotta Pot', 'Pruning Shears', 'Herb Garden Set']) await heart(page, name).click()
  await page.getByRole('status').getByText('Saved to').waitFor()
  await take('grid')
  await take('grid-whole', { whole: true })
  await heart(page, 'Brass Watering Can').click()
  await dialog(page).waitFor()
  await take('variant-picker')
  await dialog(page).getByRole('radio').first().check()
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click()
  await dialog(page).waitFor({ state: 'detached' })
  await settled(page)
}

export async function takeDrawer(walk: Walk): Promise<void> {
  const { page, take } = walk
  await open(walk, '/demo')
  await page.locator('heartbell-count').getByRole('link').click()
  const drawer = page.locator('heartbell-drawer')
  await drawer.locator('li.row').nth(3).waitFor()
  await take('drawer')
  await drawer.getByRole('button', { name: 'Edit: Pruning Shears' }).click()
  await drawer.getByRole('button', { name: 'Done' }).waitFor()
  await take('drawer-edit')
  await page.keyboard.press('Escape')
}

export async function takeListPage(walk: Walk): Promise<void> {
  const { page, take } = walk
  await open(walk, '/demo/wishlist')
  const list = page.locator('heartbell-list')
  await list.locator('li.row').nth(3).waitFor()
  await take('list-cards', { whole: true })
  await list.getByRole('button', { name: 'Show as rows' }).click()
  await list.locator('.rows').waitFor()
  await take('list-rows', { whole: true })
  await list.getByRole('button', { name: 'Edit: Herb Garden Set' }).click()
  await list.getByRole('button', { name: 'Must have' }).click()
  await list.getByLabel('Note on Herb Garden Set').fill('For the kitchen window')
  await list.getByRole('button', { name: 'One more' }).click()
  await list.getByText('× 2').waitFor()
  await take('list-edit', { whole: true })
  await list.getByRole('button', { name: 'Done' }).click()
  await list.getByText('For the kitchen window').waitFor()
  await list.getByRole('button', { name: 'Remove: Pruning Shears' }).click()
  await list.getByText('Pruning Shears removed').first().waitFor()
  await take('list-removed', { whole: true })
  await list.getByRole('button', { name: /^Undo/ }).click()
  await list.getByRole('button', { name: 'Add all to bag' }).click()
  await list.getByText('added to your bag').first().waitFor()
  await take('list-in-bag', { whole: true })
  await list.getByRole('button', { name: 'Show as cards' }).click()
}

export async function takeLists(walk: Walk): Promise<void> {
  const { page, take } = walk
  await open(walk, '/demo')
  await heart(page, 'Oak Stool').click({ delay: 700 })
  await dialog(page).waitFor()
  await take('lists-picker')
  await dialog(page).getByRole('button', { name: 'New list' }).click()
  await dialog(page).getByLabel('Name of the list').fill('For the balcony')
  await take('lists-new')
  await page.keyboard.press('Enter')
  await dialog(page).getByRole('checkbox', { name: 'For the balcony' }).waitFor()
  await take('lists-two')
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await page.getByRole('status').getByText('Saved to').waitFor()
  await take('lists-saved')
  await settled(page)
  await open(walk, '/demo/wishlist')
  await page.locator('heartbell-list').locator('li.row').first().waitFor()
  await take('list-of-two', { whole: true })
}
