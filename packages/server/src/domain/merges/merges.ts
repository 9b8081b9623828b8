/** Merges a guest who logs in into the account: lists and alerts move once, and nothing is lost. */
import type { Database, Sql } from '../../database/connect.ts'
import { dropOldestDeletedLists } from '../rows/deleted-lists.ts'
import { newId } from '../secrets/ids.ts'
import { accountId, guestId } from '../secrets/tokens.ts'
import { type GuestAndAccount, type Identity, identityOf } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import { moveRequests } from '../subscriptions/subscription-requests.ts'
import { combineLists } from './combine-lists.ts'
import { type LockedList, lockGuestAndAccount } from './lock-guest-and-account.ts'
import { planMerge } from './merge-plan.ts'
import { deleteOldMerges, recordLists, recordMerge, saveItemsBefore, saveListsBefore } from './merge-record.ts'

export const linkGuest = (sql: Database, store: Store, uuid: string, email: string): Promise<Identity> =>
  mergeGuest(sql, store, guestId(store.tokenKey, uuid), email)

/** Returns the account's identity. May be repeated: some callers do so on every page load. */
export async function mergeGuest(sql: Database, store: Store, guestId: string, email: string): Promise<Identity> {
  const pair = { store, guestId, accountId: accountId(store.tokenKey, email) }
  const epoch =
    (await findLink(sql, pair)) ??
    (await lockGuestAndAccount(sql, pair, (sql, lists) => merge(sql, pair, email, lists)))
  return identityOf(store.tokenKey, 'account', pair.accountId, epoch)
}

/**
 * The account's epoch if the guest is linked to it already and has saved nothing since; then there is nothing to merge. Page
 * loads are not logins, so `last_login_at` changes every ten minutes at most.
 */
async function findLink(sql: Sql, { store, guestId, accountId }: GuestAndAccount): Promise<number | null> {
  const { storeId } = store
  const [link] = await sql<{ sessionEpoch: number }[]>`
    with link as (
      select account.session_epoch
      from shoppers guest
      join shoppers account
        on account.store_id = guest.store_id
        and account.shopper_id = guest.merged_into
      where guest.store_id = ${storeId}
        and guest.shopper_id = ${guestId}
        and guest.merged_into = ${accountId}
        and guest.merged_epoch = account.session_epoch
        and not exists (select from lists where store_id = ${storeId} and shopper_id = ${guestId})
        and not exists (select from subscriptions where store_id = ${storeId} and shopper_id = ${guestId})
        and not exists (select from subscription_asks where store_id = ${storeId} and holder_id = ${guestId})
    ),
    seen as (
      update shoppers
      set last_login_at = now()
      from link
      where store_id = ${storeId}
        and shopper_id = ${accountId}
        and last_login_at < now() - interval '10 minutes'
    )
    select session_epoch
    from link`
  return link?.sessionEpoch ?? null
}

async function merge(sql: Sql, pair: GuestAndAccount, email: string, lists: LockedList[]): Promise<number> {
  const { store } = pair
  const { moved, combined } = planMerge(lists, pair.guestId)
  const subscriptionIds = await moveSubscriptions(sql, pair)
  await moveRequests(sql, pair)
  await moveDeletedLists(sql, pair)
  const { epoch, isNew } = await link(sql, pair, email)
  if (!isNew && moved.length + combined.length + subscriptionIds.length === 0) return epoch
  const merge = await recordMerge(sql, pair, newId(), subscriptionIds)
  await recordLists(sql, store, merge, [...moved, ...combined.map(({ from }) => from)])
  await moveLists(sql, pair, email, moved)
  if (combined.length > 0) {
    const before = await combineLists(sql, store, merge, combined, (items) => saveItemsBefore(sql, store, items))
    await saveListsBefore(sql, store, before)
  }
  await deleteOldMerges(sql, store)
  return epoch
}

/** After this the guest's session is valid for the account too. */
async function link(
  sql: Sql,
  { store, guestId, accountId }: GuestAndAccount,
  email: string,
): Promise<{ epoch: number; isNew: boolean }> {
  const [row] = await sql<{ epoch: number; isNew: boolean }[]>`
    with account as (
      update shoppers
      set email = ${email},
          last_login_at = now()
      where store_id = ${store.storeId}
        and shopper_id = ${accountId}
      returning session_epoch
    ),
    before as (
      select merged_into
      from shoppers
      where store_id = ${store.storeId}
        and shopper_id = ${guestId}
    ),
    guest as (
      update shoppers
      set merged_into = ${accountId},
          merged_epoch = account.session_epoch
      from account
      where store_id = ${store.storeId}
        and shopper_id = ${guestId}
    )
    select account.session_epoch as epoch, before.merged_into is distinct from ${accountId} as is_new
    from account
    cross join before`
  return row!
}

/** Only the owner of the list changes; its items stay. The creator's address is known now. */
async function moveLists(
  sql: Sql,
  { store, accountId }: GuestAndAccount,
  email: string,
  lists: LockedList[],
): Promise<void> {
  await sql`
    update lists
    set shopper_id = ${accountId},
        created_by = coalesce(created_by, ${email}),
        updated_by = coalesce(updated_by, ${email}),
        created_for = coalesce(created_for, ${email})
    where store_id = ${store.storeId}
      and list_id = any(${lists.map(({ listId }) => listId)})`
}

/** An address has one subscription for a product, so only the owner changes. */
async function moveSubscriptions(sql: Sql, { store, guestId, accountId }: GuestAndAccount): Promise<string[]> {
  const rows = await sql<{ subscriptionId: string }[]>`
    update subscriptions
    set shopper_id = ${accountId}
    where store_id = ${store.storeId}
      and shopper_id = ${guestId}
    returning subscription_id`
  return rows.map(({ subscriptionId }) => subscriptionId)
}

/** A shopper who deletes a list and then signs in may still restore it. */
async function moveDeletedLists(sql: Sql, { store, guestId, accountId }: GuestAndAccount): Promise<void> {
  await sql`
    update deleted_lists
    set shopper_id = ${accountId},
        guest_id = ${guestId}
    where store_id = ${store.storeId}
      and shopper_id = ${guestId}`
  await dropOldestDeletedLists(sql, { store, shopperId: accountId })
}
