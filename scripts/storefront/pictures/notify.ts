/** Pictures of the alert element on a product's page, in each of its states. */
import type { Locator, Page } from 'playwright-core'
import { open, type Walk } from './walk.ts'

const soldOut = '/demo/products/brass-watering-can'
const otherSoldOut = '/demo/products/rubber-boots?variant=70222'
const inStock = '/demo/products/oak-stool'

const element = (page: Page): Locator => page.locator('.product heartbell-notify')
const address = (page: Page) => element(page).getByLabel('E-mail address')
const stop = (page: Page) => element(page).getByRole('button', { name: 'Stop this alert' }).first()

async function openForm(walk: Walk, path: string): Promise<void> {
  await open(walk, path)
  await element(walk.page).getByRole('button').last().click()
  await address(walk.page).waitFor()
}

async function ask(page: Page, email: string): Promise<void> {
  await address(page).fill(email)
  await page.keyboard.press('Enter')
}

export async function takeNotify(walk: Walk): Promise<void> {
  const { page, take, context } = walk
  await open(walk, soldOut)
  await element(page).getByRole('button').first().waitFor()
  await take('notify-closed')
  await element(page).getByRole('button').first().click()
  await address(page).waitFor()
  await take('notify-form')
  await ask(page, 'nobody')
  await element(page).getByRole('alert').waitFor()
  await take('notify-wrong-address')
  await context.route('**/subscriptions/create*', (route) => route.abort())
  await ask(page, 'ada@shop.example')
  await element(page).getByRole('alert').filter({ hasText: /again/ }).waitFor()
  await take('notify-no-answer')
  await context.unroute('**/subscriptions/create*')
  await ask(page, 'ada@shop.example')
  await stop(page).waitFor()
  await take('notify-done-with-place')
  await stop(page).click()
  await element(page).getByRole('button', { name: 'Notify me when it is back' }).waitFor()
  await take('notify-left')
}

export async function takeOtherAlerts(walk: Walk): Promise<void> {
  const { page, take } = walk
  await openForm(walk, inStock)
  await element(page).getByLabel('Your price').fill('900')
  await ask(page, 'ada@shop.example')
  await element(page).getByText('Please choose a lower price.').waitFor()
  await take('notify-price-wrong')
  await element(page).getByLabel('Your price').fill('40')
  await take('notify-price')
  await ask(page, 'ada@shop.example')
  await stop(page).waitFor()
  await take('notify-price-done')
  await openForm(walk, soldOut)
  await element(page).getByRole('radio', { name: 'any variant is back' }).check()
  await take('notify-any')
  await ask(page, 'ada@shop.example')
  await stop(page).waitFor()
  await take('notify-any-done')
  await stop(page).click()
  await stop(page).waitFor({ state: 'detached' })
  await open(walk, inStock)
  // the demo sells everything it shows, so the element is told that this one is coming
  await element(page).evaluate((one) => {
    one.setAttribute('topic', 'comingsoon')
    one.setAttribute('date', '2027-03-01')
  })
  await element(page)
    .getByRole('button', { name: /^Coming March 1/ })
    .waitFor()
  await take('notify-coming')
  await element(page)
    .getByRole('button', { name: /^Coming March 1/ })
    .click()
  await element(page).getByLabel('Text message').check()
  await take('notify-coming-form')
}

/** With double opt-in: the element waits for the mailbox, then the pages behind the link of the mail. */
export async function takeConfirming(walk: Walk): Promise<void> {
  const { page, take, server } = walk
  server.set('double-opt-in=on')
  await openForm(walk, '/demo/products/olive-tree?variant=70052')
  await ask(page, 'bea@shop.example')
  await element(page).getByText('Check your mailbox').waitFor()
  await take('notify-unconfirmed')
  const link = await linkOfMail(walk, /\/alerts\/confirm\//)
  await take('mail-in-the-outbox')
  await page.goto(link)
  await take('page-confirm', { whole: true })
  await page.getByRole('main').getByRole('button').first().click()
  await page.getByRole('heading', { name: /.+/ }).first().waitFor()
  await take('page-confirmed', { whole: true })
  server.set('double-opt-in=off')
}

/** The newest mail of the demo's outbox, which is left open. */
async function linkOfMail(walk: Walk, which: RegExp): Promise<string> {
  const { page } = walk
  const frame = page.frameLocator('.mail iframe')
  for (let tries = 0; tries < 30; tries++) {
    await page.getByRole('button', { name: 'Read the mail' }).click()
    const links = await frame
      .getByRole('link')
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
      .catch(() => [])
    const link = links.find((one) => which.test(one))
    if (link) return link
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.waitForTimeout(400)
  }
  throw new Error(`No mail with a link like ${which} was sent.`)
}

/** After a restock the mail leads to the shopper's alerts. */
export async function takeMyAlerts(walk: Walk): Promise<void> {
  const { page, take } = walk
  for (const path of [otherSoldOut, soldOut]) {
    await openForm(walk, path)
    await ask(page, 'ada@shop.example')
    await stop(page).waitFor()
  }
  await page.getByRole('button', { name: 'Restock it' }).click()
  await page.getByText('It is back, and the mail is out').waitFor()
  const link = await linkOfMail(walk, /\/alerts\/[^/]+$/)
  await take('mail-restock-in-the-outbox')
  const optOut = await page
    .frameLocator('.mail iframe')
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href).find((one) => /\/u\//.test(one)))
  await open(walk, soldOut)
  await take('notify-told')
  await page.goto(link)
  await take('page-my-alerts', { whole: true })
  await page.getByRole('main').getByRole('group').first().click()
  await take('page-my-alerts-moving', { whole: true })
  await page.locator('.alert').first().getByRole('button').last().click()
  await page.getByRole('status').waitFor()
  await take('page-my-alerts-left', { whole: true })
  if (!optOut) throw new Error('The mail has no link to unsubscribe.')
  await page.goto(optOut)
  await take('page-unsubscribe', { whole: true })
}
