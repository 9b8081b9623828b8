/** Decides which lists of a guest move unchanged and which are combined with a list of the account. A pure function. */

import { savedForLater } from '../lists/list-types.ts'
import type { LockedList } from './lock-guest-and-account.ts'

export type ListPair = { from: ListToCombine; into: ListToCombine }
type ListToCombine = Pick<LockedList, 'listId' | 'row'>
export type MergePlan = { moved: LockedList[]; combined: { from: LockedList; into: LockedList }[] }

/**
 * A list is combined with the account's oldest list of the same name and type; save-for-later lists match whatever their names.
 * Archived lists are not combined. `lists` must be sorted oldest first.
 */
export function planMerge(lists: LockedList[], guestId: string): MergePlan {
  const targets = new Map<string, LockedList>()
  const own = lists.filter(({ shopperId, row }) => shopperId !== guestId && !row.archived)
  for (const list of own.reverse()) targets.set(matchKey(list), list)
  const plan: MergePlan = { moved: [], combined: [] }
  for (const from of lists.filter(({ shopperId }) => shopperId === guestId)) {
    const into = from.row.archived ? undefined : targets.get(matchKey(from))
    if (into) plan.combined.push({ from, into })
    else plan.moved.push(from)
  }
  return plan
}

const matchKey = ({ row, foldedName }: LockedList) =>
  row.type === savedForLater ? savedForLater : `${row.type} ${foldedName}`
