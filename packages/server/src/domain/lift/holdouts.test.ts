/** Hold-outs: who waits, what is kept for them, what is recorded of it, and what the report makes of the purchases. */
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { recordPurchase } from '../deliveries/purchases.ts'
import {
  emailOf,
  holdersOf,
  newShop,
  peopleOf,
  planAll,
  setStock,
  variantId,
  wait,
} from '../planning/testing/waiting-people.ts'
import { readLiftReport } from '../reports/lift-report.ts'
import { parseSettings } from '../settings/settings.ts'
import type { Store } from '../stores/stores.ts'
import { unsubscribeAlert } from '../subscriptions/my-alerts.ts'
import { readTimeline } from '../timeline/timeline.ts'
import { drawKey, drawOf } from './holdouts.ts'
import { drawNumber } from './testing/draw-number.ts'

const database = useTestDatabase()
const hour = 3_600_000

type Assigned = { subscriptionId: string; name: string; isHeld: boolean; unitsKept: number; boughtAt: Date | null }

const assignedOf = ({ storeId }: Store) => database.sql<Assigned[]>`
  select subscription_id, split_part(address, '@', 1) as name, is_held, units_kept, bought_at
  from lift_assignments
  join subscriptions using (store_id, subscription_id)
  where store_id = ${storeId}
  order by waiting_since, subscription_id`

/** Twelve wait in a shop that holds out half. Ids are random: a shop whose first eight are not mixed is left, and another opened. */
async function twelve(...settings: string[]): Promise<{ store: Store; names: string[] }> {
  const { sql } = database
  const store = await newShop(sql, 'holdout=50%', ...settings)
  const names = Array.from({ length: 12 }, (_, place) => `p${String(place).padStart(2, '0')}`)
  for (const name of names) await wait(sql, store, name)
  const first = await sql<{ id: string }[]>`
    select subscription_id as id
    from subscriptions
    where store_id = ${store.storeId}
    order by waiting_since, subscription_id
    limit 8`
  const key = drawKey(store.tokenKey)
  const held = first.filter(({ id }) => drawNumber(key, id) < 0.5).length
  return held >= 2 && held <= 6 ? { store, names } : await twelve(...settings)
}

const namesOf = (assigned: Assigned[], isHeld: boolean) =>
  assigned.filter((one) => one.isHeld === isHeld).map(({ name }) => name)

test('the draw is that of the key and the subscription, the same in SQL and JavaScript', async () => {
  const { sql } = database
  const { store } = await twelve()
  const key = drawKey(store.tokenKey)
  const rows = await sql<{ id: string; drawn: number }[]>`
    select subscription_id as id, ${drawOf(sql, key, sql`subscription_id`)}::float8 as drawn
    from subscriptions
    where store_id = ${store.storeId}`
  expect(rows).toHaveLength(12)
  for (const { id, drawn } of rows) expect(drawn).toBeCloseTo(drawNumber(key, id), 9)
})

test('with offers, held-out people keep their units and are notified when the time is over', async () => {
  const { sql } = database
  const { store, names } = await twelve('holdout-window=24h')
  await setStock(sql, store, 8)
  await planAll(sql, store)
  const assigned = await assignedOf(store)
  expect(assigned.map(({ name }) => name)).toEqual(names.slice(0, 8))
  const held = namesOf(assigned, true)
  expect(assigned.filter(({ isHeld }) => isHeld).every(({ unitsKept }) => unitsKept === 1)).toBe(true)
  // The four behind them get nothing: eight units, eight people.
  expect(await holdersOf(sql, store)).toEqual(namesOf(assigned, false))
  const people = await peopleOf(sql, store)
  expect(people.filter(({ deliveries }) => deliveries.length > 0).map(({ name }) => name)).toEqual(
    namesOf(assigned, false),
  )
  const before = await readTimeline(sql, store, assigned.find(({ isHeld }) => isHeld)!.subscriptionId)
  expect(before.map(({ reason }) => reason)).toEqual(['subscribed', 'held-out', 'in-line'])
  expect(before[1]!.sentence).toMatch(
    /^waiting: held out with a random 50 % to measure .+; notified at .+ keeps the place/,
  )

  // The offers lapse after two hours, and the next four are drawn; only those held out before wait for the day.
  await planAll(sql, store, new Date(Date.now() + 25 * hour))
  const after = await peopleOf(sql, store)
  for (const name of held)
    expect(after.find((one) => one.name === name)).toMatchObject({ status: 'told', openOffers: 1 })
  expect((await assignedOf(store)).slice(0, 8)).toMatchObject(assigned.map(({ name, isHeld }) => ({ name, isHeld })))
})

