/** Changes the items of lists: the removals, updates and additions of one call, all or none. */
import type { ItemEdit, NewItem } from '@heartbell/contract/items'
import { badSession, unknownList } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { isSessionValid, type Shopper } from '../shoppers/shoppers.ts'
import { itemEvents, withEvents } from '../webhooks/with-events.ts'
import { addItems } from './add-items.ts'
import { addInBatch } from './batch-adds.ts'
import { editItems, removeItems } from './edit-items.ts'
import { lockForQuota } from './item-quotas.ts'
import type { ItemsJson } from './item-record.ts'
import { listIdOf, resolveListAlias } from './list-access.ts'
import { lockSaverCounts } from './saver-counts.ts'

/** Locks the list until the transaction ends and returns its internal id. With `type`, only a list of that type counts. */
export async function lockList(sql: Sql, who: Shopper, publicId: string, type: string | null = null): Promise<string> {
  const [row] = await sql<{ admitted: boolean; listId: string | null }[]>`
    with me as (
      select ${isSessionValid(sql, who)} as admitted
    ),
    target as (
      select list.list_id
      from lists list
      where list.store_id = ${who.store.storeId}
        and list.list_id = ${resolveListAlias(sql, who.store, listIdOf(who.store, publicId))}
        and list.shopper_id = ${who.shopperId}
        and (${type}::text is null or list.type = ${type})
      for update of list
    )
    select me.admitted, target.list_id
    from me
    left join target on true`
  if (!row?.admitted) throw badSession()
  if (!row.listId) throw unknownList()
  return row.listId
}

export type ItemChanges = { add: NewItem[]; update: ItemEdit[]; remove: { variantId: string }[] }
export type ItemChangesJson = { add: ItemsJson; update: ItemsJson; remove: ItemsJson }

const itemTypes = ['list.item_added', 'list.item_removed'] as const

const eventsOf = ({ add, remove }: Pick<ItemChangesJson, 'add' | 'remove'>) => [
  ...itemEvents('list.item_added', add),
  ...itemEvents('list.item_removed', remove),
]

/** Removes, updates, then adds, all or none: changing an item's variant is one removal and one addition. */
export const changeItems = (
  sql: Database,
  who: Shopper,
  publicId: string,
  what: ItemChanges,
): Promise<ItemChangesJson> =>
  withEvents(sql, who.store, itemTypes, (sql) => changeOneList(sql, who, publicId, what), eventsOf)

async function changeOneList(
  sql: Database,
  who: Shopper,
  publicId: string,
  what: ItemChanges,
): Promise<ItemChangesJson> {
  // Most calls only add: one statement without a transaction.
  if (what.add.length > 0 && what.update.length + what.remove.length === 0)
    return { add: await addInBatch(sql, who, publicId, what.add), update: '[]', remove: '[]' }
  return await transaction(sql, async (sql) => {
    if (what.add.length + what.update.length > 0) await lockForQuota(sql, who)
    const listId = await lockList(sql, who, publicId)
    const gone = what.remove.map(({ variantId }) => variantId)
    if (gone.length > 0 && what.add.length > 0) await lockCounts(sql, who, [listId], what)
    return {
      remove: gone.length > 0 ? await removeItems(sql, who, listId, gone) : '[]',
      update: what.update.length > 0 ? await editItems(sql, who, listId, what.update) : '[]',
      add: what.add.length > 0 ? await addItems(sql, who, publicId, what.add) : '[]',
    }
  })
}

export type SeveralListsChanges = Pick<ItemChanges, 'add' | 'remove'>

/** The same change in several lists, all or none. Lists are locked in one order, so two such calls cannot deadlock. */
export const changeItemsEverywhere = (
  sql: Database,
  who: Shopper,
  publicIds: string[],
  what: SeveralListsChanges,
): Promise<Pick<ItemChangesJson, 'add' | 'remove'>> =>
  withEvents(sql, who.store, itemTypes, (sql) => changeSeveralLists(sql, who, publicIds, what), eventsOf)

async function changeSeveralLists(
  sql: Database,
  who: Shopper,
  publicIds: string[],
  what: SeveralListsChanges,
): Promise<Pick<ItemChangesJson, 'add' | 'remove'>> {
  const gone = what.remove.map(({ variantId }) => variantId)
  return await transaction(sql, async (sql) => {
    if (what.add.length > 0) await lockForQuota(sql, who)
    const held = new Map<string, string>()
    for (const publicId of [...new Set(publicIds)].sort()) held.set(await lockList(sql, who, publicId), publicId)
    await lockCounts(sql, who, [...held.keys()], what)
    const removed: ItemsJson[] = []
    const added: ItemsJson[] = []
    for (const [listId, publicId] of held) {
      if (gone.length > 0) removed.push(await removeItems(sql, who, listId, gone))
      if (what.add.length > 0) added.push(await addItems(sql, who, publicId, what.add))
    }
    return { add: joinArrays(added), remove: joinArrays(removed) }
  })
}

/** Locks all counts in one order first: the statements that follow would lock them in any order and could deadlock. */
function lockCounts(sql: Sql, who: Shopper, listIds: string[], { add, remove }: SeveralListsChanges): Promise<void> {
  const products = add.flatMap((item) => (item.custom ? [] : [item]))
  return lockSaverCounts(sql, who, listIds, {
    productIds: products.map(({ productId }) => productId),
    variantIds: [...products, ...remove].map(({ variantId }) => variantId),
  })
}

const joinArrays = (arrays: ItemsJson[]): ItemsJson =>
  `[${arrays
    .map((array) => array.slice(1, -1))
    .filter(Boolean)
    .join(',')}]`
