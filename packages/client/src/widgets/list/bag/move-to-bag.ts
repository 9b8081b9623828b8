/** Moves an item to the bag. Undo, where the row was, takes it out of the bag and puts it back into its place. */
import { addToCart, type CartOutcome } from '../../../client/cart.ts'
import { announce, heartbell } from '../../kit.ts'
import { button, tryAgain } from '../../shared/button.ts'
import { t } from '../../shared/texts.ts'
import type { View } from '../context.ts'
import { bagLines, type Wish } from '../item-facts.ts'

export const undoAll = (outcomes: CartOutcome[]) => Promise.all(outcomes.map(({ undo }) => undo?.()))

/** Puts an item, or all parts of a bundle, into the bag. Throws the shop's words if the shop refuses it; then no part is in. */
export async function putInBag(view: View, item: Wish, lines = bagLines(item)): Promise<() => Promise<unknown>> {
  const outcomes = await addToCart(heartbell.cart!, lines)
  const refused = outcomes.find(({ problem }) => problem)
  if (refused) {
    await undoAll(outcomes.filter(({ problem }) => !problem))
    throw new Error(refused.problem)
  }
  heartbell.emit('cart', { product: item })
  announce(view.body, 'added-to-bag', { items: [item] })
  return () => undoAll(outcomes).then(() => heartbell.emit('cart'))
}

/** Has the key of the button that it replaces, so that it gets its focus. */
const undoButton = ({ title, variantId }: Wish, undo: () => unknown) =>
  button(t('undo', 'Undo'), undo, { 'data-k': `m${variantId}`, 'aria-label': `${t('undo', 'Undo')}: ${title}` })

/** Adds first, then removes: an item is never in neither place. In another person's list it stays. */
export async function moveToBag(view: View, item: Wish): Promise<void> {
  const id = `${item.variantId}`
  if (view.busy.has(id)) return
  view.busy.add(id)
  try {
    const takeBack = await putInBag(view, item)
    if (view.shared) {
      const undo = () => takeBack().then(() => view.setOutcome(item))
      view.setOutcome(item, { isIn: true, text: t('inBag', 'In your bag.'), act: undoButton(item, undo) })
    } else
      view.leave(item, t('movedIt', '{0} is in your bag', item.title), () => {
        const putBack = view.takeOut(item)
        return () => {
          putBack()
          takeBack().catch(() => view.toast(tryAgain()))
        }
      })
  } catch (problem) {
    view.setOutcome(item, { isIn: false, text: shopWords(problem) })
  } finally {
    view.busy.delete(id)
  }
}

/** The shop's own sentence; a failed request has none that a shopper understands. */
export const shopWords = (problem: unknown): string =>
  problem instanceof TypeError ? tryAgain() : (problem as Error)?.message || tryAgain()
