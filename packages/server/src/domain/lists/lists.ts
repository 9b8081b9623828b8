/** Creates, fetches and deletes lists. */
import { badSession, loginRequired } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { answerBytes, ownerBytes, previewBytes } from '../items/answer-budget.ts'
import { readUsage, refuseListOverQuota } from '../items/item-quotas.ts'
import {
  type ItemSlice,
  type ListAnswer,
  listColumns,
  listIdOf,
  listOrRefusal,
  storeAndRepeatedOwner,
  storeAndVisibleOwner,
  visibleList,
} from '../items/list-access.ts'
import { newId } from '../secrets/ids.ts'
import { isSessionValid, lockOrCreateShopper, requireSession, type Shopper } from '../shoppers/shoppers.ts'
import { listEvent, withEvents } from '../webhooks/with-events.ts'
import type { ListAttributes } from './change-list.ts'
import { copyItems } from './copy-list.ts'
import { deleteListWithItems } from './delete-list.ts'
import { refuseTakenName } from './list-names.ts'
import { listHeadJson, listJson } from './list-record.ts'
import { asSecondSavedListRefusal, requireListType } from './list-types.ts'
import { readList } from './read-list.ts'

export type NewList = ListAttributes & {
  name: string
  anonymousRead?: boolean | undefined
  copyFrom?: string | undefined
}

type CreatedList = { record: string; copying: string | null; copied: number }

/** Returns the new list as JSON text; `copying` is its internal id while `copied` items are still being copied into it. */
export const createList = (sql: Database, who: Shopper, what: NewList): Promise<CreatedList> =>
  withEvents(
    sql,
    who.store,
    ['list.created'],
    (sql) => createInTransaction(sql, who, what),
    ({ record }) => [listEvent('list.created', record)],
  )

async function createInTransaction(sql: Database, who: Shopper, what: NewList): Promise<CreatedList> {
  const type = requireListType(who, what.type)
  if (what.anonymousRead && who.kind === 'guest') throw loginRequired('Making a list public')
  try {
    return await transaction(sql, async (sql) => {
      await requireSession(sql, who)
      const { email } = await lockOrCreateShopper(sql, who)
      await refuseTakenName(sql, who, what.name)
      const listId = await insertList(sql, who, { ...what, type }, email)
      const copy = what.copyFrom ? await copyItems(sql, who, listIdOf(who.store, what.copyFrom), listId) : null
      const record = await readList(sql, who, listId)
      return { record, copying: copy?.isUnfinished ? listId : null, copied: copy?.items ?? 0 }
    })
  } catch (error) {
    throw asSecondSavedListRefusal(error)
  }
}

/** The shopper's row must be locked. `beyond`: how many lists more than `max-lists` are allowed. */
export async function insertList(
  sql: Sql,
  who: Shopper,
  what: NewList,
  email: string | null,
  beyond = 0,
): Promise<string> {
  refuseListOverQuota(who.store, await readUsage(sql, who), beyond)
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

/** Wishlists before other types, each oldest first, because callers use the first list. */
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
  const record = (heads ? listHeadJson : listJson)(store)
  const [row] = await sql<{ admitted: boolean; records: string }[]>`
    with me as (
      select ${isSessionValid(sql, who)} as admitted
    ),
    ${storeAndRepeatedOwner(sql, who)}
    select me.admitted, (
      select coalesce(
        json_agg(${sql.unsafe(record)} order by list.type <> 'wl', list.created_at, list.list_id)::text,
        '[]'
      )
      from (
        select ${listColumns(sql, who, {}, sql`list.share`)}
        from (
          select list.*, ${shareOfBudget(sql)} as share
          from (
            select list.*, ${previewBytes(sql, 'list', store.settings.previewItems)} as weight, count(*) over () as lists
            from lists list
            where list.store_id = ${store.storeId}
              and list.shopper_id = ${shopperId}
              and (${includeArchived} or not list.archived)
              and (${type ?? null}::text is null or list.type = ${type ?? null})
              and me.admitted
          ) list
        ) list
      ) list
      cross join store
      cross join whole_owner
      cross join lateral (
        select case when ${isOwnerShort(sql)} then whole_owner.record else whole_owner.brief end as record
      ) owner
    ) as records
    from me`
  if (!row?.admitted) throw badSession()
  return row.records
}

/** Whether each of the `lists` may repeat the whole record of a row `whole_owner`. */
const isOwnerShort = (sql: Sql) =>
  sql`(whole_owner.brief is null or whole_owner.bytes * list.lists <= ${sql.unsafe(String(ownerBytes))})`

/**
 * The bytes of an answer that one of several lists may use: lists below an equal share are shown whole, the others share what
 * remains. For rows `list` with their `weight` and the number of `lists`. What the owner's record uses is subtracted before.
 */
const shareOfBudget = (sql: Sql) => {
  const owners = `least((select bytes from whole_owner) * list.lists, ${ownerBytes})`
  const budget = sql.unsafe(`(${answerBytes}::bigint - ${owners})`)
  const isLight = sql`(where list.weight <= ${budget} / list.lists)`
  return sql`
    ((${budget} - coalesce(sum(list.weight) filter ${isLight} over (), 0))
      / greatest(list.lists - count(*) filter ${isLight} over (), 1))::bigint`
}

/** One list with its newest items: the shopper's own, or any public list. */
export async function fetchList(sql: Sql, who: Shopper, publicId: string): Promise<string> {
  const [row] = await sql<ListAnswer[]>`
    with me as (
      select ${isSessionValid(sql, who)} as admitted
    ),
    ${visibleList(sql, who, publicId)},
    ${storeAndVisibleOwner(sql, who)}
    select me.admitted, (
      select ${sql.unsafe(listJson(who.store))}
      from list
      cross join store
      cross join owner
    )::text as record
    from me`
  return listOrRefusal(row)
}

/** Deletes a list with its items and returns it as it was; `slice` selects the items shown. */
export const deleteList = (sql: Database, who: Shopper, publicId: string, slice: ItemSlice = {}): Promise<string> =>
  withEvents(
    sql,
    who.store,
    ['list.deleted'],
    (sql) => deleteListWithItems(sql, who, publicId, slice),
    (record) => [listEvent('list.deleted', record)],
  )
