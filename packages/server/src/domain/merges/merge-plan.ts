/** Which of a guest's lists move whole and which are united with a list of the account (contract 2). Needs no database. */

import { savedForLater } from '../lists/list-types.ts'
import type { LockedList } from './lock-guest-and-account.ts'

export type ListPair = { from: ListToCombine; into: ListToCombine }
type ListToCombine = Pick<LockedList, 'listId' | 'row'>
export type MergePlan = { moved: LockedList[]; combined: { from: LockedList; into: LockedList }[] }

/**
 * Same name and type, the account's oldest of that name; there is one save-for-later list, whatever its name. Archived
 * lists are out of use, so they neither take a list in nor give their items to one. `lists` come oldest first.
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
