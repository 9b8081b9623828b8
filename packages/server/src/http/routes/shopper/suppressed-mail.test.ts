/** A suppressed address gets no message of any kind, and the caller does not learn that it is suppressed. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimMessages } from '../../../domain/messages/messages.ts'
import { suppress } from '../../../domain/messages/suppressions.ts'
import { eraseSubject } from '../../../domain/privacy/erase-subject.ts'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { undoUnsubscribeAll, unsubscribeAll } from '../../../domain/subscriptions/unsubscribe-all.ts'
import { openPages } from '../../../pages/testing/pages.ts'
import type { TestShopper } from '../../testing/test-app.ts'

let t: Awaited<ReturnType<typeof openPages>>
let careful: NewStore
let ada: TestShopper
let lid: string
beforeAll(async () => {
  t = await openPages()
  careful = await t.newStore('double-opt-in=on', 'list-mails-per-recipient=off', 'list-mails-per-shopper=off')
  await t.stock(careful)
  ada = await t.account('ada@example.com', careful)
  lid = (await t.shop('lists/create', ada, { lname: 'Birthday' }, careful)).body.lid
  await t.shop('lists/markPublic', ada, { lid }, careful)
})
afterAll(() => t.close())

const to = (recipient: string) => t.sql`select status, reason from messages where recipient = ${recipient}`
const product = { epi: 1, empi: 1, du: 'https://shop.example/products/shirt' }
const ask = (address: string) => ({
  medium: 'email',
  mediumvalue: address,
  products: [product],
  topics: ['backinstock'],
})
const mail = (toemail: string) => t.shop('lists/emailList', ada, { lid, toemail, fromname: 'Ada' }, careful)

const states: [string, (address: string) => Promise<unknown>][] = [
  [
    'complained',
    async (address) => suppress(t.sql, await t.storeNow(careful), { medium: 'email', address }, 'complained'),
  ],
  ['bounced', async (address) => suppress(t.sql, await t.storeNow(careful), { medium: 'email', address }, 'bounced')],
  ['erased', async (email) => eraseSubject(t.sql, await t.storeNow(careful), { email })],
]

test.each(states)(
  'who %s gets no shared list, no question and no link, and the answers are as for anybody',
  async (state, make) => {
    const address = `${state}@example.org`
    await t.subscribe(address, 2, careful)
    await make(address)
    await t.sql`delete from messages where recipient = ${address}`
    const guest = await t.guest(undefined, careful)
    const other = await t.guest(undefined, careful)
    const fresh = `fresh-${state}@example.org`
    const sent = await mail(address)
    const sentFresh = await mail(fresh)
    expect([sent.status, sent.body.msg]).toEqual([200, sentFresh.body.msg.replace(fresh, address)])
    const asked = await t.shop('subscriptions/create', guest, ask(address), careful)
    const askedFresh = await t.shop('subscriptions/create', other, ask(fresh), careful)
    expect(asked).toMatchObject({ status: 200, body: askedFresh.body })
    const seen = async (who: TestShopper) =>
      (await t.shop('subscriptions/fetch-subs', who, {}, careful)).body.subscriptions.map(
        ({ cts: _, ...rest }: { cts: number }) => rest,
      )
    expect(await seen(guest)).toEqual(await seen(other))
    await t.post('/alerts', { store: careful.pid, address })
    expect((await to(fresh)).length).toBe(2)
    expect(await to(address)).toEqual([])
  },
)

test('an erased person who signs in, or is subscribed by their store, may get mail again', async () => {
  const address = 'back@example.org'
  await t.subscribe(address, 1, careful)
  await eraseSubject(t.sql, await t.storeNow(careful), { email: address })
  await t.shop('subscriptions/create', await t.guest(undefined, careful), ask(address), careful)
  expect(await t.status(address)).toEqual(['suppressed'])
  const owner = await t.account(address, careful)
  expect((await t.shop('subscriptions/create', owner, ask(address), careful)).status).toBe(200)
  expect(await t.status(address)).toEqual(['unconfirmed'])
  expect((await to(address)).map(({ status }) => status)).toEqual(['due'])
})

test('an address that opted out of everything gets no shared lists until the opt-out is undone', async () => {
  const address = 'left@example.org'
  await t.subscribe(address, 1, careful)
  await unsubscribeAll(t.sql, await t.storeNow(careful), { medium: 'email', address }, { source: 'page' })
  await t.sql`delete from messages where recipient = ${address}`
  await mail(address)
  expect(await to(address)).toEqual([])
  await undoUnsubscribeAll(t.sql, await t.storeNow(careful), { medium: 'email', address }, { source: 'page' })
  await mail(address)
  expect(await to(address)).toHaveLength(1)
})

test('a message created before a complaint is not sent after it', async () => {
  const address = 'waits@example.org'
  await mail(address)
  const store = await t.storeNow(careful)
  await suppress(t.sql, store, { medium: 'email', address }, 'complained')
  const taken = await claimMessages(t.sql, store.storeId, 100, 1000)
  expect(taken.map(({ recipient }) => recipient)).not.toContain(address)
  expect(await to(address)).toEqual([{ status: 'failed', reason: 'suppressed' }])
})

test('a test of a template is not sent to a suppressed address', async () => {
  const address = 'tested@example.org'
  await suppress(t.sql, await t.storeNow(careful), { medium: 'email', address }, 'complained')
  const reply = await t.admin('v3/templates/test', { topic: 'backinstock', medium: 'email', to: address }, careful)
  expect([reply.status, reply.body.type]).toEqual([409, 'address-suppressed'])
  expect(await to(address)).toEqual([])
})