test('with everyone, the rest is notified at once and nobody is drawn a second time', async () => {
  const { sql } = database
  const { store, names } = await twelve('pacing=everyone')
  await setStock(sql, store, 1)
  await planAll(sql, store)
  const assigned = await assignedOf(store)
  expect(assigned.map(({ name }) => name)).toEqual(names)
  expect(assigned.every(({ unitsKept }) => unitsKept === 0)).toBe(true)
  const notified = async () =>
    (await peopleOf(sql, store)).filter(({ deliveries }) => deliveries.length > 0).map(({ name }) => name)
  expect(await notified()).toEqual(namesOf(assigned, false))
  await planAll(sql, store, new Date(Date.now() + 23 * hour))
  expect(await notified()).toEqual(namesOf(assigned, false))
  await planAll(sql, store, new Date(Date.now() + 25 * hour))
  expect(await notified()).toEqual(names)
  expect(await assignedOf(store)).toEqual(assigned)
})

test.each(['0%', '60%', '5', 'all', '5 %%'])('a share of %s is refused with the shares that there are', (share) => {
  expect(() => parseSettings([`holdout=${share}`])).toThrow('holdout must be off or a share from 1% to 50%.')
})

test('who leaves gives up the unit, and it passes to the next', async () => {
  const { sql } = database
  const { store } = await twelve()
  await setStock(sql, store, 8)
  await planAll(sql, store)
  const [first] = (await assignedOf(store)).filter(({ isHeld }) => isHeld)
  const to = { medium: 'email' as const, address: emailOf(first!.name) }
  await unsubscribeAlert(sql, store, to, first!.subscriptionId, { source: 'page' })
  await planAll(sql, store)
  expect((await assignedOf(store)).length).toBeGreaterThan(8)
})

test('the first purchase within the time counts, for either group; the report starts anew with another share', async () => {
  const { sql } = database
  const { store } = await twelve('pacing=everyone')
  await setStock(sql, store, 20)
  await planAll(sql, store)
  const assigned = await assignedOf(store)
  const [held] = namesOf(assigned, true)
  const [notified] = namesOf(assigned, false)
  const buy = (name: string, orderId: string, at?: Date) =>
    recordPurchase(sql, store, {
      ...{ orderId, email: emailOf(name), source: 'test', items: [{ variantId, quantity: 1 }], at },
    })
  await buy(held!, '1')
  await buy(notified!, '2')
  await buy(notified!, '3')
  await buy(namesOf(assigned, false)[1]!, '4', new Date(Date.now() - hour))
  expect((await assignedOf(store)).filter(({ boughtAt }) => boughtAt).map(({ name }) => name)).toEqual(
    [held!, notified!].sort(),
  )
  const counts = { notified: namesOf(assigned, false).length, held: namesOf(assigned, true).length }
  expect(await readLiftReport(sql, store, 90)).toMatchObject([
    { topic: 'backinstock', holdout: 0.5, running: 12, notified: { people: 0 }, heldOut: { people: 0 } },
    { topic: 'comingsoon', running: 0 },
    { topic: 'pricedrop' },
  ])
  const tomorrow = new Date(Date.now() + 25 * hour)
  expect((await readLiftReport(sql, store, 90, tomorrow))[0]).toMatchObject({
    ...{ running: 0, notified: { people: counts.notified, bought: 1 }, heldOut: { people: counts.held, bought: 1 } },
    ...{ state: 'too-few', effect: null },
  })
  await sql`
    update lift_assignments
    set share = 0.1
    where store_id = ${store.storeId}
      and subscription_id <> ${assigned.at(-1)!.subscriptionId}`
  await sql`
    update lift_assignments
    set assigned_at = assigned_at + interval '1 minute', ends_at = ends_at + interval '1 minute'
    where store_id = ${store.storeId}
      and share = 0.5`
  const [{ notified: now, heldOut: later }] = (await readLiftReport(sql, store, 90, tomorrow)) as [never] as [
    { notified: { people: number }; heldOut: { people: number } },
  ]
  expect(now.people + later.people).toBe(1)
})
