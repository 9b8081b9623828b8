/** Which types of list a store has, and the one that a shopper has only once. */
import { secondSavedList, unknownListType } from '@heartbell/contract/refusals'
import type { Shopper } from '../shoppers/shoppers.ts'

export const savedForLater = 'sfl'

export function requireListType({ store }: Shopper, type = 'wl'): string {
  if (store.settings.listTypes.includes(type)) return type
  throw unknownListType(store.settings.listTypes)
}

/** There is one save-for-later list a shopper: the index says so, whoever comes second. */
export function asSecondSavedListRefusal(error: unknown): unknown {
  const isSecond = (error as { constraint_name?: string }).constraint_name === 'lists_saved_for_later'
  return isSecond ? secondSavedList() : error
}
