/** One click ends one kind of message for one address in one store, without signing in; opening the page ends nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimMessages } from '../domain/messages/messages.ts'
import type { NewStore } from '../domain/stores/stores.ts'
import type { TestShopper } from '../http/testing/test-app.ts'
import { openPages } from './testing/pages.ts'

let t: Awaited<ReturnType<typeof openPages>>
let store: NewStore
let ada: TestShopper
let lid: string
beforeAll(async () => {
  t = await openPages()
  store = await t.newStore('double-opt-in=on', 'list-mails-per-recipient=off', 'postal-address=1 Fern Lane, Berlin')
  await t.stock(store)
  ada = await t.account('ada@example.com', store)
  lid = (await t.shop('lists/create', ada, { lname: 'Birthday' }, store)).body.lid
  await t.shop('lists/markPublic', ada, { lid }, store)
})
afterAll(() => t.close())

let notes = 0
const share = (toemail: string) => t.shop('lists/emailList', ada, { lid, toemail, note: `note ${notes++}` }, store)
const messagesTo = (recipient: string) =>
  t.sql`select purpose, headers, body_text, body_html from messages where recipient = ${recipient} order by created_at`
const linkIn = ({ headers }: { headers?: Record<string, string> }) =>
  /^<https:\/\/wishes\.example(\/o\/[\w-]+)>$/.exec(headers!['List-Unsubscribe']!)![1]!

test('a shared list contains the opt-out: headers, footer and the store’s address', async () => {
  await share('gran@example.org')
  const [message] = await messagesTo('gran@example.org')
  expect(message!.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' })
  for (const body of [message!.bodyText, message!.bodyHtml]) {
    expect(body).toContain(linkIn(message!))
    expect(body).toContain('1 Fern Lane, Berlin')
  }
})

test('opening the page changes nothing; the button opts out, and can be undone', async () => {
  await share('look@example.org')
  const link = linkIn((await messagesTo('look@example.org'))[0]!)
  expect((await t.look(link)).body).toContain('Stop these messages')
  await share('look@example.org')
  expect(await messagesTo('look@example.org')).toHaveLength(2)
  expect((await t.post(link, { act: 'stop' })).body).toContain('Allow them again')
  expect((await share('look@example.org')).status).toBe(200)
  expect(await messagesTo('look@example.org')).toHaveLength(2)
  await t.post(link, { act: 'undo' })
  await share('look@example.org')
  expect(await messagesTo('look@example.org')).toHaveLength(3)
})

test('a mail program’s one-click request opts out, for this kind and this address only', async () => {
  await share('one@example.org')
  const link = linkIn((await messagesTo('one@example.org'))[0]!)
  const reply = await t.post(link, { 'List-Unsubscribe': 'One-Click' })
  expect([reply.statusCode, reply.body]).toEqual([200, 'Unsubscribed.\n'])
  expect((await t.post(link, { 'List-Unsubscribe': 'One-Click' })).statusCode).toBe(200)
  await share('one@example.org')
  await share('two@example.org')
  expect(await messagesTo('one@example.org')).toHaveLength(1)
  expect(await messagesTo('two@example.org')).toHaveLength(1)
  // an alert is still theirs to ask for
  await t.subscribe('one@example.org', 1, store)
  expect((await messagesTo('one@example.org')).map(({ purpose }) => purpose)).toEqual(['shared-list', 'confirm-alert'])
})

test('an address can refuse confirmations until its owner subscribes again', async () => {
  const product = { epi: 1, empi: 1, du: 'https://shop.example/products/shirt' }
  const ask = (epi: number) => ({
    ...{ medium: 'email', mediumvalue: 'never@example.org', products: [{ ...product, epi }], topics: ['backinstock'] },
  })
  const guest = await t.guest(undefined, store)
  await t.shop('subscriptions/create', guest, ask(1), store)
  const [message] = await messagesTo('never@example.org')
  expect(message!.bodyText).toContain('Never ask this address again')
  await t.post(linkIn(message!))
  await t.shop('subscriptions/create', guest, ask(2), store)
  expect(await messagesTo('never@example.org')).toHaveLength(1)
  await t.shop('subscriptions/create', await t.account('never@example.org', store), ask(3), store)
  expect(await messagesTo('never@example.org')).toHaveLength(2)
})

test('a forged link, and another store’s, end nothing', async () => {
  await share('forged@example.org')
  const link = linkIn((await messagesTo('forged@example.org'))[0]!)
  const other = await t.storeNow()
  for (const bad of [
    `${link.slice(0, -2)}00`,
    link.slice(0, -1),
    `/o/${other.prefix}${link.slice(11)}`,
    link.replace('/o/', '/u/'),
  ])
    expect((await t.post(bad)).statusCode).toBe(404)
  await share('forged@example.org')
  expect(await messagesTo('forged@example.org')).toHaveLength(2)
})

test('an opt-out holds for every spelling of the mailbox, for the mail that waits too, and is undone for all', async () => {
  await share('o.pt@gmail.com')
  await share('opt+a@gmail.com')
  const [waiting] = await messagesTo('opt+a@gmail.com')
  const link = linkIn(waiting!)
  await t.post(link, { 'List-Unsubscribe': 'One-Click' })
  const { storeId } = await t.storeNow(store)
  const claimed = (await claimMessages(t.sql, storeId, 100, 1000)).map(({ recipient }) => recipient)
  expect(claimed).toContain('o.pt@gmail.com')
  expect(claimed).not.toContain('opt+a@gmail.com')
  const spellings = ['opt@gmail.com', 'opt+b@googlemail.com', 'o.p.t@gmail.com']
  for (const address of spellings) expect((await share(address)).status).toBe(200)
  for (const address of spellings) expect(await messagesTo(address)).toEqual([])
  await share('opt@example.org')
  expect(await messagesTo('opt@example.org')).toHaveLength(1)
  await t.post(link, { act: 'undo' })
  await share('opt@gmail.com')
  expect(await messagesTo('opt@gmail.com')).toHaveLength(1)
})
