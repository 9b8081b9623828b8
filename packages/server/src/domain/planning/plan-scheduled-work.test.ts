/** Which scheduled work a planner does, which it does together, and which it leaves to others. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Database, transaction } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { newestTrigger } from '../deliveries/testing/claimed-deliveries.ts'
import { scheduleWork } from '../schedule/scheduled-work.ts'
import type { Store } from '../stores/stores.ts'
import { planDue, planScheduled } from './plan.ts'
import { hat, hours, newHatShop, shirt, stockOf, waitFor } from './testing/rounds.ts'
import { holdersOf, newShop, planAll, setStock, wait } from './testing/waiting-people.ts'

const database = useTestDatabase({ connections: 5 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

const wakesOf = async ({ storeId }: Store, work = 'plan') => {
  const rows = await sql<{ dueAt: Date }[]>`
    select due_at
    from wakes
    where store_id = ${storeId}
      and work = ${work}
    order by due_at`
  return rows.map(({ dueAt }) => dueAt)
}

/** Ada waits for the shirt and Ben for the hat; both are restocked, the shirt first. */
async function bothBack() {
  const store = await newHatShop(sql)
  await waitFor(sql, store, 'ada', shirt)
  await waitFor(sql, store, 'ben', hat)
  await stockOf(sql, store, shirt, 1)
  const ofShirt = await newestTrigger(sql, store)
  await stockOf(sql, store, hat, 1)
  return { store, ofShirt, ofHat: await newestTrigger(sql, store) }
}

test('scheduled work is due at its exact time; other due work of its trigger is removed with it, later work stays', async () => {
  const store = await newShop(sql)
  await wait(sql, store, 'ada')
  await setStock(sql, store, 1)
  const triggerId = await newestTrigger(sql, store)
  const [then, later] = [hours(1), hours(2)]
  await sql`update wakes set due_at = ${then} where store_id = ${store.storeId}`
  await scheduleWork(sql, store.storeId, [
    { work: 'plan', triggerId, at: then },
    { work: 'plan', triggerId, at: later },
  ])
  expect(await planScheduled(sql, store, { now: new Date(then.getTime() - 1) })).toBe(false)
  expect(await planScheduled(sql, store, { now: then })).toBe(true)
  const lapse = new Date(then.getTime() + 2 * 3_600_000)
  expect(await wakesOf(store)).toEqual([later, lapse])
})

