import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../packages/server/src/database/testing/test-database.ts'
import { checkLedger } from './check.ts'
import { openLedger } from './ledger.ts'

const shopperId = '00000000-0000-7000-8000-000000000001'
const listId = '00000000-0000-7000-9000-000000000001'
const otherList = '00000000-0000-7000-9000-000000000002'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  const { sql } = database
  await sql`insert into stores (store_id, pid, name, token_key, identity_secret) values (1, 'p', 'n', '', '')`
  await sql`insert into shoppers (store_id, shopper_id) values (1, ${shopperId})`
  await sql`
    insert into lists (store_id, list_id, shopper_id, name, item_count)
    values (1, ${listId}, ${shopperId}, 'one', 3), (1, ${otherList}, ${shopperId}, 'two', 5)`
  const save = (list: string, variantId: string) => sql`
    insert into items (store_id, list_id, variant_id, product_id, item_id, url, title)
    values (1, ${list}, ${variantId}, ${variantId}, gen_random_uuid(), '/', 't')`
  await save(listId, '0')
  await save(listId, '2')
  await save(listId, 'stranger')
  await save(otherList, '0')
})
afterAll(() => database.close())

test('the check finds what is lost, doubled and miscounted', async () => {
  const ledger = openLedger(4)
  for (let call = ledger.take(); call; call = ledger.take()) if (call.first < 2) ledger.acknowledge(call.first)
  const writeOf = (_: string, variantId: string) => (/^\d+$/.test(variantId) ? Number(variantId) : null)
  const findings = await checkLedger(database.sql, 1, ledger, writeOf)
  // 0 exists, and again in another list; 1 is lost; 2 and 3 were not acknowledged; the stranger was never sent.
  expect(findings).toEqual({ ok: 1, lost: 1, doubled: 2, wrongCounts: 1, unknownThere: 1, torn: 0 })
})

test('a call that was done by half is found', async () => {
  const ledger = openLedger(4, 4)
  expect(ledger.take()).toEqual({ number: 0, first: 0, length: 1 })
  expect(ledger.take()).toEqual({ number: 1, first: 1, length: 3 })
  expect(ledger.take()).toBeNull()
  const writeOf = (_: string, variantId: string) => (/^\d+$/.test(variantId) ? Number(variantId) : null)
  // 2 exists without 1 and 3 of the same call.
  expect(await checkLedger(database.sql, 1, ledger, writeOf)).toMatchObject({ torn: 1, lost: 0, unknownThere: 2 })
})

test('the ledger resolves when a given number of writes is acknowledged', async () => {
  const ledger = openLedger(3)
  const [first, second] = [ledger.take()!.first, ledger.take()!.first]
  let reached = false
  const waiting = ledger.reached(2).then(() => (reached = true))
  ledger.acknowledge(first)
  ledger.acknowledge(first)
  await Promise.resolve()
  expect({ reached, acknowledged: ledger.acknowledged, unknown: ledger.unknown }).toEqual({
    reached: false,
    acknowledged: 1,
    unknown: 1,
  })
  ledger.acknowledge(second)
  await waiting
  expect(ledger.wasSent(2)).toBe(false)
})
