/** Which of a guest's lists move whole and which are united with a list of the account (contract 2). Needs no database. */

import { savedForLater } from '../lists/list-types.ts'
import type { HeldList } from './lock-guest-and-account.ts'

export type Pair = { from: Uniting; into: Uniting }
type Uniting = Pick<HeldList, 'listId' | 'row'>
export type MergePlan = { moved: HeldList[]; united: { from: HeldList; into: HeldList }[] }

/**
 * Same name and type, the account's oldest of that name; there is one save-for-later list, whatever its name. Archived
 * lists are out of use, so they neither take a list in nor give their items to one. `lists` come oldest first.
 */
export function planMerge(lists: HeldList[], guestId: string): MergePlan {
  const targets = new Map<string, HeldList>()
  const own = lists.filter(({ shopperId, row }) => shopperId !== guestId && !row.archived)
  for (const list of own.reverse()) targets.set(kinship(list), list)
  const plan: MergePlan = { moved: [], united: [] }
  for (const from of lists.filter(({ shopperId }) => shopperId === guestId)) {
    const into = from.row.archived ? undefined : targets.get(kinship(from))
    if (into) plan.united.push({ from, into })
    else plan.moved.push(from)
  }
  return plan
}

const kinship = ({ row, foldedName }: HeldList) =>
  row.type === savedForLater ? savedForLater : `${row.type} ${foldedName}`
