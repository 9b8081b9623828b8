/** Finds the list that a call names, and selects the rows from which its record is built. */
import { badSession, unknownList } from '@heartbell/contract/refusals'
import type { Fragment, Sql } from '../../database/connect.ts'
import { readListId } from '../secrets/ids.ts'
import { briefOwnerJson, ownerJson, sharedOwnerJson } from '../shoppers/owner-record.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import { answerBytes, fittingItems } from './answer-budget.ts'

/** The internal id of a public list id; refuses an id of another store. */
export function listIdOf(store: Store, publicId: string): string {
  const listId = readListId(store.prefix, publicId.trim())
  if (!listId) throw unknownList()
  return listId
}

/** After a merge, the guest list's id is an alias of the account's list. */
export const resolveListAlias = (sql: Sql, { storeId }: Store, listId: string | Fragment) => sql`coalesce(
  (select list_id from list_aliases where store_id = ${storeId} and alias_id = ${listId}), ${listId}::uuid
)`

export type ItemSlice = { limit?: number | undefined; offset?: number | undefined }

/**
 * The columns that every list record needs, of a row `list`. It shows the items of `slice` that fit into `budget` bytes. Numbers
 * from callers are parameters, never text: every connection prepares and caches each statement text.
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

/** Rows `store` and `owner`, for records of the shopper's own lists. */
export const storeAndOwner = (sql: Sql, { store, shopperId }: Shopper) => sql`
  store as (
    select ${store.pid}::text as pid, ${store.settings.shareUrl}::text as share_url
  ),
  owner as (
    select ${sql.unsafe(ownerJson)} as record
    from store
    left join shoppers shopper
      on shopper.store_id = ${store.storeId}
      and shopper.shopper_id = ${shopperId}
  )`

/** Below this a record has no brief form: most have some hundred bytes, and building a second one would cost every call. */
const shortOwner = 2_000

/** The same for an answer of several lists. `bytes`: of the record; `brief`: what to show if its repetitions take too many. */
export const storeAndRepeatedOwner = (sql: Sql, { store, shopperId }: Shopper) => sql`
  store as (
    select ${store.pid}::text as pid, ${store.settings.shareUrl}::text as share_url
  ),
  -- materialized: built once, not once for each list
  whole_owner as materialized (
    select record, bytes, case when bytes > ${sql.unsafe(String(shortOwner))} then ${sql.unsafe(briefOwnerJson)} end as brief
    from store
    left join shoppers shopper
      on shopper.store_id = ${store.storeId}
      and shopper.shopper_id = ${shopperId}
    cross join lateral (select ${sql.unsafe(ownerJson)} as record offset 0) built
    cross join lateral (select coalesce(octet_length(record::text), 0)::bigint as bytes) measured
  )`

/** Rows `store` and `owner` for a row `list` of any owner, with the fields that this shopper may see. */
export const storeAndVisibleOwner = (sql: Sql, { store }: Shopper) => sql`
  store as (
    select ${store.pid}::text as pid, ${store.settings.shareUrl}::text as share_url
  ),
  owner as (
    select case when list.is_own then ${sql.unsafe(ownerJson)} else ${sql.unsafe(sharedOwnerJson)} end as record
    from list
    cross join store
    join shoppers shopper
      on shopper.store_id = ${store.storeId}
      and shopper.shopper_id = list.shopper_id
  )`

/** A row `list`: the shopper's own list, or any public list. `condition` narrows it further. */
export const visibleList = (sql: Sql, who: Shopper, publicId: string, condition: Fragment = sql``) => sql`
  list as (
    select ${listColumns(sql, who)}
    from lists list
    where list.store_id = ${who.store.storeId}
      and list.list_id = ${resolveListAlias(sql, who.store, listIdOf(who.store, publicId))}
      and (list.shopper_id = ${who.shopperId} or list.anonymous_read)
      ${condition}
  )`

/** `record` is JSON text, null when the list does not exist for this shopper. */
export type ListAnswer = { admitted: boolean; record: string | null }

export function listOrRefusal(row: ListAnswer | undefined): string {
  if (!row?.admitted) throw badSession()
  if (row.record === null) throw unknownList()
  return row.record
}
