/**
 * How many shoppers have saved a product: every list counts, archived or not, and a shopper counts once. The statements that
 * add, remove and move items change the counts by differences, which may be applied in any order. Rows are locked in the order
 * of products, so two callers cannot deadlock.
 */
import type { Fragment, Sql } from '../../database/connect.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'

/** A product's count is split into 16 rows, so that adds do not wait for one row. Shopper ids are random from the first digit. */
const slotOf = (shopperId: string) => `('x' || left(${shopperId}::text, 1))::bit(4)::integer`

/**
 * Two more steps of a statement: `changes` selects shopper_id, product_id and items (how many more or fewer). A product's count
 * changes only when a shopper gets its first item or loses the last one.
 */
export const saverCountSteps = (sql: Sql, { storeId }: Pick<Store, 'storeId'>, changes: Fragment) => sql`
  savers as (
    insert into product_savers (store_id, shopper_id, product_id, items, moved)
    select ${storeId}::bigint, shopper_id, product_id, sum(items), sum(items)
    from (${changes}) change
    group by shopper_id, product_id
    having sum(items) <> 0
    order by product_id, shopper_id
    on conflict (store_id, shopper_id, product_id) do update
    set items = product_savers.items + excluded.items,
        moved = excluded.items
    returning shopper_id, product_id, items, moved
  ),
  counts as (
    insert into product_counts (store_id, product_id, slot, savers)
    select ${storeId}::bigint, product_id, ${sql.unsafe(slotOf('shopper_id'))} as slot,
      sum((items > 0)::integer - (items > moved)::integer)
    from savers
    where (items > 0) <> (items > moved)
    group by product_id, slot
    order by product_id, slot
    on conflict (store_id, product_id, slot) do update
    set savers = product_counts.savers + excluded.savers
  )`

/** Locks the rows that several statements of one transaction will change, all at once and in order. */
export async function lockSaverCounts(
  sql: Sql,
  { store, shopperId }: Shopper,
  listIds: string[],
  { productIds, variantIds }: { productIds: string[]; variantIds: string[] },
): Promise<void> {
  await sql`
    with touched as (
      select product_id
      from unnest(${productIds}::text[]) as product_id
      union
      select product_id
      from items
      where store_id = ${store.storeId}
        and list_id = any(${listIds}::uuid[])
        and variant_id = any(${variantIds}::text[])
        and kind = 'product'
    ),
    savers as (
      insert into product_savers (store_id, shopper_id, product_id, items, moved)
      select ${store.storeId}::bigint, ${shopperId}::uuid, product_id, 0, 0
      from touched
      order by product_id
      on conflict (store_id, shopper_id, product_id) do update
      set moved = 0
      returning shopper_id, product_id
    )
    insert into product_counts (store_id, product_id, slot, savers)
    select ${store.storeId}::bigint, product_id, ${sql.unsafe(slotOf('shopper_id'))}, 0
    from savers
    order by product_id
    on conflict (store_id, product_id, slot) do update
    set savers = product_counts.savers`
}

/** Deletes rows of products that a shopper no longer has. A row locked by another call is about to be used and is skipped. */
export async function deleteEmptySavers(sql: Sql, { store, shopperId }: Shopper, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return
  await sql`
    delete from product_savers
    where store_id = ${store.storeId}
      and shopper_id = ${shopperId}
      and product_id in (
        select product_id
        from product_savers
        where store_id = ${store.storeId}
          and shopper_id = ${shopperId}
          and product_id = any(${productIds})
          and items = 0
        for update skip locked
      )`
}

/**
 * Counts again after a merge, its undo or an erasure: all products of these shoppers, or only `productIds`. Compares lists and
 * counts at one moment and adds the difference. For all products, every list of the shoppers must be locked or deleted.
 */
export async function recountSavers(
  sql: Sql,
  storeId: number,
  shopperIds: string[],
  productIds: string[] | null = null,
): Promise<void> {
  const isCounted = (row: string) =>
    productIds ? sql`and ${sql.unsafe(row)}.product_id = any(${productIds}::text[])` : sql``
  const differences = sql`
    select shopper_id, product_id, coalesce(saved.items, 0) - coalesce(counted.items, 0) as items
    from (
      select list.shopper_id, item.product_id, count(*) as items
      from lists list
      join items item
        on item.store_id = list.store_id
        and item.list_id = list.list_id
      where list.store_id = ${storeId}
        and list.shopper_id = any(${shopperIds}::uuid[])
        ${isCounted('item')}
        and item.kind = 'product'
      group by list.shopper_id, item.product_id
    ) saved
    full join (
      select shopper_id, product_id, items
      from product_savers
      where store_id = ${storeId}
        and shopper_id = any(${shopperIds}::uuid[])
        ${isCounted('product_savers')}
    ) counted using (shopper_id, product_id)`
  await sql`
    with ${saverCountSteps(sql, { storeId }, differences)}
    select product_id
    from savers`
  await sql`
    delete from product_savers
    where store_id = ${storeId}
      and shopper_id = any(${shopperIds}::uuid[])
      ${isCounted('product_savers')}
      and items = 0`
}

export type SaverCount = { productId: string; count: number }

/** In the requested order; zero for unknown products. */
export async function fetchSaverCounts(sql: Sql, { storeId }: Store, productIds: string[]): Promise<SaverCount[]> {
  return await sql<SaverCount[]>`
    select asked.product_id, coalesce(sum(savers), 0)::integer as count
    from unnest(${productIds}::text[]) with ordinality as asked (product_id, place)
    left join product_counts
      on product_counts.store_id = ${storeId}
      and product_counts.product_id = asked.product_id
    group by asked.product_id, asked.place
    order by asked.place`
}
