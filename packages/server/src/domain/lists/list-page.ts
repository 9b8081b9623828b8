/** One list page by page: sorted, filtered, with a cursor for the next page. */
import { paginationNames } from '@heartbell/contract/names'
import { badCursor, badSession, unknownList } from '@heartbell/contract/refusals'
import type { Fragment, Sql } from '../../database/connect.ts'
import { millis } from '../../database/json.ts'
import { answerBytes } from '../items/answer-budget.ts'
import { type ItemsJson, itemJson, joinVariantOfItem, ownPlace } from '../items/item-record.ts'
import { storeAndVisibleOwner, visibleList } from '../items/list-access.ts'
import { isSessionValid, type Shopper } from '../shoppers/shoppers.ts'
import { listHeadJson, newestItemsJson } from './list-record.ts'

export type ListPageRequest = {
  limit: number
  offset?: number | undefined
  next?: string | undefined
  sortBy?: keyof typeof sortKeys | undefined
  sortOrder?: 'asc' | 'desc' | undefined
  filterBy?: 'instock' | 'outofstock' | undefined
  excludeArchived?: boolean | undefined
  /** The bytes of items at most, for an answer that has them several times. */
  bytes?: number
}

/** Each part as JSON text. */
export type ListPage = { list: string; items: ItemsJson; owner: string; pagination: string }

/** A number that sorts downwards: items of the same priority stay in the owner's order, whose places have 16 digits. */
const byPriority = `(-${10n ** 17n} * coalesce(item.priority, 4) - ${ownPlace})`

/**
 * Sort keys: the SQL value, the same as text for a cursor, and how the text becomes a value again. An inverted one sorts upwards
 * where its value falls: items of equal value come newest first, as everywhere.
 */
const sortKeys = {
  time: {
    value: 'item.created_at',
    text: `${millis('item.created_at')}::text`,
    read: (sql: Sql, text: string) => sql`to_timestamp(${text}::text::bigint / 1000.0)::timestamptz(3)`,
    defaultOrder: 'desc',
  },
  price: {
    value: 'coalesce(variant.price, item.price, 0)',
    text: 'coalesce(variant.price, item.price, 0)::text',
    read: (sql: Sql, text: string) => sql`${text}::text::numeric`,
    defaultOrder: 'asc',
  },
  title: {
    // 100 characters are enough to sort real titles and keep the cursor short
    value: 'lower(left(coalesce(variant.title, item.title), 100))',
    text: 'lower(left(coalesce(variant.title, item.title), 100))',
    read: (sql: Sql, text: string) => sql`${text}::text`,
    defaultOrder: 'asc',
  },
  position: {
    value: `(-${ownPlace})`,
    text: `(-${ownPlace})::text`,
    read: (sql: Sql, text: string) => sql`${text}::text::bigint`,
    defaultOrder: 'asc',
    inverted: true,
  },
  priority: {
    value: byPriority,
    text: `${byPriority}::text`,
    read: (sql: Sql, text: string) => sql`${text}::text::bigint`,
    defaultOrder: 'asc',
    inverted: true,
  },
} as const

const directionOf = (sortBy: keyof typeof sortKeys, order: 'asc' | 'desc') =>
  'inverted' in sortKeys[sortBy] ? (order === 'asc' ? 'desc' : 'asc') : order

/** A product that is not in the catalog, or whose stock is not tracked, is not sold out. */
const soldOut = `(
  variant.deleted_at is not null
  or coalesce(variant.tracked and not variant.sells_when_empty and variant.stock <= 0, false)
)`
const filters = { instock: `and not ${soldOut}`, outofstock: `and ${soldOut}` } as const

/** The order of a page, as parts of its statement; `beyond` selects the items after the cursor. */
type PageOrder = { sortValue: Fragment; sortText: Fragment; direction: Fragment; beyond: Fragment; filter: Fragment }

function orderOf(
  sql: Sql,
  { next, filterBy }: ListPageRequest,
  sortBy: keyof typeof sortKeys,
  order: 'asc' | 'desc',
): PageOrder {
  const key = sortKeys[sortBy]
  const after = next === undefined ? null : readCursor(next, sortBy, order)
  const sortValue = sql.unsafe(key.value)
  const direction = directionOf(sortBy, order)
  const beyond = after
    ? sql`and (${sortValue}, item.item_id) ${sql.unsafe(direction === 'asc' ? '>' : '<')}
        (${key.read(sql, after.value)}, ${after.itemId}::text::uuid)`
    : sql``
  const filter = sql.unsafe(filterBy ? filters[filterBy] : '')
  return { sortValue, sortText: sql.unsafe(key.text), direction: sql.unsafe(direction), beyond, filter }
}

