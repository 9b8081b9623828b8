/** Copying a list's items into a new list: at once when small, else in the background, going on after a restart. */
import { unknownList } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { itemBytes, listBytes, readUsage, refuseCopyOverQuota } from '../items/item-quotas.ts'
import { resolveListAlias } from '../items/list-access.ts'
import { saverCountSteps } from '../items/saver-counts.ts'
import { isAwake } from '../schedule/pause-store.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import { refuseFullStore } from '../stores/store-quota.ts'
import type { Store } from '../stores/stores.ts'

const largestDirectCopy = 500
/** One more, so that what is copied at once is seen to be the whole. */
const batchSize = largestDirectCopy + 1

const copiedColumns = `variant_id, product_id, url, kind, quantity, note, properties, label, any_variant,
  title, brand, sku, variant_info, image_url, price, compare_at_price, platform_item_id, bundle,
  created_at, updated_at`

/** `goesOn`: the rest is copied in the background. Own lists and public ones may be copied. */
export async function copyItems(
  sql: Sql,
  who: Shopper,
  sourceId: string,
  listId: string,
): Promise<{ items: number; goesOn: boolean }> {
  const { storeId } = who.store
  const [source] = await sql<{ listId: string; itemCount: number; itemBytes: number; copying: boolean }[]>`
    select list_id, item_count, ${sql.unsafe(listBytes('list'))} as item_bytes, exists (
      select from list_copies copy
      where copy.store_id = list.store_id
        and copy.list_id = list.list_id
    ) as copying
    from lists list
    where store_id = ${storeId}
      and list_id = ${resolveListAlias(sql, who.store, sourceId)}
      and (shopper_id = ${who.shopperId} or anonymous_read)
    for share of list`
  if (!source) throw unknownList()
  refuseCopyOverQuota(who.store, await readUsage(sql, who), { items: source.itemCount, bytes: source.itemBytes })
  refuseFullStore(sql, who.store, source.itemCount)
  await sql`
    insert into list_copies (store_id, list_id, source_id)
    values (${storeId}, ${listId}, ${source.listId})`
  const items = source.itemCount
  if (items > largestDirectCopy || source.copying) return { items, goesOn: true }
  const { isComplete } = await copyBatch(sql, storeId, listId)
  return { items, goesOn: !isComplete }
}

type CopyProgress = { isComplete: boolean; waitsFor?: string }

/** Copies the next items, oldest first, and says whether the list is whole or waits for its source to be so. */
async function copyBatch(sql: Sql, storeId: number, listId: string): Promise<CopyProgress> {
  // The list before its copy's row, in the order its deletion takes them: the other way round the two wait for each other.
  await sql`
    select list_id
    from lists
    where store_id = ${storeId}
      and list_id = ${listId}
    for update`
  const [copy] = await sql<
    { sourceId: string; startedAt: Date; afterCreatedAt: Date | null; afterItemId: string | null }[]
  >`
    select source_id, started_at, after_created_at, after_item_id
    from list_copies
    where store_id = ${storeId}
      and list_id = ${listId}
    for update`
  if (!copy) return { isComplete: true }
  const [filling] = await sql`
    select list_id
    from list_copies
    where store_id = ${storeId}
      and list_id = ${copy.sourceId}`
  if (filling) return { isComplete: false, waitsFor: copy.sourceId }
  const [done] = await sql<{ read: number }[]>`
    with source as (
      select *
      from items
      where store_id = ${storeId}
        and list_id = ${copy.sourceId}
        and created_at <= ${copy.startedAt}
        and (created_at, item_id) > (
          coalesce(${copy.afterCreatedAt}, '-infinity'::timestamptz),
          coalesce(${copy.afterItemId}, '00000000-0000-0000-0000-000000000000'::uuid)
        )
      order by created_at, item_id
      limit ${batchSize}
    ),
    copied as (
      insert into items (store_id, list_id, item_id, device_id, updated_by, ${sql.unsafe(copiedColumns)})
      -- a new id with the old one's time and sequence, so that the copy keeps the order
      select store_id, ${listId}, (left(item_id::text, 18) || right(gen_random_uuid()::text, 18))::uuid,
        -- whoever copies a public list must not learn its owner's address or device
        copier.device_id, copier.created_by, ${sql.unsafe(copiedColumns)}
      from source
      cross join (
        select device_id, created_by
        from lists
        where store_id = ${storeId}
          and list_id = ${listId}
      ) copier
      on conflict (store_id, list_id, variant_id) do nothing
      returning product_id, kind, ${sql.unsafe(itemBytes('items'))} as bytes
    ),
    counted as (
      update lists
      set item_count = item_count + (select count(*) from copied),
          item_bytes = ${sql.unsafe(listBytes('lists'))} + (select coalesce(sum(bytes), 0) from copied)
      where store_id = ${storeId}
        and list_id = ${listId}
    ),
    ${saverCountSteps(sql, { storeId }, copiedItems(sql, storeId, listId))},
    last as (
      select created_at, item_id
      from source
      order by created_at desc, item_id desc
      limit 1
    ),
    moved_on as (
      update list_copies
      set after_created_at = last.created_at,
          after_item_id = last.item_id
      from last
      where store_id = ${storeId}
        and list_id = ${listId}
    )
    select count(*) as read
    from source`
  if (done!.read === batchSize) return { isComplete: false }
  await sql`
    delete from list_copies
    where store_id = ${storeId}
      and list_id = ${listId}`
  return { isComplete: true }
}

/** The list is held, so its owner can't change meanwhile. */
const copiedItems = (sql: Sql, storeId: number, listId: string) => sql`
  select list.shopper_id, copied.product_id, 1 as items
  from copied
  cross join lists list
  where list.store_id = ${storeId}
    and list.list_id = ${listId}
    and copied.kind = 'product'`

/** Fills one list to the end, a short transaction a batch, so that others can use both lists meanwhile. */
export async function finishCopy(sql: Database, storeId: number, listId: string): Promise<void> {
  for (;;) {
    const { isComplete, waitsFor } = await transaction(sql, (sql) => copyBatch(sql, storeId, listId))
    if (isComplete) return
    if (waitsFor) await finishCopy(sql, storeId, waitsFor)
  }
}

/** True when the database refused to let a list go whose copies are not whole. */
export const isCopyInProgress = (error: unknown) =>
  (error as { constraint_name?: string }).constraint_name === 'list_copies_source'

/** Fills every copy of a list that is about to go. */
export async function finishCopiesOf(sql: Database, store: Store, sourceId: string): Promise<void> {
  const copies = await sql<{ listId: string }[]>`
    select list_id
    from list_copies
    where store_id = ${store.storeId}
      and source_id = ${resolveListAlias(sql, store, sourceId)}`
  for (const { listId } of copies) await finishCopy(sql, store.storeId, listId)
}

/** Takes up what a stopped process left unfinished. */
export async function finishCopies(sql: Database): Promise<void> {
  const copies = await sql<{ storeId: number; listId: string }[]>`
    -- every store: a start takes up the work of all of them
    select store_id, list_id
    from list_copies
    where ${isAwake(sql, 'store_id')}
    order by started_at`
  for (const { storeId, listId } of copies) await finishCopy(sql, storeId, listId)
}
