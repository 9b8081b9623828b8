/** A visit of an example: a product saved with a heart, the drawer, the wishlist's page; and a console without a warning. */
import type { Page } from 'playwright-core'
import type { Chromium } from '../../test/browser/chromium.ts'
import type { ExampleStore } from './store.ts'

/** What development servers say themselves. */
const noise = /Download the React DevTools|\[vite\]|\[HMR\]|\[Fast Refresh\]|devtools/i

export async function visitApp(browser: Chromium, url: string, { api }: ExampleStore) {
  const context = await browser.newContext()
  context.setDefaultTimeout(30_000)
  const page = await context.newPage()
  const problems: string[] = []
  const elsewhere = new Set<string>()
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !noise.test(message.text()))
      problems.push(`console ${message.type()}: ${message.text().slice(0, 600)}`)
  })
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`))
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && ![url, api].some((own) => request.url().startsWith(own)))
      elsewhere.add(request.url())
  })
  const saw: string[] = []
  try {
    await walk(page, url, saw)
  } catch (error) {
    problems.push(`after "${saw.at(-1) ?? 'start'}": ${(error as Error).message.split('\n')[0]}`)
  }
  for (const address of elsewhere) problems.push(`asked another server: ${address}`)
  await context.close()
  return { saw, problems }
}

async function walk(page: Page, url: string, saw: string[]): Promise<void> {
  const plain = await (await fetch(url)).text()
  if (!/<heartbell-heart[^>]* variant="101"/.test(plain)) throw new Error('the server did not render the heart')
  saw.push('rendered on the server')
  await page.goto(url, { waitUntil: 'load' })
  const heart = page.getByRole('button', { name: 'Save Teapot' })
  await heart.click()
  await page.locator('heartbell-heart[variant="101"] button[aria-pressed=true]').waitFor()
  saw.push('saved with the heart')
  // where the example says it with a hook, a composable or a store
  const says = page.locator('article').first().getByRole('status')
  if (await says.isVisible()) await says.filter({ hasText: 'On your wishlist.' }).waitFor()
  await page.locator('heartbell-notify button:visible').first().click()
  await page.locator('heartbell-notify input:visible').first().waitFor()
  saw.push('notify opened')
  await page.locator('heartbell-count a').click()
  await page.locator('heartbell-drawer').getByText('Teapot').first().waitFor()
  saw.push('drawer opened')
  await signIn(page, saw)
  await page.goto(`${url}/wishlist`, { waitUntil: 'load' })
  await page.locator('heartbell-list').getByText('Teapot').first().waitFor()
  saw.push('wishlist page after a reload')
}

/** Where the example has accounts: the guest's list moves to the account. */
async function signIn(page: Page, saw: string[]): Promise<void> {
  await page.keyboard.press('Escape')
  const button = page.getByRole('button', { name: 'Sign in as Ada' })
  if (!(await button.isVisible())) return
  await button.click()
  await page.getByText('ada@shop.example').waitFor()
  await page.waitForFunction(() => (globalThis as { heartbell?: { isSignedIn(): boolean } }).heartbell?.isSignedIn())
  await page.locator('heartbell-heart[variant="101"] button[aria-pressed=true]').waitFor()
  saw.push('signed in')
}