/** Rows `page`: one item more than requested, with the bytes up to each; rows `shown`: those that fit into one answer. */
const pageSteps = (sql: Sql, { limit, offset = 0, bytes = answerBytes }: ListPageRequest, order: PageOrder) => {
  const { sortValue, sortText, direction, beyond, filter } = order
  return sql`
    page as (
      select page.*, sum(octet_length(page.record::text)) over (order by page.place) as total_bytes
      from list
      -- lateral: the index returns the items in order; a join would read and sort the whole list
      cross join lateral (
        select ${sql.unsafe(itemJson)} as record,
          row_number() over (order by ${sortValue} ${direction}, item.item_id ${direction}) as place,
          ${sortText} as sort_value,
          item.item_id
        from items item
        ${sql.unsafe(joinVariantOfItem)}
        where item.store_id = list.store_id
          and item.list_id = list.list_id
          ${filter}
          ${beyond}
        order by ${sortValue} ${direction}, item.item_id ${direction}
        limit ${limit + 1}
        offset ${offset}
      ) page
    ),
    -- as many as requested that fit into one answer, at least one
    shown as (
      select *
      from page
      where total_bytes <= ${bytes}::bigint
        or total_bytes = octet_length(record::text)
      order by place
      limit ${limit}
    )`
}

/** The number of items on all pages: stored in the list's row, but counted when a filter is set. */
const totalItems = (sql: Sql, { filterBy }: ListPageRequest, { filter }: PageOrder) =>
  filterBy
    ? sql`(
        select count(*)
        from list
        join items item
          on item.store_id = list.store_id
          and item.list_id = list.list_id
        ${sql.unsafe(joinVariantOfItem)}
        where true ${filter}
      )`
    : sql`(select item_count from list)`

/** The shopper's own list, or any public list. */
export async function fetchListPage(
  sql: Sql,
  who: Shopper,
  publicId: string,
  requested: ListPageRequest,
): Promise<ListPage> {
  const sortBy = requested.sortBy ?? 'time'
  const order = requested.sortOrder ?? sortKeys[sortBy].defaultOrder
  const parts = orderOf(sql, requested, sortBy, order)
  const isWanted = sql`and not (${requested.excludeArchived ?? false} and list.archived)`
  const [row] = await sql<ListPageRow[]>`
    with me as (
      select ${isSessionValid(sql, who)} as admitted
    ),
    ${visibleList(sql, who, publicId, isWanted)},
    ${storeAndVisibleOwner(sql, who)},
    ${pageSteps(sql, requested, parts)}
    select me.admitted,
      (select ${sql.unsafe(listHeadJson(who.store))}::text from list cross join store cross join owner) as list,
      (select coalesce(record::text, 'null') from owner) as owner,
      coalesce((
        select json_agg(record order by place)::text
        from shown
      ), '[]') as items,
      ${totalItems(sql, requested, parts)} as total,
      (
        select json_build_array(sort_value, item_id)
        from shown
        where (select count(*) from page) > (select count(*) from shown)
        order by place desc
        limit 1
      ) as last
    from me`
  if (!row?.admitted) throw badSession()
  if (row.list === null) throw unknownList()
  const next = row.last && writeCursor({ sortBy, order, value: row.last[0], itemId: row.last[1] })
  const { total, next: nextName, limit } = paginationNames
  const pagination = JSON.stringify({ [total]: row.total, [nextName]: next, [limit]: requested.limit })
  return { list: row.list, items: row.items, owner: row.owner ?? 'null', pagination }
}

type ListPageRow = {
  admitted: boolean
  list: string | null
  owner: string | null
  items: ItemsJson
  total: number
  last: [sortValue: string, itemId: string] | null
}

type ListPageCursor = { sortBy: string; order: string; value: string; itemId: string }

const writeCursor = ({ sortBy, order, value, itemId }: ListPageCursor) =>
  Buffer.from(JSON.stringify([sortBy, order, value, itemId])).toString('base64url')

/** Refuses a cursor that was made for another sort order, or that we did not make. */
function readCursor(text: string, sortBy: keyof typeof sortKeys, order: string): { value: string; itemId: string } {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    const [cursorSortBy, cursorOrder, value, itemId] = Array.isArray(parts) ? (parts as unknown[]) : []
    const isOurs = cursorSortBy === sortBy && cursorOrder === order && isValue(sortBy, value) && isUuid(String(itemId))
    if (isOurs) return { value: value as string, itemId: String(itemId) }
  } catch {
    // not base64 or not JSON: refused below
  }
  throw badCursor()
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

function isValue(sortBy: keyof typeof sortKeys, value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 600 || value.includes('\0')) return false
  if (sortBy === 'position' || sortBy === 'priority') return /^-?\d{1,18}$/.test(value)
  if (sortBy === 'time') return /^\d{1,13}$/.test(value)
  return sortBy === 'title' || /^\d{1,13}(\.\d{1,400})?$/.test(value)
}

/** Only the items of a list, up to the preview size. */
export async function fetchListItems(sql: Sql, who: Shopper, publicId: string): Promise<ItemsJson> {
  const [row] = await sql<{ admitted: boolean; items: ItemsJson | null }[]>`
    with me as (
      select ${isSessionValid(sql, who)} as admitted
    ),
    ${visibleList(sql, who, publicId)}
    select me.admitted,
      (select ${sql.unsafe(newestItemsJson)}::text from list) as items
    from me`
  if (!row?.admitted) throw badSession()
  if (row.items === null) throw unknownList()
  return row.items
}
