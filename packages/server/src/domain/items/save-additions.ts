/**
 * The statement that adds items to lists: the everyday write, for one caller or for many at once. Its clauses follow in the
 * order in which they run; each has the name that the later ones read.
 */
import type { Fragment, Sql } from '../../database/connect.ts'
import { areSessionsValid, type Shopper } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import { type ExceededQuota, estimateBytes, itemBytes, listBytes, unlockedShare } from './item-quotas.ts'
import { type ItemsJson, itemJson, joinListOfItem } from './item-record.ts'
import { resolveListAlias } from './list-access.ts'
import type { NewItemRow } from './new-item.ts'
import { saverCountSteps } from './saver-counts.ts'

/** What one caller asks to be saved, checked by itself. */
export type Addition = { who: Shopper; listId: string; rows: NewItemRow[] }

/** `skip`: leave out lists that are locked, instead of waiting. `quota`: the caller has locked the shopper's row. */
export type AdditionLocking = { skip?: boolean; quota?: boolean }

/**
 * The result of one addition. `found` is false for a list of somebody else, and with `skip` for a locked one. `over` names the
 * quota that refused it; `near`: nothing was saved, because only a caller who has locked the shopper's row can decide.
 */
export type AdditionOutcome = {
  admitted: boolean
  found: boolean
  unknown: string[] | null
  over: ExceededQuota | 'near' | null
  records: ItemsJson
}

/**
 * Inserts the items; where a list has the variant already, updates that item with the fields that were sent. Each result has
 * its items in the order of the call. All additions belong to one store and to different shoppers, because a statement
 * can't write a row twice.
 */
export async function saveAdditions(
  sql: Sql,
  additions: readonly Addition[],
  { skip = false, quota = false }: AdditionLocking = {},
): Promise<AdditionOutcome[]> {
  const { store } = additions[0]!.who
  const items = additions.reduce((sum, { rows }) => sum + rows.length, 0)
  return await sql<AdditionOutcome[]>`
    with asked as (${callsAsked(sql, additions)}),
    caller as (${callers(sql, store, quota)}),
    input as (${itemsAsked(sql, store, items)}),
    unknown as (${unknownVariants(sql, store)}),
    target as (${lockedLists(sql, store, skip)}),
    saved as (${upsertedItems(sql)}),
    counted as (${countedLists(sql, store)}),
    ${saverCountSteps(sql, store, newProducts(sql))}
    select caller.admitted, target.call is not null as found, unknown.variants as unknown, caller.over,
      coalesce(shown.records, '[]') as records
    from caller
    left join unknown using (call)
    left join target using (call)
    left join (${itemRecords(sql, store)}) shown using (call)
    order by caller.call`
}

/** One row for each call, with its items still in JSON. */
const callsAsked = (sql: Sql, additions: readonly Addition[]) => sql`
  select *
  from jsonb_to_recordset(${sql.json(additions.map(asCall) as never)}) as asked (
    call integer, list_id uuid, shopper_id uuid, session_id uuid, session_epoch integer, device_id text,
    rows integer, bytes integer, items jsonb
  )
  limit ${upTo(sql, additions.length)}`

const asCall = ({ who, listId, rows }: Addition, call: number) => ({
  call,
  list_id: listId,
  shopper_id: who.shopperId,
  session_id: who.session?.shopperId,
  session_epoch: who.session?.epoch,
  device_id: who.deviceId,
  rows: rows.length,
  bytes: estimateBytes(rows),
  items: rows,
})

/**
 * How many rows the planner is to expect, written into the text. Without it the planner guesses a hundred. With a parameter
 * it makes a new plan each time (3 ms), because that looks cheaper.
 */
const upTo = (sql: Sql, count: number) => sql.unsafe(String(16 ** Math.ceil(Math.log2(count) / 4)))

/** Who calls: whether their session is valid, which list they mean, and which quota they would exceed. */
const callers = (sql: Sql, store: Store, quota: boolean) => sql`
  select asked.call, asked.shopper_id, asked.device_id, shopper.email,
    ${resolveListAlias(sql, store, sql`asked.list_id`)} as list_id,
    ${areSessionsValid(sql, store)} as admitted,
    ${quota ? exceededQuota(sql, store) : nearQuota(sql, store)} as over
  from asked
  left join lateral (
    select session_epoch, email
    from shoppers
    where shoppers.store_id = ${store.storeId}
      and shoppers.shopper_id = asked.shopper_id
    limit 1
  ) shopper on true
  cross join lateral (
    select coalesce(sum(item_count), 0) as items, coalesce(sum(${sql.unsafe(listBytes('lists'))}), 0) as bytes
    from lists
    where lists.store_id = ${store.storeId}
      and lists.shopper_id = asked.shopper_id
  ) used`

