/** Stock that a platform counts by places and under ids of its own: which variant an id means, and the sum over the places. */
import type { Sql } from '../../database/connect.ts'
import type { StockLevel } from '../catalog/stock.ts'
import type { Store } from '../stores/stores.ts'
import type { InboundVariant } from './inbound-events.ts'

/** Which variant an inventory item is; stock figures that arrived earlier are stored, and count from the next message on. */
export async function storeInventoryItems(
  sql: Sql,
  { storeId }: Store,
  source: string,
  told: InboundVariant[],
): Promise<void> {
  const rows = told.flatMap(({ row, inventoryItemId }) =>
    inventoryItemId ? [{ inventory_item_id: inventoryItemId, variant_id: row.variant_id }] : [],
  )
  if (rows.length === 0) return
  await sql`
    insert into inventory_items (store_id, source, inventory_item_id, variant_id)
    select distinct on (inventory_item_id) ${storeId}::bigint, ${source}, inventory_item_id, variant_id
    from jsonb_to_recordset(${sql.json(rows)}) as item (inventory_item_id text, variant_id text)
    order by inventory_item_id
    on conflict (store_id, source, inventory_item_id) do update
    set variant_id = excluded.variant_id
    where inventory_items.variant_id is distinct from excluded.variant_id`
}

export type InventoryLevel = { inventoryItemId: string; location: string; available: number | null; at: Date }

/** The largest stock figure; “unlimited” at three locations would overflow the column. */
const mostUnits = 1_000_000_000

/**
 * Keeps what lies at one place and gives the sum of all places, as new as the newest of them. Null when nothing changed, or when
 * nobody knows yet which variant it is. A location without a figure is not in the sum; the product's own total follows each
 * change and says the same.
 */
export async function recordLevel(
  sql: Sql,
  { storeId }: Store,
  source: string,
  { inventoryItemId, location, available, at }: InventoryLevel,
): Promise<StockLevel | null> {
  if (available === null) return null
  // Held: two places of one item follow one another, so the later sum sees both.
  const [item] = await sql<{ variantId: string | null }[]>`
    insert into inventory_items (store_id, source, inventory_item_id)
    values (${storeId}, ${source}, ${inventoryItemId})
    on conflict (store_id, source, inventory_item_id) do update
    set variant_id = inventory_items.variant_id
    returning variant_id`
  const kept = await sql`
    insert into location_stock (store_id, source, inventory_item_id, location_id, available, told_at)
    values (${storeId}, ${source}, ${inventoryItemId}, ${location}, ${available}, ${at})
    on conflict (store_id, source, inventory_item_id, location_id) do update
    set available = excluded.available,
        told_at = excluded.told_at
    where location_stock.told_at <= excluded.told_at
    returning location_id`
  if (kept.length === 0 || !item?.variantId) return null
  const [sum] = await sql<{ stock: number; at: Date }[]>`
    select least(greatest(sum(available), ${-mostUnits}), ${mostUnits})::integer as stock, max(told_at) as at
    from location_stock
    where store_id = ${storeId}
      and source = ${source}
      and inventory_item_id = ${inventoryItemId}`
  return { variantId: item.variantId, ...sum! }
}

export async function recordTracking(
  sql: Sql,
  { storeId }: Store,
  source: string,
  { inventoryItemId, tracked }: { inventoryItemId: string; tracked: boolean },
): Promise<void> {
  await sql`
    update variants
    set tracked = ${tracked},
        updated_at = now()
    from inventory_items
    where variants.store_id = ${storeId}
      and inventory_items.store_id = ${storeId}
      and inventory_items.source = ${source}
      and inventory_items.inventory_item_id = ${inventoryItemId}
      and variants.variant_id = inventory_items.variant_id
      and variants.tracked <> ${tracked}`
}
