/** Quotas of one shopper: lists, items and bytes. The sums are stored in the lists' rows, so no check counts items. */
import { tooManyBytes, tooManyItems, tooManyLists } from '@heartbell/contract/refusals'
import type { Sql } from '../../database/connect.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import type { NewItemRow } from './new-item.ts'

/** Bytes of a row without its texts. */
const rowBytes = 100

const textColumns = [
  'variant_id',
  'product_id',
  'url',
  'title',
  'note',
  'properties',
  'label',
  'brand',
  'sku',
  'variant_info',
  'image_url',
  'platform_item_id',
  'bundle',
]

/** The bytes of a row `item`: the same for a row just written and for one read from disk. */
export const itemBytes = (item: string) =>
  `(${rowBytes} + octet_length(concat(${textColumns.map((column) => `${item}.${column}`).join(', ')})))`

/** Lists written by an older release have no byte sum; assume this for each item. */
const assumedItemBytes = 500

/** The bytes of the items of a row `list`. */
export const listBytes = (list: string) =>
  `coalesce(${list}.item_bytes, ${list}.item_count * ${assumedItemBytes}::bigint)`

/** Estimates the bytes of new items. Counts characters instead of bytes, which is close enough for the quota. */
export function estimateBytes(rows: readonly NewItemRow[]): number {
  let bytes = rows.length * rowBytes
  for (const row of rows)
    for (const value of Object.values(row))
      if (typeof value === 'string') bytes += value.length
      else if (typeof value === 'object' && value !== null) bytes += JSON.stringify(value).length
  return bytes
}

export type ExceededQuota = 'items' | 'bytes'

export function refuseOverQuota({ settings }: Store, over: ExceededQuota): never {
  throw over === 'items' ? tooManyItems(settings.maxItems) : tooManyBytes(settings.maxBytes)
}

/**
 * Adds to different lists of a shopper run in parallel and do not see each other's items. That is safe while a tenth of the
 * quota is free; above this share an add locks the shopper's row first.
 */
export const unlockedShare = 0.9

/** Locks the shopper until the transaction ends, so that calls that may fill the last tenth of a quota run one by one. */
export async function lockForQuota(sql: Sql, { store, shopperId }: Shopper): Promise<void> {
  await sql`
    select from shoppers
    where store_id = ${store.storeId}
      and shopper_id = ${shopperId}
    for no key update`
}

/** Sums the bytes again after a merge or its undo, which write items directly. The lists must be locked. */
export async function recountBytes(sql: Sql, { storeId }: Store, listIds: string[]): Promise<void> {
  await sql`
    update lists
    set item_bytes = (
      select coalesce(sum(${sql.unsafe(itemBytes('item'))}), 0)
      from items item
      where item.store_id = ${storeId}
        and item.list_id = lists.list_id
    )
    where store_id = ${storeId}
      and list_id = any(${listIds}::uuid[])`
}

export type ShopperUsage = { lists: number; items: number; bytes: number }

/** The shopper's row must be locked. A list that is still being copied counts with its final size. */
export async function readUsage(sql: Sql, { store, shopperId }: Shopper): Promise<ShopperUsage> {
  const [used] = await sql<ShopperUsage[]>`
    select count(*) as lists,
      coalesce(sum(greatest(list.item_count, source.item_count)), 0)::float8 as items,
      coalesce(sum(greatest(${sql.unsafe(listBytes('list'))}, ${sql.unsafe(listBytes('source'))})), 0)::float8 as bytes
    from lists list
    left join list_copies copy
      on copy.store_id = list.store_id
      and copy.list_id = list.list_id
    left join lists source
      on source.store_id = copy.store_id
      and source.list_id = copy.source_id
    where list.store_id = ${store.storeId}
      and list.shopper_id = ${shopperId}`
  return used!
}

/** `beyond`: how many lists above the quota are allowed, for lists that the server creates itself. */
export function refuseListOverQuota({ settings }: Store, used: ShopperUsage, beyond: number): void {
  if (used.lists >= settings.maxLists + beyond) throw tooManyLists(settings.maxLists)
}

export function refuseCopyOverQuota(
  { settings }: Store,
  used: ShopperUsage,
  copied: Omit<ShopperUsage, 'lists'>,
): void {
  if (used.items + copied.items > settings.maxItems) throw tooManyItems(settings.maxItems)
  if (used.bytes + copied.bytes > settings.maxBytes) throw tooManyBytes(settings.maxBytes)
}
