/** Moves rows to another place. The list shows it at once; the service hears of it when the row rests. */
import { reorderItems } from '../../../client/manage-lists.ts'
import { wishlist } from '../../../client/names.ts'
import { ignoreFailure } from '../../../client/sync/ignore-failure.ts'
import { heartbell } from '../../kit.ts'
import { tryAgain } from '../../shared/button.ts'
import { t } from '../../shared/texts.ts'
import type { View } from '../context.ts'
import type { Wish } from '../item-facts.ts'

/** Milliseconds: several presses of an arrow key are one call. */
const REST = 700

const timers = new Map<string, ReturnType<typeof setTimeout>>()
let last: Promise<unknown> = Promise.resolve()

/** The list that is shown now, whichever is chosen meanwhile. One that a first heart creates has its id after the queue is sent. */
export async function listIdOf(view: View): Promise<string> {
  const { listId } = view.list!
  await heartbell.flush()
  return listId === wishlist ? view.lists[0]!.listId : listId
}

export const idsOf = (items: Wish[]) => items.map(({ variantId }) => `${variantId}`)

/** Shows the order and, after a rest, sends where `id` is now. A refused move is taken back and said. */
export function putOrder(view: View, id: string, order: string[]): void {
  view.order = order
  view.show()
  clearTimeout(timers.get(id))
  const listId = listIdOf(view)
  // said when it is sent
  ignoreFailure(listId)
  timers.set(
    id,
    setTimeout(() => {
      timers.delete(id)
      last = last.then(() => send(view, listId, id, order))
    }, REST),
  )
}

async function send(view: View, listId: Promise<string>, id: string, order: string[]): Promise<void> {
  const at = order.indexOf(id)
  const place = order[at + 1] ? { before: order[at + 1] } : { after: order[at - 1] }
  try {
    await reorderItems(heartbell, await listId, { item: id, ...place })
  } catch {
    view.toast(tryAgain())
  }
  // a later move is still waiting, and shows its own order
  if (!timers.size) view.order = undefined
  view.show()
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
