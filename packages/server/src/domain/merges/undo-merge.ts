/** Undoes a merge, for 30 days: the guest gets its lists back, and the account keeps its own changes since. */
import { nothingToUndo } from '@heartbell/contract/refusals'
import type { Database, Sql } from '../../database/connect.ts'
import { isoTime } from '../../database/json.ts'
import { finishRemoval } from '../lists/remove-large-lists.ts'
import type { GuestAndAccount } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import { returnRequests } from '../subscriptions/subscription-requests.ts'
import { lockGuestAndAccount } from './lock-guest-and-account.ts'
import { type Merge, readMergedLists } from './merge-record.ts'
import { restoreGuestList } from './restore-guest-list.ts'

/** Undoes every merge of this guest into the account of its last merge, or into `named`. */
export async function undoMerge(
  sql: Database,
  store: Store,
  guestId: string,
  named: string | null = null,
): Promise<void> {
  let leaving: { listId: string }[] = []
  for (let isDone = false; !isDone; ) {
    const accountId = await lastAccount(sql, store, guestId, named)
    if (!accountId) throw nothingToUndo()
    const pair = { store, guestId, accountId }
    // A restored list needs its old id, which a list being removed may still use until its items are deleted.
    for (const { listId } of leaving) await finishRemoval(sql, store.storeId, listId)
    isDone = await lockGuestAndAccount(sql, pair, async (sql) => {
      // A login may have happened before the lock; then the last account is another one.
      if ((await lastAccount(sql, store, guestId, named)) !== accountId) return false
      const merges = await mergesToUndo(sql, pair)
      leaving = await findListsBeingRemoved(sql, store, merges)
      if (leaving.length > 0) return false
      for (const merge of merges) await undo(sql, pair, merge)
      await returnRequests(sql, pair)
      await returnDeletedLists(sql, pair)
      await unlink(sql, pair)
      return true
    })
  }
}

const findListsBeingRemoved = (sql: Sql, { storeId }: Store, merges: Merge[]) => sql<{ listId: string }[]>`
  select list_id
  from list_removals
  where store_id = ${storeId}
    and list_id in (
      select guest_list_id
      from merged_lists
      where store_id = ${storeId}
        and merge_id = any(${merges.map(({ mergeId }) => mergeId)}::uuid[])
    )`

async function undo(sql: Sql, pair: GuestAndAccount, merge: Merge): Promise<void> {
  await dropDeletedLists(sql, pair.store, merge)
  for (const list of await readMergedLists(sql, pair.store, merge)) await restoreGuestList(sql, pair, merge, list)
  await restoreSubscriptions(sql, pair, merge)
  await closeMerge(sql, pair.store, merge)
}

/** Also of a merge that is undone already, because the answer to the first call may have been lost. */
async function lastAccount(
  sql: Sql,
  { storeId }: Store,
  guestId: string,
  named: string | null,
): Promise<string | null> {
  const [last] = await sql<{ accountId: string }[]>`
    select account_id
    from merges
    where store_id = ${storeId}
      and guest_id = ${guestId}
      and (${named}::uuid is null or account_id = ${named})
      and merged_at > now() - interval '30 days'
    order by turn desc
    limit 1`
  return last?.accountId ?? null
}

/** Newest first: undone in the reverse order. */
const mergesToUndo = (sql: Sql, { store, guestId, accountId }: GuestAndAccount) => sql<Merge[]>`
  select merge_id, turn, ${sql.unsafe(isoTime('merged_at'))} as merged_at, subscription_ids
  from merges
  where store_id = ${store.storeId}
    and guest_id = ${guestId}
    and account_id = ${accountId}
    and undone_at is null
    and merged_at > now() - interval '30 days'
  order by turn desc`

async function restoreSubscriptions(
  sql: Sql,
  { store, guestId, accountId }: GuestAndAccount,
  merge: Merge,
): Promise<void> {
  await sql`
    update subscriptions
    set shopper_id = ${guestId}
    where store_id = ${store.storeId}
      and shopper_id = ${accountId}
      and subscription_id = any(${merge.subscriptionIds})`
}

/** The account's deleted lists that have items of the guest, or the id that the guest's list gets back. */
async function dropDeletedLists(sql: Sql, { storeId }: Store, { mergeId }: Merge): Promise<void> {
  await sql`
    delete from deleted_lists
    where store_id = ${storeId}
      and list_id in (
        select list_id
        from merged_lists
        where store_id = ${storeId}
          and merge_id = ${mergeId}
      )`
}

async function returnDeletedLists(sql: Sql, { store, guestId, accountId }: GuestAndAccount): Promise<void> {
  await sql`
    update deleted_lists
    set shopper_id = ${guestId},
        guest_id = null
    where store_id = ${store.storeId}
      and shopper_id = ${accountId}
      and guest_id = ${guestId}`
}

async function closeMerge(sql: Sql, { storeId }: Store, { mergeId }: Merge): Promise<void> {
  await sql`
    update merges
    set undone_at = now()
    where store_id = ${storeId}
      and merge_id = ${mergeId}`
}

/** The guest's session is no longer valid for the account. */
async function unlink(sql: Sql, { store, guestId, accountId }: GuestAndAccount): Promise<void> {
  await sql`
    update shoppers
    set merged_into = null,
        merged_epoch = null
    where store_id = ${store.storeId}
      and shopper_id = ${guestId}
      and merged_into = ${accountId}`
}
