/** The record of a merge, which its undo needs: the guest's lists and items, and the account's before the merge. */
import type { Sql } from '../../database/connect.ts'
import { isoTime } from '../../database/json.ts'
import { type ItemRow, itemBatchSize, itemRowJson, type ListRow } from '../rows/list-snapshots.ts'
import type { GuestAndAccount } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import type { LockedList } from './lock-guest-and-account.ts'
import type { MergeTrace } from './merge-rules.ts'

/** `turn` orders the merges into one account, and those of one guest. */
export type Merge = { mergeId: string; turn: number; mergedAt: string; subscriptionIds: string[] }

/** `listId` is the account's list that has the items now. If the list moved unchanged, it equals `guestListId` and `before` is null. */
export type MergedList = MergeTrace<ListRow> & {
  mergeId: string
  guestListId: string
  place: number
  listId: string
  aliasIds: string[]
}

export type MergedItem = MergeTrace<ItemRow> & { mergeId: string; guestListId: string; variantId: string }

export async function recordMerge(
  sql: Sql,
  pair: GuestAndAccount,
  mergeId: string,
  subscriptionIds: string[],
): Promise<Merge> {
  const { store, guestId, accountId } = pair
  const [merge] = await sql<Merge[]>`
    insert into merges (store_id, merge_id, guest_id, account_id, turn, subscription_ids)
    select ${store.storeId}, ${mergeId}, ${guestId}, ${accountId}, coalesce(max(turn), 0) + 1, ${subscriptionIds}::uuid[]
    from merges
    where store_id = ${store.storeId}
      and (account_id = ${accountId} or guest_id = ${guestId})
    returning merge_id, turn, ${sql.unsafe(isoTime('merged_at'))} as merged_at, subscription_ids`
  return merge!
}

/** Records the guest's lists and items before they move to the account. */
export async function recordLists(
  sql: Sql,
  { storeId }: Store,
  { mergeId }: Merge,
  lists: LockedList[],
): Promise<void> {
  const entries = lists.map(({ listId, row }, place) => ({ list_id: listId, place, row }))
  await sql`
    insert into merged_lists (store_id, merge_id, guest_list_id, place, list_id, brought, alias_ids)
    select ${storeId}, ${mergeId}, entry.list_id, entry.place, entry.list_id, entry.row, array(
      select alias_id
      from list_aliases alias
      where alias.store_id = ${storeId}
        and alias.list_id = entry.list_id
    )
    from jsonb_to_recordset(${sql.json(entries as never)}) as entry (list_id uuid, place integer, row jsonb)`
  for (const { listId } of lists)
    for (let after: string | null = ''; after !== null; )
      after = await recordItems(sql, storeId, mergeId, listId, after)
}

/** One batch, in the order of variants; returns the last variant, or null after the last batch. */
async function recordItems(
  sql: Sql,
  storeId: number,
  mergeId: string,
  listId: string,
  after: string,
): Promise<string | null> {
  const [done] = await sql<{ count: number; last: string | null }[]>`
    with recorded as (
      insert into merged_items (store_id, merge_id, guest_list_id, variant_id, brought)
      select store_id, ${mergeId}, list_id, variant_id, ${sql.unsafe(itemRowJson)}
      from items item
      where store_id = ${storeId}
        and list_id = ${listId}
        and variant_id > ${after}
      order by variant_id
      limit ${itemBatchSize}
      returning variant_id
    )
    select count(*), max(variant_id) as last
    from recorded`
  return done!.count < itemBatchSize ? null : done!.last
}

export type ListBefore = Pick<MergedList, 'mergeId' | 'guestListId' | 'listId' | 'before'>

/** Stores the account's list as it was before, and its id. */
export async function saveListsBefore(sql: Sql, { storeId }: Store, lists: ListBefore[]): Promise<void> {
  const rows = lists.map((list) => ({
    merge_id: list.mergeId,
    guest_list_id: list.guestListId,
    list_id: list.listId,
    before: list.before,
  }))
  await sql`
    update merged_lists
    set list_id = found.list_id,
        before = found.before
    from jsonb_to_recordset(${sql.json(rows as never)}) as found (
      merge_id uuid, guest_list_id uuid, list_id uuid, before jsonb
    )
    where merged_lists.store_id = ${storeId}
      and merged_lists.merge_id = found.merge_id
      and merged_lists.guest_list_id = found.guest_list_id`
}

