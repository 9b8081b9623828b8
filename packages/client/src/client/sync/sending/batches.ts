/** Which stored changes are sent next, in one call: those of one list, in order. Pure, so that every case can be tested. */
import { wishlist } from '../../names.ts'
import { type Change, type Edit, isSame } from '../../records.ts'

/** The service accepts 250 items in a call; a browser sends at most 64 KiB when a page closes. */
const MOST = 50

/** `now`: milliseconds since 1970, or `Infinity` when the page closes: then no change waits until it can't be undone. */
export type Due = { now: number; firstList: string | undefined }

const listOf = ({ list, to }: Change, first: string | undefined) => to ?? (list === wishlist ? (first ?? list) : list)

const itemsOf = ({ add = [], update = [], remove = [] }: Change) => [...add, ...update, ...remove]

/** A change of the same item came later, which a removal must not undo when it is sent after it. */
const isOvertaken = (held: Change, later: Change[], first: string | undefined) =>
  later.some(
    (other) =>
      !other.until &&
      listOf(other, first) === listOf(held, first) &&
      itemsOf(other).some((item) => itemsOf(held).some((mine) => isSame(mine, item))),
  )

/** The edit that moves an item to another place, which is a call of its own. */
export const moveOf = ({ update }: Change): Edit | undefined => update?.find(({ before, after }) => before ?? after)

/** Those before the first move; or the first move and those of the same item that follow it, of which the last counts. */
function upToMove(changes: Change[]): Change[] {
  const moved = moveOf(changes[0]!)
  const end = changes.findIndex((change) => {
    const other = moveOf(change)
    return moved ? !other || !isSame(moved, other) : other
  })
  return end < 0 ? changes : changes.slice(0, end)
}

export function nextBatch(changes: Change[], { now, firstList }: Due): Change[] {
  const unsent = changes.filter(({ sent }) => !sent)
  const due = unsent.filter(
    (change, index) =>
      change.call || (change.until ?? 0) <= now || isOvertaken(change, unsent.slice(index + 1), firstList),
  )
  const [first] = due
  if (!first) return []
  // a call that was tried is repeated as it was
  if (first.call) return due.filter(({ call }) => call === first.call)
  if (first.alone) return [first]
  const isWith = (change: Change) =>
    !change.call && !change.alone && listOf(change, firstList) === listOf(first, firstList)
  return upToMove(due.filter(isWith)).slice(0, MOST)
}
