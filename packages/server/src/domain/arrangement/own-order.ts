/** The owner's order of a list: reads places, finds room between two, and makes room where there is none. */
import type { Sql } from '../../database/connect.ts'
import { ownPlace } from '../items/item-record.ts'
import type { Shopper } from '../shoppers/shoppers.ts'

export type PlacedVariant = { variantId: string; itemId: string; place: number }

/** A place before the first is one millisecond earlier, so that whatever is added next still comes before it. */
export const stepUp = 1_000

/** About 18 minutes, as places are microseconds: thirty moves fit between two items. */
const gap = 2 ** 30

/** A whole number between two places, which are null at an end of the list; null if there is no room. */
export function placeBetween(above: number | null, below: number | null): number | null {
  if (above === null) return below === null ? null : below - stepUp
  if (below === null) return above + gap
  const middle = Math.floor((above + below) / 2)
  return middle > above && middle < below ? middle : null
}

/** The places of these variants, in their order. The list must be locked. */
export const readPlaces = (sql: Sql, { store }: Shopper, listId: string, variantIds: string[]) => sql<PlacedVariant[]>`
  select item.variant_id, item.item_id, ${sql.unsafe(ownPlace)} as place
  from items item
  where item.store_id = ${store.storeId}
    and item.list_id = ${listId}
    and item.variant_id = any(${variantIds})
  order by place, item.item_id desc`

/** The item before or after another one, without regard to the variant that moves. */
export async function findNeighbour(
  sql: Sql,
  { store }: Shopper,
  listId: string,
  moving: string,
  { itemId, place }: PlacedVariant,
  side: 'before' | 'after',
): Promise<number | null> {
  const isBefore = side === 'before'
  const [nearest] = await sql<{ place: number }[]>`
    select ${sql.unsafe(ownPlace)} as place
    from items item
    where item.store_id = ${store.storeId}
      and item.list_id = ${listId}
      and item.variant_id <> ${moving}
      and ${
        isBefore
          ? sql`(${sql.unsafe(ownPlace)} < ${place} or (${sql.unsafe(ownPlace)} = ${place} and item.item_id > ${itemId}))`
          : sql`(${sql.unsafe(ownPlace)} > ${place} or (${sql.unsafe(ownPlace)} = ${place} and item.item_id < ${itemId}))`
      }
    order by ${isBefore ? sql`place desc, item.item_id` : sql`place, item.item_id desc`}
    limit 1`
  return nearest?.place ?? null
}

/** The first place of a list; null if it is empty. */
export async function findFirstPlace(sql: Sql, { store }: Shopper, listId: string): Promise<number | null> {
  const [first] = await sql<{ place: number | null }[]>`
    select min(${sql.unsafe(ownPlace)}) as place
    from items item
    where item.store_id = ${store.storeId}
      and item.list_id = ${listId}`
  return first?.place ?? null
}

/**
 * Spreads the whole list without changing its order: items saved by one call have the same time, and room is used up by many moves.
 * Returns the number of rows written.
 */
export async function spreadPlaces(sql: Sql, { store }: Shopper, listId: string): Promise<number> {
  // A list that is larger than the statistics say would be joined with itself by a nested loop: 2,000 items took 17 seconds.
  await sql`set local enable_nestloop = off`
  const { count } = await sql`
    update items
    set position = spread.position
    from (
      select item.variant_id,
        min(${sql.unsafe(ownPlace)}) over () + (row_number() over (order by ${sql.unsafe(ownPlace)}, item.item_id desc) - 1) * ${gap}::bigint
          as position
      from items item
      where item.store_id = ${store.storeId}
        and item.list_id = ${listId}
    ) spread
    where items.store_id = ${store.storeId}
      and items.list_id = ${listId}
      and items.variant_id = spread.variant_id`
  await sql`set local enable_nestloop = on`
  return count
}

/** Writes only the items whose place changes. */
export async function savePlaces(
  sql: Sql,
  { store }: Shopper,
  listId: string,
  places: Map<string, number>,
): Promise<void> {
  await sql`
    update items item
    set position = wanted.position
    from unnest(${[...places.keys()]}::text[], ${[...places.values()]}::bigint[]) as wanted (variant_id, position)
    where item.store_id = ${store.storeId}
      and item.list_id = ${listId}
      and item.variant_id = wanted.variant_id
      and ${sql.unsafe(ownPlace)} <> wanted.position`
}
