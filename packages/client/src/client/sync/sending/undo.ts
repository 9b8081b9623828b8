/** Undoes a removal: one that was not sent is dropped, so that the item stays as it was; a sent one is added again. */
import { type Change, isSame, type Product } from '../../records.ts'
import type { Base, Removal } from '../base.ts'
import type { Amend } from '../stored-queue.ts'

export function undoRemoval(
  { changes, queueChange, emit, known }: Base,
  amend: Amend,
  { product, lists, until, from }: Removal,
): void {
  for (const list of lists) {
    const isHeld = (change: Change) =>
      change.until === until &&
      change.list === list &&
      !change.sent &&
      !change.call &&
      isSame(change.remove![0]!, product)
    if (changes().some(isHeld)) amend(isHeld, null)
    // the page was left, and the shopper came back
    else queueChange({ list, add: [product as Product] })
  }
  emit('change')
  emit('added', { product, list: known(lists[0]), undone: true }, from)
}
