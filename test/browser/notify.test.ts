/** `<heartbell-notify>` in a real browser: what it offers, what it says, and that it is true. */
import { createHmac } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeConfirm, writeUnsubscribe } from '../../packages/server/src/domain/shoppers/links.ts'
import type { NewStore } from '../../packages/server/src/domain/stores/stores.ts'
import { findIssues } from './axe.ts'
import { openShop, type Shop, script, sizes, type Visitor, whoIs } from './shop.ts'

let shop: Shop
let strictStore: NewStore
beforeAll(async () => {
  shop = await openShop()
  strictStore = await shop.newStore('double-opt-in=on')
})
afterAll(() => shop.close())

let variants = 9000
/** A page with an element about a product of its own. */
function makePage(attributes: string, { store = shop.store, more = '', lang = 'en', count = 1 } = {}) {
  const variant = ++variants
  const about = `variant="${variant}" product="${variant}0" url="/theme/kite" name="Kite"`
  const tag = script(shop, more).replace(shop.store.pid, store.pid)
  const elements = `<heartbell-notify ${about} ${attributes}></heartbell-notify>`.repeat(count)
  const html = `${sizes()}${tag}<main><h1>Kite</h1>${elements}</main>`
  return { variant, url: shop.theme(`kite-${variant}`, html, undefined, lang) }
}

const notify = (page: Page) => page.locator('heartbell-notify').first()
const press = (page: Page, name: string) => notify(page).getByRole('button', { name, exact: true }).click()
const says = (page: Page, text: string | RegExp) => notify(page).getByText(text).waitFor()
const isAccessible = async (page: Page) => expect(await findIssues(page)).toEqual([])

async function ask(page: Page, address: string): Promise<void> {
  await notify(page).getByLabel('E-mail address').fill(address)
  await press(page, 'Notify me')
}

/** The calls of the page to the service about alerts, by name. */
function alertCalls({ page }: Visitor): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const [, call] = /\/api\/v3\/subscriptions\/([\w-]+)/.exec(request.url()) ?? []
    if (call) calls.push(call)
  })
  return calls
}

const storedAlerts = async (page: Page, store = shop.store) =>
  (await shop.shop('subscriptions/fetch-subs', (await whoIs(page))!, {}, store)).body.subscriptions

/** As when the page is closed: what can still be undone is sent. */
const leavePage = (page: Page) => page.evaluate(() => dispatchEvent(new Event('pagehide')))

/** The focus is on what was done, and not on another button. */
const stoppedFocus = (page: Page) =>
  expect
    .poll(() => notify(page).evaluate((one) => one.shadowRoot!.activeElement?.textContent))
    .toMatch(/^Alert stopped\./)

