/** Units added at the same moment all count. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom, withPauses } from '../../database/testing/test-database.ts'
import { buildApp } from '../../http/app.ts'
import { dashboardRoutes } from '../routes.ts'
import { fillShop, mug } from '../testing/shop.ts'
import { openTestDashboard, ours, prefixOf, type TestDashboard } from '../testing/test-dashboard.ts'

let t: TestDashboard
beforeAll(async () => {
  t = await openTestDashboard()
  await fillShop(t)
})
afterAll(() => t.close())

test('five users who each add 3 units add 15 in total, with five ledger rows', async () => {
  const { cookie } = await t.member('marketer')
  const sql = withPauses(t.sql, seededRandom(7))
  const app = await buildApp({ sql, vault: t.vault, mounts: [(scope, context) => dashboardRoutes(scope, context)] })
  const add = () =>
    app.inject({
      method: 'POST',
      url: `/dashboard/api/stores/${prefixOf(t.store)}/products/stock`,
      headers: { cookie, ...ours },
      payload: { variantId: mug, add: 3 },
    })
  const replies = await Promise.all(Array.from({ length: 5 }, add))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  const [{ stock }] = (await t.sql`select stock from variants where variant_id = ${mug}`) as unknown as [
    { stock: number },
  ]
  expect(stock).toBe(4 + 15)
  const rows = await t.sql`select facts_before, facts_after from audit_log where act = 'stock-set'`
  expect(
    rows.map(({ factsBefore, factsAfter }) => [factsBefore.stock, factsAfter.stock]).sort((a, b) => a[0] - b[0]),
  ).toEqual([4, 7, 10, 13, 16].map((before) => [before, before + 3]))
  await app.close()
})
