/** A setting that becomes wider notifies nobody of a restock that is being offered, until the merchant says so. */
import { expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { changeSettings, parseSettings } from '../settings/settings.ts'
import type { Store } from '../stores/stores.ts'
import { forecastAlerts } from './dry-run.ts'
import { findNarrowRounds, releaseRounds } from './round-pacing.ts'
import {
  holdersOf,
  newShop,
  peopleOf,
  planAll,
  setStock,
  storeAgain,
  variantId,
  wait,
} from './testing/waiting-people.ts'

const database = useTestDatabase({ connections: 3 })

const people = ['ada', 'ben', 'cleo', 'dan']

/** Four wait, and one unit is offered to the first. */
async function offeringOne(sql: Database, ...settings: string[]): Promise<Store> {
  const store = await newShop(sql, ...settings)
  for (const name of people) await wait(sql, store, name)
  await setStock(sql, store, 1)
  await planAll(sql, store)
  return store
}

async function set(sql: Database, store: Store, ...pairs: string[]): Promise<Store> {
  await changeSettings(sql, store.storeId, parseSettings(pairs))
  return await storeAgain(sql, store)
}

test.each([
  ['offer-ratio=3', ['ada', 'ben', 'cleo'], ['ada', 'ben', 'cleo']],
  ['pacing=everyone', people, ['ada']],
])('%s notifies nobody by itself; the release says whom, and notifies them', async (pair, told, holders) => {
  const { sql } = database
  const wider = await set(sql, await offeringOne(sql), pair)
  // Another reason to plan the round again.
  await sql`update wakes set due_at = now() where store_id = ${wider.storeId} and work = 'plan'`
  await planAll(sql, wider)
  expect(await holdersOf(sql, wider)).toEqual(['ada'])
  expect(await findNarrowRounds(sql, wider)).toMatchObject([{ variantId }])
  const foreseen = await forecastAlerts(sql, wider, [variantId], (sql) => releaseRounds(sql, wider))
  expect(foreseen.map(({ address }) => address.split('@')[0])).toEqual(told.filter((name) => name !== 'ada'))
  expect(await releaseRounds(sql, wider)).toMatchObject([{ variantId }])
  expect(await releaseRounds(sql, wider)).toEqual([])
  await planAll(sql, wider)
  expect(await holdersOf(sql, wider)).toEqual(holders)
  const planned = (await peopleOf(sql, wider)).filter(({ deliveries }) => deliveries.length > 0)
  expect(planned.map(({ name }) => name)).toEqual(told)
})

test('a narrower setting applies at once, and a wider one to the next restock', async () => {
  const { sql } = database
  const store = await offeringOne(sql, 'offer-ratio=2')
  expect(await holdersOf(sql, store)).toEqual(['ada', 'ben'])
  const narrower = await set(sql, store, 'offer-ratio=1')
  await setStock(sql, narrower, 2)
  await planAll(sql, narrower)
  expect(await holdersOf(sql, narrower)).toEqual(['ada', 'ben'])
  const wider = await set(sql, store, 'offer-ratio=2')
  await setStock(sql, wider, 0)
  await setStock(sql, wider, 1)
  await planAll(sql, wider)
  expect(await holdersOf(sql, wider)).toEqual(['ada', 'ben'])
})
