/** Helpers for tests of lists: products, new lists, and checks of refusals. */
import { expect } from 'vitest'
import type { Sql } from '../../database/connect.ts'
import type { NewStore } from '../../domain/stores/stores.ts'
import type { Reply, TestApp, TestShopper } from './test-app.ts'

/** Variant `n`, each of its own product. */
export const product = (n: number, more: Record<string, unknown> = {}) => ({
  epi: n,
  empi: n + 5000,
  du: `https://shop.example/products/number-${n}`,
  ...more,
})

export const products = (from: number, count: number) => Array.from({ length: count }, (_, i) => product(from + i))

let made = 0

/** Calls and returns the answer, which must be a success. */
export async function done(t: TestApp, path: string, who: TestShopper, fields: object = {}, store?: NewStore) {
  const reply = await t.shop(path, who, fields as Record<string, unknown>, store)
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 })
  return reply.body
}

/** The record of a new list with a unique name. */
export const makeList = (t: TestApp, who: TestShopper, fields: object = {}, store?: NewStore) =>
  done(t, 'lists/create', who, { lname: `List ${++made}`, ...fields }, store)

export const add = async (t: TestApp, who: TestShopper, lid: string, items: object[], store?: NewStore) =>
  (await done(t, 'lists/update-ctx', who, { lid, a: items }, store)).a

/** The current list with its items. */
export const look = (t: TestApp, who: TestShopper, lid: string, store?: NewStore) =>
  done(t, 'lists/fetch-list', who, { lid }, store)

/** Checks the whole shape of a refusal, and that its message contains `says`. */
export function expectRefused(reply: Reply, status: number, type: string, says?: string | RegExp): void {
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status, body: { error: true, type } })
  expect(Object.keys(reply.body)).toEqual(['error', 'type', 'msg', 'message', 'requestid'])
  expect(reply.body.msg).toBe(reply.body.message)
  expect(reply.body.requestid).toBe(reply.headers['x-request-id'])
  if (says !== undefined) expect(reply.body.msg).toMatch(says)
}

/** Lists with a wrong item count, and items without a list; there must be none. */
export async function findUnsound(sql: Sql): Promise<unknown[]> {
  const found = await sql`
    select 'count' as wrong, list.name as what, list.item_count as told, count(item.*) as true
    from lists list
    left join items item using (store_id, list_id)
    group by list.store_id, list.list_id
    having list.item_count <> count(item.*)
    union all
    select 'orphan', item.variant_id, null, null
    from items item
    left join lists list using (store_id, list_id)
    where list.list_id is null`
  return [...found]
}
