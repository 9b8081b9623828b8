/** Restores a deleted list for its owner: the same id, items, prices when saved, older ids and public page. */
import { listAdditionNames, listNames } from '@heartbell/contract/names'
import { unknownList } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { isoTime } from '../../database/json.ts'
import { readUsage, refuseCopyOverQuota, refuseListOverQuota } from '../items/item-quotas.ts'
import { listIdOf, resolveListAlias } from '../items/list-access.ts'
import { requestRecount } from '../items/recount-savers.ts'
import { findFreeName, isNameTaken } from '../lists/list-names.ts'
import { savedForLater } from '../lists/list-types.ts'
import { readList } from '../lists/read-list.ts'
import { finishRemoval } from '../lists/remove-large-lists.ts'
import { combineLists } from '../merges/combine-lists.ts'
import { insertListRow, type ListRow, listRowJson } from '../rows/list-snapshots.ts'
import { newId } from '../secrets/ids.ts'
import { lockOrCreateShopper, requireSession, type Shopper } from '../shoppers/shoppers.ts'
import { refuseFullStore } from '../stores/store-quota.ts'
import { listEvent, withEvents } from '../webhooks/with-events.ts'
import { restoreAliases, restoreItems } from './restore-contents.ts'

type DeletedList = {
  listId: string
  record: ListRow
  itemCount: number
  itemBytes: number
  isBeingRemoved: boolean
}

/** The record as JSON text. A list that is there already is the answer, so that the call may be repeated. */
export async function restoreList(sql: Database, who: Shopper, publicId: string): Promise<string> {
  const restored = await withEvents(
    sql,
    who.store,
    ['list.created'],
    (sql) => restoreWhenRemoved(sql, who, publicId),
    ({ record, isNew }) => (isNew ? [listEvent('list.created', record)] : []),
  )
  return restored.record
}

type RestoredList = { record: string; isNew: boolean }

/** The id of a large list is free only after its last item is removed, which may still be under way. */
async function restoreWhenRemoved(sql: Database, who: Shopper, publicId: string): Promise<RestoredList> {
  for (;;) {
    const done = await transaction(sql, (sql) => restore(sql, who, publicId))
    if (!('removing' in done)) return done
    await finishRemoval(sql, who.store.storeId, done.removing)
  }
}

async function restore(sql: Sql, who: Shopper, publicId: string): Promise<RestoredList | { removing: string }> {
  await requireSession(sql, who)
  await lockOrCreateShopper(sql, who)
  const asked = listIdOf(who.store, publicId)
  const own = await lockOwnList(sql, who, asked)
  if (own) return { record: await readList(sql, who, own), isNew: false }
  // after the lock: a deletion at the same time has stored the list by now
  const deleted = await lockDeletedList(sql, who, asked)
  if (!deleted) throw unknownList()
  if (deleted.isBeingRemoved) return { removing: deleted.listId }
  await refuseOverQuota(sql, who, deleted)
  const { listId, record: was } = deleted
  const name = was.archived ? was.name : await findNameFor(sql, who, was.name)
  const newer = await archiveNewerSavedList(sql, who, was)
  await insertListRow(sql, who.store, who.shopperId, listId, { ...was, name }, 0)
  await restoreItems(sql, who, listId)
  await restoreAliases(sql, who.store, listId)
  if (newer) await uniteSavedLists(sql, who, newer, { listId, row: was })
  await sql`
    delete from deleted_lists
    where store_id = ${who.store.storeId}
      and list_id = ${listId}`
  const record = await readList(sql, who, listId)
  return { record: name === was.name ? record : withOldName(record, was.name), isNew: true }
}

/** By its id or an older one. A list that was deleted too long ago is as unknown as any other, also before retention removes it. */
async function lockDeletedList(sql: Sql, { store, shopperId }: Shopper, listId: string): Promise<DeletedList | null> {
  const [list] = await sql<DeletedList[]>`
    select list_id, record, item_count, item_bytes, exists (
      select from list_removals removal
      where removal.store_id = ${store.storeId}
        and removal.list_id = list.list_id
    ) as is_being_removed
    from deleted_lists list
    where store_id = ${store.storeId}
      and shopper_id = ${shopperId}
      and (list_id = ${listId} or aliases @> jsonb_build_array(jsonb_build_object('alias_id', ${listId}::text)))
      and deleted_at > now() - ${store.settings.keepDeletedLists} * interval '1 millisecond'
    order by deleted_at desc
    limit 1
    for update of list`
  return list ?? null
}

/** Null if it does not exist any more, or belongs to somebody else. */
async function lockOwnList(sql: Sql, { store, shopperId }: Shopper, asked: string): Promise<string | null> {
  const [own] = await sql<{ listId: string }[]>`
    select list_id
    from lists
    where store_id = ${store.storeId}
      and list_id = ${resolveListAlias(sql, store, asked)}
      and shopper_id = ${shopperId}
    for update`
  return own?.listId ?? null
}

async function refuseOverQuota(sql: Sql, who: Shopper, { itemCount, itemBytes }: DeletedList): Promise<void> {
  const used = await readUsage(sql, who)
  refuseListOverQuota(who.store, used, 0)
  refuseCopyOverQuota(who.store, used, { items: itemCount, bytes: itemBytes })
  refuseFullStore(sql, who.store, itemCount)
}

/** The longest name has 50 characters; the number needs some of them. */
const findNameFor = async (sql: Sql, who: Shopper, name: string): Promise<string> =>
  (await isNameTaken(sql, who, name)) ? await findFreeName(sql, who, [...name].slice(0, 46).join('').trim()) : name

function withOldName(record: string, renamedFrom: string): string {
  const list = JSON.parse(record) as Record<string, unknown>
  const { additions } = listNames
  const added = { ...(list[additions] as object | undefined), [listAdditionNames.renamedFrom]: renamedFrom }
  return JSON.stringify({ ...list, [additions]: added })
}

type SavedList = { listId: string; row: ListRow }

/** A shopper has one active save-for-later list, and many shops create it with every cart. */
async function archiveNewerSavedList(sql: Sql, { store, shopperId }: Shopper, was: ListRow): Promise<SavedList | null> {
  if (was.type !== savedForLater || was.archived) return null
  const [list] = await sql<SavedList[]>`
    update lists list
    set archived = true
    where store_id = ${store.storeId}
      and shopper_id = ${shopperId}
      and type = ${savedForLater}
      and not archived
    returning list_id, ${sql.unsafe(listRowJson)} as row`
  return list ?? null
}

/** The newer list's items move into the restored one, and its id leads there. */
async function uniteSavedLists(
  sql: Sql,
  { store, shopperId }: Shopper,
  from: SavedList,
  into: SavedList,
): Promise<void> {
  const [now] = await sql<{ time: string }[]>`select ${sql.unsafe(isoTime('now()'))} as time`
  const merge = { mergeId: newId(), turn: 0, mergedAt: now!.time, subscriptionIds: [] }
  await combineLists(sql, store, merge, [{ from, into }])
  // a product that both lists had is one item less
  await requestRecount(sql, { storeId: store.storeId, shopperId, besideId: shopperId })
}
