/** A merchant's daily work in a real browser: edit a template, test it, restock, follow one shopper, connect, import. */
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ask, fillShop, nasty } from '../../packages/server/src/dashboard/testing/shop.ts'
import type { Person } from '../../packages/server/src/dashboard/testing/test-dashboard.ts'
import { type SentTo, writeUnsubscribe } from '../../packages/server/src/domain/shoppers/links.ts'
import { expectAccessible, type Visit, type World } from './dashboard.ts'
import { openMailServer } from './mail-server.ts'
import { openWorkingWorld } from './working-world.ts'

const patience = { timeout: 60_000 }

let w: World
let owner: Person
let visit: Visit
let page: Page
beforeAll(async () => {
  w = await openWorkingWorld()
  await fillShop(w)
  for (const name of ['ada', 'ben', 'cem']) await ask(w, `${name}@mail.example`)
  owner = await w.operator()
  await owner.post('/me/setup', { name: 'Ada', email: 'ada@shop.example', password: 'correct horse battery' })
  visit = await w.visit(owner, { viewport: { width: 1280, height: 900 } })
  page = visit.page
})
afterAll(async () => {
  await visit?.close()
  await w?.close()
})

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' })
const shows = (text: string | RegExp, on: Pick<Page, 'getByText'> = page) => on.getByText(text).first().waitFor()

test('a template is edited with its preview, tested, and found in the outbox', async () => {
  await visit.open('/topics')
  await page.getByRole('link', { name: 'E-mail template of Back in stock' }).click()
  await page.getByLabel('Subject').fill('Hooray: {{ product.title }}')
  const product = page.getByRole('combobox', { name: 'Preview product' })
  await product.fill('Linen')
  await page.getByRole('option', { name: 'Linen shirt' }).click()
  await shows('Hooray: Linen shirt')
  const mail = page.frameLocator('iframe[title=Preview]')
  await mail.getByText('Linen shirt').first().waitFor()
  const html = page.getByLabel('HTML')
  const source = await html.inputValue()
  await html.fill('<p>one</p>\n<p>{{ product.title | shout }}</p>')
  await page
    .getByRole('alert')
    .getByText(/html, line 2/)
    .waitFor()
  await expect.poll(() => button('Save').isDisabled()).toBe(true)
  await html.fill(source.replace('</body>', '<p>See you soon</p></body>'))
  await mail.getByText('See you soon').waitFor()
  await button('Dark').click()
  await button('Phone').click()
  await button('Save').click()
  await shows('Saved as version 1.')
  await button('Send a test').click()
  await page.getByLabel('E-mail address').fill('me@shop.example')
  await button('Send').click()
  await shows('A test is being sent to me@shop.example. You can also see it in the outbox.')
  await visit.open('/outbox')
  await page.getByRole('button', { name: /Message to me@shop.example/ }).click()
  await page.getByRole('dialog').getByRole('heading', { name: 'Hooray: Linen shirt' }).waitFor()
  await page.frameLocator('iframe[title="The message"]').getByText('See you soon').waitFor()
})

