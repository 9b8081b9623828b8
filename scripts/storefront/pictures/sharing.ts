/** Pictures of sharing: the panel for a guest and for an account, and the list as a friend sees it. */
import { dialog, open, settled, signIn, type Walk } from './walk.ts'

const openPanel = async ({ page }: Walk) => {
  await page.locator('heartbell-list').locator('li.row').first().waitFor()
  await page
    .locator('heartbell-list')
    .getByRole('button', { name: /^Share/ })
    .click()
  await dialog(page).waitFor()
}

export async function takeSharing(walk: Walk): Promise<void> {
  const { page, take } = walk
  await open(walk, '/demo/wishlist')
  await openPanel(walk)
  await take('share-guest')
  await signIn(walk, 'ada@shop.example')
  await open(walk, '/demo/wishlist')
  await settled(page)
  await openPanel(walk)
  await take('share-private')
  await dialog(page).getByRole('button', { name: 'Create a link' }).click()
  await dialog(page).getByRole('button', { name: 'Copy link' }).waitFor()
  await take('share-panel')
  await dialog(page).getByRole('button', { name: 'QR code' }).click()
  await dialog(page).getByRole('img', { name: 'QR code' }).waitFor()
  await take('share-qr')
  await dialog(page).getByRole('button', { name: 'E-mail' }).click()
  await dialog(page).getByLabel('Their e-mail address').fill('bob@nowhere')
  await dialog(page).getByLabel('Your name').fill('Ada')
  await dialog(page).getByRole('button', { name: 'Send' }).click()
  await dialog(page).getByText('Please check this address.').waitFor()
  await take('share-email')
  await takeShared(walk, await dialog(page).getByLabel('Link', { exact: true }).inputValue())
}

/** As a friend: on the shop's own page, and on the service's own for shops without one. */
async function takeShared(walk: Walk, address: string): Promise<void> {
  const friend = await walk.another()
  const { page, take, server } = friend
  await page.goto(address)
  await page.locator('heartbell-list').locator('li.row').first().waitFor()
  await take('shared-on-the-shop', { whole: true })
  server.set('share-url=')
  await page.goto(`${server.url}/shared/${new URL(address).searchParams.get('list')}`)
  await page.getByRole('main').waitFor()
  await take('shared-on-the-service', { whole: true })
  await friend.close()
}
