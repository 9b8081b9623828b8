/** How many messages one shopper, network or store may cause, and to which countries, without revealing other shoppers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewStore } from '../../domain/stores/stores.ts'
import { expectRefused } from '../testing/lists.ts'
import { form, openTestApp, type TestApp, type TestShopper } from '../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp({ publicUrl: () => 'https://wishes.example' })
})
afterAll(() => t.close())

const ask = (mediumvalue: string, more: object = {}) => ({
  ...{ medium: 'email', mediumvalue, products: [{ epi: 1, empi: 1, du: '/p' }], topics: ['backinstock'], ...more },
})
const made = async (of: NewStore) => {
  const { storeId } = await t.storeNow(of)
  return (await t.sql`select from messages where store_id = ${storeId}`).length
}
const subscribe = (who: TestShopper, of: NewStore, value: string, more: object = {}) =>
  t.shop('subscriptions/create', who, ask(value, more), of)
const statuses = async (calls: Promise<{ status: number }>[]) => {
  const replies = await Promise.all(calls)
  return [200, 429].map((status) => replies.filter((reply) => reply.status === status).length)
}

test('one guest causes ten confirmations an hour and no more, also all at once', async () => {
  const store = await t.newStore('double-opt-in=on')
  const guest = await t.guest(undefined, store)
  const phones = Array.from({ length: 40 }, (_, n) => `+1415555${String(2000 + n)}`)
  expect(await statuses(phones.map((phone) => subscribe(guest, store, phone, { medium: 'sms' })))).toEqual([10, 30])
  expect(await made(store)).toBe(10)
  const reply = await subscribe(guest, store, 'one-more@example.org')
  expectRefused(reply, 429, 'too-many-requests', /^confirmations-per-guest: at most 10 messages/)
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3000)
  // another shopper is not affected
  expect((await subscribe(await t.guest(undefined, store), store, 'other@example.org')).status).toBe(200)
})

test('many guests of one network share its limit, and our own proxy does not count as a network', async () => {
  const store = await t.newStore('double-opt-in=on', 'confirmations-per-network=3/1h')
  const from = async (remoteAddress: string, n: number) => {
    const guest = await t.guest(undefined, store)
    const reply = await t.app.inject({
      ...{ method: 'POST', url: `/api/v3/subscriptions/create?pid=${encodeURIComponent(store.pid)}`, remoteAddress },
      payload: form({ ...guest, ...ask(`n${n}@${remoteAddress.replaceAll(/[.:]/g, '-')}.example`) }),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    return { status: reply.statusCode }
  }
  const some = (address: (n: number) => string) => statuses([1, 2, 3, 4, 5].map((n) => from(address(n), n)))
  expect(await some(() => '198.51.100.7')).toEqual([3, 2])
  expect(await some((n) => `2001:db8:1:2::${n}`)).toEqual([3, 2])
  expect(await some((n) => `2001:db8:${n}::1`)).toEqual([5, 0])
  expect(await some(() => '10.0.0.1')).toEqual([5, 0])
})

test('a store has a limit of its own, and a refusal uses up nothing else', async () => {
  const store = await t.newStore('double-opt-in=on', 'confirmations-per-store=2/1h')
  const guests = await Promise.all([1, 2, 3, 4].map(() => t.guest(undefined, store)))
  expect(await statuses(guests.map((guest, n) => subscribe(guest, store, `s${n}@example.org`)))).toEqual([2, 2])
  const { storeId } = await t.storeNow(store)
  const rows =
    await t.sql`select budget, used from message_budgets where store_id = ${storeId} and budget = 'confirmations-per-guest'`
  expect(rows).toHaveLength(2)
})

test('the confirmations of one address are limited, and further requests get the same answer', async () => {
  const store = await t.newStore('double-opt-in=on', 'confirmations-per-recipient=2/1d')
  const replies = await Promise.all(
    [1, 2, 3, 4].map(async (epi) =>
      subscribe(await t.guest(undefined, store), store, 'flood@example.org', {
        products: [{ epi, empi: 1, du: '/p' }],
      }),
    ),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await made(store)).toBe(2)
})

test('a store without double opt-in counts nothing', async () => {
  const store = await t.newStore('confirmations-per-guest=1/1d')
  const guest = await t.guest(undefined, store)
  expect(await statuses([1, 2, 3].map((n) => subscribe(guest, store, `p${n}@example.org`)))).toEqual([3, 0])
})

test('one recipient gets at most five shared lists a day, from any senders', async () => {
  const store = await t.newStore()
  const send = async (n: number) => {
    const sender = await t.account(`sender${n}@example.com`, store)
    const { lid } = (await t.shop('lists/create', sender, { lname: 'Birthday' }, store)).body
    await t.shop('lists/markPublic', sender, { lid }, store)
    return await t.shop('lists/emailList', sender, { lid, toemail: 'grandma@example.org' }, store)
  }
  expect(await statuses([1, 2, 3, 4, 5, 6, 7, 8].map(send))).toEqual([5, 3])
  expect(await made(store)).toBe(5)
  expectRefused(await send(9), 429, 'too-many-requests', /^list-mails-per-recipient: at most 5 messages in 86400 s/)
})

test('the limits of a recipient count the mailbox, in any spelling of its address', async () => {
  const store = await t.newStore(
    'double-opt-in=on',
    'list-mails-per-recipient=2/1d',
    'confirmations-per-recipient=3/1d',
  )
  for (let n = 0; n < 6; n++) await subscribe(await t.guest(undefined, store), store, `bomb+${n}@gmail.com`)
  expect(await made(store)).toBe(3)
  const ada = await t.account('ada@shop.example', store)
  const { lid } = (await t.shop('lists/create', ada, { lname: 'Mine' }, store)).body
  await t.shop('lists/markPublic', ada, { lid }, store)
  const share = async (toemail: string) => (await t.shop('lists/emailList', ada, { lid, toemail }, store)).status
  expect(await share('v.ic@gmail.com')).toBe(200)
  expect(await share('vic+1@googlemail.com')).toBe(200)
  expect(await share('vi.c+2@gmail.com')).toBe(429)
  expect(await share('vic@example.org')).toBe(200)
})

test('tests of templates are limited for the store', async () => {
  const store = await t.newStore('tests-per-store=2/1h')
  const test = (n: number) =>
    t.admin('v3/templates/test', { topic: 'backinstock', medium: 'email', to: `t${n}@example.org` }, store)
  expect(await statuses([1, 2, 3].map(test))).toEqual([2, 1])
})

const abroad = '+4915112345678'
test('WhatsApp messages go where SMS go, and share their limit of confirmations', async () => {
  const store = await t.newStore('double-opt-in=on', 'sms-confirmations-per-store=3/1h')
  const guest = await t.guest(undefined, store)
  const whatsapp = (phone: string) => subscribe(guest, store, phone, { medium: 'whatsapp' })
  expectRefused(await whatsapp(abroad), 400, 'invalid-mediumvalue', /country/)
  expectRefused(await whatsapp('ada@shop.example'), 400, 'invalid-mediumvalue')
  expectRefused(await subscribe(guest, store, '+14155552671', { medium: 'telegram' }), 400, 'invalid-medium')
  expect((await subscribe(guest, store, '+14155552671', { medium: 'sms' })).status).toBe(200)
  expectRefused(await whatsapp('+14155552672'), 429, 'too-many-requests', /^sms-confirmations-per-store/)
})

test('SMS go to the store’s own country unless it allows others', async () => {
  const store = await t.newStore('double-opt-in=on')
  const guest = await t.guest(undefined, store)
  const reply = await subscribe(guest, store, abroad, { medium: 'sms' })
  expectRefused(
    reply,
    400,
    'invalid-mediumvalue',
    /^mediumvalue must be a phone number of a country .* sends SMS to: US/,
  )
  // Jamaica shares the prefix of the United States
  expectRefused(await subscribe(guest, store, '+18765550123', { medium: 'sms' }), 400, 'invalid-mediumvalue')
  expect((await subscribe(guest, store, '+14155552671', { medium: 'sms' })).status).toBe(200)
  // the store's own server is trusted, and nothing is sent
  expect((await t.admin('bispa/subscriptions/create', ask(abroad, { medium: 'sms' }), store)).status).toBe(200)
  expect(await made(store)).toBe(1)
  for (const allowed of ['sms-countries=DE,AT', 'sms-countries=*', 'country=DE']) {
    const other = await t.newStore('double-opt-in=on', allowed)
    expect((await subscribe(await t.guest(undefined, other), other, abroad, { medium: 'sms' })).status).toBe(200)
    expect(await made(other)).toBe(1)
  }
  expect(() => t.newStore('sms-countries=Germany')).toThrow('sms-countries must be two-letter country codes')
})