/** As when the shopper comes back from the mail program. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))

async function rowOf(address: string) {
  const [row] = await shop.sql<{ subscriptionId: string; consentId: string }[]>`
    select subscription_id, consent_id
    from subscriptions
    where address = ${address}`
  return row!
}

test('by keyboard: an error, then thanks with the place and what happens next, known on the next page without a call, and left', async () => {
  const visitor = await shop.visitor()
  const { page, context, faults } = visitor
  const calls = alertCalls(visitor)
  const { url } = makePage('stock="0" marketing')
  await page.goto(url)
  await page.evaluate(() => {
    const fired: unknown[] = []
    for (const name of ['subscribed', 'unsubscribed'])
      document.addEventListener(`heartbell:${name}`, (event) => fired.push([name, (event as CustomEvent).detail]))
    Object.assign(globalThis, { fired })
  })
  await notify(page).getByRole('button', { name: 'Notify me when it is back' }).press('Enter')
  const address = notify(page).getByLabel('E-mail address')
  await address.fill('nobody')
  const news = notify(page).getByRole('checkbox')
  await expect.poll(() => news.isChecked()).toBe(false)
  await notify(page).getByText('only about this alert').waitFor()
  await news.check()
  await notify(page).getByText('about this alert and with news').waitFor()
  await news.uncheck()
  await address.press('Enter')
  await says(page, 'Please check this address.')
  await isAccessible(page)
  await address.fill('ada@shop.example')
  await address.press('Enter')
  await says(page, 'Thank you. You are number 1 in line. We’ll write to you once, when it is back.')
  // the text has the focus, without a ring: it is nothing to press
  const ring = await notify(page).evaluate((element) => {
    const text = element.shadowRoot!.activeElement!
    return [text.localName, getComputedStyle(text).outlineStyle]
  })
  expect(ring).toEqual(['p', 'none'])
  await isAccessible(page)
  await expect.poll(() => calls).toEqual(['create', 'fetch-subs'])
  await notify(page).getByRole('button', { name: 'Stop this alert: it is back' }).press('Enter')
  await says(page, /^Alert stopped\. If you asked on another device, too, stop it there/)
  await notify(page).getByRole('button', { name: 'Notify me when it is back' }).waitFor()
  await isAccessible(page)
  await stoppedFocus(page)
  // undone: the same alert, in its place, without another call
  await notify(page).getByRole('button', { name: 'Undo: it is back' }).press('Enter')
  await says(page, /number 1 in line/)
  expect(calls).toEqual(['create', 'fetch-subs'])
  await notify(page).getByRole('button', { name: 'Stop this alert: it is back' }).press('Enter')
  await stoppedFocus(page)
  await leavePage(page)
  await expect.poll(() => calls).toEqual(['create', 'fetch-subs', 'remove'])
  await notify(page).getByRole('button', { name: 'Undo' }).waitFor({ state: 'detached' })
  const fired = await page.evaluate(() => (globalThis as unknown as { fired: unknown[] }).fired)
  const detail = { product: { title: 'Kite' }, topic: 'backinstock' }
  expect(fired).toMatchObject([
    ['subscribed', { ...detail, medium: 'email' }],
    ['unsubscribed', detail],
  ])
  await expect.poll(() => storedAlerts(page)).toEqual([])
  expect(faults).toEqual([])
  await context.close()
})

test('a page that promises a message looks the alerts up, once for all elements; another page only if its look-up is old', async () => {
  const visitor = await shop.visitor()
  const { page, context } = visitor
  const { url } = makePage('stock="0"', { count: 3 })
  await page.goto(url)
  await press(page, 'Notify me when it is back')
  await ask(page, 'fresh@shop.example')
  await says(page, /number 1 in line/)
  const calls = alertCalls(visitor)
  await page.reload({ waitUntil: 'networkidle' })
  await says(page, /number 1 in line/)
  await expect.poll(() => calls).toEqual(['fetch-subs'])
  await press(page, 'Stop this alert: it is back')
  await notify(page).getByRole('button', { name: 'Notify me when it is back' }).first().waitFor()
  await leavePage(page)
  await expect.poll(() => calls).toContain('remove')
  await expect.poll(() => storedAlerts(page)).toEqual([])
  await page.reload({ waitUntil: 'networkidle' })
  calls.length = 0
  await page.reload({ waitUntil: 'networkidle' })
  expect(calls).toEqual([])
  await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => name.endsWith(':alerts'))!
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)!), at: 1 }))
  })
  await page.reload({ waitUntil: 'networkidle' })
  await expect.poll(() => calls).toEqual(['fetch-subs'])
  await context.close()
})

test('after leaving by the link in a mail it promises nothing, and after an alert was sent it says so', async () => {
  const { page, context } = await shop.visitor()
  const { url, variant } = makePage('stock="0"')
  await page.goto(url)
  await press(page, 'Notify me when it is back')
  await ask(page, 'left@shop.example')
  await says(page, /number 1 in line/)
  const { subscriptionId } = await rowOf('left@shop.example')
  const sentTo = { subscriptionId, address: 'left@shop.example' }
  const link = `${shop.url}/u/${writeUnsubscribe(await shop.storeNow(), sentTo)}`
  expect(
    (await fetch(link, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) })).ok,
  ).toBe(true)
  await comeBack(page)
  await notify(page).getByRole('button', { name: 'Notify me when it is back' }).waitFor()
  await expect.poll(() => notify(page).getByText('We’ll write to you').count()).toBe(0)
  await press(page, 'Notify me when it is back')
  await ask(page, 'left@shop.example')
  await says(page, /number 1 in line/)
  await shop.sql`
    update subscriptions
    set status = 'told', told_at = now()
    where subscription_id = ${subscriptionId}`
  // on a page that shows another variant first, and looks nothing up before
  await page.goto(makePage('stock="0"').url, { waitUntil: 'networkidle' })
  await notify(page).evaluate((one, variant) => one.setAttribute('variant', variant), `${variant}`)
  await says(page, 'We have written to you about this.')
  await page.goto(url)
  await says(page, 'We have written to you about this.')
  await notify(page).getByRole('button', { name: 'Notify me when it is back' }).waitFor()
  await isAccessible(page)
  await context.close()
})

test('with double opt-in it asks to check the mailbox until the link is opened; sending again is limited, in words', async () => {
  const { page, context } = await shop.visitor()
  const { url } = makePage('stock="0"', { store: strictStore })
  await page.clock.install()
  await page.goto(url)
  await press(page, 'Notify me when it is back')
  await notify(page).getByLabel('E-mail address').fill('addi@shop.example')
  await press(page, 'Notify me')
  await page.clock.runFor(1000)
  await says(page, 'Check your mailbox: ad…@shop.example. Open the link in our message, and the alert starts.')
  expect(await notify(page).getByRole('button').allInnerTexts()).toEqual(['Stop this alert'])
  await isAccessible(page)
  await page.clock.runFor(31_000)
  await press(page, 'Send again')
  await says(page, 'Asked for again. Please look in the spam folder, too.')
  await page.clock.runFor(31_000)
  await context.route('**/subscriptions/create*', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '600', 'access-control-expose-headers': 'retry-after' },
      body: '{}',
    }),
  )
  await press(page, 'Send again')
  await says(page, 'That was too often. Please try again in 10 minutes.')
  const store = await shop.storeNow(strictStore)
  const { consentId } = await rowOf('addi@shop.example')
  const other = await context.newPage()
  await other.goto(`${shop.url}/alerts/confirm/${writeConfirm(store, consentId)}`)
  await other.getByRole('button').first().click()
  await other.close()
  await comeBack(page)
  await says(page, /^Thank you. You are number 1 in line/)
  await context.close()
})

