/** The pages behind links in messages, in a real browser: without scripts, no axe issue, in light, dark, on a phone and right to left. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeAlerts, writeUnsubscribe } from '../packages/server/src/domain/shoppers/links.ts'
import { openPages } from '../packages/server/src/pages/testing/pages.ts'
import { findIssues } from './browser/axe.ts'
import { type Chromium, launchChromium } from './browser/chromium.ts'

const shots = process.env.HEARTBELL_SHOTS

let t: Awaited<ReturnType<typeof openPages>>
let browser: Chromium
let home: string
beforeAll(async () => {
  t = await openPages()
  home = await t.app.listen({ port: 0, host: '127.0.0.1' })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await t.close()
})

type Look = { locale?: string; dark?: boolean; phone?: boolean; plain?: boolean }

async function open(path: string, { locale = 'en', dark = false, phone = false, plain = false }: Look = {}) {
  const context = await browser.newContext({
    locale,
    colorScheme: dark ? 'dark' : 'light',
    viewport: phone ? { width: 390, height: 780 } : { width: 1000, height: 760 },
    javaScriptEnabled: !plain,
    // the test driver injects axe; the page itself allows no script
    bypassCSP: true,
  })
  // no image is loaded from another server
  await context.route(/cdn\.example/, (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#177a4e"/></svg>',
    }),
  )
  const page = await context.newPage()
  await page.goto(home + path)
  return page
}

async function faultsOf(page: Awaited<ReturnType<typeof open>>, name: string) {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
  const issues = await findIssues(page)
  await page.context().close()
  return issues.map((issue) => `${name}: ${issue}`)
}

test('axe finds no issue on any page', async () => {
  const id = await t.subscribe('ada@example.com', 1)
  await t.subscribe('ada@example.com', 2)
  const until = new Date(Date.now() + 3_600_000)
  const [mine, old] = [until, new Date(0)].map(
    (end) => `/alerts/${writeAlerts(t.own, { subscriptionId: id, until: end })}`,
  )
  const leave = `/u/${writeUnsubscribe(t.own, id)}`
  const ask = `/alerts?store=${t.own.prefix}`
  const looks: [string, string, Look][] = [
    ['mine', mine!, {}],
    ['mine-dark', mine!, { dark: true }],
    ['mine-phone-ar', mine!, { phone: true, locale: 'ar' }],
    ['mine-phone-de', mine!, { phone: true, locale: 'de' }],
    ['leave', leave, {}],
    ['leave-dark-phone', leave, { dark: true, phone: true, locale: 'fr' }],
    ['ask', ask, {}],
    ['ask-ja', ask, { phone: true, locale: 'ja' }],
    ['old', old!, { dark: true }],
    ['lost', '/u/nothing', {}],
  ]
  for (const [name, path, look] of looks) expect(await faultsOf(await open(path, look), name)).toEqual([])
})

test('without scripts: unsubscribe from all, undo, move to another size', async () => {
  const id = await t.subscribe('walk@example.com', 1)
  const page = await open(`/u/${writeUnsubscribe(t.own, id)}`, { plain: true })
  await page.getByRole('button').click()
  await page.getByRole('heading', { name: 'You’re unsubscribed' }).waitFor()
  expect(await t.status('walk@example.com')).toEqual(['left'])
  if (shots) await page.screenshot({ path: `${shots}/stopped.png`, fullPage: true })
  await page.getByRole('button', { name: 'Subscribe me again' }).click()
  await page.getByRole('heading', { name: 'Your alerts are on again' }).waitFor()
  expect(await t.status('walk@example.com')).toEqual(['waiting'])
  await page.goto(
    `${home}/alerts/${writeAlerts(t.own, { subscriptionId: id, until: new Date(Date.now() + 3_600_000) })}`,
  )
  await page.getByText('Another size or version').click()
  if (shots) await page.screenshot({ path: `${shots}/moving.png`, fullPage: true })
  await page.getByRole('combobox').selectOption({ label: 'L' })
  await page.getByRole('button', { name: 'Change and keep my place' }).click()
  await page.getByRole('status').waitFor()
  expect(await t.alertsOf('walk@example.com')).toMatchObject([{ variantId: '3', status: 'waiting' }])
  if (shots) await page.screenshot({ path: `${shots}/moved.png`, fullPage: true })
  await page.context().close()
})
