/** For browser tests of the dashboard: the service on a port, signed-in people, and checks of each page. */
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  openTestDashboard,
  type Person,
  prefixOf,
  type TestDashboard,
} from '../../packages/server/src/dashboard/testing/test-dashboard.ts'
import type { NewStore } from '../../packages/server/src/domain/stores/stores.ts'
import { clientFileRoutes } from '../../packages/server/src/pages/client-files.ts'
import { findIssues } from './axe.ts'
import { launchChromium } from './chromium.ts'

export type Visit = {
  page: Page
  /** Errors of scripts and violations of the policy in the browser. */
  complaints: string[]
  /** Opens a screen of the store and waits until it is shown. */
  open(path: string): Promise<void>
  close(): Promise<void>
}

export type World = TestDashboard & {
  url: string
  visit(
    person: Person | null,
    options?: Parameters<Awaited<ReturnType<typeof launchChromium>>['newContext']>[0],
  ): Promise<Visit>
}

export async function openWorld(
  ...[folder, others = [], options]: Parameters<typeof openTestDashboard>
): Promise<World> {
  const t = await openTestDashboard(folder, [clientFileRoutes, ...others], options)
  const browser = await launchChromium()
  const url = await t.app.listen({ port: 0, host: '127.0.0.1' })
  return {
    ...t,
    url,
    visit: async (person, options = {}) => {
      const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
      if (person) await giveCookie(context, url, person)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => {
        const isOurs = !/Failed to load resource: the server responded/.test(message.text())
        if (message.type() === 'error' && isOurs) complaints.push(message.text())
      })
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('dialog', (dialog) => {
        complaints.push(`a dialog said ${dialog.message()}`)
        void dialog.dismiss()
      })
      return { page, complaints, open: (path) => openScreen(page, url, t.store, path), close: () => context.close() }
    },
    close: async () => {
      await browser.close()
      await t.close()
    },
  }
}

/** Browsers accept a `__Host-` cookie only over TLS or from localhost. */
async function giveCookie(context: BrowserContext, url: string, { cookie }: Person): Promise<void> {
  const [name, value] = cookie.split('=') as [string, string]
  await context.addCookies([
    { name, value, domain: new URL(url).hostname, path: '/', secure: true, httpOnly: true, sameSite: 'Strict' },
  ])
}

/** Navigates without a reload if the store's pages are open already, and waits until no request is running. */
async function openScreen(page: Page, url: string, store: NewStore, path: string): Promise<void> {
  const base = `/dashboard/${prefixOf(store)}`
  const isInside = page.url().startsWith(url + base) && (await page.locator('main[data-screen]').count()) > 0
  if (isInside)
    await page.evaluate((address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, base + path)
  else await page.goto(url + base + path)
  const screen = path.split('?')[0]!.replace(/\/$/, '')
  await page.locator(`main[data-screen="/${prefixOf(store)}${screen}"] h1`).waitFor()
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await page.locator('main[aria-busy="false"]').waitFor()
}

/** Accessibility issues found by axe; by default with all `rules`. */
export async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  // The page follows the browser's colour scheme after a transition; wait until it is over.
  await page.waitForFunction(() => {
    const { mantineColorScheme: shown } = document.documentElement.dataset
    return shown === undefined || shown === (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')
  })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  expect(await findIssues(page, rules && { rules }), page.url()).toEqual([])
}
