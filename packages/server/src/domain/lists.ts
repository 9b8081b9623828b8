/** Lists: making, finding and deleting them. */
import { badSession, loginRequired, nameTaken } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../database/connect.ts'
import type { ListAttributes } from './change-list.ts'
import { copyItems, finishCopiesOf, isStillCopied } from './copies.ts'
import { goneItems } from './edit-items.ts'
import { newId } from './ids.ts'
import { listHeadJson, listJson } from './list-record.ts'
import {
  around,
  aroundAny,
  asList,
  type ListAnswer,
  listIdOf,
  listOrRefusal,
  realListId,
  type Slice,
} from './list-scope.ts'
import { knownType, savedListOrSame } from './list-types.ts'
import { countingSavers, dropEmptySavers } from './savers.ts'
import { admitShopper, admits, holdShopper, type Shopper } from './shoppers.ts'
import { listEvent, telling } from './telling.ts'

export type NewList = ListAttributes & {
  name: string
  anonymousRead?: boolean | undefined
  copyFrom?: string | undefined
}

type MadeList = { record: string; copying: string | null }

/** The list made, as JSON text; `copying` is its inner id while a large list is still being copied into it. */
export const createList = (sql: Database, who: Shopper, what: NewList): Promise<MadeList> =>
  telling(
    sql,
    who.store,
    ['list.created'],
    (sql) => makeList(sql, who, what),
    ({ record }) => [listEvent('list.created', record)],
  )

async function makeList(sql: Database, who: Shopper, what: NewList): Promise<MadeList> {
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
  const record = heads ? listHeadJson : listJson
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
      select ${sql.unsafe(listJson)}
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
    select ${sql.unsafe(listJson)}::text as record
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

/** Deletes a list with its items and gives it as it was; `slice` pages the items shown. */
export const deleteList = (sql: Database, who: Shopper, publicId: string, slice: Slice = {}): Promise<string> =>
  telling(
    sql,
    who.store,
    ['list.deleted'],
    (sql) => deleteFinished(sql, who, publicId, slice),
    (record) => [listEvent('list.deleted', record)],
  )

async function deleteFinished(sql: Database, who: Shopper, publicId: string, slice: Slice): Promise<string> {
  for (;;) {
    const row = await deleteWhole(sql, who, publicId, slice)
    if (row && (!row.admitted || row.record !== null || !row.found)) {
      if (row.emptied) await dropEmptySavers(sql, who, row.emptied)
      return listOrRefusal(row)
    }
    // A copy of this list is still under way: it gets its items first, so that nothing of it is lost.
    await finishCopiesOf(sql, who.store, listIdOf(who.store, publicId))
  }
}

type Deletion = ListAnswer & { found: boolean; emptied: string[] | null }

/**
 * One statement. The list is locked, and goes only when nobody changed it since the statement began to look: of an item saved
 * the moment before, the counts would never hear. Where it does not, the next try does. Null: the list is still being copied.
 */
async function deleteWhole(sql: Sql, who: Shopper, publicId: string, slice: Slice): Promise<Deletion | null> {
  const { store } = who
  try {
    const [row] = await sql<Deletion[]>`
      with me as (
        select ${admits(sql, who)} as admitted
      ),
      target as (
        select list.*, list.xmin as version
        from lists list
        where list.store_id = ${store.storeId}
          and list.list_id = ${realListId(sql, store, listIdOf(store, publicId))}
          and list.shopper_id = ${who.shopperId}
          and (select admitted from me)
        for update of list
      ),
      whole as (
        select target.*
        from target
        -- the lock gives the row as it is now, this join as it was; whoever changes an item writes its list's row too
        join lists seen
          on seen.store_id = ${store.storeId}
          and seen.list_id = target.list_id
          and seen.xmin = target.version
        where not exists (
            select from list_copies copy
            where copy.store_id = ${store.storeId}
              and copy.source_id = target.list_id
          )
      ),
      gone as (
        delete from items
        using whole
        where items.store_id = ${store.storeId}
          and items.list_id = whole.list_id
        returning items.product_id, items.kind
      ),
      deleted as (
        delete from lists
        using whole
        where lists.store_id = ${store.storeId}
          and lists.list_id = whole.list_id
      ),
      ${countingSavers(sql, store, goneItems(sql, who))},
      ${around(sql, who)}
      select me.admitted,
        exists (select from target) as found,
        (select array_agg(product_id) from savers where items = 0) as emptied,
        (
          select ${sql.unsafe(listJson)}
          from (
            select ${asList(sql, who, slice)}
            from whole list
          ) list
          cross join store
          cross join owner
        )::text as record
      from me`
    return row!
  } catch (error) {
    if (isStillCopied(error)) return null
    throw error
  }
}
