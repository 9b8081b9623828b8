/** Moves rows to another place. The list shows it at once; the queue sends it, also if the page ends meanwhile. */
import { wishlist } from '../../../client/names.ts'
import { ignoreFailure } from '../../../client/sync/ignore-failure.ts'
import { heartbell } from '../../kit.ts'
import { t } from '../../shared/texts.ts'
import type { View } from '../context.ts'
import type { Wish } from '../item-facts.ts'

/** Moves that wait for their answer. */
let waiting = 0

/** The list that is shown now, whichever is chosen meanwhile. One that a first heart creates has its id after the queue is sent. */
export async function listIdOf(view: View): Promise<string> {
  const { listId } = view.list!
  await heartbell.flush()
  return listId === wishlist ? view.lists[0]!.listId : listId
}

export const idsOf = (items: Wish[]) => items.map(({ variantId }) => `${variantId}`)

/** Shows the order and sends where `id` is now. A refused move is taken back; the queue says so. */
export function putOrder(view: View, id: string, order: string[]): void {
  view.order = order
  view.show()
  const at = order.indexOf(id)
  const place = order[at + 1] ? { before: order[at + 1] } : { after: order[at - 1] }
  waiting++
  const settle = async () => {
    await heartbell.refresh()
    // a later move is still on its way, and shows its own order
    if (!--waiting) view.order = undefined
    view.show()
  }
  const sent = heartbell.edit(view.list!.listId, { variantId: id }, place)
  ignoreFailure(sent.then(settle, settle))
}

export function moveBy(view: View, item: Wish, step: number): void {
  const id = `${item.variantId}`
  const order = idsOf(view.items)
  const from = order.indexOf(id)
  const to = Math.max(0, Math.min(order.length - 1, from + step))
  order.splice(from, 1)
  order.splice(to, 0, id)
  if (to !== from) putOrder(view, id, order)
  sayPlace(view, item, to, order.length)
}

export function sayPlace(view: View, { title }: Wish, at: number, count: number): void {
  view.say(t('placed', '{0}: place {1} of {2}', title, at + 1, count))
}
