/** Offers withdrawn when stock fell: who gets them again when it rises, until when, and what happens to the message. */
import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { deliveriesOf } from '../deliveries/testing/claimed-deliveries.ts'
import type { Store } from '../stores/stores.ts'
import { saveTopics } from '../stores/topics.ts'
import { unsubscribeAll } from '../subscriptions/unsubscribe-all.ts'
import { planScheduled } from './plan.ts'
import { closingsOf, hours, numbersOf, offersOf, planTurns, reasonsOf, shirt, waitFor } from './testing/rounds.ts'
import {
  emailOf,
  holdersOf,
  markSent,
  newShop,
  peopleOf,
  planAll,
  setStock,
  storeAgain,
  wait,
} from './testing/waiting-people.ts'

const database = useTestDatabase({ connections: 5 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

const window = 2 * 3_600_000

/** So many of them are notified. */
async function told(count: number, ...names: string[]): Promise<Store> {
  const store = await newShop(sql)
  for (const name of names) await wait(sql, store, name)
  await setStock(sql, store, count)
  await planAll(sql, store)
  return store
}

test('a shopper who unsubscribed is skipped, and the next one gets the unit', async () => {
  const store = await told(3, 'ada', 'ben', 'cleo')
  await setStock(sql, store, 1)
  await unsubscribeAll(sql, store, { medium: 'email', address: emailOf('ben') }, { source: 'page' })
  await setStock(sql, store, 2)
  await planTurns(sql, store, 10, 100)
  expect(await holdersOf(sql, store)).toEqual(['ada', 'cleo'])
  expect(await closingsOf(sql, store)).toEqual(['ada open', 'ben withdrawn', 'cleo open'])
})

test('after a withdrawn offer has lapsed, its units go to the next shoppers', async () => {
  const store = await told(2, 'ada', 'ben', 'cleo', 'dan')
  const { lapsesAt } = (await offersOf(sql, store))[0]!
  await setStock(sql, store, 1)
  await setStock(sql, store, 2)
  await planAll(sql, store, lapsesAt)
  expect(await holdersOf(sql, store)).toEqual(['cleo', 'dan'])
  expect(await reasonsOf(sql, store, 'ben')).toEqual(['subscribed', 'sold-out-again'])
})

test('a withdrawn offer opened again just before it lapses keeps its end', async () => {
  const store = await told(2, 'ada', 'ben', 'cleo')
  const { lapsesAt } = (await offersOf(sql, store))[0]!
  await setStock(sql, store, 1)
  await setStock(sql, store, 2)
  await planAll(sql, store, new Date(lapsesAt.getTime() - 1))
  expect(await holdersOf(sql, store)).toEqual(['ada', 'ben'])
  expect((await offersOf(sql, store)).map((offer) => offer.lapsesAt)).toEqual([lapsesAt, lapsesAt])
})

test('the next restock starts again: each shopper is in line once and gets a full window', async () => {
  const store = await told(2, 'ada', 'ben', 'cleo')
  await setStock(sql, store, 0)
  await setStock(sql, store, 3)
  await planAll(sql, store, hours(1))
  expect(await numbersOf(sql, store)).toEqual(['ada 1 of 3', 'ben 2 of 3', 'cleo 3 of 3'])
  const open = (await offersOf(sql, store)).filter(({ closedBy }) => closedBy === null)
  expect(open.map(({ openedAt, lapsesAt }) => lapsesAt.getTime() - openedAt.getTime())).toEqual([
    window,
    window,
    window,
  ])
})

test('withdrawn offers are opened again first; the shoppers after them get new ones', async () => {
  const store = await told(2, 'ada', 'ben')
  await setStock(sql, store, 1)
  for (const name of ['cleo', 'dan']) await wait(sql, store, name)
  await setStock(sql, store, 9)
  await planAll(sql, store)
  expect(await numbersOf(sql, store)).toEqual(['ada 1 of 2', 'ben 2 of 2', 'cleo 3 of 9', 'dan 4 of 9'])
})

test('a withdrawn offer that needs more units than are free does not block the line', async () => {
  const store = await newShop(sql)
  await waitFor(sql, store, 'ada', shirt, 3)
  await wait(sql, store, 'ben')
  await setStock(sql, store, 3)
  await planAll(sql, store)
  await setStock(sql, store, 1)
  await setStock(sql, store, 2)
  await planTurns(sql, store, 10, 1)
  expect(await holdersOf(sql, store)).toEqual(['ben'])
  expect(await reasonsOf(sql, store, 'ada')).toEqual(['subscribed', 'sold-out-again'])
})

test('withdrawn offers are opened again in the order of the line, also with one per turn', async () => {
  const store = await told(3, 'ada', 'ben', 'cleo')
  await sql`
    update subscriptions
    set waiting_since = waiting_since - interval '1 hour'
    where store_id = ${store.storeId}
      and address = ${emailOf('cleo')}`
  await setStock(sql, store, 1)
  await setStock(sql, store, 3)
  await planScheduled(sql, store, { most: 1 })
  expect(await holdersOf(sql, store)).toEqual(['cleo', 'ada'])
})

test('a message that was not sent is due again, with the quantity wanted now', async () => {
  const store = await told(2, 'ada', 'ben')
  await setStock(sql, store, 1)
  expect((await deliveriesOf(sql, store)).map(({ name, status, reason }) => [name, status, reason])).toEqual([
    ['ada', 'due', null],
    ['ben', 'withheld', 'sold-out-again'],
  ])
  await waitFor(sql, store, 'ben', shirt, 2)
  await setStock(sql, store, 3)
  const then = hours(0.5)
  await planAll(sql, store, then)
  expect((await deliveriesOf(sql, store))[1]).toMatchObject({ name: 'ben', status: 'due', reason: null })
  const due = await sql`select due_at from deliveries where store_id = ${store.storeId} and due_at = ${then}`
  expect(due).toHaveLength(1)
  expect((await offersOf(sql, store)).map(({ name, quantity }) => [name, quantity])).toEqual([
    ['ada', 1],
    ['ben', 2],
  ])
})

test('the timeline has a withdrawn offer once, and the shopper has no offer until it is opened again', async () => {
  const store = await told(3, 'ada', 'ben', 'cleo')
  await setStock(sql, store, 1)
  for (const name of ['ben', 'cleo'])
    expect(await reasonsOf(sql, store, name)).toEqual(['subscribed', 'sold-out-again'])
  const held = await sql`
    select split_part(address, '@', 1) as name
    from subscriptions
    where store_id = ${store.storeId}
      and offered_until is not null`
  expect(held).toEqual([{ name: 'ada' }])
})

test('an offer is not opened again if the topic no longer has its channel', async () => {
  const shop = await told(2, 'ada', 'ben')
  await setStock(sql, shop, 1)
  await saveTopics(sql, shop, [{ topic: 'backinstock', channels: ['sms'] }])
  const store = await storeAgain(sql, shop)
  await setStock(sql, store, 2)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ada'])
})

test('a closed offer keeps its closing reason, and its message keeps its status', async () => {
  const store = await told(1, 'ada')
  await markSent(sql, store)
  await planAll(sql, store, hours(3))
  await setStock(sql, store, 0)
  await setStock(sql, store, 1)
  await planAll(sql, store, hours(3))
  await setStock(sql, store, 0)
  expect(await closingsOf(sql, store)).toEqual(['ada lapsed', 'ada withdrawn'])
  expect((await peopleOf(sql, store))[0]!.deliveries).toEqual(['sent', 'withheld'])
})

test('the offers opened last are withdrawn first, also if their windows changed', async () => {
  const store = await told(1, 'ada', 'ben', 'cleo')
  await setStock(sql, store, 2)
  await planAll(sql, store)
  // As when quiet hours postpone a message.
  await sql`
    update offers
    set lapses_at = lapses_at + interval '1 hour'
    where store_id = ${store.storeId}
      and number = 1`
  await setStock(sql, store, 1)
  expect(await holdersOf(sql, store)).toEqual(['ada'])
})

test('a closed offer reserves no units: a fall withdraws only as many offers as needed', async () => {
  const store = await told(1, 'ada', 'ben', 'cleo')
  await planAll(sql, store, hours(3))
  await setStock(sql, store, 2)
  await planAll(sql, store, hours(3))
  expect(await holdersOf(sql, store)).toEqual(['ben', 'cleo'])
  await setStock(sql, store, 1)
  expect(await holdersOf(sql, store)).toEqual(['ben'])
})

test('an offer of the next restock stays open although the one before has lapsed', async () => {
  const store = await told(1, 'ada')
  await markSent(sql, store)
  await planAll(sql, store, hours(3))
  for (const stock of [0, 1]) await setStock(sql, store, stock)
  await planAll(sql, store, hours(3))
  await setStock(sql, store, 2)
  await planAll(sql, store, hours(4))
  expect(await closingsOf(sql, store)).toEqual(['ada lapsed', 'ada open'])
})
