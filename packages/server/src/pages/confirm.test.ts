/** Double opt-in: a mail asks, a button confirms, opening the page does not; an unconfirmed subscription does not wait. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewStore } from '../domain/stores/stores.ts'
import { openPages } from './testing/pages.ts'

let t: Awaited<ReturnType<typeof openPages>>
let careful: NewStore
beforeAll(async () => {
  t = await openPages()
  careful = await t.newStore('double-opt-in=on', 'locale=fr')
  await t.stock(careful)
})
afterAll(() => t.close())

const letters = (address: string) =>
  t.sql`select purpose, subject, body_text, body_html from messages where recipient = ${address} order by created_at`

async function linkFor(address: string): Promise<string> {
  const [letter] = await letters(address)
  return /https:\/\/wishes\.example(\/alerts\/confirm\/[\w-]+)/.exec(letter!.bodyText)![1]!
}

test('a message asks in the store’s language; opening the page confirms nothing, the button does', async () => {
  await t.subscribe('ada@example.com', 1, careful)
  const [letter] = await letters('ada@example.com')
  expect(letter).toMatchObject({ purpose: 'confirm-alert', subject: 'Merci de confirmer : alertes de Test store' })
  expect(letter!.bodyHtml).toContain('A &lt;green&gt; shirt')
  const link = await linkFor('ada@example.com')
  const page = await t.look(link)
  expect(page.body).toContain('A &lt;green&gt; shirt')
  expect(await t.status('ada@example.com')).toEqual(['unconfirmed'])
  const done = await t.post(link)
  expect(done.statusCode).toBe(200)
  expect(done.body).toContain('Vous êtes dans la file')
  expect(await t.status('ada@example.com')).toEqual(['waiting'])
  // confirmed again, and opened afterwards: the same page
  expect((await t.post(link)).body).toContain('dans la file')
  expect((await t.look(link)).body).toContain('dans la file')
})

test('requested again before the confirmation, one message is sent within ten minutes', async () => {
  await t.subscribe('again@example.com', 1, careful)
  await t.subscribe('again@example.com', 1, careful)
  expect(await letters('again@example.com')).toHaveLength(1)
  await t.sql`update messages set created_at = now() - interval '11 minutes' where recipient = 'again@example.com'`
  await t.subscribe('again@example.com', 1, careful)
  expect(await letters('again@example.com')).toHaveLength(2)
})

test('an address gets at most six confirmation mails an hour', async () => {
  for (let count = 0; count < 9; count++) {
    await t.subscribe('flood@example.com', 1, careful)
    await t.sql`update messages set created_at = created_at - interval '5 minutes', digest = '\\x00' where recipient = 'flood@example.com'`
  }
  expect((await letters('flood@example.com')).length).toBe(6)
})

test('a store without double opt-in sends no confirmation', async () => {
  await t.subscribe('plain@example.com', 1)
  expect(await letters('plain@example.com')).toHaveLength(0)
})

test('a cut link or one of another kind confirms nothing', async () => {
  await t.subscribe('cut@example.com', 1, careful)
  const link = await linkFor('cut@example.com')
  for (const bad of [link.slice(0, -1), link.replace('/alerts/confirm/', '/alerts/'), `${link.slice(0, -2)}00`])
    expect((await t.post(bad)).statusCode).toBe(404)
  expect(await t.status('cut@example.com')).toEqual(['unconfirmed'])
})

test('confirming does not confirm anybody else’s alerts', async () => {
  await t.subscribe('one@example.com', 1, careful)
  await t.subscribe('two@example.com', 1, careful)
  await t.post(await linkFor('one@example.com'))
  expect(await t.status('two@example.com')).toEqual(['unconfirmed'])
})

test('the mail is in the language of the browser, or in the requested language', async () => {
  const guest = await t.guest(undefined, careful)
  const fields = (address: string, more: object = {}) => ({
    medium: 'email',
    mediumvalue: address,
    products: [{ epi: 1, empi: 1, du: 'https://shop.example/products/shirt' }],
    topics: ['backinstock'],
    ...more,
  })
  await t.shop('subscriptions/create', guest, fields('named@example.com', { locale: 'sv_SE' }), careful)
  const url = `/api/v3/subscriptions/create?pid=${encodeURIComponent(careful.pid)}`
  const payload = { ...guest, ...fields('browser@example.com') }
  await t.app.inject({ method: 'POST', url, payload, headers: { 'accept-language': 'nl-BE, en;q=0.5' } })
  await t.shop('subscriptions/create', guest, fields('junk@example.com', { locale: '<b>' }), careful)
  const subjects = await Promise.all(
    ['named', 'browser', 'junk'].map(async (name) => (await letters(`${name}@example.com`))[0]!.subject),
  )
  expect(subjects).toEqual([
    'Bekräfta: bevakningar hos Test store',
    'Bevestig even: meldingen van Test store',
    'Merci de confirmer : alertes de Test store',
  ])
})

test('a product outside the catalog is words, in the mail and on the page', async () => {
  const product = { epi: 77, empi: 77, du: 'https://evil.example/phish' }
  const ask = { medium: 'email', mediumvalue: 'out@example.com', products: [product], topics: ['backinstock'] }
  await t.admin('bispa/subscriptions/create', ask, careful)
  const [letter] = await letters('out@example.com')
  const page = await t.look(await linkFor('out@example.com'))
  for (const text of [letter!.bodyText, letter!.bodyHtml, page.body]) {
    expect(text).toContain('le produit que vous attendez')
    expect(text).not.toContain('evil.example')
  }
})

test.each([
  ['ended', 'left', 410, 'Cette alerte est terminée'],
  ['expired', 'expired', 410, 'Cette alerte est terminée'],
  ['sent', 'told', 200, 'Vous avez été prévenu(e)'],
])('the link of an alert that was %s promises nothing, opened or pressed', async (name, status, code, says) => {
  const address = `${name}@example.com`
  const id = await t.subscribe(address, 1, careful)
  const link = await linkFor(address)
  await t.post(link)
  await t.sql`update subscriptions set status = ${status} where subscription_id = ${id}`
  for (const page of [await t.look(link), await t.post(link)]) {
    expect([page.statusCode, page.body.includes('dans la file')]).toEqual([code, false])
    expect(page.body).toContain(says)
  }
  expect(await t.status(address)).toEqual([status])
})
