/** Lists and items as whole rows in JSON: merges and deletions record them, and their undo restores them. */
import type { Sql } from '../../database/connect.ts'
import { isoTime } from '../../database/json.ts'
import type { Store } from '../stores/stores.ts'

/** Every column of an item except its list and the generated columns. */
export const itemFields = [
  'item_id',
  'variant_id',
  'product_id',
  'url',
  'kind',
  'quantity',
  'note',
  'properties',
  'label',
  'any_variant',
  'title',
  'brand',
  'sku',
  'variant_info',
  'image_url',
  'price',
  'compare_at_price',
  'platform_item_id',
  'bundle',
  'position',
  'priority',
  'desired',
  'received',
  'device_id',
  'updated_by',
  'created_at',
  'updated_at',
] as const

/** Every column of a list except its owner and its counts. */
export const listFields = [
  'name',
  'type',
  'note',
  'properties',
  'description',
  'anonymous_read',
  'archived',
  'created_by',
  'updated_by',
  'created_for',
  'device_id',
  'created_at',
  'updated_at',
] as const

/** Records of an older release do not have them. */
type Weights = { position?: number | null; priority?: number | null; desired?: number | null; received?: number | null }

export type ItemRow = Record<Exclude<(typeof itemFields)[number], keyof Weights | 'quantity'>, unknown> &
  Weights & {
    item_id: string
    variant_id: string
    product_id: string
    quantity: number | null
    created_at: string
    updated_at: string
  }

type Properties = Record<string, unknown>

export type ListRow = Record<Exclude<(typeof listFields)[number], 'archived'>, unknown> & {
  name: string
  type: string
  note: string | null
  properties: Properties
  description: Properties
  archived: boolean
  created_at: string
  updated_at: string
}

const times = new Set(['created_at', 'updated_at'])

const rowJson = (row: string, fields: readonly string[]) => {
  const pairs = fields.map((field) => {
    const column = `${row}.${field}`
    return `'${field}', ${times.has(field) ? isoTime(column) : column}`
  })
  return `jsonb_build_object(${pairs.join(', ')})`
}

/** JSON of a row `item` and of a row `list`. */
export const itemRowJson = rowJson('item', itemFields)
export const listRowJson = rowJson('list', listFields)

/** Items by list and variant. */
export type ItemsByList = Map<string, Map<string, ItemRow>>

/** The items of these lists: all, or only those of some variants. */
export async function readItems(
  sql: Sql,
  { storeId }: Store,
  listIds: string[],
  variantIds: string[] | null = null,
): Promise<ItemsByList> {
  const rows = await sql<{ listId: string; row: ItemRow }[]>`
    select list_id, ${sql.unsafe(itemRowJson)} as row
    from items item
    where store_id = ${storeId}
      and list_id = any(${listIds})
      and (${variantIds}::text[] is null or variant_id = any(${variantIds}))`
  const found: ItemsByList = new Map(listIds.map((listId) => [listId, new Map()]))
  for (const { listId, row } of rows) found.get(listId)!.set(row.variant_id, row)
  return found
}

/** Small enough that statements are short and their answers do not block the process. */
export const itemBatchSize = 500

/** A list's items in batches, in the order of their variants. */
export async function* readItemBatches(
  sql: Sql,
  { storeId }: Store,
  listId: string,
): AsyncGenerator<Map<string, ItemRow>> {
  for (let after = ''; ; ) {
    const rows = await sql<{ row: ItemRow }[]>`
      select ${sql.unsafe(itemRowJson)} as row
      from items item
      where store_id = ${storeId}
        and list_id = ${listId}
        and variant_id > ${after}
      order by variant_id
      limit ${itemBatchSize}`
    if (rows.length > 0) yield new Map(rows.map(({ row }) => [row.variant_id, row]))
    if (rows.length < itemBatchSize) return
    after = rows.at(-1)!.row.variant_id
  }
}

export type PlacedItem = ItemRow & { list_id: string }

const itemColumns = itemFields.join(', ')
const itemValues = itemFields
  .filter((field) => field !== 'variant_id')
  .map((field) => `${field} = excluded.${field}`)
  .join(', ')

/** Inserts or replaces whole items. The caller updates the list's count. */
export async function saveItems(sql: Sql, { storeId }: Store, items: PlacedItem[]): Promise<void> {
  if (items.length === 0) return
  await sql`
    insert into items (store_id, list_id, ${sql.unsafe(itemColumns)})
    select ${storeId}, list_id, ${sql.unsafe(itemColumns)}
    from jsonb_populate_recordset(null::items, ${sql.json(items as never)})
    on conflict (store_id, list_id, variant_id) do update
    set ${sql.unsafe(itemValues)}`
}

const listColumns = listFields.join(', ')

/** Creates a list from a recorded row. */
export async function insertListRow(
  sql: Sql,
  { storeId }: Store,
  shopperId: string,
  listId: string,
  row: ListRow,
  itemCount: number,
): Promise<void> {
  await sql`
    insert into lists (store_id, list_id, shopper_id, item_count, ${sql.unsafe(listColumns)})
    select ${storeId}, ${listId}, ${shopperId}, ${itemCount}, ${sql.unsafe(listColumns)}
    from jsonb_populate_record(null::lists, ${sql.json(row as never)})`
}

const listValues = listFields.map((field) => `${field} = head.${field}`).join(', ')

/** Replaces all fields of a list. */
export async function saveListRow(sql: Sql, { storeId }: Store, listId: string, row: ListRow): Promise<void> {
  await sql`
    update lists
    set ${sql.unsafe(listValues)}
    from jsonb_populate_record(null::lists, ${sql.json(row as never)}) head
    where lists.store_id = ${storeId}
      and lists.list_id = ${listId}`
}
