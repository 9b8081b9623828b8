/** How many wait for what, and how many units they want together. */
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { newShop, variantId, wait } from '../planning/testing/waiting-people.ts'
import { findProduct } from './browse-products.ts'
import { countDemand, readDemand } from './demand.ts'
import { readDemandReport } from './reports.ts'

const database = useTestDatabase()

test('more units than the column can store do not break the screens', async () => {
  const { sql } = database
  const store = await newShop(sql)
  for (const name of ['ada', 'ben']) await wait(sql, store, name, { topics: ['backinstock', 'pricedrop'] })
  // Two thousand who ask for a million each, told in short.
  await sql`update subscriptions set quantity = 2000000000 where store_id = ${store.storeId}`
  expect(await countDemand(sql, store)).toBe(4)
  const most = { waiting: 2, units: 2_147_483_647 }
  expect((await readDemand(sql, store, { limit: 10 })).rows).toMatchObject([most, most])
  expect(await findProduct(sql, store, variantId)).toMatchObject({
    waiting: 4,
    units: 2 * most.units,
    lines: [most, most],
  })
  expect((await readDemandReport(sql, store, {})).variants).toMatchObject([
    { waiting: 4, units: 8_000_000_000, days: [{ units: 8_000_000_000 }] },
  ])
})
