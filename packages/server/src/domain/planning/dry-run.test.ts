import fc from 'fast-check'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import type { Store } from '../stores/stores.ts'
import { forecastAlerts } from './dry-run.ts'
import { hat, newHatShop, shirt, stockOf, waitFor } from './testing/rounds.ts'
import { emailOf, newShop, peopleOf, planAll, setStock, variantId, wait } from './testing/waiting-people.ts'

vi.setConfig({ testTimeout: 120_000 })

const database = useTestDatabase({ connections: 5 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

/** The names with a planned message, in the order of the line. */
const toldOf = async (store: Store) =>
  (await peopleOf(sql, store)).flatMap(({ name, deliveries }) =>
    deliveries.filter((status) => status === 'due').map(() => name),
  )

const line = fc.array(fc.constantFrom(1, 1, 2, 3), { maxLength: 8 })

test('a dry run returns what planning then does', async () => {
  await fc.assert(
    fc.asyncProperty(
      line,
      fc.array(fc.nat(6), { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      async (wishes, moves, all) => {
        const store = await newShop(sql, `pacing=${all ? 'everyone' : 'offers'}`, 'settle-time=1m')
        for (const [index, quantity] of wishes.entries())
          await wait(sql, store, `p${index}`, { products: [{ ...shirt, quantity }] })
        for (const stock of moves) {
          const before = await toldOf(store)
          const foreseen = await forecastAlerts(sql, store, [variantId], (sql) => setStock(sql, store, stock))
          expect(await toldOf(store)).toEqual(before)
          await setStock(sql, store, stock)
          const kept = await toldOf(store)
          await planAll(sql, store, new Date(Date.now() + 120_000))
          const news = (await toldOf(store)).filter((name) => !kept.includes(name))
          expect(foreseen.map(({ address }) => address)).toEqual(expect.arrayContaining(news.map(emailOf)))
          expect(foreseen.length).toBe((await toldOf(store)).length - kept.length)
        }
      },
    ),
    { numRuns: 15 },
  )
})

test('a dry run lists only the subscriptions of its own product', async () => {
  const store = await newHatShop(sql)
  await waitFor(sql, store, 'ada', shirt)
  await waitFor(sql, store, 'ben', hat)
  await stockOf(sql, store, hat, 1)
  const foreseen = await forecastAlerts(sql, store, [variantId], (sql) => setStock(sql, store, 1))
  expect(foreseen.map(({ address }) => address)).toEqual([emailOf('ada')])
  await planAll(sql, store)
  expect(await toldOf(store)).toEqual(['ben'])
})
