/** The list types of a store, and the one type of which a shopper has a single list. */
import { secondSavedList, unknownListType } from '@heartbell/contract/refusals'
import type { Shopper } from '../shoppers/shoppers.ts'

export const savedForLater = 'sfl'

export function requireListType({ store }: Shopper, type = 'wl'): string {
  if (store.settings.listTypes.includes(type)) return type
  throw unknownListType(store.settings.listTypes)
}

/** A shopper has at most one save-for-later list. A unique index enforces it; its violation becomes a refusal here. */
export function asSecondSavedListRefusal(error: unknown): unknown {
  const isSecond = (error as { constraint_name?: string }).constraint_name === 'lists_saved_for_later'
  return isSecond ? secondSavedList() : error
}
