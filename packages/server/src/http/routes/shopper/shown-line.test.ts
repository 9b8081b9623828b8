/** Numbers in line tell nobody whether the address of another person waits, is suppressed or has refused. */
import { beforeEach, describe, expect, test } from 'vitest'
import { suppress } from '../../../domain/messages/suppressions.ts'
import { planDue } from '../../../domain/planning/plan.ts'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { confirmSubscriptions } from '../../../domain/subscriptions/confirm-subscriptions.ts'
import { unsubscribeAll } from '../../../domain/subscriptions/unsubscribe-all.ts'
import { done } from '../../testing/lists.ts'
import { basic, type TestShopper, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let store: NewStore
const shirt = { epi: 111, empi: 11, du: 'https://shop.example/shirt' }
beforeEach(async () => {
  store = await t.newStore('offer-ratio=1', 'min-stock=1')
  await t.admin('v3/catalog/products', { products: [{ ...shirt, dt: 'Shirt', stk: 0 }] }, store)
})

const mail = { medium: 'email', mediumvalue: 'victim@mail.example' }
const sms = { medium: 'sms', mediumvalue: '+14155552671' }
const ask = (to: object) => ({ ...to, products: [shirt], topics: ['backinstock'] })
const other = (name: string) => ({ medium: 'email', mediumvalue: `${name}@mail.example` })

const guest = () => t.guest(undefined, store)
const subscribe = (who: TestShopper, to: object) => done(t, 'subscriptions/create', who, ask(to), store)
const byStore = (to: object) => t.admin('bispa/subscriptions/create', ask(to), store)
const seen = async (who: TestShopper) => (await done(t, 'subscriptions/fetch-subs', who, {}, store)).subscriptions[0]
const recipient = ({ medium, mediumvalue }: typeof mail) => ({ medium, address: mediumvalue })
const rowOf = async (to: typeof mail) => {
  const { storeId } = await t.storeNow(store)
  const [row] = await t.sql`
    select subscription_id, status
    from subscriptions
    where store_id = ${storeId}
      and address = ${to.mediumvalue}`
  return row as { subscriptionId: string; status: string }
}
const restock = async (stk: number) => {
  await t.admin('v3/catalog/stock', { items: [{ epi: 111, stk }] }, store)
  while (await planDue(t.sql, await t.storeNow(store), 50, new Date(Date.now() + 600_000)));
}
const stopAll = async (to: typeof mail) => {
  await byStore(to)
  await unsubscribeAll(t.sql, await t.storeNow(store), recipient(to), { source: 'page' })
}
const setStatus = async (to: typeof mail, status: string) => {
  await byStore(to)
  const { subscriptionId } = await rowOf(to)
  await t.sql`
    update subscriptions
    set status = ${status}, told_at = now(), offered_until = now() + interval '1 hour'
    where subscription_id = ${subscriptionId}`
}

/** A probe before and one after somebody types in the address: what each is told. */
async function probe(to: object, makeProbe: (name: string) => Promise<TestShopper>) {
  const typist = await guest()
  const [before, after] = [await makeProbe('before'), await makeProbe('after')]
  await subscribe(before, other('before'))
  await subscribe(typist, to)
  await subscribe(typist, to)
  await subscribe(after, other('after'))
  const shown = [await seen(before), await seen(typist), await seen(after)]
  const first = shown[0].position
  return shown.map(({ status, position }) => `${status} +${position - first}`)
}

describe.each([
  ['an e-mail address', mail],
  ['a phone number', sms],
])('who types in %s', (_, to) => {
  test.each<[string, () => Promise<unknown>]>([
    ['is unknown', async () => {}],
    ['waits by the store', () => byStore(to)],
    ['waits by another guest', async () => subscribe(await guest(), to)],
    ['has an offer', () => setStatus(to, 'told')],
    ['waited, and must not be written to', () => setStatus(to, 'suppressed')],
    ['has expired', () => setStatus(to, 'expired')],
    ['must not be written to', async () => suppress(t.sql, await t.storeNow(store), recipient(to), 'complained')],
    ['has stopped all alerts', () => stopAll(to)],
  ])('sees one more in line, and so do others, where it %s', async (_, make) => {
    await byStore(other('somebody'))
    await make()
    expect(await probe(to, guest)).toEqual(['waiting +0', 'waiting +1', 'waiting +2'])
  })
})

test('signed-in shoppers see the same numbers, and the store the real line', async () => {
  await byStore(mail)
  const account = (name: string) => t.account(`${name}@mail.example`, store)
  expect(await probe(mail, account)).toEqual(['waiting +0', 'waiting +1', 'waiting +2'])
  const { subscriptionId } = await rowOf(other('after'))
  const url = `/storeadmin/v3/subscriptions/${subscriptionId}`
  const shown = await t.app.inject({ url, headers: { authorization: basic(store) } })
  expect(shown.json().position).toBe(3)
})

test('a request for a known address is served after those before it, although its owner was notified first', async () => {
  await byStore(mail)
  const [before, typist] = [await guest(), await guest()]
  await subscribe(before, other('before'))
  await subscribe(typist, mail)
  await restock(1)
  expect((await rowOf(mail)).status).toBe('told')
  expect(await seen(before)).toMatchObject({ status: 'waiting', position: 1 })
  expect(await seen(typist)).toMatchObject({ status: 'waiting', position: 2 })
  const after = await guest()
  await subscribe(after, other('after'))
  expect(await seen(after)).toMatchObject({ status: 'waiting', position: 3 })
  await restock(2)
  expect([(await seen(before)).status, (await seen(typist)).status]).toEqual(['told', 'told'])
})

describe('who has stopped all alerts', () => {
  const letters = async () => {
    const { storeId } = await t.storeNow(store)
    return await t.sql`select purpose from messages where store_id = ${storeId} and recipient = ${mail.mediumvalue}`
  }
  beforeEach(() => stopAll(mail))

  test('gets no alert that somebody else asks for, is asked at most twice a day, and waits only after a yes', async () => {
    for (let n = 0; n < 3; n++) await subscribe(await guest(), mail)
    const { subscriptionId, status } = await rowOf(mail)
    expect(status).toBe('unconfirmed')
    expect((await letters()).map(({ purpose }) => purpose)).toEqual(['confirm-alert'])
    await restock(5)
    expect((await rowOf(mail)).status).toBe('unconfirmed')
    await confirmSubscriptions(t.sql, await t.storeNow(store), [subscriptionId])
    expect((await rowOf(mail)).status).not.toBe('unconfirmed')
  })

  test.each<[string, () => Promise<unknown>]>([
    ['the owner, signed in', async () => subscribe(await t.account(mail.mediumvalue, store), mail)],
    ['the store', () => byStore(mail)],
  ])('waits at once when %s asks, also after somebody else', async (_, subscribeAgain) => {
    await subscribe(await guest(), mail)
    await subscribeAgain()
    expect((await rowOf(mail)).status).toBe('waiting')
    expect(await letters()).toHaveLength(1)
  })
})
