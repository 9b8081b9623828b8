/** Lists merges for the merchant: guest and account, what moved, and whether it can still be undone. */
import type { Sql } from '../../database/connect.ts'
import type { Store } from '../stores/stores.ts'

export type MergeLine = {
  mergeId: string
  guestId: string
  accountId: string
  accountEmail: string | null
  lists: number
  items: number
  alerts: number
  mergedAt: Date
  undoneAt: Date | null
  canUndo: boolean
}

const columns = `
  merge.merge_id, merge.guest_id, merge.account_id, account.email as account_email,
  cardinality(merge.subscription_ids) as alerts, merge.merged_at, merge.undone_at,
  merge.undone_at is null and merge.merged_at > now() - interval '30 days' as can_undo`

const place = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)~([0-9a-f]{8}-[0-9a-f-]{27})$/

/** Newest first; `email` selects the account with exactly this address. */
export async function browseMerges(
  sql: Sql,
  { storeId }: Store,
  { email, after, limit }: { email?: string | undefined; after?: string | undefined; limit: number },
): Promise<{ rows: MergeLine[]; next: string | null }> {
  const [, at, id] = place.exec(after ?? '') ?? []
  const rows = await sql<MergeLine[]>`
    select ${sql.unsafe(columns)}, brought.lists, brought.items
    from (
      select *
      from merges
      where store_id = ${storeId}
        ${
          email
            ? sql`and account_id in (
          select shopper_id
          from shoppers
          where store_id = ${storeId}
            and email = ${email}
        )`
            : sql``
        }
        ${at && id ? sql`and merged_at <= ${at} and (merged_at, merge_id) < (${at}::timestamptz, ${id}::uuid)` : sql``}
      order by merged_at desc, merge_id desc
      limit ${limit}
    ) merge
    join shoppers account
      on account.store_id = ${storeId}
      and account.shopper_id = merge.account_id
    cross join lateral (
      select count(distinct list.guest_list_id) as lists, count(item.variant_id) as items
      from merged_lists list
      left join merged_items item
        on item.store_id = ${storeId}
        and item.merge_id = list.merge_id
        and item.guest_list_id = list.guest_list_id
      where list.store_id = ${storeId}
        and list.merge_id = merge.merge_id
    ) brought
    order by merge.merged_at desc, merge.merge_id desc`
  const last = rows.length === limit ? rows.at(-1)! : null
  return { rows, next: last && `${last.mergedAt.toISOString()}~${last.mergeId}` }
}

/** What an undo would revert: every merge of this guest into this account within 30 days. */
export type UndoPreview = Pick<MergeLine, 'guestId' | 'accountId' | 'accountEmail'> & {
  merges: number
  lists: { name: string; items: number }[]
  alerts: number
}

export async function previewUndo(sql: Sql, { storeId }: Store, mergeId: string): Promise<UndoPreview | null> {
  const [found] = await sql<UndoPreview[]>`
    with meant as (
      select merge.merge_id, merge.guest_id, merge.account_id, merge.subscription_ids
      from merges named
      join merges merge
        on merge.store_id = ${storeId}
        and merge.guest_id = named.guest_id
        and merge.account_id = named.account_id
      where named.store_id = ${storeId}
        and named.merge_id = ${mergeId}
        and merge.undone_at is null
        and merge.merged_at > now() - interval '30 days'
    )
    select meant.guest_id, meant.account_id, account.email as account_email, count(*) as merges,
      sum(cardinality(meant.subscription_ids))::integer as alerts,
      (
        select coalesce(json_agg(json_build_object('name', list.brought ->> 'name', 'items', (
          select count(*)
          from merged_items item
          where item.store_id = ${storeId}
            and item.merge_id = list.merge_id
            and item.guest_list_id = list.guest_list_id
        )) order by list.place), '[]')
        from merged_lists list
        where list.store_id = ${storeId}
          and list.merge_id in (select merge_id from meant)
      ) as lists
    from meant
    join shoppers account
      on account.store_id = ${storeId}
      and account.shopper_id = meant.account_id
    group by meant.guest_id, meant.account_id, account.email`
  return found ?? null
}