test('a price below 40 is asked for on a product in stock, shown as asked, and left; told when the price changes', async () => {
  const { page, context } = await shop.visitor()
  const { url, variant } = makePage('stock="5" price="48" topics="backinstock pricedrop"', {
    more: 'data-currency="EUR"',
  })
  await page.goto(url)
  await press(page, 'Notify me when the price drops')
  const price = notify(page).getByLabel('Your price (optional)')
  await says(page, 'Now €48.00')
  await price.fill('50')
  await ask(page, 'bea@shop.example')
  await says(page, 'It costs €48.00 now. Please choose a lower price.')
  await isAccessible(page)
  await price.fill('€ 40,00')
  await press(page, 'Notify me')
  await says(page, /^Thank you. We’ll write to you once, when it costs €40.00 or less./)
  expect(await storedAlerts(page)).toMatchObject([{ topic: 'pricedrop', epi: variant, hb: { targetPrice: 40 } }])
  await page.reload()
  await says(page, 'We’ll write to you once, when it costs €40.00 or less.')
  await press(page, 'Stop this alert: it costs €40.00 or less')
  await notify(page).getByRole('button', { name: 'Notify me when the price drops' }).waitFor()
  await leavePage(page)
  await expect.poll(() => storedAlerts(page)).toEqual([])
  await press(page, 'Notify me when the price drops')
  await ask(page, 'bea@shop.example')
  await says(page, /We’ll write to you once/)
  const { subscriptionId } = await rowOf('bea@shop.example')
  await shop.sql`update subscriptions set status = 'told', told_at = now() where subscription_id = ${subscriptionId}`
  await notify(page).evaluate((one) => one.setAttribute('price', '33'))
  await says(page, 'We have written to you about this.')
  await context.close()
})

