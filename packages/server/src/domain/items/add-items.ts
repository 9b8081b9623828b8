/** Adding items to lists: the everyday write, whole in one statement for one caller or for many. */
import type { NewItem } from '@heartbell/contract/items'
import { badSession, customItemsDisabled, unknownList, unknownProduct } from '@heartbell/contract/refusals'
import type { Database, Sql } from '../../database/connect.ts'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import { admitsAsked, type Shopper } from '../shoppers/shoppers.ts'
import { refuseFullStore } from '../stores/store-quota.ts'
import type { Store } from '../stores/stores.ts'
import { itemBytes, listBytes, lockForQuota, type Over, refuseOver, safeShare, sentBytes } from './item-quotas.ts'
import { type ItemsJson, itemJson, joinListOfItem } from './item-record.ts'
import { listIdOf, resolveListAlias } from './list-access.ts'
import { type NewItemRow, newItemRow, uniqueByVariant } from './new-item.ts'
import { saverCountSteps } from './saver-counts.ts'

/** How lists are locked: wait, or leave out those that somebody holds; `quota`: the shopper's row is locked already. */
export type Locking = { skip?: boolean; quota?: boolean }

/** What one caller wants saved, read and found well-formed. */
export type Addition = { who: Shopper; listId: string; rows: NewItemRow[] }

export function prepareAddition(who: Shopper, publicId: string, items: NewItem[]): Addition {
  if (items.some((item) => item.custom) && !who.store.settings.customItems) throw customItemsDisabled()
  return { who, listId: listIdOf(who.store, publicId), rows: uniqueByVariant(items.map(newItemRow)) }
}

/**
 * What became of an addition; `found` is false for a list that is not theirs, and for one that somebody holds where nobody waits.
 * `over` names the quota that refused it; `near`: nothing was done, because only a caller who has locked the shopper can tell.
 */
export type Added = {
  admitted: boolean
  found: boolean
  unknown: string[] | null
  over: Over | 'near' | null
  records: ItemsJson
}

/** In a transaction that has locked the shopper's row: before the list's, as everywhere. */
export async function addItems(sql: Sql, who: Shopper, publicId: string, items: NewItem[]): Promise<ItemsJson> {
  const addition = prepareAddition(who, publicId, items)
  refuseFullStore(sql, who.store, items.length)
  const [added] = await saveAdditions(sql, [addition], { quota: true })
  return recordsOrRefusal(who, added!)
}

/** Alone; near its quota the shopper's adds follow one another. */
export async function saveAddition(sql: Database, addition: Addition): Promise<Added> {
  const [added] = await saveAdditions(sql, [addition])
  if (added!.over !== 'near') return added!
  return await nestedTransaction(sql, async (sql) => {
    await lockForQuota(sql, addition.who)
    const [added] = await saveAdditions(sql, [addition], { quota: true })
    return added!
  })
}

export function recordsOrRefusal(who: Shopper, { admitted, unknown, found, over, records }: Added): ItemsJson {
  if (!admitted) throw badSession()
  if (unknown) throw unknownProduct(unknown[0]!)
  if (over) refuseOver(who.store, over as Over)
  if (!found) throw unknownList()
  return records
}

const asCall = ({ who, listId, rows }: Addition, call: number) => ({
  call,
  list_id: listId,
  shopper_id: who.shopperId,
  session_id: who.session?.shopperId,
  session_epoch: who.session?.epoch,
  device_id: who.deviceId,
  rows: rows.length,
  bytes: sentBytes(rows),
  items: rows,
})

/**
 * Adds items, or updates those whose variant is there already with what was sent; answers in the order asked. One
 * statement: the lists' rows are locked first and in their order, so adds, merges and a list's deletion follow one
 * another; the counts move by what was new. Additions are of one store and of different shoppers: a statement can't touch
 * a row twice.
 */
