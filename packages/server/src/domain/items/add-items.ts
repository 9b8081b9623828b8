/** Adding items to lists: what one caller asks for, checked, saved and answered. `save-additions.ts` has the statement. */
import type { NewItem } from '@heartbell/contract/items'
import { badSession, customItemsDisabled, unknownList, unknownProduct } from '@heartbell/contract/refusals'
import type { Database, Sql } from '../../database/connect.ts'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import { refuseFullStore } from '../stores/store-quota.ts'
import { type ExceededQuota, lockForQuota, refuseOverQuota } from './item-quotas.ts'
import type { ItemsJson } from './item-record.ts'
import { listIdOf } from './list-access.ts'
import { newItemRow, uniqueByVariant } from './new-item.ts'
import { type Addition, type AdditionOutcome, saveAdditions } from './save-additions.ts'

export function prepareAddition(who: Shopper, publicId: string, items: NewItem[]): Addition {
  if (items.some((item) => item.custom) && !who.store.settings.customItems) throw customItemsDisabled()
  return { who, listId: listIdOf(who.store, publicId), rows: uniqueByVariant(items.map(newItemRow)) }
}

/** For a transaction that has locked the shopper's row already: that row is always locked before those of lists. */
export async function addItems(sql: Sql, who: Shopper, publicId: string, items: NewItem[]): Promise<ItemsJson> {
  const addition = prepareAddition(who, publicId, items)
  await refuseFullStore(sql, who.store, items.length)
  const [added] = await saveAdditions(sql, [addition], { quota: true })
  return recordsOrRefusal(who, added!)
}

/** Saves one addition. Near a quota the shopper's row is locked first, so that the shopper's adds run one after another. */
export async function saveAddition(sql: Database, addition: Addition): Promise<AdditionOutcome> {
  const [added] = await saveAdditions(sql, [addition])
  if (added!.over !== 'near') return added!
  return await nestedTransaction(sql, async (sql) => {
    await lockForQuota(sql, addition.who)
    const [added] = await saveAdditions(sql, [addition], { quota: true })
    return added!
  })
}

export function recordsOrRefusal(
  who: Shopper,
  { admitted, unknown, found, over, records }: AdditionOutcome,
): ItemsJson {
  if (!admitted) throw badSession()
  if (unknown) throw unknownProduct(unknown[0]!)
  if (over) refuseOverQuota(who.store, over as ExceededQuota)
  if (!found) throw unknownList()
  return records
}
