/** Restores a deleted list for its owner: the same id, items, prices when saved, older ids and public page. */
import { Refusal } from '@heartbell/contract/errors'
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
import { combineLists } from '../merges/combine-lists.ts'
import { insertListRow, type ListRow, listRowJson } from '../rows/list-snapshots.ts'
import { newId } from '../secrets/ids.ts'
import { lockOrCreateShopper, requireSession, type Shopper } from '../shoppers/shoppers.ts'
import { listEvent, withEvents } from '../webhooks/with-events.ts'
import { beginToPutBack, giveUpPuttingBack, isPutBack, isPutBackFirst, putItemsBack, showList } from './put-back.ts'
import { restoreAliases, restoreItems } from './restore-contents.ts'

type DeletedList = {
  listId: string
  record: ListRow
  itemCount: number
  itemBytes: number
  isBeingRemoved: boolean
}

/** More than two calls for the same list need, one that deletes it and one that restores it. */
const mostTurns = 20

const lockedList = () =>
  new Refusal('away', 'locked', 'Another call is changing the same data right now; try again shortly.', 1)

type Restored = { record: string; isNew: boolean; items: number }

/**
 * The record as JSON text. A list that is there already is the answer, so that the call may be repeated. `countItems` gets the number
 * of items that came back.
 */
export async function restoreList(
  sql: Database,
  who: Shopper,
  publicId: string,
  countItems: (items: number) => void = () => {},
): Promise<string> {
  let puttingBack: string | undefined
  try {
    for (let turn = 0; turn < mostTurns; turn++) {
      const done = await restoreOrBegin(sql, who, publicId)
      if ('record' in done) {
        countItems(done.items)
        return done.record
      }
      puttingBack = done.puttingBack
      await putItemsBack(sql, who.store.storeId, puttingBack)
    }
    throw lockedList()
  } catch (error) {
    // If this fails too, the background work removes it after some minutes.
    if (puttingBack) await giveUpPuttingBack(sql, who.store.storeId, puttingBack).catch(() => {})
    throw error
  }
}

const restoreOrBegin = (sql: Database, who: Shopper, publicId: string) =>
  withEvents(
    sql,
    who.store,
    ['list.created'],
    (sql) => transaction(sql, (sql) => restore(sql, who, publicId)),
    (done) => ('record' in done && done.isNew ? [listEvent('list.created', done.record)] : []),
  )

async function restore(sql: Sql, who: Shopper, publicId: string): Promise<Restored | { puttingBack: string }> {
  await requireSession(sql, who)
  await lockOrCreateShopper(sql, who)
  const asked = listIdOf(who.store, publicId)
  const own = await lockOwnList(sql, who, asked)
  if (own) return { record: await readList(sql, who, own), isNew: false, items: 0 }
  // after the lock: a deletion at the same time has stored the list by now
  const deleted = await lockDeletedList(sql, who, asked)
  if (!deleted) throw unknownList()
  await refuseOverQuota(sql, who, deleted)
  const { listId, record: was } = deleted
  const isLarge = isPutBackFirst(deleted)
  if (isLarge && !(await isPutBack(sql, who, deleted))) {
    await beginToPutBack(sql, who, deleted)
    return { puttingBack: listId }
  }
  const name = was.archived ? was.name : await findNameFor(sql, who, was.name)
  const newer = await archiveNewerSavedList(sql, who, was)
  if (isLarge) await showList(sql, who, listId, { ...was, name })
  else {
    await insertListRow(sql, who.store, who.shopperId, listId, { ...was, name }, 0)
    await restoreItems(sql, who, listId)
  }
  await restoreAliases(sql, who.store, listId)
  if (newer) await uniteSavedLists(sql, who, newer, { listId, row: was })
  await sql`
    delete from deleted_lists
    where store_id = ${who.store.storeId}
      and list_id = ${listId}`
  const record = await readList(sql, who, listId)
  return {
    record: name === was.name ? record : withOldName(record, was.name),
    isNew: true,
    items: deleted.itemCount,
  }
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
    -- allows the keys of deleted items, which a removal stores while it holds a lock that we wait for
    for no key update of list`
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