export async function saveAdditions(
  sql: Sql,
  additions: readonly Addition[],
  { skip = false, quota = false }: Locking = {},
): Promise<Added[]> {
  const { store } = additions[0]!.who
  const calls = additions.map(asCall)
  const items = additions.reduce((sum, { rows }) => sum + rows.length, 0)
  const strict = store.settings.catalog === 'strict'
  return await sql<Added[]>`
    with asked as (
      select *
      from jsonb_to_recordset(${sql.json(calls as never)}) as asked (
        call integer, list_id uuid, shopper_id uuid, session_id uuid, session_epoch integer, device_id text, rows integer,
        bytes integer, items jsonb
      )
      limit ${upTo(sql, calls.length)}
    ),
    caller as (
      select asked.call, asked.shopper_id, asked.device_id,
        ${resolveListAlias(sql, store, sql`asked.list_id`)} as list_id,
        ${admitsAsked(sql, store)} as admitted,
        ${overQuota(sql, store, quota)} as over,
        (select email from shoppers where store_id = ${store.storeId} and shopper_id = asked.shopper_id) as email
      from asked
      cross join lateral (
        select coalesce(sum(item_count), 0) as items, coalesce(sum(${sql.unsafe(listBytes('lists'))}), 0) as bytes
        from lists
        where lists.store_id = ${store.storeId}
          and lists.shopper_id = asked.shopper_id
      ) used
    ),
    input as (
      select asked.call, input.*
      from asked
      cross join jsonb_to_recordset(asked.items) as input (
        place integer, item_id uuid, variant_id text, product_id text, url text, kind text,
        quantity integer, note text, properties jsonb, label text, any_variant boolean,
        title text, fallback_title text, brand text, sku text, variant_info text, image_url text, price numeric,
        compare_at_price numeric, platform_item_id text, bundle jsonb
      )
      limit ${upTo(sql, items)}
    ),
    unknown as (
      select input.call, array_agg(input.variant_id order by input.place) as variants
      from input
      where ${strict}
        and input.kind = 'product'
        and not exists (
          select from variants
          where variants.store_id = ${store.storeId}
            and variants.variant_id = input.variant_id
            and variants.deleted_at is null
        )
      group by input.call
    ),
    target as (
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
        where lists.store_id = ${store.storeId}
          and lists.list_id = caller.list_id
          and lists.shopper_id = caller.shopper_id
        ${skip ? sql`for update skip locked` : sql`for update`}
      ) list
    ),
    saved as (
      insert into items (
        store_id, list_id, item_id, variant_id, product_id, url, kind,
        quantity, note, properties, label, any_variant,
        title, brand, sku, variant_info, image_url, price,
        compare_at_price, platform_item_id, bundle, device_id, updated_by
      )
      select target.store_id, target.list_id, input.item_id, input.variant_id, input.product_id, input.url, input.kind,
        input.quantity, input.note, input.properties, input.label, input.any_variant,
        coalesce(input.title, variant.title, input.fallback_title), coalesce(input.brand, variant.brand),
        coalesce(input.sku, variant.sku), coalesce(input.variant_info, variant.variant_info),
        coalesce(input.image_url, variant.image_url), coalesce(input.price, variant.price),
        input.compare_at_price, input.platform_item_id, input.bundle,
        target.device_id, target.email
      from target
      join input using (call)
      ${catalogOfInput(sql, store)}
      order by input.call, input.place
      on conflict (store_id, list_id, variant_id) do update
      set product_id = excluded.product_id,
          product_was = nullif(items.product_id, excluded.product_id),
          url = excluded.url,
          quantity = coalesce(excluded.quantity, items.quantity),
          note = coalesce(excluded.note, items.note),
          properties = coalesce(excluded.properties, items.properties),
          label = coalesce(excluded.label, items.label),
          any_variant = coalesce(excluded.any_variant, items.any_variant),
          -- the snapshot stays as it was taken: excluded holds what the catalog says today
          (title, brand, sku, variant_info, image_url, price) = (
            select coalesce(input.title, items.title), coalesce(input.brand, items.brand),
              coalesce(input.sku, items.sku), coalesce(input.variant_info, items.variant_info),
              coalesce(input.image_url, items.image_url), coalesce(input.price, items.price)
            from input
            where input.item_id = excluded.item_id
          ),
          bytes_was = ${sql.unsafe(itemBytes('items'))},
          updated_by = excluded.updated_by,
          updated_at = now()
      returning *
    ),
    counted as (
      update lists
      set item_count = item_count + change.items,
          item_bytes = greatest(0, ${sql.unsafe(listBytes('lists'))} + change.bytes),
          updated_by = change.email,
          updated_at = now()
      from (
        select target.list_id, target.email, count(input.item_id) as items,
          sum(${sql.unsafe(itemBytes('saved'))} - case when input.item_id is null then saved.bytes_was else 0 end) as bytes
        from target
        join saved using (list_id)
        left join input using (item_id)
        group by target.list_id, target.email
      ) change
      where lists.store_id = ${store.storeId}
        and lists.list_id = change.list_id
        and lists.list_id = any(array(select list_id from target))
    ),
    ${saverCountSteps(sql, store, newItems(sql))}
    select caller.admitted, target.call is not null as found, unknown.variants as unknown, caller.over,
      coalesce(shown.records, '[]') as records
    from caller
    left join unknown using (call)
    left join target using (call)
    left join (
      select target.call, json_agg(${sql.unsafe(itemJson)} order by input.place)::text as records
      from saved item
      join target using (list_id)
      join input
        on input.call = target.call
        and input.variant_id = item.variant_id
      ${catalogOfInput(sql, store)}
      ${joinListOfItem(sql, { store })}
      group by target.call
    ) shown using (call)
    order by caller.call`
}

