/** Changes a list's own fields: name, note, type and properties, and whether it is public or archived. */
import type { Database, Sql } from '../../database/connect.ts'
import {
  type ListAnswer,
  listColumns,
  listIdOf,
  listOrRefusal,
  resolveListAlias,
  storeAndOwner,
} from '../items/list-access.ts'
import { isSessionValid, type Shopper } from '../shoppers/shoppers.ts'
import { listEvent, withEvents } from '../webhooks/with-events.ts'
import { listJson } from './list-record.ts'
import { asSecondSavedListRefusal, requireListType } from './list-types.ts'

export type ListAttributes = {
  name?: string | undefined
  type?: string | undefined
  note?: string | null | undefined
  properties?: Record<string, unknown> | null | undefined
  description?: Record<string, unknown> | null | undefined
}

export type ListChanges = ListAttributes & { anonymousRead?: boolean; archived?: boolean }

/** Changes only the fields that were sent. Here a name need not be unique. Returns the record as JSON text. */
export const changeList = (sql: Database, who: Shopper, publicId: string, what: ListChanges): Promise<string> =>
  withEvents(
    sql,
    who.store,
    ['list.updated'],
    (sql) => writeChanges(sql, who, publicId, what),
    (record) => [listEvent('list.updated', record)],
  )

async function writeChanges(sql: Sql, who: Shopper, publicId: string, what: ListChanges): Promise<string> {
  const { store, shopperId } = who
  const type = what.type === undefined ? null : requireListType(who, what.type)
  const json = (map: Record<string, unknown> | null | undefined) =>
    map === undefined ? null : sql.json((map ?? {}) as never)
  try {
    const [row] = await sql<ListAnswer[]>`
      with me as (
        select ${isSessionValid(sql, who)} as admitted
      ),
      changed as (
        update lists
        set name = coalesce(${what.name ?? null}, name),
            type = coalesce(${type}, type),
            note = case when ${what.note !== undefined} then ${what.note ?? null} else note end,
            properties = coalesce(${json(what.properties)}, properties),
            description = coalesce(${json(what.description)}, description),
            anonymous_read = coalesce(${what.anonymousRead ?? null}, anonymous_read),
            archived = coalesce(${what.archived ?? null}, archived),
            updated_by = (select email from shoppers where store_id = ${store.storeId} and shopper_id = ${shopperId}),
            updated_at = now()
        where store_id = ${store.storeId}
          and list_id = ${resolveListAlias(sql, store, listIdOf(store, publicId))}
          and shopper_id = ${shopperId}
          and (select admitted from me)
        returning *
      ),
      ${storeAndOwner(sql, who)},
      list as (
        select ${listColumns(sql, who)}
        from changed list
      )
      select me.admitted, (
        select ${sql.unsafe(listJson(store))}
        from list
        cross join store
        cross join owner
      )::text as record
      from me`
    return listOrRefusal(row)
  } catch (error) {
    throw asSecondSavedListRefusal(error)
  }
}
