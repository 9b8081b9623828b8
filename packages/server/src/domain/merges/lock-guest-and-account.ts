/** Locks a guest and an account with all their lists, for a merge or its undo. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { requestRecount } from '../items/recount-savers.ts'
import { recountSavers } from '../items/saver-counts.ts'
import { finishCopy } from '../lists/copy-list.ts'
import { largeList } from '../lists/remove-large-lists.ts'
import { type ListRow, listRowJson } from '../rows/list-snapshots.ts'
import type { GuestAndAccount } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'

export type LockedList = {
  listId: string
  shopperId: string
  /** Lower case and trimmed, as names are compared. */
  foldedName: string
  itemCount: number
  row: ListRow
}

/**
 * Runs `work` in a transaction that has locked both shoppers, the account first, and then their lists in the order of their ids.
 * Creating a list locks its shopper and changing it locks the list, so every other call runs before the work or after it.
 * Unfinished copies are completed first, because a merge records whole lists.
 */
export async function lockGuestAndAccount<Result>(
  sql: Database,
  pair: GuestAndAccount,
  work: (sql: Sql, lists: LockedList[]) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const outcome = await transaction(sql, async (sql) => {
      await lockShopper(sql, pair.store, pair.accountId)
      await lockShopper(sql, pair.store, pair.guestId)
      const lists = await lockLists(sql, pair)
      const copies = await findCopiesInProgress(sql, pair.store, lists)
      if (copies.length > 0) return { copies }
      const done = await work(sql, lists)
      await recount(sql, pair, lists)
      return { done }
    })
    if ('done' in outcome) return outcome.done as Result
    for (const { listId } of outcome.copies) await finishCopy(sql, pair.store.storeId, listId)
  }
}

/** In the background for shoppers with many items: otherwise this transaction would count them all. */
async function recount(sql: Sql, { store, guestId, accountId }: GuestAndAccount, lists: LockedList[]): Promise<void> {
  const items = lists.reduce((sum, { itemCount }) => sum + itemCount, 0)
  if (items <= largeList) return await recountSavers(sql, store.storeId, [guestId, accountId])
  await requestRecount(sql, { storeId: store.storeId, shopperId: guestId, besideId: accountId })
}

const lockShopper = (sql: Sql, { storeId }: Store, shopperId: string) => sql`
  insert into shoppers (store_id, shopper_id)
  values (${storeId}, ${shopperId})
  on conflict (store_id, shopper_id) do update
  set updated_at = now()`

/** Oldest first, without lists that were deleted while this waited for their locks. */
async function lockLists(sql: Sql, { store, guestId, accountId }: GuestAndAccount): Promise<LockedList[]> {
  const lists = await sql<LockedList[]>`
    select list_id, shopper_id, lower(btrim(name)) as folded_name, item_count, ${sql.unsafe(listRowJson)} as row
    from lists list
    where store_id = ${store.storeId}
      and shopper_id in (${guestId}, ${accountId})
    order by list_id
    for update`
  const age = ({ row, listId }: LockedList) => `${row.created_at} ${listId}`
  return lists.sort((one, other) => (age(one) < age(other) ? -1 : 1))
}

const findCopiesInProgress = (sql: Sql, { storeId }: Store, lists: LockedList[]) => {
  const listIds = lists.map(({ listId }) => listId)
  return sql<{ listId: string }[]>`
    select list_id
    from list_copies
    where store_id = ${storeId}
      and (list_id = any(${listIds}) or source_id = any(${listIds}))`
}