describe('a restock', () => {
  test('has a dry run first, then the message is in the outbox with a link and an unsubscribe link', async () => {
    await visit.open('/products?q=linen')
    await page.getByRole('button', { name: /Linen shirt/ }).click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('Units to add').fill('1')
    await button('Who would be notified?').click()
    await shows('1 of 3 would be notified. Nothing was sent.', drawer)
    await drawer.getByRole('cell', { name: 'ada@mail.example' }).waitFor()
    await button('Restock 1').click()
    await shows('Linen shirt: 1 in stock. The next shoppers in line are being notified.')
    await visit.open('/outbox?q=ada@mail.example')
    await page.getByRole('button', { name: /Message to ada@mail.example/ }).click()
    const letter = page.frameLocator('iframe[title="The message"]')
    const link = letter.getByRole('link', { name: 'Linen shirt' }).first()
    const goes = await fetch(String(await link.getAttribute('href')), { redirect: 'manual' })
    expect([goes.status, goes.headers.get('location')]).toEqual([
      expect.closeTo(302, -1),
      expect.stringContaining('https://shop.example/shirt'),
    ])
    const headers = await page.locator('.message-headers').innerText()
    expect(headers).toMatch(/List-Unsubscribe: <\S+\/u\/link-hidden>/)
    const own = await w.storeNow()
    const [row] = await w.sql<
      SentTo[]
    >`select subscription_id, address from subscriptions where address = 'ada@mail.example'`
    const left = await fetch(`${w.url}/u/${writeUnsubscribe(own, row!)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    })
    expect(left.ok).toBe(true)
  })

  test('is shown in one shopper’s timeline, and the offer passes to the next person', async () => {
    await visit.open('/subscriptions?q=ada@mail.example')
    await page.getByRole('button', { name: 'Timeline of ada@mail.example' }).click()
    const drawer = page.getByRole('dialog')
    for (const step of [
      /waiting: subscribed/,
      /offer 1 of 1/,
      /restock of 1/,
      /by email over outbox/,
      /followed the link/,
    ])
      await shows(step, drawer)
    await drawer.getByText('Unsubscribed', { exact: true }).first().waitFor()
    await visit.open('/outbox?q=ben@mail.example')
    await page.getByRole('button', { name: /Message to ben@mail.example/ }).waitFor()
  })
})

test('a mail server is connected with the wrong password, then with the right one', async () => {
  // The test's mail server has a self-signed certificate.
  const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
  const server = await openMailServer({ user: 'shop', pass: 'right-password' })
  try {
    await visit.open('/integrations')
    await button('Connect E-mail (SMTP)').click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel('host').fill('127.0.0.1')
    await drawer.getByLabel('port').fill(String(server.port))
    await drawer.getByLabel('user').fill('shop')
    await drawer.getByRole('textbox', { name: 'password' }).fill('wrong-password')
    await drawer.getByRole('textbox', { name: 'from', exact: true }).fill('hello@shop.example')
    await button('Connect').click()
    await button('Test connection').click()
    await shows(/Wrong user or password/, drawer)
    await drawer.getByRole('textbox', { name: 'password' }).fill('right-password')
    await button('Save').click()
    // the answer was about the old password, so it goes
    await drawer.getByText(/Wrong user or password/).waitFor({ state: 'detached' })
    await button('Test connection').click()
    await shows('The mail server let us in.', drawer)
  } finally {
    await server.close()
    if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
    await owner.in().post('/integrations/remove', { kind: 'smtp' })
  }
})

test('a script in a title, an address or a user agent is shown as text', async () => {
  const { subscriptionId } = (await owner.in().get('/subscriptions?q=cem@mail.example')).body.rows[0]
  await visit.open(`/subscriptions?open=${subscriptionId}`)
  await page.getByRole('dialog').getByText(nasty).waitFor()
  await visit.open('/products?q=script')
  await page.getByRole('button', { name: nasty }).first().click()
  await page.getByRole('dialog').getByText(nasty).first().waitFor()
  await visit.open('/topics/template?topic=backinstock&medium=email')
  await page.getByRole('combobox', { name: 'Preview product' }).fill('script')
  await page.getByRole('option', { name: nasty }).click()
  await page.frameLocator('iframe[title=Preview]').getByText(nasty).first().waitFor()
  expect(visit.complaints).toEqual([])
})

test('a feed file is previewed, imported with a progress bar, and its products appear', async () => {
  const lines = Array.from(
    { length: 30_000 },
    (_, n) => `f${n}\tFern ${n}\thttps://shop.example/f${n}\t9.50 EUR\tin_stock`,
  )
  const file = join(tmpdir(), `heartbell-feed-${process.pid}.tsv`)
  await writeFile(file, ['id\ttitle\tlink\tprice\tavailability', ...lines, ''].join('\n'))
  await visit.open('/products')
  await button('Import a feed').click()
  await page.locator('input[type=file]').setInputFiles(file)
  await shows(/30,000 products: 30,000 new, 0 changed, 2 not in the file, 0 refused/)
  await button('Import').click()
  const bar = page.getByRole('progressbar', { name: 'Progress' })
  await expect.poll(async () => Number(await bar.getAttribute('aria-valuenow')), patience).toBeGreaterThan(0)
  await shows(/30,000 products read: 30,000 new, 0 changed/)
  await button('Done').click()
  await visit.open('/products?q=Fern+29999')
  await page.getByRole('button', { name: /Fern 29999/ }).waitFor()
})

const screens = [
  '/',
  '/subscriptions',
  '/products',
  '/topics',
  '/topics/template',
  '/outbox',
  '/analytics',
  '/integrations',
  '/webhooks',
]

test('every screen is accessible in light and dark mode, and fits a phone', async () => {
  const other = await w.visit(owner, { viewport: { width: 1280, height: 900 } })
  const found = await owner.in().get('/subscriptions?q=ben@mail.example')
  const [message] = (await owner.in().get('/outbox?q=ben@mail.example')).body.rows
  const drawers = [
    `/subscriptions?open=${found.body.rows[0].subscriptionId}`,
    '/products?open=f1',
    `/outbox?open=${message.messageKey}`,
    '/integrations?open=smtp',
  ]
  for (const path of [...screens, ...drawers]) {
    await other.page.setViewportSize({ width: 1280, height: 900 })
    await other.open(path)
    if (path.includes('open=')) await other.page.getByRole('dialog').waitFor()
    for (const colorScheme of ['light', 'dark'] as const) {
      await other.page.emulateMedia({ colorScheme })
      await expectAccessible(other.page, colorScheme === 'dark' ? ['color-contrast'] : undefined)
    }
    await other.page.setViewportSize({ width: 390, height: 844 })
    const tooWide = other.page.evaluate('document.documentElement.scrollWidth - innerWidth')
    expect(await tooWide, path).toBeLessThanOrEqual(0)
  }
  expect(other.complaints).toEqual([])
  await other.close()
})