test('any variant of a product is asked for once, and left', async () => {
  const { page, context } = await shop.visitor()
  const { url, variant } = makePage('stock="0" any')
  await page.goto(url)
  await press(page, 'Notify me when it is back')
  await notify(page).getByRole('radio', { name: 'this variant is back' }).waitFor()
  await notify(page).getByRole('radio', { name: 'any variant is back' }).check()
  await ask(page, 'any@shop.example')
  await says(page, /We’ll write to you once, when any variant is back\.$/)
  expect(await storedAlerts(page)).toMatchObject([{ epi: variant, hb: { any: true } }])
  // another variant was back meanwhile, and the message was not for this shopper
  await shop.sql`update subscriptions set variant_id = 'other' where address = 'any@shop.example'`
  await comeBack(page)
  expect(await notify(page).getByRole('button').allInnerTexts()).toEqual(['Stop this alert'])
  await press(page, 'Stop this alert: any variant is back')
  await notify(page).getByRole('button', { name: 'Notify me when it is back' }).waitFor()
  await leavePage(page)
  await expect.poll(() => storedAlerts(page)).toEqual([])
  await press(page, 'Notify me when it is back')
  await notify(page).getByRole('radio', { name: 'any variant is back' }).check()
  await ask(page, 'any@shop.example')
  await says(page, /number 1 in line/)
  // another variant is back, and the message is sent: the page learns of the stock, and asks
  await shop.sql`update subscriptions set status = 'told', told_at = now() where address = 'any@shop.example'`
  await notify(page).evaluate((one, variant) => one.setAttribute('stocks', `{"${variant}": 0, "7": 5}`), variant)
  await says(page, 'We have written to you about this.')
  await context.close()
})

test('for a sold-out product the shopper chooses between alerts, and can have both', async () => {
  const { page, context } = await shop.visitor()
  const { url } = makePage('stock="0" price="48" topics="backinstock pricedrop"')
  await page.goto(url)
  await press(page, 'Notify me when it is back')
  expect(await notify(page).getByLabel('Your price').isVisible()).toBe(false)
  await notify(page).getByRole('radio', { name: 'the price drops' }).check()
  await notify(page).getByLabel('Your price').waitFor()
  await notify(page).getByRole('radio', { name: 'it is back' }).check()
  await ask(page, 'two@shop.example')
  await says(page, /when it is back/)
  await press(page, 'Another alert')
  await ask(page, 'two@shop.example')
  await says(page, 'We’ll write to you once, when the price drops.')
  expect((await storedAlerts(page)).map(({ topic }: { topic: string }) => topic)).toEqual(['pricedrop', 'backinstock'])
  expect(await notify(page).getByRole('button').allInnerTexts()).toEqual(['Stop this alert', 'Stop this alert'])
  await isAccessible(page)
  await context.close()
})

test('a form sent at once waits and is sent; one that was filled in for the shopper asks again, and drops nothing', async () => {
  const visitor = await shop.visitor()
  const { page, context } = visitor
  const calls = alertCalls(visitor)
  const { url } = makePage('stock="0" open')
  await page.goto(url)
  await notify(page).getByLabel('E-mail address').fill('quick@shop.example')
  await page.evaluate(() => {
    const root = document.querySelector('heartbell-notify')!.shadowRoot!
    root.querySelector<HTMLInputElement>('[name=hb-check]')!.value = 'x'
  })
  await press(page, 'Notify me')
  await says(page, 'Please press the button once more.')
  expect(calls).toEqual([])
  let answer = () => {}
  const isSeen = new Promise<void>((resolve) => (answer = resolve))
  await context.route('**/subscriptions/create*', async (route) => {
    await isSeen
    await route.continue()
  })
  await press(page, 'Notify me')
  await notify(page).getByRole('button', { name: 'Sending …' }).waitFor()
  answer()
  await says(page, /number 1 in line/)
  await context.close()
})

