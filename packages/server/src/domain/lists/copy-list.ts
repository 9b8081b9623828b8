/** Copies a list's items into a new list: at once if it is small, otherwise in the background; a restart resumes the copy. */
import { unknownList } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { itemBytes, listBytes, readUsage, refuseCopyOverQuota } from '../items/item-quotas.ts'
import { resolveListAlias } from '../items/list-access.ts'
import { saverCountSteps } from '../items/saver-counts.ts'
import { isNotPaused } from '../schedule/pause-store.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import { refuseFullStore } from '../stores/store-quota.ts'
import type { Store } from '../stores/stores.ts'

const largestDirectCopy = 500
/** One more, so that a direct copy can see that nothing is left. */
const batchSize = largestDirectCopy + 1

const copiedColumns = `variant_id, product_id, url, kind, quantity, note, properties, label, any_variant,
  title, brand, sku, variant_info, image_url, price, compare_at_price, platform_item_id, bundle,
  position, priority, desired, created_at, updated_at`

/** Not the pictures of another person's list: only its owner may see those that are not of the catalog. */
const copiedValues = copiedColumns.replace('image_url', 'case when copier.is_own then image_url end')

/** Shoppers may copy their own lists and public ones. `isUnfinished`: the rest is copied in the background. */
export async function copyItems(
  sql: Sql,
  who: Shopper,
  sourceId: string,
  listId: string,
): Promise<{ items: number; isUnfinished: boolean }> {
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
  await refuseFullStore(sql, who.store, source.itemCount)
  await sql`
    insert into list_copies (store_id, list_id, source_id)
    values (${storeId}, ${listId}, ${source.listId})`
  const items = source.itemCount
  if (items > largestDirectCopy || source.copying) return { items, isUnfinished: true }
  const { isComplete } = await copyBatch(sql, storeId, listId)
  return { items, isUnfinished: !isComplete }
}

/** The items up to `after…` are copied; items saved after `startedAt` are not part of the copy. */
type CopyPosition = { sourceId: string; startedAt: Date; afterCreatedAt: Date | null; afterItemId: string | null }

type CopyProgress = { isComplete: boolean; waitsFor?: string }

/** Copies the next items, oldest first. The source may itself be an unfinished copy; then this one waits for it. */
async function copyBatch(sql: Sql, storeId: number, listId: string): Promise<CopyProgress> {
  // Lock the list before its list_copies row, as a deletion does; the other order can deadlock.
  await sql`
    select list_id
    from lists
    where store_id = ${storeId}
      and list_id = ${listId}
    for update`
  const [copy] = await sql<CopyPosition[]>`
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
  const read = await copyNextItems(sql, storeId, listId, copy)
  if (read === batchSize) return { isComplete: false }
  await sql`
    delete from list_copies
    where store_id = ${storeId}
      and list_id = ${listId}`
  return { isComplete: true }
}

/** Copies one batch after the position of `copy`, moves the position and the counts, and returns how many items were read. */
async function copyNextItems(sql: Sql, storeId: number, listId: string, copy: CopyPosition): Promise<number> {
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
      -- a new id with the time and sequence of the old one, so that the order stays the same
      select store_id, ${listId}, (left(item_id::text, 18) || right(gen_random_uuid()::text, 18))::uuid,
        -- the copy of a public list must not reveal its owner's address or device
        copier.device_id, copier.created_by, ${sql.unsafe(copiedValues)}
      from source
      cross join (
        select device_id, created_by, shopper_id = (
            select shopper_id
            from lists
            where store_id = ${storeId}
              and list_id = ${copy.sourceId}
          ) as is_own
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
  return done!.read
}

/** The list is locked, so its owner cannot change meanwhile. */
const copiedItems = (sql: Sql, storeId: number, listId: string) => sql`
  select list.shopper_id, copied.product_id, 1 as items
  from copied
  cross join lists list
  where list.store_id = ${storeId}
    and list.list_id = ${listId}
    and copied.kind = 'product'`

/** Completes one copy, a short transaction for each batch, so that both lists stay usable meanwhile. */
export async function finishCopy(sql: Database, storeId: number, listId: string): Promise<void> {
  for (;;) {
    const { isComplete, waitsFor } = await transaction(sql, (sql) => copyBatch(sql, storeId, listId))
    if (isComplete) return
    if (waitsFor) await finishCopy(sql, storeId, waitsFor)
  }
}

/** True when the database refused to delete a list that is still being copied. */
export const isCopyInProgress = (error: unknown) =>
  (error as { constraint_name?: string }).constraint_name === 'list_copies_source'

/** Completes every copy of a list that is about to be deleted. */
export async function finishCopiesOf(sql: Database, store: Store, sourceId: string): Promise<void> {
  const copies = await sql<{ listId: string }[]>`
    select list_id
    from list_copies
    where store_id = ${store.storeId}
      and source_id = ${resolveListAlias(sql, store, sourceId)}`
  for (const { listId } of copies) await finishCopy(sql, store.storeId, listId)
}

/** Completes the copies that a stopped process left unfinished. */
export async function finishCopies(sql: Database): Promise<void> {
  const copies = await sql<{ storeId: number; listId: string }[]>`
    -- every store: a start resumes the copies of all of them
    select store_id, list_id
    from list_copies
    where ${isNotPaused(sql, 'store_id')}
    order by started_at`
  for (const { storeId, listId } of copies) await finishCopy(sql, storeId, listId)
}