/** Without a lock, other statements may add to other lists of the shopper now. So above a safe share nothing is saved here. */
const nearQuota = (sql: Sql, { settings: { maxItems, maxBytes } }: Store) => sql`
  case
    when used.items + asked.rows > ${Math.floor(maxItems * unlockedShare)}::integer
      or used.bytes + asked.bytes > ${Math.floor(maxBytes * unlockedShare)}::bigint then 'near'
  end`

/** Under the lock. A variant that the list has already is not one more item; it is looked up only where the sum is too large. */
const exceededQuota = (sql: Sql, store: Store) => sql`
  case
    when used.items + asked.rows > ${store.settings.maxItems}::integer
      and used.items + (
        select count(*)
        from jsonb_to_recordset(asked.items) as sent (variant_id text)
        where not exists (
          select from items
          where items.store_id = ${store.storeId}
            and items.list_id = ${resolveListAlias(sql, store, sql`asked.list_id`)}
            and items.variant_id = sent.variant_id
        )
      ) > greatest(${store.settings.maxItems}::integer, used.items) then 'items'
    when used.bytes + asked.bytes > ${store.settings.maxBytes}::bigint then 'bytes'
  end`

/** One row for each item, with what the catalog has of it: one index lookup each, a join would read the whole catalog. */
const itemsAsked = (sql: Sql, { storeId }: Store, count: number) => sql`
  select sent.*, variant.title as catalog_title, variant.brand as catalog_brand, variant.sku as catalog_sku,
    variant.variant_info as catalog_variant_info, variant.image_url as catalog_image_url,
    variant.price as catalog_price, variant.stock as catalog_stock, variant.deleted_at as catalog_deleted_at,
    variant.variant_id is not null and variant.deleted_at is null as is_sold
  from (
    select asked.call, sent.*
    from asked
    cross join jsonb_to_recordset(asked.items) as sent (
      place integer, item_id uuid, variant_id text, product_id text, url text, kind text,
      quantity integer, note text, clears_note boolean, properties jsonb, label text, any_variant boolean,
      title text, fallback_title text, brand text, sku text, variant_info text, image_url text, price numeric,
      compare_at_price numeric, platform_item_id text, bundle jsonb
    )
    limit ${upTo(sql, count)}
  ) sent
  left join lateral (
    select *
    from variants
    where variants.store_id = ${storeId}
      and variants.variant_id = sent.variant_id
    limit 1
  ) variant on true`

/** For stores that accept only products of their catalog: calls with others are refused whole. */
const unknownVariants = (sql: Sql, { settings }: Store): Fragment =>
  settings.catalog === 'strict'
    ? sql`
        select call, array_agg(variant_id order by place) as variants
        from input
        where kind = 'product'
          and not is_sold
        group by call`
    : sql`select null::integer as call, null::text[] as variants where false`

/**
 * The lists of the calls that may write, locked in the order of their ids: adds, merges and deletions of a list run one
 * after another, and two statements never wait for each other.
 */
const lockedLists = (sql: Sql, { storeId }: Store, skip: boolean) => sql`
  select list.store_id, list.list_id, caller.call, caller.shopper_id, caller.email, caller.device_id
  from (
    select *
    from caller
    where admitted
      and over is null
      and call not in (select call from unknown)
    order by list_id
  ) caller
  cross join lateral (
    select store_id, list_id
    from lists
    where lists.store_id = ${storeId}
      and lists.list_id = caller.list_id
      and lists.shopper_id = caller.shopper_id
    ${skip ? sql`for update skip locked` : sql`for update`}
  ) list`

/**
 * Inserts the items, or updates those that are there with the fields that were sent. `product_was` and `bytes_was` are for
 * the clauses below: they see only the row as it is after the write. `bytes_was` is null in new rows and in no other.
 */
