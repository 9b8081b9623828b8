/** Removes and changes items of a locked list, each in one statement. */
import type { ItemEdit } from '@heartbell/contract/items'
import { unknownItem } from '@heartbell/contract/refusals'
import type { Sql } from '../../database/connect.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import { itemBytes, listBytes, refuseOverQuota } from './item-quotas.ts'
import { type ItemsJson, itemJson, joinListOfItem, joinVariantOfItem } from './item-record.ts'
import { editRow, uniqueByVariant } from './new-item.ts'
import { deleteEmptySavers, saverCountSteps } from './saver-counts.ts'

/** Removes items by variant and returns them as they were; a variant that is not in the list is not an error. */
export async function removeItems(sql: Sql, who: Shopper, listId: string, variantIds: string[]): Promise<ItemsJson> {
  const { storeId } = who.store
  const [row] = await sql<{ records: ItemsJson; emptied: string[] }[]>`
    with gone as (
      delete from items
      where store_id = ${storeId}
        and list_id = ${listId}
        and variant_id = any(${variantIds})
      returning *
    ),
    counted as (
      update lists
      set item_count = item_count - (select count(*) from gone),
          item_bytes = greatest(
            0, ${sql.unsafe(listBytes('lists'))} - (select coalesce(sum(${sql.unsafe(itemBytes('gone'))}), 0) from gone)
          ),
          updated_by = (select email from shoppers where store_id = ${storeId} and shopper_id = ${who.shopperId}),
          updated_at = now()
      where store_id = ${storeId}
        and list_id = ${listId}
    ),
    ${saverCountSteps(sql, who.store, removedItemCounts(sql, who))}
    select coalesce(json_agg(${sql.unsafe(itemJson)} order by item.created_at desc, item.item_id desc)::text, '[]') as records,
      array(select product_id from savers where items = 0) as emptied
    from gone item
    ${sql.unsafe(joinVariantOfItem)}
    ${joinListOfItem(sql, who)}`
  await deleteEmptySavers(sql, who, row!.emptied)
  return row!.records
}

/** The changes of the saver counts for the removed rows `gone`. */
export const removedItemCounts = (sql: Sql, { shopperId }: Shopper) => sql`
  select ${shopperId}::uuid as shopper_id, product_id, -1 as items
  from gone
  where kind = 'product'`

/**
 * Changes only the fields that were sent; all items must be in the list. The steps: `input` (the sent fields), `actor` (the caller's
 * address), `edited` (the changed items), `grown` (the bytes they gained), `noted` (the list's byte sum), then the records.
 */
export async function editItems(sql: Sql, who: Shopper, listId: string, edits: ItemEdit[]): Promise<ItemsJson> {
  const { storeId } = who.store
  const rows = uniqueByVariant(
    edits.map((edit, place) => ({ place, variant_id: edit.variantId, url: edit.url, ...editRow(edit) })),
  )
  const [row] = await sql<{ grown: number; bytes: number; changed: string[]; records: ItemsJson }[]>`
    with input as (
      select *
      from jsonb_to_recordset(${sql.json(rows as never)}) as input (
        place integer, variant_id text, url text,
        quantity integer, note text, clears_note boolean, properties jsonb, label text, any_variant boolean,
        title text, brand text, sku text, variant_info text, image_url text, price numeric,
        compare_at_price numeric, platform_item_id text, bundle jsonb
      )
    ),
    actor as (
      select email
      from shoppers
      where store_id = ${storeId}
        and shopper_id = ${who.shopperId}
    ),
    ${editedItems(sql, storeId, listId)},
    grown as (
      select coalesce(sum(${sql.unsafe(itemBytes('edited'))} - edited.bytes_was), 0) as bytes
      from edited
    ),
    noted as (
      update lists
      set item_bytes = greatest(0, ${sql.unsafe(listBytes('lists'))} + (select bytes from grown)),
          updated_by = (select email from actor),
          updated_at = now()
      where store_id = ${storeId}
        and list_id = ${listId}
    )
    select (select bytes from grown) as grown, (
        select sum(${sql.unsafe(listBytes('lists'))})
        from lists
        where store_id = ${storeId}
          and shopper_id = ${who.shopperId}
      )::float8 as bytes,
      coalesce(array_agg(item.variant_id), '{}') as changed,
      coalesce(json_agg(${sql.unsafe(itemJson)} order by input.place)::text, '[]') as records
    from edited item
    join input using (variant_id)
    ${sql.unsafe(joinVariantOfItem)}
    ${joinListOfItem(sql, who)}`
  const missing = edits.find(({ variantId }) => !row!.changed.includes(variantId))
  if (missing) throw unknownItem(missing.variantId)
  if (row!.grown > 0 && row!.bytes + row!.grown > who.store.settings.maxBytes) refuseOverQuota(who.store, 'bytes')
  return row!.records
}

/** Rows `edited`: the items after the change, with their bytes before it in `bytes_was`. Needs rows `input` and `actor`. */
const editedItems = (sql: Sql, storeId: number, listId: string) => sql`
  edited as (
    update items item
    set url = coalesce(input.url, item.url),
        quantity = coalesce(input.quantity, item.quantity),
        note = case when not coalesce(input.clears_note, false) then coalesce(input.note, item.note) end,
        properties = coalesce(input.properties, item.properties),
        label = coalesce(input.label, item.label),
        any_variant = coalesce(input.any_variant, item.any_variant),
        title = coalesce(input.title, item.title),
        brand = coalesce(input.brand, item.brand),
        sku = coalesce(input.sku, item.sku),
        variant_info = coalesce(input.variant_info, item.variant_info),
        image_url = coalesce(input.image_url, item.image_url),
        price = coalesce(input.price, item.price),
        compare_at_price = coalesce(input.compare_at_price, item.compare_at_price),
        platform_item_id = coalesce(input.platform_item_id, item.platform_item_id),
        bundle = coalesce(input.bundle, item.bundle),
        kind = case
          when item.kind = 'product' or input.bundle is null then item.kind
          when input.bundle = '[]' then 'custom'
          else 'customBundle'
        end,
        bytes_was = ${sql.unsafe(itemBytes('item'))},
        updated_by = (select email from actor),
        updated_at = now()
    from input
    where item.store_id = ${storeId}
      and item.list_id = ${listId}
      and item.variant_id = input.variant_id
    returning item.*
  )`
