/** Which list a call means, who may see it, and the rows its record is assembled from. */
import { badSession, unknownList } from '@heartbell/contract/refusals'
import type { Fragment, Sql } from '../../database/connect.ts'
import { readListId } from '../secrets/ids.ts'
import { ownerJson, sharedOwnerJson } from '../shoppers/owner-record.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import { answerBytes, fittingItems } from './answer-budget.ts'

/** The inner id of what a caller calls a list. */
export function listIdOf(store: Store, publicId: string): string {
  const listId = readListId(store.prefix, publicId.trim())
  if (!listId) throw unknownList()
  return listId
}

/** A merged list goes on answering to its old id. */
export const resolveListAlias = (sql: Sql, { storeId }: Store, listId: string | Fragment) => sql`coalesce(
  (select list_id from list_aliases where store_id = ${storeId} and alias_id = ${listId}), ${listId}::uuid
)`

export type ItemSlice = { limit?: number | undefined; offset?: number | undefined }

/**
 * The columns every list record needs, of a row `list`; `slice` is what it shows of its items, as far as they fit into `budget` bytes. Numbers of a caller never
 * stand in a statement's text: each text is prepared, and kept, by every connection.
 */
export const listColumns = (
  sql: Sql,
  { store, shopperId }: Shopper,
  { limit = store.settings.previewItems, offset = 0 }: ItemSlice = {},
  budget: Fragment | number = answerBytes,
) => sql`
  list.*,
  ${store.prefix}::text || replace(list.list_id::text, '-', '') as public_id,
  list.shopper_id = ${shopperId} as is_own,
  ${fittingItems(sql, limit, offset, budget)} as shown,
  ${offset}::integer as skipped`

/** The store and the shopper as rows, for records of the shopper's own lists. */
export const storeAndOwner = (sql: Sql, { store, shopperId }: Shopper) => sql`
  store as (
    select ${store.pid}::text as pid
  ),
  owner as (
    select ${sql.unsafe(ownerJson)} as record
    from store
    left join shoppers shopper
      on shopper.store_id = ${store.storeId}
      and shopper.shopper_id = ${shopperId}
  )`

/** The store and the owner of row `list`, as far as the asking shopper may see them. */
export const storeAndVisibleOwner = (sql: Sql, { store }: Shopper) => sql`
  store as (
    select ${store.pid}::text as pid
  ),
  owner as (
    select case when list.is_own then ${sql.unsafe(ownerJson)} else ${sql.unsafe(sharedOwnerJson)} end as record
    from list
    cross join store
    join shoppers shopper
      on shopper.store_id = ${store.storeId}
      and shopper.shopper_id = list.shopper_id
  )`

/** What statements of one list answer with; `record` is JSON text, null when the list is not there for this shopper. */
export type ListAnswer = { admitted: boolean; record: string | null }

export function listOrRefusal(row: ListAnswer | undefined): string {
  if (!row?.admitted) throw badSession()
  if (row.record === null) throw unknownList()
  return row.record
}