const upsertedItems = (sql: Sql) => sql`
  insert into items (
    store_id, list_id, item_id, variant_id, product_id, url, kind,
    quantity, note, properties, label, any_variant,
    title, brand, sku, variant_info, image_url, price,
    compare_at_price, platform_item_id, bundle, device_id, updated_by
  )
  select target.store_id, target.list_id, input.item_id, input.variant_id, input.product_id, input.url, input.kind,
    input.quantity, case when not coalesce(input.clears_note, false) then input.note end, input.properties, input.label, input.any_variant,
    coalesce(input.title, input.catalog_title, input.fallback_title), coalesce(input.brand, input.catalog_brand),
    coalesce(input.sku, input.catalog_sku), coalesce(input.variant_info, input.catalog_variant_info),
    coalesce(input.image_url, input.catalog_image_url), coalesce(input.price, input.catalog_price),
    input.compare_at_price, input.platform_item_id, input.bundle,
    target.device_id, target.email
  from target
  join input using (call)
  order by input.call, input.place
  on conflict (store_id, list_id, variant_id) do update
  set product_id = excluded.product_id,
      product_was = nullif(items.product_id, excluded.product_id),
      url = excluded.url,
      quantity = coalesce(excluded.quantity, items.quantity),
      properties = coalesce(excluded.properties, items.properties),
      label = coalesce(excluded.label, items.label),
      any_variant = coalesce(excluded.any_variant, items.any_variant),
      -- not from excluded, which has the values of the catalog today: an item keeps those of the moment when it was saved
      (title, brand, sku, variant_info, image_url, price, note) = (
        select coalesce(input.title, items.title), coalesce(input.brand, items.brand),
          coalesce(input.sku, items.sku), coalesce(input.variant_info, items.variant_info),
          coalesce(input.image_url, items.image_url), coalesce(input.price, items.price),
          case when not coalesce(input.clears_note, false) then coalesce(input.note, items.note) end
        from input
        where input.item_id = excluded.item_id
      ),
      -- a custom item whose record is sent back
      compare_at_price = coalesce(excluded.compare_at_price, items.compare_at_price),
      platform_item_id = coalesce(excluded.platform_item_id, items.platform_item_id),
      bundle = coalesce(excluded.bundle, items.bundle),
      kind = case when items.kind <> 'product' and excluded.bundle is not null then excluded.kind else items.kind end,
      bytes_was = ${sql.unsafe(itemBytes('items'))},
      updated_by = excluded.updated_by,
      updated_at = now()
  returning *`

/** The lists' own counts change by the difference. The planner expects one row of `change`, so it reads lists by key. */
const countedLists = (sql: Sql, { storeId }: Store) => sql`
  update lists
  set item_count = item_count + change.items,
      item_bytes = greatest(0, ${sql.unsafe(listBytes('lists'))} + change.bytes),
      updated_by = change.email,
      updated_at = now()
  from (
    select target.list_id, target.email, count(*) filter (where saved.bytes_was is null) as items,
      sum(${sql.unsafe(itemBytes('saved'))} - coalesce(saved.bytes_was, 0)) as bytes
    from target
    join saved using (list_id)
    group by target.list_id, target.email
  ) change
  where lists.store_id = ${storeId}
    and lists.list_id = change.list_id`

/** For the counts of savers: each new item adds its product, each item that is now another product's moves. */
const newProducts = (sql: Sql) => sql`
  select target.shopper_id, change.product_id, change.items
  from saved
  join target using (list_id)
  cross join lateral (values (saved.product_id, 1), (saved.product_was, -1)) change (product_id, items)
  where saved.kind = 'product'
    and (saved.bytes_was is null or saved.product_was is not null)
    and change.product_id is not null`

/** The answer to each call: its items as JSON, in its own order. */
const itemRecords = (sql: Sql, store: Store) => sql`
  select target.call, json_agg(${sql.unsafe(itemJson)} order by input.place)::text as records
  from saved item
  join target using (list_id)
  join input
    on input.call = target.call
    and input.variant_id = item.variant_id
  cross join lateral (
    select input.catalog_title as title, input.catalog_brand as brand, input.catalog_sku as sku,
      input.catalog_variant_info as variant_info, input.catalog_image_url as image_url,
      input.catalog_price as price, input.catalog_stock as stock, input.catalog_deleted_at as deleted_at
  ) variant
  ${joinListOfItem(sql, { store })}
  group by target.call`
