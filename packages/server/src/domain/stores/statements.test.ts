/** Each connection prepares and caches every statement text, so the number of texts must be limited. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { changeItems, changeItemsEverywhere } from '../items/items.ts'
import { fetchDefaultListItems } from '../lists/default-list.ts'
import { fetchListItems, fetchListPage } from '../lists/list-page.ts'
import { createList, deleteList, fetchList, fetchLists } from '../lists/lists.ts'
import { makeVault } from '../secrets/vault.ts'
import { identifyGuest, identifyShopper } from '../shoppers/shoppers.ts'
import { createStore, findStore } from './stores.ts'

const database = useTestDatabase({ connections: 1 })

const vault = makeVault('a secret for tests')

async function shopAround(number: number): Promise<void> {
  const { sql } = database
  const settings = { 'preview-items': String(number) }
  const { pid } = await createStore(sql, vault, { name: 'Test', settings })
  const store = (await findStore(sql, vault, pid))!
  const { regid, sessionId } = await identifyGuest(sql, store, randomUUID())
  const who = identifyShopper(store, regid, sessionId)
  const lists = []
  for (const name of ['first', 'other']) lists.push(JSON.parse((await createList(sql, who, { name })).record))
  const [listId, otherId] = lists.map(({ lid }) => lid)
  const add = [{ custom: false as const, variantId: String(number), productId: '1', url: '/1' }]
  await changeItems(sql, who, listId, { add, update: [], remove: [] })
  await changeItems(sql, who, listId, { add, update: [], remove: [{ variantId: 'none' }] })
  await changeItemsEverywhere(sql, who, [listId, otherId], { add, remove: [] })
  await fetchLists(sql, who, {})
  await fetchList(sql, who, listId)
  await fetchListItems(sql, who, listId)
  await fetchDefaultListItems(sql, who)
  await fetchListPage(sql, who, listId, { limit: number, offset: number })
  await deleteList(sql, who, listId, { limit: number, offset: number })
}

async function countStatements(): Promise<number> {
  const [row] = await database.sql<{ count: number }[]>`
    -- no store: this session's own statements
    select count(*) as count
    from pg_prepared_statements`
  return row!.count
}

test('another store, another shopper and other numbers need no other statements', async () => {
  await shopAround(2)
  await countStatements()
  const before = await countStatements()
  await shopAround(3)
  expect(await countStatements()).toBe(before)
})
