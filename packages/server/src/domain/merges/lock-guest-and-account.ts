/** A guest and an account, held together with all their lists while one is merged into the other or taken out again. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { requestRecount } from '../items/recount-savers.ts'
import { recountSavers } from '../items/saver-counts.ts'
import { finishCopy } from '../lists/copy-list.ts'
import { largeList } from '../lists/remove-large-lists.ts'
import type { GuestAndAccount } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import { type ListRow, listRowJson } from './list-snapshots.ts'

export type LockedList = {
  listId: string
  shopperId: string
  /** The name as the rule of unique names compares it. */
  foldedName: string
  itemCount: number
  row: ListRow
}

/**
 * Runs `work` in a transaction that has locked both shoppers, the account first, and then their lists in the order of
 * their ids. A list is made under its shopper's lock and changed under its own: whoever adds at this moment comes before
 * the work or after it. Lists that are still being copied are filled first, because what is recorded must be whole.
 */
export async function lockGuestAndAccount<Result>(
  sql: Database,
  sides: GuestAndAccount,
  work: (sql: Sql, lists: LockedList[]) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const outcome = await transaction(sql, async (sql) => {
      await lockShopper(sql, sides.store, sides.accountId)
      await lockShopper(sql, sides.store, sides.guestId)
      const lists = await lockLists(sql, sides)
      const copies = await findCopiesInProgress(sql, sides.store, lists)
      if (copies.length > 0) return { copies }
      const done = await work(sql, lists)
      await recount(sql, sides, lists)
      return { done }
    })
    if ('done' in outcome) return outcome.done as Result
    for (const { listId } of outcome.copies) await finishCopy(sql, sides.store.storeId, listId)
  }
}

/** Of those who have much, in the background: every item of both would be counted in this transaction. */
async function recount(sql: Sql, { store, guestId, accountId }: GuestAndAccount, lists: LockedList[]): Promise<void> {
  const items = lists.reduce((sum, { itemCount }) => sum + itemCount, 0)
  if (items <= largeList) return await recountSavers(sql, store, [guestId, accountId])
  await requestRecount(sql, { storeId: store.storeId, shopperId: guestId, besideId: accountId })
}

const lockShopper = (sql: Sql, { storeId }: Store, shopperId: string) => sql`
  insert into shoppers (store_id, shopper_id)
  values (${storeId}, ${shopperId})
  on conflict (store_id, shopper_id) do update
  set updated_at = now()`

/** Oldest first; a list that was deleted while we waited for it is not among them. */
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
