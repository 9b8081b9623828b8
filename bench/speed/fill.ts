/** A store after years of use: shoppers with two lists of ten items each, created by SQL. */
import type { Database } from '../../packages/server/src/database/connect.ts'
import type { Store } from '../../packages/server/src/domain/stores/stores.ts'
import { catalogSize, firstNumber, listPrefix, shopperPrefix } from '../setup/shop.ts'

const lists = 2
const itemsAList = 10
export const itemsAShopper = lists * itemsAList

/** Shoppers per statement. */
const step = 25_000

/** Shoppers from `firstNumber` on; the `had` existing ones stay. List numbers are as in `listNumber`. */
export async function fillStore(sql: Database, store: Store, had: number, shoppers: number): Promise<void> {
  await sql`set statement_timeout = 0`
  await sql`set maintenance_work_mem = '512MB'`
  const grow = async () => {
    for (let from = had; from < shoppers; from += step)
      await fillSome(sql, store, firstNumber + from, firstNumber + Math.min(from + step, shoppers) - 1)
  }
  await withoutKeys(sql, () => (shoppers > had * 4 ? withoutIndexes(sql, grow) : grow()))
  await countSavers(sql, store)
  await sql`vacuum (analyze) shoppers, lists, items, product_savers, product_counts, variants`
  await sql`set statement_timeout = 30000`
}

async function fillSome(sql: Database, { storeId }: Store, first: number, last: number): Promise<void> {
  await sql`
    insert into shoppers (store_id, shopper_id)
    select ${storeId}, (${shopperPrefix} || n)::uuid
    from generate_series(${first}::bigint, ${last}::bigint) n`
  await sql`
    insert into lists (store_id, list_id, shopper_id, name, item_count)
    select ${storeId}, (${listPrefix} || ((n - ${firstNumber}) * 10 + list + ${firstNumber}))::uuid,
      (${shopperPrefix} || n)::uuid, 'Wishlist ' || list, ${itemsAList}
    from generate_series(${first}::bigint, ${last}::bigint) n
    cross join generate_series(0, ${lists - 1}::integer) list`
  // Every fourth variant, so that no shopper has two of one product.
  await sql`
    with saved as materialized (
      select n, list, item, (n * 31 + (list * ${itemsAList} + item) * 4) % ${catalogSize} + 1 as variant
      from generate_series(${first}::bigint, ${last}::bigint) n
      cross join generate_series(0, ${lists - 1}::integer) list
      cross join generate_series(0, ${itemsAList - 1}::integer) item
    ),
    savers as (
      insert into product_savers (store_id, shopper_id, product_id, items, moved)
      select ${storeId}, (${shopperPrefix} || n)::uuid, (variant / 4)::text, 1, 1
      from saved
    )
    insert into items (store_id, list_id, variant_id, product_id, item_id, url, title, price, created_at)
    select ${storeId}, (${listPrefix} || ((n - ${firstNumber}) * 10 + list + ${firstNumber}))::uuid,
      variant::text, (variant / 4)::text, gen_random_uuid(), 'https://shop.example/products/' || variant,
      'Linen shirt no. ' || variant, variant % 200 + 0.95, now() - item * interval '1 hour'
    from saved`
}

/** Building an index at the end takes a fraction of the time of updating it row by row. */
async function withoutIndexes(sql: Database, work: () => Promise<void>): Promise<void> {
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
    where indrelid in ('items'::regclass, 'lists'::regclass)
      and not indisunique`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  await work()
  for (const { definition } of indexes) await sql.unsafe(definition)
}

/** Generated rows are valid, so constraints are not checked for them one by one; later rows are checked. */
async function withoutKeys(sql: Database, work: () => Promise<void>): Promise<void> {
  const keys = await sql<{ name: string; owner: string; definition: string }[]>`
    select conname as name, conrelid::regclass::text as owner, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f'
      and conrelid in ('items'::regclass, 'lists'::regclass)`
  for (const { name, owner } of keys) await sql.unsafe(`alter table ${owner} drop constraint ${name}`)
  await work()
  for (const { name, owner, definition } of keys) {
    const isOpen = definition.endsWith('NOT VALID')
    await sql.unsafe(`alter table ${owner} add constraint ${name} ${definition}${isOpen ? '' : ' not valid'}`)
  }
}

async function countSavers(sql: Database, { storeId }: Store): Promise<void> {
  await sql`
    insert into product_counts (store_id, product_id, slot, savers)
    select ${storeId}, product_id, 0, count(*)
    from product_savers
    where store_id = ${storeId}
    group by product_id
    on conflict (store_id, product_id, slot) do update
    set savers = excluded.savers`
}
