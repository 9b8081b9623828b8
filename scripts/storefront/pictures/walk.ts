/** A shopper's walk through the demo shop: each thing that is taken gets a picture, and axe checks it. */
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { findIssues } from '../../../test/browser/axe.ts'
import type { Chromium } from '../../../test/browser/chromium.ts'
import type { DemoServer } from '../demo-server.ts'

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const desktop = { viewport: { width: 1280, height: 860 } }
export const ways: Record<string, BrowserContextOptions> = {
  desktop,
  'desktop-dark': { ...desktop, colorScheme: 'dark' },
  phone,
  'phone-dark': { ...phone, colorScheme: 'dark' },
}

export type Walk = {
  server: DemoServer
  page: Page
  context: BrowserContext
  folder: string
  /**
   * `whole`: the page from top to bottom, else what the window shows.
   * `within`: what axe checks of it; a mail has no landmarks of a page, because it is shown inside the page of a mail program.
   */
  take(name: string, options?: { whole?: boolean; within?: string }): Promise<void>
  /** The same window for another person, with nothing stored. */
  another(): Promise<Walk>
  close(): Promise<void>
}

/** `isPlain`: only pictures, and their names without the window. */
export type WalkSetting = { folder: string; way: string; report: Report; isPlain?: boolean }

export type Report = { pictures: number; issues: string[] }

export async function startWalk(browser: Chromium, server: DemoServer, setting: WalkSetting): Promise<Walk> {
  const { folder, way, report, isPlain = false } = setting
  // axe is a script of its own, which the strict policies of the pages refuse
  const context = await browser.newContext({ ...ways[way], reducedMotion: 'reduce', bypassCSP: true })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  const take: Walk['take'] = async (name, { whole = false, ...part } = {}) => {
    await isDrawn(page)
    const file = isPlain ? `${name}.png` : `${name}-${way}.png`
    await page.screenshot({ path: join(folder, file), fullPage: whole, style: whole ? noGuide : '' })
    report.pictures++
    if (isPlain) return
    for (const issue of await findIssues(page, part)) report.issues.push(`${name}-${way}: axe: ${issue}`)
  }
  return {
    ...{ server, page, context, folder, take },
    another: () => startWalk(browser, server, setting),
    close: () => context.close(),
  }
}

/** The demo's bar at the window's end would be in the middle of a whole page. */
const noGuide = '.helper { visibility: hidden }'

/** Two frames later everything that is known has been drawn; pictures of the shop may still be loading. */
const isDrawn = (page: Page) =>
  page.evaluate(async () => {
    await Promise.all([...document.images].map((image) => image.loading === 'lazy' || image.decode().catch(() => {})))
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  })

export async function open({ page, server }: Walk, path: string): Promise<void> {
  await page.goto(`${server.url}${path}`)
  await page.waitForFunction(
    () => document.querySelector('heartbell-heart, heartbell-list, heartbell-count')?.shadowRoot,
  )
}

export const settled = (page: Page) => page.waitForFunction(() => globalThis.heartbell?.waiting?.() === 0)
export const heart = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Save ${name}`, exact: true })
export const dialog = (page: Page): Locator => page.getByRole('dialog')

export async function signIn(walk: Walk, email: string): Promise<void> {
  const { page } = walk
  await open(walk, '/demo/sign-in')
  await page.getByLabel('E-mail address').fill(email)
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click()
  await page.waitForFunction(() => globalThis.heartbell?.isSignedIn?.())
  await settled(page)
}
