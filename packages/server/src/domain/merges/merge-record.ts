/** The record of a merge: what was brought and what was there before, so that it can be undone. */
import type { Sql } from '../../database/connect.ts'
import { isoTime } from '../../database/json.ts'
import type { GuestAndAccount } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import type { MergeTrace } from './combine-rules.ts'
import { type ItemRow, itemBatchSize, itemRowJson, type ListRow } from './list-snapshots.ts'
import type { LockedList } from './lock-guest-and-account.ts'

/** `turn` orders the merges into one account, and those of one guest. */
export type Merge = { mergeId: string; turn: number; mergedAt: string; subscriptionIds: string[] }

/** `listId` is the account's list that holds the items: the guest's own, with nothing before it, where it moved whole. */
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
  sides: GuestAndAccount,
  mergeId: string,
  subscriptionIds: string[],
): Promise<Merge> {
  const { store, guestId, accountId } = sides
  const [merge] = await sql<Merge[]>`
    insert into merges (store_id, merge_id, guest_id, account_id, turn, subscription_ids)
    select ${store.storeId}, ${mergeId}, ${guestId}, ${accountId}, coalesce(max(turn), 0) + 1, ${subscriptionIds}::uuid[]
    from merges
    where store_id = ${store.storeId}
      and (account_id = ${accountId} or guest_id = ${guestId})
    returning merge_id, turn, ${sql.unsafe(isoTime('merged_at'))} as merged_at, subscription_ids`
  return merge!
}

/** The guest's lists and items, before they change hands. */
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

/** A few at a time, in the order of their variants; gives the last one, or null when there are no more. */
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

/** What the account's list was before, and which list it is. */
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

/** The last list first: several may have gone into one. */
export async function readMergedLists(sql: Sql, { storeId }: Store, { mergeId }: Merge): Promise<MergedList[]> {
  return await sql<MergedList[]>`
    select merge_id, guest_list_id, place, list_id, brought, before, alias_ids
    from merged_lists
    where store_id = ${storeId}
      and merge_id = ${mergeId}
    order by place desc`
}

/** The items of a list that a merge brought, a few at a time; each is taken out of the record when the next are asked for. */
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

/** What merges brought to the same list of the account after this one, in order, when they did. */
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

/** The items of those, in the same order; only of these variants. */
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

/** A list that was given back is no longer part of its merge. */
export async function deleteMergedList(sql: Sql, { storeId }: Store, list: MergedList): Promise<void> {
  await sql`
    delete from merged_lists
    where store_id = ${storeId}
      and merge_id = ${list.mergeId}
      and guest_list_id = ${list.guestListId}`
}

/**
 * After 30 days nothing can be undone, and what a person once saved need not be kept for it. Each merge takes a few old
 * records along, more than the one it leaves; those in use at the moment are left for the next.
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