test('work that is due longest is done first', async () => {
  const { store, ofHat } = await bothBack()
  await sql`
    update wakes
    set due_at = now() - interval '1 hour'
    where store_id = ${store.storeId}
      and trigger_id = ${ofHat}`
  await planScheduled(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ben'])
})

test('planning does not claim work of the senders', async () => {
  const store = await newShop(sql)
  await wait(sql, store, 'ada')
  await setStock(sql, store, 1)
  await scheduleWork(sql, store.storeId, [{ work: 'send', at: hours(-1) }])
  expect(await planScheduled(sql, store)).toBe(true)
  expect(await holdersOf(sql, store)).toEqual(['ada'])
  // The second is for the message to Ada.
  expect(await wakesOf(store, 'send')).toHaveLength(2)
})

test('work that another planner has locked is skipped without waiting', async () => {
  const { store, ofShirt } = await bothBack()
  await transaction(sql, async (held) => {
    await held`
      select
      from wakes
      where store_id = ${store.storeId}
        and trigger_id = ${ofShirt}
      for update`
    expect(await planScheduled(sql, store)).toBe(true)
    expect(await planScheduled(sql, store)).toBe(false)
  })
  expect(await holdersOf(sql, store)).toEqual(['ben'])
})

test('other work of a locked trigger is skipped, too', async () => {
  const store = await newShop(sql)
  await wait(sql, store, 'ada')
  await setStock(sql, store, 1)
  await scheduleWork(sql, store.storeId, [{ work: 'plan', triggerId: await newestTrigger(sql, store), at: hours(1) }])
  await transaction(sql, async (held) => {
    await held`
      select
      from wakes
      where store_id = ${store.storeId}
        and due_at > now()
      for update`
    expect(await planScheduled(sql, store, { now: hours(1.5) })).toBe(true)
  })
  expect(await holdersOf(sql, store)).toEqual(['ada'])
  expect(await wakesOf(store)).toHaveLength(2)
})

test('work of one trigger is removed a thousand at a time', async () => {
  const store = await newShop(sql)
  await wait(sql, store, 'ada')
  await setStock(sql, store, 1)
  await sql`
    insert into wakes (store_id, work, trigger_id, due_at)
    select ${store.storeId}, 'plan', ${await newestTrigger(sql, store)}, now()
    from generate_series(1, 1100)`
  await planScheduled(sql, store)
  const left = (await wakesOf(store)).filter((at) => at <= new Date())
  expect(left.length).toBeGreaterThanOrEqual(100)
  expect(left.length).toBeLessThan(200)
})

test('work of a deleted trigger does nothing, and the next is done', async () => {
  const store = await newShop(sql)
  await wait(sql, store, 'ada')
  await scheduleWork(sql, store.storeId, [{ work: 'plan', triggerId: randomUUID(), at: hours(-1) }])
  await setStock(sql, store, 1)
  expect(await planScheduled(sql, store)).toBe(true)
  expect(await holdersOf(sql, store)).toEqual([])
  expect(await planScheduled(sql, store)).toBe(true)
  expect(await holdersOf(sql, store)).toEqual(['ada'])
})

test('planning does as much work as requested, and returns whether there may be more', async () => {
  const { store } = await bothBack()
  expect(await planDue(sql, store, 1)).toBe(true)
  expect(await holdersOf(sql, store)).toEqual(['ada'])
  expect(await planDue(sql, store, 2)).toBe(false)
  expect(await holdersOf(sql, store)).toEqual(['ada', 'ben'])
})

test('a settle time set after a restock delays its planning', async () => {
  const store = await newShop(sql)
  await wait(sql, store, 'ada')
  await setStock(sql, store, 1)
  const settling = { ...store, settings: { ...store.settings, settleTime: 600_000 } }
  await planAll(sql, settling)
  expect(await holdersOf(sql, store)).toEqual([])
  await planAll(sql, settling, hours(0.5))
  expect(await holdersOf(sql, store)).toEqual(['ada'])
})

test('a very large stock with a high offer ratio does not overflow', async () => {
  const store = await newHatShop(sql, 'offer-ratio=100')
  await waitFor(sql, store, 'ada', shirt)
  await stockOf(sql, store, shirt, 1_000_000_000)
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual(['ada'])
})

test('orders with more units than an integer can store are subtracted, and no shopper is notified of their units', async () => {
  const store = await newHatShop(sql)
  await waitFor(sql, store, 'ada', shirt)
  await stockOf(sql, store, shirt, 5)
  await sql`
    insert into purchases (store_id, order_id, variant_id, quantity, source, bought_at)
    select ${store.storeId}, n::text, ${shirt.variantId}, 1000000000, 'shopify', now() + interval '1 second'
    from generate_series(1, 3) n`
  await planAll(sql, store)
  expect(await holdersOf(sql, store)).toEqual([])
})

test('work that fails is postponed behind the other work of its store', async () => {
  const { store, ofShirt } = await bothBack()
  // No call can cause this state. The test needs some failure: it must affect only its own work.
  await sql`update triggers set planned = 2147483647 where store_id = ${store.storeId} and trigger_id = ${ofShirt}`
  await expect(planScheduled(sql, store)).rejects.toThrow(/out of range/)
  expect(await planScheduled(sql, store)).toBe(true)
  expect(await holdersOf(sql, store)).toEqual(['ben'])
  await sql`update triggers set planned = 0 where store_id = ${store.storeId} and trigger_id = ${ofShirt}`
  await planAll(sql, store, hours(1))
  expect(await holdersOf(sql, store)).toEqual(['ada', 'ben'])
})
