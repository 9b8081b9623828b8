/** *Add all to bag*: one call where the cart can, and what happened to each item. The items stay in the list. */
import { addToCart, type CartOutcome } from '../../../client/cart.ts'
import { announce, heartbell } from '../../kit.ts'
import { button, tryAgain } from '../../shared/button.ts'
import { t } from '../../shared/texts.ts'
import type { Outcome, View } from '../context.ts'
import { filesNow } from '../files.ts'
import { bagLines, isGone, type Missing, missingOf, type Wish } from '../item-facts.ts'
import { putInBag, shopWords, undoAll } from './move-to-bag.ts'

/** Without an answer of the cart, what a row says of it. */
async function missingFrom(view: View, items: Wish[]): Promise<Missing[]> {
  try {
    return missingOf(items, await heartbell.cart!.items())
  } catch {
    const isIn = (item: Wish) => view.outcomes.get(`${item.variantId}`)?.isIn
    return items.map((item) => ({ item, lines: isIn(item) ? [] : bagLines(item) }))
  }
}

/** What is in the bag already is not added again. */
export async function addAll(view: View): Promise<void> {
  if (view.busy.has('all')) return
  view.busy.add('all')
  const items = filesNow().frame!.itemsOf(view)
  const buyable = items.filter((item) => !isGone(item) && bagLines(item).length)
  try {
    const all = await missingFrom(view, buyable)
    const wanted = all.filter(({ lines }) => lines[0])
    for (const { item, lines } of all) if (!lines[0]) view.outcomes.set(`${item.variantId}`, inBag())
    const outcomes = wanted[0]
      ? await addToCart(
          heartbell.cart!,
          wanted.flatMap(({ lines }) => lines),
        )
      : []
    const kept: CartOutcome[] = []
    const added = wanted.filter((missing) => report(view, missing, outcomes, kept)).map(({ item }) => item)
    if (added[0]) view.undoAll = () => undo(view, kept)
    view.summary = summaryOf({
      added: added.length,
      already: all.length - wanted.length,
      gone: items.filter(isGone).length,
      failures: wanted.length - added.length,
    })
    if (added[0]) announce(view.body, 'added-to-bag', { items: added })
    heartbell.emit('cart')
  } catch (problem) {
    view.summary = shopWords(problem)
  }
  view.busy.delete('all')
  view.show()
  view.say(view.summary)
}

async function undo(view: View, kept: CartOutcome[]): Promise<void> {
  view.undoAll = undefined
  await undoAll(kept).catch(() => view.toast(tryAgain()))
  view.outcomes.clear()
  view.summary = t('undone', 'Undone')
  heartbell.emit('cart')
  view.show()
  view.say(view.summary)
}

const inBag = (): Outcome => ({ isIn: true, text: t('inBag', 'In your bag.') })

/** Takes the outcomes of the item's lines; true if all are in, and then in `kept`. A bundle with a refused part is taken out again. */
function report(view: View, missing: Missing, outcomes: CartOutcome[], kept: CartOutcome[]): boolean {
  const parts = outcomes.splice(0, missing.lines.length)
  const refused = parts.find(({ problem }) => problem)
  if (refused) undoAll(parts.filter(({ problem }) => !problem)).catch(() => {})
  else kept.push(...parts)
  view.outcomes.set(`${missing.item.variantId}`, refused ? failed(view, missing, refused.problem!) : inBag())
  return !refused
}

function failed(view: View, missing: Missing, text: string): Outcome {
  const { item, lines } = missing
  const retry = async () => {
    try {
      await putInBag(view, item, lines)
      view.setOutcome(item, inBag())
    } catch (problem) {
      view.setOutcome(item, failed(view, missing, shopWords(problem)))
    }
  }
  const act = button(t('retry', 'Try again'), retry, {
    'data-k': `r${item.variantId}`,
    'aria-label': `${t('retry', 'Try again')}: ${item.title}`,
  })
  return { isIn: false, text, act }
}

type Counts = { added: number; already: number; gone: number; failures: number }

const summaryOf = ({ added, already, gone, failures }: Counts) =>
  [
    (added > 0 || !already) && t('added', '{0} added to your bag', added),
    already > 0 && t('already', '{0} already in your bag', already),
    gone > 0 && t('goneCount', '{0} sold out', gone),
    failures > 0 && t('failures', '{0} not added', failures),
  ]
    .filter(Boolean)
    .join(' · ')
