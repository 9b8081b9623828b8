/** Adding items to a list: the everyday write, whole in one statement. */
import type { NewItem } from '@heartbell/contract/items'
import { badSession, customItemsDisabled, unknownList, unknownProduct } from '@heartbell/contract/refusals'
import type { Sql } from '../database/connect.ts'
import { type ItemsJson, itemJson, listOfItem, variantOfItem } from './item-record.ts'
import { listIdOf, realListId } from './list-scope.ts'
import { newItemRow, uniqueByVariant } from './new-item.ts'
import { countingSavers } from './savers.ts'
import { admits, type Shopper } from './shoppers.ts'

type Answer = { admitted: boolean; found: boolean; unknown: string[] | null; records: ItemsJson }

/**
 * Adds items, or updates those whose variant is there already with what was sent. One statement: the list's row is locked
 * first, so adds, merges and the list's deletion follow one another; the count moves by what was new.
 */
export async function addItems(sql: Sql, who: Shopper, publicId: string, items: NewItem[]): Promise<ItemsJson> {
  const { store, shopperId } = who
  if (items.some((item) => item.custom) && !store.settings.customItems) throw customItemsDisabled()
  const rows = uniqueByVariant(items.map(newItemRow))
  const strict = store.settings.catalog === 'strict'
  const [row] = await sql<Answer[]>`
    with me as (
      select ${admits(sql, who)} as admitted
    ),
    input as (
      select *
      from jsonb_to_recordset(${sql.json(rows as never)}) as input (
        place integer, item_id uuid, variant_id text, product_id text, url text, kind text,
        quantity integer, note text, properties jsonb, label text, any_variant boolean,
        title text, fallback_title text, brand text, sku text, variant_info text, image_url text, price numeric,
        compare_at_price numeric, platform_item_id text, bundle jsonb
      )
      -- or the planner expects a hundred rows and reads the whole catalog for them (3.5 ms instead of 0.1)
      limit ${rows.length === 1 ? sql`1` : rows.length}
    ),
    unknown as (
      select input.variant_id
      from input
      where ${strict}
        and input.kind = 'product'
        and not exists (
          select from variants
          where variants.store_id = ${store.storeId}
            and variants.variant_id = input.variant_id
            and variants.deleted_at is null
        )
    ),
    target as (
      select list.store_id, list.list_id
      from lists list
      where list.store_id = ${store.storeId}
        and list.list_id = ${realListId(sql, store, listIdOf(store, publicId))}
        and list.shopper_id = ${shopperId}
        and (select admitted from me)
        and not exists (select from unknown)
      for update of list
    ),
    actor as (
      select email
      from shoppers
      where store_id = ${store.storeId}
        and shopper_id = ${shopperId}
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
        ${who.deviceId}, actor.email
      from target
      cross join input
      cross join actor
      left join variants variant
        on variant.store_id = target.store_id
        and variant.variant_id = input.variant_id
      order by input.place
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
            where input.variant_id = excluded.variant_id
          ),
          updated_by = excluded.updated_by,
          updated_at = now()
      returning *
    ),
    counted as (
      update lists
      set item_count = item_count + (
            select count(*)
            from saved
            join input using (item_id)
          ),
          updated_by = (select email from actor),
          updated_at = now()
      where store_id = ${store.storeId}
        and list_id = (select list_id from target)
    ),
    ${countingSavers(sql, store, newItems(sql, who))}
    select me.admitted,
      exists (select from target) as found,
      (select array_agg(variant_id) from unknown) as unknown,
      (
        select coalesce(json_agg(${sql.unsafe(itemJson)} order by input.place)::text, '[]')
        from saved item
        join input using (variant_id)
        ${sql.unsafe(variantOfItem)}
        ${listOfItem(sql, who)}
      ) as records
    from me`
  return recordsOrRefusal(row)
}

/** What is new in the list, and what stands for another product than before. */
const newItems = (sql: Sql, { shopperId }: Shopper) => sql`
  select ${shopperId}::uuid as shopper_id, change.product_id, change.items
  from saved
  left join input using (item_id)
  cross join lateral (values (saved.product_id, 1), (saved.product_was, -1)) change (product_id, items)
  where saved.kind = 'product'
    and (input.item_id is not null or saved.product_was is not null)
    and change.product_id is not null`

function recordsOrRefusal(row: Answer | undefined): ItemsJson {
  if (!row?.admitted) throw badSession()
  if (row.unknown) throw unknownProduct(row.unknown[0]!)
  if (!row.found) throw unknownList()
  return row.records
}