/**
 * Which quota a row `asked` would break, of `used`, what its shopper has. Where the shopper's row is not locked, others may add
 * to other lists at this moment: then a full quota is only near, and that is asked again under the lock. The same items sent
 * again are no more items.
 */
const overQuota = (sql: Sql, store: Store, isLocked: boolean) => {
  const { maxItems, maxBytes } = store.settings
  return isLocked
    ? sql`
        case
          when used.items + (
            select count(*)
            from jsonb_to_recordset(asked.items) as sent (variant_id text)
            where not exists (
              select from items
              where items.store_id = ${store.storeId}
                and items.list_id = ${resolveListAlias(sql, store, sql`asked.list_id`)}
                and items.variant_id = sent.variant_id
            )
          ) > greatest(${maxItems}::integer, used.items) then 'items'
          when used.bytes + asked.bytes > ${maxBytes}::bigint then 'bytes'
        end`
    : sql`
        case
          when used.items + asked.rows > ${Math.floor(maxItems * safeShare)}::integer
            or used.bytes + asked.bytes > ${Math.floor(maxBytes * safeShare)}::bigint then 'near'
        end`
}

/** What the catalog says of each row `input`, one look into the index each: a join would read the whole catalog. */
const catalogOfInput = (sql: Sql, { storeId }: Store) => sql`
  left join lateral (
    select *
    from variants
    where variants.store_id = ${storeId}
      and variants.variant_id = input.variant_id
    limit 1
  ) variant on true`

/**
 * How many rows the planner is to expect, as part of the text: it has no better guess than a hundred, and makes of a
 * parameter a new plan each time (3 ms) because that looks cheaper.
 */
const upTo = (sql: Sql, count: number) => sql.unsafe(String(16 ** Math.ceil(Math.log2(count) / 4)))

/** What is new in a list, and what stands for another product than before. */
const newItems = (sql: Sql) => sql`
  select target.shopper_id, change.product_id, change.items
  from saved
  join target using (list_id)
  left join input using (item_id)
  cross join lateral (values (saved.product_id, 1), (saved.product_was, -1)) change (product_id, items)
  where saved.kind = 'product'
    and (input.item_id is not null or saved.product_was is not null)
    and change.product_id is not null`
