/** Lists: making, finding and deleting them. */
import { badSession, loginRequired, nameTaken } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../database/connect.ts'
import type { ListAttributes } from './change-list.ts'
import { copyItems, finishCopiesOf, isStillCopied } from './copies.ts'
import { goneItems } from './edit-items.ts'
import { newId } from './ids.ts'
import { holdList } from './items.ts'
import { listHeadJson, listJson, newestItems } from './list-record.ts'
import { around, aroundAny, asList, type ListAnswer, listIdOf, listOrRefusal, realListId } from './list-scope.ts'
import { knownType, savedListOrSame } from './list-types.ts'
import { countingSavers, dropEmptySavers } from './savers.ts'
import { admitShopper, admits, holdShopper, type Shopper } from './shoppers.ts'

export type NewList = ListAttributes & {
  name: string
  anonymousRead?: boolean | undefined
  copyFrom?: string | undefined
}

/** The list made, as JSON text; `copying` is its inner id while a large list is still being copied into it. */
export async function createList(
  sql: Database,
  who: Shopper,
  what: NewList,
): Promise<{ record: string; copying: string | null }> {
  const type = knownType(who, what.type)
  if (what.anonymousRead && who.kind === 'guest') throw loginRequired('Making a list public')
  try {
    return await transaction(sql, async (sql) => {
      await admitShopper(sql, who)
      const { email } = await holdShopper(sql, who)
      await refuseTakenName(sql, who, type, what.name)
      const listId = await insertList(sql, who, { ...what, type }, email)
      const copying = what.copyFrom ? await copyItems(sql, who, listIdOf(who.store, what.copyFrom), listId) : false
      return { record: await readList(sql, who, listId), copying: copying ? listId : null }
    })
  } catch (error) {
    throw savedListOrSame(error)
  }
}

/** The shopper's row is locked here, so no other list of that name can be on its way. Archived lists don't count. */
async function refuseTakenName(sql: Sql, { store, shopperId }: Shopper, type: string, name: string): Promise<void> {
  const [taken] = await sql`
    select list_id
    from lists
    where store_id = ${store.storeId}
      and shopper_id = ${shopperId}
      and type = ${type}
      and lower(name) = lower(${name})
      and not archived
    limit 1`
  if (taken) throw nameTaken(name)
}

export async function insertList(sql: Sql, who: Shopper, what: NewList, email: string | null): Promise<string> {
  const listId = newId()
  await sql`
    insert into lists (
      store_id, list_id, shopper_id, name, type, note, properties, description, anonymous_read,
      created_by, updated_by, created_for, device_id
    )
    values (
      ${who.store.storeId}, ${listId}, ${who.shopperId}, ${what.name}, ${what.type!}, ${what.note ?? null},
      ${sql.json((what.properties ?? {}) as never)}, ${sql.json((what.description ?? {}) as never)},
      ${what.anonymousRead ?? false}, ${email}, ${email}, ${email}, ${who.deviceId}
    )`
  return listId
}

/** The shopper's lists: wishlists before other types, each oldest first, because callers take the first. */
export async function fetchLists(
  sql: Sql,
  who: Shopper,
  {
    type,
    includeArchived = false,
    heads = false,
  }: { type?: string | undefined; includeArchived?: boolean | undefined; heads?: boolean },
): Promise<string> {
  const { store, shopperId } = who
  const record = heads ? listHeadJson : listJson(newestItems(String(store.settings.previewItems)))
  const [row] = await sql<{ admitted: boolean; records: string }[]>`
    with me as (
      select ${admits(sql, who)} as admitted
    ),
    ${around(sql, who)}
    select me.admitted, (
      select coalesce(
        json_agg(${sql.unsafe(record)} order by list.type <> 'wl', list.created_at, list.list_id)::text,
        '[]'
      )
      from (
        select ${asList(sql, who)}
        from lists list
        where list.store_id = ${store.storeId}
          and list.shopper_id = ${shopperId}
          and (${includeArchived} or not list.archived)
          and (${type ?? null}::text is null or list.type = ${type ?? null})
          and me.admitted
      ) list
      cross join store
      cross join owner
    ) as records
    from me`
  if (!row?.admitted) throw badSession()
  return row.records
}

/** One list with its preview: the shopper's own, or anybody's when it is public. */
export async function fetchList(sql: Sql, who: Shopper, publicId: string): Promise<string> {
  const [row] = await sql<ListAnswer[]>`
    with me as (
      select ${admits(sql, who)} as admitted
    ),
    list as (
      select ${asList(sql, who)}
      from lists list
      where list.store_id = ${who.store.storeId}
        and list.list_id = ${realListId(sql, who.store, listIdOf(who.store, publicId))}
        and (list.shopper_id = ${who.shopperId} or list.anonymous_read)
    ),
    ${aroundAny(sql, who)}
    select me.admitted, (
      select ${sql.unsafe(listJson(newestItems(String(who.store.settings.previewItems))))}
      from list
      cross join store
      cross join owner
    )::text as record
    from me`
  return listOrRefusal(row)
}

export async function readList(sql: Sql, who: Shopper, listId: string): Promise<string> {
  const [row] = await sql<{ record: string }[]>`
    with ${around(sql, who)}
    select ${sql.unsafe(listJson(newestItems(String(who.store.settings.previewItems))))}::text as record
    from (
      select ${asList(sql, who)}
      from lists list
      where list.store_id = ${who.store.storeId}
        and list.list_id = ${listId}
    ) list
    cross join store
    cross join owner`
  return row!.record
}

export type Slice = { limit?: number | undefined; offset?: number | undefined }

/** Deletes a list with its items and gives it as it was; `slice` pages the items shown. */
export async function deleteList(sql: Database, who: Shopper, publicId: string, slice: Slice = {}): Promise<string> {
  for (;;)
    try {
      return await deleteOne(sql, who, publicId, slice)
    } catch (error) {
      // A copy of this list is still under way: it gets its items first, so that nothing of it is lost.
      if (!isStillCopied(error)) throw error
      await finishCopiesOf(sql, who.store, listIdOf(who.store, publicId))
    }
}

/** The list is held first, so that what is taken off the counts of its products is all there was in it. */
async function deleteOne(sql: Database, who: Shopper, publicId: string, slice: Slice): Promise<string> {
  const { store } = who
  const limit = String(slice.limit ?? store.settings.previewItems)
  return await transaction(sql, async (sql) => {
    const listId = await holdList(sql, who, publicId)
    const [row] = await sql<{ record: string; emptied: string[] }[]>`
      with gone as (
        delete from items
        where store_id = ${store.storeId}
          and list_id = ${listId}
        returning product_id, kind
      ),
      deleted as (
        delete from lists
        where store_id = ${store.storeId}
          and list_id = ${listId}
      ),
      ${countingSavers(sql, store, goneItems(sql, who))},
      ${around(sql, who)}
      select ${sql.unsafe(listJson(newestItems(limit, String(slice.offset ?? 0))))}::text as record,
        array(select product_id from savers where items = 0) as emptied
      from (
        select ${asList(sql, who)}
        from lists list
        where list.store_id = ${store.storeId}
          and list.list_id = ${listId}
      ) list
      cross join store
      cross join owner`
    await dropEmptySavers(sql, who, row!.emptied)
    return row!.record
  })
}
