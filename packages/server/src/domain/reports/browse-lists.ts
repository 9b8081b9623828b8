/** Lists shoppers' lists for the merchant: the newest, by name, by the owner's address or by id. */
import { foldEmail } from '@heartbell/contract/fields'
import type { Sql } from '../../database/connect.ts'
import { resolveListAlias } from '../items/list-access.ts'
import { deletedListsOwner } from '../lists/remove-large-lists.ts'
import { readListId } from '../secrets/ids.ts'
import type { Store } from '../stores/stores.ts'

export type ListLine = {
  listId: string
  name: string
  type: string
  itemCount: number
  isArchived: boolean
  isPublic: boolean
  /** Null for a guest. */
  ownerEmail: string | null
  ownerName: string
  createdAt: Date
  updatedAt: Date
}
type SortedListLine = ListLine & { innerId: string; sortName: string }
type ListLinePage<Row> = { rows: Row[]; next: string | null }

const columns = `
  list.list_id as inner_id, list.name, list.type, list.item_count, list.archived as is_archived,
  list.anonymous_read as is_public, shopper.email as owner_email,
  trim(shopper.first_name || ' ' || shopper.last_name) as owner_name, list.created_at, list.updated_at`

/** A text with an @ is the start of an owner's address, a list id is that list, any other text is the start of a name. */
export async function browseLists(
  sql: Sql,
  store: Store,
  { text = '', after, limit }: { text?: string | undefined; after?: string | undefined; limit: number },
): Promise<ListLinePage<ListLine>> {
  const [id, name] = readPlace(after)
  const listId = readListId(store.prefix, text)
  const rows = listId
    ? await findOne(sql, store, listId)
    : text.includes('@')
      ? await findByOwner(sql, store, foldEmail(text), id, name, limit)
      : text
        ? await findByName(sql, store, text.toLowerCase(), id, name, limit)
        : await findNewest(sql, store, id, limit)
  const last = !listId && rows.length === limit ? rows.at(-1)! : null
  return {
    rows: rows.map(({ sortName: _, innerId, ...line }) => ({
      ...line,
      listId: store.prefix + innerId.replaceAll('-', ''),
    })),
    next: last && `${last.innerId}~${last.sortName}`,
  }
}

/** The end of the previous page: the list, and the text it was sorted by. */
function readPlace(after: string | undefined): [id: string | null, name: string] {
  const [, id, name] = /^([0-9a-f]{8}-[0-9a-f-]{27})~([^\0]*)$/s.exec(after ?? '') ?? []
  return [id ?? null, name ?? '']
}

/** Ids ascend with time, so the primary key is the order. */
const findNewest = (sql: Sql, { storeId }: Store, id: string | null, limit: number) => sql<SortedListLine[]>`
  select ${sql.unsafe(columns)}, '' as sort_name
  from lists list
  join shoppers shopper
    on shopper.store_id = ${storeId}
    and shopper.shopper_id = list.shopper_id
  where list.store_id = ${storeId}
    and list.shopper_id <> ${deletedListsOwner}
    ${id ? sql`and list.list_id < ${id}` : sql``}
  order by list.list_id desc
  limit ${limit}`

/** Escapes the wildcards of `like`. */
const startsWithPattern = (text: string) => `${text.replace(/[\\%_]/g, '\\$&')}%`

const findByName = (sql: Sql, { storeId }: Store, text: string, id: string | null, name: string, limit: number) => sql<
  SortedListLine[]
>`
  select ${sql.unsafe(columns)}, lower(list.name) as sort_name
  from lists list
  join shoppers shopper
    on shopper.store_id = ${storeId}
    and shopper.shopper_id = list.shopper_id
  where list.store_id = ${storeId}
    and list.shopper_id <> ${deletedListsOwner}
    and lower(list.name) collate "C" like ${startsWithPattern(text)}
    ${id ? sql`and (lower(list.name) collate "C", list.list_id) > (${name}, ${id}::uuid)` : sql``}
  order by lower(list.name) collate "C", list.list_id
  limit ${limit}`

const findByOwner = (sql: Sql, { storeId }: Store, text: string, id: string | null, name: string, limit: number) => sql<
  SortedListLine[]
>`
  select ${sql.unsafe(columns)}, shopper.email as sort_name
  from shoppers shopper
  join lists list
    on list.store_id = ${storeId}
    and list.shopper_id = shopper.shopper_id
  where shopper.store_id = ${storeId}
    and shopper.email collate "C" like ${startsWithPattern(text)}
    ${id ? sql`and (shopper.email collate "C", list.list_id) > (${name}, ${id}::uuid)` : sql``}
  order by shopper.email collate "C", list.list_id
  limit ${limit}`

const findOne = (sql: Sql, store: Store, listId: string) => sql<SortedListLine[]>`
  select ${sql.unsafe(columns)}, '' as sort_name
  from lists list
  join shoppers shopper
    on shopper.store_id = ${store.storeId}
    and shopper.shopper_id = list.shopper_id
  where list.store_id = ${store.storeId}
    and list.shopper_id <> ${deletedListsOwner}
    and list.list_id = ${resolveListAlias(sql, store, listId)}`

export type ListDetail = ListLine & { note: string | null; properties: Record<string, unknown> }

/** A merged list is also found by its old id. */
export async function findList(sql: Sql, store: Store, publicId: string): Promise<ListDetail | null> {
  const listId = readListId(store.prefix, publicId)
  const [line] = listId ? (await browseLists(sql, store, { text: publicId, limit: 1 })).rows : []
  if (!listId || !line) return null
  const [more] = await sql<Pick<ListDetail, 'note' | 'properties'>[]>`
    select note, properties
    from lists
    where store_id = ${store.storeId}
      and list_id = ${resolveListAlias(sql, store, listId)}`
  return { ...line, ...more! }
}
