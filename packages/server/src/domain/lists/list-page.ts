/** One list page by page: sorted, filtered, with a cursor that says where the next page begins. */
import { paginationNames } from '@heartbell/contract/names'
import { badCursor, badSession, unknownList } from '@heartbell/contract/refusals'
import type { Sql } from '../../database/connect.ts'
import { millis } from '../../database/json.ts'
import { answerBytes } from '../items/answer-budget.ts'
import { type ItemsJson, itemJson, joinVariantOfItem } from '../items/item-record.ts'
import { listColumns, listIdOf, resolveListAlias, storeAndVisibleOwner } from '../items/list-access.ts'
import { isSessionValid, type Shopper } from '../shoppers/shoppers.ts'
import { listHeadJson, newestItemsJson } from './list-record.ts'

export type ListPageRequest = {
  limit: number
  offset?: number | undefined
  next?: string | undefined
  sortBy?: 'price' | 'title' | 'time' | undefined
  sortOrder?: 'asc' | 'desc' | undefined
  filterBy?: 'instock' | 'outofstock' | undefined
  excludeArchived?: boolean | undefined
}

/** Each part as JSON text. */
export type ListPage = { list: string; items: ItemsJson; owner: string; pagination: string }

/** What items are sorted by: in the statement, as the text a cursor carries, and back. */
const sortKeys = {
  time: {
    value: 'item.created_at',
    text: `${millis('item.created_at')}::text`,
    read: (sql: Sql, text: string) => sql`to_timestamp(${text}::text::bigint / 1000.0)::timestamptz(3)`,
    usual: 'desc',
  },
  price: {
    value: 'coalesce(variant.price, item.price, 0)',
    text: 'coalesce(variant.price, item.price, 0)::text',
    read: (sql: Sql, text: string) => sql`${text}::text::numeric`,
    usual: 'asc',
  },
  title: {
    // so many characters decide the order of real titles, and keep the cursor short
    value: 'lower(left(coalesce(variant.title, item.title), 100))',
    text: 'lower(left(coalesce(variant.title, item.title), 100))',
    read: (sql: Sql, text: string) => sql`${text}::text`,
    usual: 'asc',
  },
} as const

/** A product that is unknown to the catalog or not counted there is not sold out. */
const soldOut = `(
  variant.deleted_at is not null
  or coalesce(variant.tracked and not variant.sells_when_empty and variant.stock <= 0, false)
)`
const filters = { instock: `and not ${soldOut}`, outofstock: `and ${soldOut}` } as const

/** The shopper's own list, or anybody's when it is public. */
export async function fetchListPage(
  sql: Sql,
  who: Shopper,
  publicId: string,
  asked: ListPageRequest,
): Promise<ListPage> {
  const sortBy = asked.sortBy ?? 'time'
  const key = sortKeys[sortBy]
  const order = asked.sortOrder ?? key.usual
  const after = asked.next === undefined ? null : readCursor(asked.next, sortBy, order)
  const filter = sql.unsafe(asked.filterBy ? filters[asked.filterBy] : '')
  const sortValue = sql.unsafe(key.value)
  const direction = sql.unsafe(order)
  const beyond = after
    ? sql`and (${sortValue}, item.item_id) ${sql.unsafe(order === 'asc' ? '>' : '<')}
        (${key.read(sql, after.value)}, ${after.itemId}::text::uuid)`
    : sql``
  const [row] = await sql<ListPageRow[]>`
    with me as (
      select ${isSessionValid(sql, who)} as admitted
    ),
    list as (
      select ${listColumns(sql, who)}
      from lists list
      where list.store_id = ${who.store.storeId}
        and list.list_id = ${resolveListAlias(sql, who.store, listIdOf(who.store, publicId))}
        and (list.shopper_id = ${who.shopperId} or list.anonymous_read)
        and not (${asked.excludeArchived ?? false} and list.archived)
    ),
    ${storeAndVisibleOwner(sql, who)},
    page as (
      select page.*, sum(octet_length(page.record::text)) over (order by page.place) as upto
      from list
      -- for one list its index is in order: a join would read and sort the whole list, of which it expects a few items
      cross join lateral (
        select ${sql.unsafe(itemJson)} as record,
          row_number() over (order by ${sortValue} ${direction}, item.item_id ${direction}) as place,
          ${sql.unsafe(key.text)} as sort_value,
          item.item_id
        from items item
        ${sql.unsafe(joinVariantOfItem)}
        where item.store_id = list.store_id
          and item.list_id = list.list_id
          ${filter}
          ${beyond}
        order by ${sortValue} ${direction}, item.item_id ${direction}
        limit ${asked.limit + 1}
        offset ${asked.offset ?? 0}
      ) page
    ),
    -- as many as were asked for and fit into an answer, one in any case
    shown as (
      select *
      from page
      where upto <= ${answerBytes}::bigint
        or upto = octet_length(record::text)
      order by place
      limit ${asked.limit}
    )
    select me.admitted,
      (select ${sql.unsafe(listHeadJson)}::text from list cross join store cross join owner) as list,
      (select coalesce(record::text, 'null') from owner) as owner,
      coalesce((
        select json_agg(record order by place)::text
        from shown
      ), '[]') as items,
      ${
        asked.filterBy
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
      } as total,
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
  const { total, next: nextWord, limit } = paginationNames
  const pagination = JSON.stringify({ [total]: row.total, [nextWord]: next, [limit]: asked.limit })
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

/** A cursor belongs to the order it was given in; anything else is not one of ours. */
function readCursor(text: string, sortBy: keyof typeof sortKeys, order: string): { value: string; itemId: string } {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    const [by, way, value, itemId] = Array.isArray(parts) ? (parts as unknown[]) : []
    const isOurs = by === sortBy && way === order && isValue(sortBy, value) && isUuid(String(itemId))
    if (isOurs) return { value: value as string, itemId: String(itemId) }
  } catch {
    // falls through: not base64, not JSON
  }
  throw badCursor()
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)

function isValue(sortBy: keyof typeof sortKeys, value: unknown): boolean {
  if (typeof value !== 'string' || value.length > 600 || value.includes('\0')) return false
  if (sortBy === 'time') return /^\d{1,13}$/.test(value)
  return sortBy === 'title' || /^\d{1,13}(\.\d{1,400})?$/.test(value)
}

/** A list's items alone, as many as callers take for the whole. */
export async function fetchListItems(sql: Sql, who: Shopper, publicId: string): Promise<ItemsJson> {
  const [row] = await sql<{ admitted: boolean; items: ItemsJson | null }[]>`
    with me as (
      select ${isSessionValid(sql, who)} as admitted
    ),
    list as (
      select ${listColumns(sql, who)}
      from lists list
      where list.store_id = ${who.store.storeId}
        and list.list_id = ${resolveListAlias(sql, who.store, listIdOf(who.store, publicId))}
        and (list.shopper_id = ${who.shopperId} or list.anonymous_read)
    )
    select me.admitted,
      (select ${sql.unsafe(newestItemsJson)}::text from list) as items
    from me`
  if (!row?.admitted) throw badSession()
  if (row.items === null) throw unknownList()
  return row.items
}