test('a signed-in shopper finds the own address; the sentence about its use is stored in the language of the page', async () => {
  const { page, context } = await shop.visitor({ colorScheme: 'dark' })
  const said = `${Buffer.from('carl@shop.example').toString('base64url')}.${Math.floor(Date.now() / 1000) + 600}`
  const token = `${said}.${createHmac('sha256', shop.store.identitySecret).update(said).digest('hex')}`
  const { url } = makePage('stock="0" marketing', { more: `data-identity="${token}"`, lang: 'de' })
  await page.goto(url)
  await page.waitForFunction(() => globalThis.heartbell?.isSignedIn())
  await press(page, 'Benachrichtigen, wenn wieder da')
  const sentence = 'Wir schreiben nur dazu. Das lässt sich jederzeit beenden.'
  await says(page, sentence)
  await expect.poll(() => notify(page).getByLabel('E-Mail-Adresse').inputValue()).toBe('carl@shop.example')
  await isAccessible(page)
  await press(page, 'Bescheid geben')
  await says(page, 'Danke. Platz 1 in der Reihe. Wir schreiben einmal, sobald es wieder da ist.')
  const [consent] =
    await shop.sql`select text, locale from consents where address = 'carl@shop.example' and purpose = 'alert'`
  expect(consent).toEqual({ text: sentence, locale: 'de' })
  await context.close()
})

test('by text message or WhatsApp for a coming product; it follows the chosen variant and is hidden while that is in stock', async () => {
  const { page, context } = await shop.visitor({ hasTouch: true })
  await page.goto(makePage('topic="comingsoon" date="2099-03-01" sms whatsapp').url)
  await press(page, 'Coming March 1, 2099: notify me')
  await notify(page).getByLabel('WhatsApp').check()
  await notify(page).getByText('By WhatsApp; reply STOP to end it.').waitFor()
  await notify(page).getByLabel('Mobile number').fill('+14155552671')
  await notify(page).getByLabel('Text message').check()
  await notify(page).getByText('By WhatsApp').waitFor({ state: 'detached' })
  for (const [number, text] of [
    ['+491712345678', 'This shop writes only to numbers of: United States.'],
    ['12', 'Please check this number and its country code.'],
  ] as const) {
    await notify(page).getByLabel('Mobile number').fill(number)
    await press(page, 'Notify me')
    await says(page, text)
  }
  await notify(page).getByLabel('Mobile number').fill('+14155552671')
  await press(page, 'Notify me')
  await says(page, /^Thank you.*We’ll write to you once, when it is here\.$/)
  const about = `variant="31" product="30" url="/theme/follow" stocks='{"31": 6, "32": 0}'`
  const choice = '<label>Choose <select name="id"><option value="31">60 cm<option value="32">90 cm</select></label>'
  const element = `<heartbell-notify ${about}></heartbell-notify>`
  await page.goto(shop.theme('follow', `${sizes()}${script(shop)}<main><form>${choice}</form>${element}</main>`))
  await page.waitForFunction(() => customElements.get('heartbell-notify'))
  await notify(page).waitFor({ state: 'hidden' })
  await page.getByLabel('Choose').selectOption('90 cm')
  await notify(page).getByRole('button').tap()
  await notify(page).getByLabel('E-mail address').waitFor()
  await page.getByLabel('Choose').selectOption('60 cm')
  await notify(page).waitFor({ state: 'hidden' })
  await context.close()
})
