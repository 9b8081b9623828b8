/** *Add all to bag*: one call where the cart can, and what happened to each item. The items stay in the list. */
import { addToCart, type CartOutcome } from '../../../client/cart.ts'
import { announce, heartbell } from '../../kit.ts'
import { button, tryAgain } from '../../shared/button.ts'
import { t } from '../../shared/texts.ts'
import type { Outcome, View } from '../context.ts'
import { filesNow } from '../files.ts'
import { bagLines, isGone, type Wish } from '../item-facts.ts'
import { putInBag, shopWords, undoAll } from './move-to-bag.ts'

export async function addAll(view: View): Promise<void> {
  if (view.busy.has('all')) return
  view.busy.add('all')
  const items = filesNow().frame!.itemsOf(view)
  const wanted = items.filter((item) => !isGone(item) && bagLines(item).length)
  try {
    const outcomes = await addToCart(heartbell.cart!, wanted.flatMap(bagLines))
    const kept: CartOutcome[] = []
    const added = wanted.filter((item) => report(view, item, outcomes, kept))
    view.undoAll = added.length
      ? async () => {
          view.undoAll = undefined
          await undoAll(kept).catch(() => view.toast(tryAgain()))
          view.outcomes.clear()
          view.summary = t('undone', 'Undone')
          heartbell.emit('cart')
          view.show()
          view.say(view.summary)
        }
      : undefined
    const gone = items.filter(isGone)
    view.summary = summaryOf(added.length, gone.length, wanted.length - added.length)
    if (added.length) announce(view.body, 'added-to-bag', { items: added })
    heartbell.emit('cart')
  } catch (problem) {
    view.summary = shopWords(problem)
  }
  view.busy.delete('all')
  view.show()
  view.say(view.summary)
}

const inBag = (): Outcome => ({ isIn: true, text: t('inBag', 'In your bag.') })

/** Takes the outcomes of the item's lines; true if all are in, and then in `kept`. A bundle with a refused part is taken out again. */
function report(view: View, item: Wish, outcomes: CartOutcome[], kept: CartOutcome[]): boolean {
  const lines = outcomes.splice(0, bagLines(item).length)
  const refused = lines.find(({ problem }) => problem)
  if (refused) undoAll(lines.filter(({ problem }) => !problem)).catch(() => {})
  else kept.push(...lines)
  view.outcomes.set(`${item.variantId}`, refused ? failed(view, item, refused.problem!) : inBag())
  return !refused
}

function failed(view: View, item: Wish, text: string): Outcome {
  const retry = async () => {
    try {
      await putInBag(view, item)
      view.setOutcome(item, inBag())
    } catch (problem) {
      view.setOutcome(item, failed(view, item, shopWords(problem)))
    }
  }
  const act = button(t('retry', 'Try again'), retry, {
    'data-k': `r${item.variantId}`,
    'aria-label': `${t('retry', 'Try again')}: ${item.title}`,
  })
  return { isIn: false, text, act }
}

const summaryOf = (added: number, gone: number, failures: number) =>
  [
    t('added', '{0} added to your bag', added),
    gone > 0 && t('goneCount', '{0} sold out', gone),
    failures > 0 && t('failures', '{0} not added', failures),
  ]
    .filter(Boolean)
    .join(' · ')