export type ItemBefore = Pick<MergedItem, 'mergeId' | 'guestListId' | 'variantId' | 'before'>

export async function saveItemsBefore(sql: Sql, { storeId }: Store, items: ItemBefore[]): Promise<void> {
  const rows = items.map((item) => ({
    merge_id: item.mergeId,
    guest_list_id: item.guestListId,
    variant_id: item.variantId,
    before: item.before,
  }))
  await sql`
    update merged_items
    set before = found.before
    from jsonb_to_recordset(${sql.json(rows as never)}) as found (
      merge_id uuid, guest_list_id uuid, variant_id text, before jsonb
    )
    where merged_items.store_id = ${storeId}
      and merged_items.merge_id = found.merge_id
      and merged_items.guest_list_id = found.guest_list_id
      and merged_items.variant_id = found.variant_id`
}

/** The last list first, because several may have been combined into one. */
export async function readMergedLists(sql: Sql, { storeId }: Store, { mergeId }: Merge): Promise<MergedList[]> {
  return await sql<MergedList[]>`
    select merge_id, guest_list_id, place, list_id, brought, before, alias_ids
    from merged_lists
    where store_id = ${storeId}
      and merge_id = ${mergeId}
    order by place desc`
}

/** Deletes a merged list's items from the record and returns them in batches. */
export async function* removeMergedItems(sql: Sql, { storeId }: Store, list: MergedList): AsyncGenerator<MergedItem[]> {
  for (;;) {
    const items = await sql<MergedItem[]>`
      delete from merged_items
      where store_id = ${storeId}
        and merge_id = ${list.mergeId}
        and guest_list_id = ${list.guestListId}
        and variant_id = any(array(
          select variant_id
          from merged_items
          where store_id = ${storeId}
            and merge_id = ${list.mergeId}
            and guest_list_id = ${list.guestListId}
          order by variant_id
          limit ${itemBatchSize}
        ))
      returning merge_id, guest_list_id, variant_id, brought, before`
    if (items.length > 0) yield [...items]
    if (items.length < itemBatchSize) return
  }
}

/** Later merges into the same list of the account, in order, with their times. */
export async function readLaterLists(
  sql: Sql,
  { storeId }: Store,
  { turn }: Merge,
  { listId, place }: MergedList,
): Promise<(MergedList & { mergedAt: string })[]> {
  return await sql<(MergedList & { mergedAt: string })[]>`
    select list.merge_id, list.guest_list_id, list.place, list.list_id, list.brought, list.before, list.alias_ids,
      ${sql.unsafe(isoTime('merge.merged_at'))} as merged_at
    from merged_lists list
    join merges merge
      using (store_id, merge_id)
    where list.store_id = ${storeId}
      and list.list_id = ${listId}
      and (merge.turn, list.place) > (${turn}, ${place})
    order by merge.turn, list.place`
}

/** The items of these later merges, in the same order, only of these variants. */
export async function readLaterItems(
  sql: Sql,
  { storeId }: Store,
  { turn }: Merge,
  { listId, place }: MergedList,
  variantIds: string[],
): Promise<MergedItem[]> {
  return await sql<MergedItem[]>`
    select item.merge_id, item.guest_list_id, item.variant_id, item.brought, item.before
    from merged_lists list
    join merges merge
      using (store_id, merge_id)
    join merged_items item
      using (store_id, merge_id, guest_list_id)
    where list.store_id = ${storeId}
      and list.list_id = ${listId}
      and item.variant_id = any(${variantIds}::text[])
      and (merge.turn, list.place) > (${turn}, ${place})
    order by merge.turn, list.place`
}

/** A restored list is no longer part of its merge. */
export async function deleteMergedList(sql: Sql, { storeId }: Store, list: MergedList): Promise<void> {
  await sql`
    delete from merged_lists
    where store_id = ${storeId}
      and merge_id = ${list.mergeId}
      and guest_list_id = ${list.guestListId}`
}

/**
 * After 30 days a merge cannot be undone, and its record is personal data without a purpose. Each merge deletes up to five old
 * records, more than the one it adds; locked records are left for the next merge.
 */
export async function deleteOldMerges(sql: Sql, { storeId }: Store): Promise<void> {
  await sql`
    delete from merges
    where store_id = ${storeId}
      and merge_id in (
        select merge_id
        from merges
        where store_id = ${storeId}
          and merged_at < now() - interval '30 days'
        order by merged_at
        limit 5
        for update skip locked
      )`
}
