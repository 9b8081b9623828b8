/** What the storefront script costs a page of 60 products: requests, bytes, layout shift, and the time to the first heart on a slow line. */
import type { BrowserContext, Page } from 'playwright-core'
import type { Chromium } from '../../test/browser/chromium.ts'
import type { ShopPage } from './shop-page.ts'

declare global {
  var seen: { heart: number; shift: number; paint: number }
}

/** 100 ms and 8 Mbit/s. */
const line = { offline: false, latency: 100, downloadThroughput: 1e6, uploadThroughput: 1e6 }

const watch = () => {
  globalThis.seen = { heart: 0, shift: 0, paint: 0 }
  const look = () => {
    if (document.querySelector('heartbell-heart')?.shadowRoot) globalThis.seen.heart = performance.now()
    else requestAnimationFrame(look)
  }
  look()
  type Shift = PerformanceEntry & { value: number }
  const observe = (type: string, note: (entry: Shift) => void) =>
    new PerformanceObserver((list) => (list.getEntries() as Shift[]).forEach(note)).observe({ type, buffered: true })
  observe('layout-shift', ({ value }) => {
    globalThis.seen.shift += value
  })
  observe('largest-contentful-paint', ({ startTime }) => {
    globalThis.seen.paint = startTime
  })
}

export type Visit = { loaded: number; paint: number; heart: number; shift: number; calls: string[]; files: number }

async function visit(context: BrowserContext, url: string, service: string): Promise<Visit & { page: Page }> {
  const page = await context.newPage()
  const calls: string[] = []
  let files = 0
  page.on('request', (request) => {
    if (!request.url().startsWith(service)) return
    if (request.url().includes('/client/')) files++
    else calls.push(new URL(request.url()).pathname)
  })
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', line)
  await page.addInitScript(watch)
  await page.goto(url, { waitUntil: 'load' })
  if (url.endsWith('/with')) await page.waitForFunction(() => globalThis.seen.heart > 0)
  // the call after load, if there is one
  await page.waitForTimeout(600)
  const { heart, shift, paint } = await page.evaluate(() => globalThis.seen)
  const loaded = await page.evaluate(() => {
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return navigation!.loadEventEnd
  })
  return { loaded, paint, heart, shift, calls, files, page }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[values.length >> 1]!

/** Medians of `rounds` first visits, each in a new profile; with and without by turns. */
export async function measureFirstVisits(browser: Chromium, shop: ShopPage, service: string, rounds = 7) {
  const [plain, ours]: [Visit[], Visit[]] = [[], []]
  for (let round = 0; round < rounds; round++)
    for (const [path, visits] of [
      ['/without', plain],
      ['/with', ours],
    ] as const) {
      const context = await browser.newContext()
      visits.push(await visit(context, shop.url + path, service))
      await context.close()
    }
  const over = (visits: Visit[], name: 'loaded' | 'paint' | 'heart' | 'shift') => median(visits.map((one) => one[name]))
  return {
    withoutUs: { paint: over(plain, 'paint'), loaded: over(plain, 'loaded') },
    withUs: { paint: over(ours, 'paint'), loaded: over(ours, 'loaded') },
    firstHeart: over(ours, 'heart'),
    shift: Math.max(...ours.map(({ shift }) => shift)),
    calls: Math.max(...ours.map(({ calls }) => calls.length)),
    files: Math.max(...ours.map(({ files }) => files)),
  }
}

/** 20 hearts pressed one after the other, then a visit with a fresh cache. */
export async function countCalls(browser: Chromium, shop: ShopPage, service: string) {
  const context = await browser.newContext()
  const first = await visit(context, `${shop.url}/with`, service)
  const before = first.calls.length
  await first.page.evaluate(() => {
    for (const heart of [...document.querySelectorAll('heartbell-heart')].slice(0, 20))
      heart.shadowRoot!.querySelector('button')!.click()
  })
  await first.page.waitForFunction(() => globalThis.heartbell.waiting() === 0)
  const writes = first.calls.slice(before).filter((path) => path.includes('update-ctx'))
  const second = await visit(context, `${shop.url}/with`, service)
  await context.close()
  return { writes: writes.length, all: first.calls.slice(before), returning: second.calls.length }
}
