/** The pages behind links in messages, and that of a shared list, in a real browser: without scripts, no axe issue, in light, dark, on a phone and right to left. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeAlerts, writeConfirm, writeUnsubscribe } from '../packages/server/src/domain/shoppers/links.ts'
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

const pictureOf = (url: string) =>
  url.endsWith('logo.svg')
    ? '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 48" width="240" height="48"><path d="M8 40c0-20 10-30 30-32 0 20-10 30-30 32Z" fill="#7a2f5c"/><text x="50" y="33" font-family="Georgia,serif" font-size="26" fill="#161b19">Fern &amp; Field</text></svg>'
    : `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400"><rect width="400" height="400" fill="hsl(${url.length * 47} 30% 88%)"/><path d="M140 290h120l-14 80h-92z" fill="#b9653f"/><path d="M200 290c-10-90-70-120-110-130 10 60 50 110 110 130Zm0 0c0-110 60-160 110-180 0 80-40 150-110 180Zm0 0c-20-110-10-180 10-220 30 60 30 150-10 220Z" fill="hsl(${url.length * 31} 40% 35%)"/></svg>`

const sizeOf = (phone: boolean) => (phone ? { width: 390, height: 780 } : { width: 1280, height: 800 })

type Look = { locale?: string; dark?: boolean; phone?: boolean; plain?: boolean }

async function open(path: string, { locale = 'en', dark = false, phone = false, plain = false }: Look = {}) {
  const context = await browser.newContext({
    locale,
    colorScheme: dark ? 'dark' : 'light',
    viewport: sizeOf(phone),
    javaScriptEnabled: !plain,
    // the test driver injects axe; the page itself allows no script
    bypassCSP: true,
  })
  // no image is loaded from another server
  await context.route(/cdn\.example/, (route) =>
    route.fulfill({ contentType: 'image/svg+xml', body: pictureOf(route.request().url()) }),
  )
  const page = await context.newPage()
  await page.goto(home + path)
  return page
}

async function issuesOf(page: Awaited<ReturnType<typeof open>>, name: string, rules?: string[]) {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png`, fullPage: true })
  return (await findIssues(page, rules ? { rules } : {})).map((issue) => `${name}: ${issue}`)
}

/** A store with a look of its own, its shared list, and the links that its messages have. */
async function openFernAndField() {
  const fern = await t.newStore(
    ...['shop-url=https://shop.example', 'brand-color=#7a2f5c', 'logo-url=https://cdn.example/logo.svg'],
    ...['postal-address=1 Fern Lane, 10115 Berlin', 'sender-name=Fern & Field', 'double-opt-in=on'],
  )
  const names = ['Monstera deliciosa', 'Terracotta pot', 'A <green> shirt', 'Enamel watering can with a long name']
  const products = names.map((dt, place) => ({
    ...{
      epi: place + 1,
      empi: place < 2 ? 1 : place + 1,
      du: `/products/${place}`,
      dt,
      vi: ['12 cm', '20 cm', 'S', ''][place],
    },
    ...{ iu: `https://cdn.example/${'x'.repeat(place)}.jpg`, pr: 19.9 + place, currency: 'EUR', stk: place % 2 },
  }))
  await t.admin('v3/catalog/products', { products }, fern)
  const store = await t.storeNow(fern)
  await t.sql`update variants set compare_at_price = 29 where store_id = ${store.storeId} and variant_id = '2'`
  const ada = await t.account('ada@example.com', fern)
  const { lid } = (await t.shop('lists/create', ada, { lname: 'A balcony for Ada' }, fern)).body
  const a = products.map(({ epi, empi, du }) => ({ epi, empi, du }))
  await t.shop('lists/update-ctx', ada, { lid, a }, fern)
  await t.shop('lists/markPublic', ada, { lid }, fern)
  const asked = await t.subscribe('open@example.com', 1, fern)
  const id = await t.subscribe('mine@example.com', 1, fern)
  await t.subscribe('mine@example.com', 3, fern)
  await t.sql`update subscriptions set status = 'waiting' where store_id = ${store.storeId} and address = 'mine@example.com'`
  const [consent] = await t.sql`select consent_id from subscriptions where subscription_id = ${asked}`
  const sentTo = await t.sentTo(id)
  const linkUntil = (until: Date) => `/alerts/${writeAlerts(store, { ...sentTo, until })}`
  return {
    shared: `/shared/${lid}`,
    gone: `/shared/${lid.slice(0, 8)}${'0'.repeat(32)}`,
    mine: linkUntil(new Date(Date.now() + 3_600_000)),
    left: `${linkUntil(new Date(Date.now() + 3_600_000))}?done=left&alert=${id}`,
    old: linkUntil(new Date(0)),
    leave: `/u/${writeUnsubscribe(store, sentTo)}`,
    ask: `/alerts?store=${store.prefix}`,
    confirm: `/alerts/confirm/${writeConfirm(store, consent!.consentId)}`,
    lost: '/u/nothing',
  }
}

test('axe finds no issue on any page', async () => {
  const links = await openFernAndField()
  const looks: { link: keyof typeof links; phone: boolean; locale: string }[] = [
    { link: 'shared', phone: false, locale: 'en' },
    { link: 'shared', phone: true, locale: 'en' },
    { link: 'shared', phone: true, locale: 'ar' },
    { link: 'gone', phone: true, locale: 'de' },
    { link: 'mine', phone: false, locale: 'en' },
    { link: 'mine', phone: true, locale: 'ar' },
    { link: 'left', phone: true, locale: 'de' },
    { link: 'confirm', phone: true, locale: 'de' },
    { link: 'leave', phone: false, locale: 'en' },
    { link: 'ask', phone: true, locale: 'ar' },
    { link: 'old', phone: false, locale: 'en' },
    { link: 'lost', phone: false, locale: 'en' },
  ]
  // One page for each language: a context for each look takes four times as long.
  for (const language of new Set(looks.map(({ locale }) => locale))) {
    const page = await open(links.lost, { locale: language })
    for (const { link, phone, locale } of looks.filter((look) => look.locale === language)) {
      const name = [link, phone ? 'phone' : 'wide', locale].join('-')
      await page.setViewportSize(sizeOf(phone))
      await page.emulateMedia({ colorScheme: 'light' })
      await page.goto(home + links[link])
      await expect.poll(() => page.getAttribute('html', 'lang')).toBe(locale)
      expect(await issuesOf(page, name)).toEqual([])
      // Of a second colour scheme only the contrast differs.
      await page.emulateMedia({ colorScheme: 'dark' })
      expect(await issuesOf(page, `${name}-dark`, ['color-contrast'])).toEqual([])
    }
    await page.context().close()
  }
})

test('without scripts: unsubscribe from all, undo, move to another size', async () => {
  const id = await t.subscribe('walk@example.com', 1)
  const page = await open(`/u/${writeUnsubscribe(t.own, await t.sentTo(id))}`, { plain: true })
  await page.getByRole('button').click()
  await page.getByRole('heading', { name: 'You’re unsubscribed' }).waitFor()
  expect(await t.status('walk@example.com')).toEqual(['left'])
  if (shots) await page.screenshot({ path: `${shots}/stopped.png`, fullPage: true })
  await page.getByRole('button', { name: 'Subscribe me again' }).click()
  await page.getByRole('heading', { name: 'Your alerts are on again' }).waitFor()
  expect(await t.status('walk@example.com')).toEqual(['waiting'])
  await page.goto(
    `${home}/alerts/${writeAlerts(t.own, { ...(await t.sentTo(id)), until: new Date(Date.now() + 3_600_000) })}`,
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
