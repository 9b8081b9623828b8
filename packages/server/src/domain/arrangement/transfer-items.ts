/** Moves and copies items between two lists of a shopper, all or none. Nothing of an item is lost. */
import { badField } from '@heartbell/contract/errors'
import { arrangementNames } from '@heartbell/contract/names'
import { unknownItem } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { removeItems } from '../items/edit-items.ts'
import { lockForQuota, readUsage, recountBytes, refuseCopyOverQuota } from '../items/item-quotas.ts'
import type { ItemsJson } from '../items/item-record.ts'
import { lockList } from '../items/items.ts'
import { lockSaverCounts, recountSavers } from '../items/saver-counts.ts'
import { combineItems } from '../rows/combine-items.ts'
import { type ItemRow, readItems, saveItems } from '../rows/list-snapshots.ts'
import { newId } from '../secrets/ids.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import { refuseFullStore } from '../stores/store-quota.ts'
import { itemEvents, withEvents } from '../webhooks/with-events.ts'
import { readItemRecords, touchList } from './arranged-list.ts'
import { findFirstPlace, stepUp } from './own-order.ts'

export type Transfer = { fromId: string; toId: string; variantIds: string[] }

/** `items`: as they are in the other list now. `added` and `removed`: what this call changed. */
type Transferred = { items: ItemsJson; added: ItemsJson; removed: ItemsJson }

const itemTypes = ['list.item_added', 'list.item_removed'] as const

const eventsOf = ({ added, removed }: Transferred) => [
  ...itemEvents('list.item_removed', removed),
  ...itemEvents('list.item_added', added),
]

/** Ids as callers send them. Returns the items as they are in the other list. */
export const moveItems = async (sql: Database, who: Shopper, what: Transfer): Promise<ItemsJson> =>
  (await withEvents(sql, who.store, itemTypes, (sql) => transfer(sql, who, what, moveLocked), eventsOf)).items

export const copyItems = async (sql: Database, who: Shopper, what: Transfer): Promise<ItemsJson> =>
  (await withEvents(sql, who.store, itemTypes, (sql) => transfer(sql, who, what, copyLocked), eventsOf)).items

/** Both lists are locked, by their internal ids; the asked items of each, by variant. */
type LockedTransfer = Transfer & { source: Map<string, ItemRow>; target: Map<string, ItemRow> }

async function transfer(
  sql: Database,
  who: Shopper,
  { fromId, toId, variantIds }: Transfer,
  carryOut: (sql: Sql, who: Shopper, what: LockedTransfer) => Promise<Transferred>,
): Promise<Transferred> {
  return await transaction(sql, async (sql) => {
    await lockForQuota(sql, who)
    const locked = new Map<string, string>()
    // in one order, so that two calls cannot deadlock
    for (const publicId of [...new Set([fromId, toId])].sort()) locked.set(publicId, await lockList(sql, who, publicId))
    const ids = { fromId: locked.get(fromId)!, toId: locked.get(toId)! }
    if (ids.fromId === ids.toId) throw badField([arrangementNames.toListId], 'must be another list')
    await lockSaverCounts(sql, who, [ids.fromId, ids.toId], { productIds: [], variantIds })
    const rows = await readItems(sql, who.store, [ids.fromId, ids.toId], variantIds)
    return await carryOut(sql, who, {
      ...ids,
      variantIds,
      source: rows.get(ids.fromId)!,
      target: rows.get(ids.toId)!,
    })
  })
}

/** An item that is only in the other list was moved by an earlier call, whose answer may have been lost. */
async function moveLocked(sql: Sql, who: Shopper, what: LockedTransfer): Promise<Transferred> {
  const { fromId, toId, variantIds, source, target } = what
  const missing = variantIds.find((id) => !source.has(id) && !target.has(id))
  if (missing !== undefined) throw unknownItem(missing)
  const moving = variantIds.filter((id) => source.has(id))
  const removed = moving.length > 0 ? await removeItems(sql, who, fromId, moving) : '[]'
  await putItems(sql, who, what, moving)
  return {
    removed,
    items: await readItemRecords(sql, who, toId, variantIds),
    added: await readItemRecords(sql, who, toId, moving),
  }
}

/** A copy is an item of its own, which has not arrived yet. */
async function copyLocked(sql: Sql, who: Shopper, what: LockedTransfer): Promise<Transferred> {
  const { toId, variantIds, source, target } = what
  const missing = variantIds.find((id) => !source.has(id))
  if (missing !== undefined) throw unknownItem(missing)
  const fresh = variantIds.filter((id) => !target.has(id))
  const before = await readUsage(sql, who)
  if (fresh.length > 0) {
    refuseCopyOverQuota(who.store, before, { items: fresh.length, bytes: 0 })
    await refuseFullStore(sql, who.store, fresh.length)
  }
  const copies = new Map([...source].map(([id, row]) => [id, { ...row, item_id: newId(), received: null }]))
  await putItems(sql, who, { ...what, source: copies }, variantIds)
  // Measured afterwards, because an item that the list has already takes over texts of the copied one.
  const { bytes } = await readUsage(sql, who)
  if (bytes > before.bytes) refuseCopyOverQuota(who.store, before, { items: 0, bytes: bytes - before.bytes })
  const items = await readItemRecords(sql, who, toId, variantIds)
  return { items, added: items, removed: '[]' }
}

/** Puts rows of `source` into the other list, first in its owner's order; one that it has already is united with it. */
async function putItems(
  sql: Sql,
  who: Shopper,
  { toId, source, target }: LockedTransfer,
  variantIds: string[],
): Promise<void> {
  if (variantIds.length === 0) return
  const fresh = variantIds.filter((id) => !target.has(id))
  const first = (await findFirstPlace(sql, who, toId)) ?? -1_000 * Date.now()
  const rows = variantIds.map((id) => {
    const own = target.get(id) ?? null
    const place = { position: first - stepUp * (fresh.length - fresh.indexOf(id)) }
    return { ...combineItems(own, source.get(id)!), ...(own ? {} : place), list_id: toId }
  })
  await saveItems(sql, who.store, rows)
  await touchList(sql, who, toId, fresh.length)
  await recountBytes(sql, who.store, [toId])
  const products = new Set([...source.values(), ...target.values()].map((row) => row.product_id))
  await recountSavers(sql, who.store.storeId, [who.shopperId], [...products])
}
