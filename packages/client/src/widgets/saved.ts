/** `<heartbell-saved>`: save for later in the cart. An item is always added to its target before it is removed from its source. */

import { addToCart, type Cart, type CartOutcome } from '../client/cart.ts'
import { callNames } from '../client/names.ts'
import { type Item, isSame, type Product } from '../client/records.ts'
import { addSaved, fetchSaved, moveSaved } from '../client/saved.ts'
import { productOf } from './heart.ts'
import { announce, heartbell, Widget } from './kit.ts'
import { baseStyle } from './shared/base-style.ts'
import { redraw, rowButton, toastRemoved, tryAgain } from './shared/button.ts'
import { createShadow, css, define, h } from './shared/element.ts'
import { isSoldOut, rowPicture, rowText } from './shared/row.ts'
import { t } from './shared/texts.ts'
import { showToast } from './shared/toast.ts'

const style = css`
  h2 { font-size: 1.25em; margin: 0 0 12px; outline: none }
  ul { list-style: none; margin: 0; padding: 0 }
  li { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; padding-block: 12px; border-block-start: 1px solid var(--line) }
  li div { flex: 1 1 10em }
  a { text-decoration: none }
  a:hover { text-decoration: underline }
  img { inline-size: 64px; block-size: 64px; object-fit: cover; border-radius: var(--radius) }
  svg { width: 20px }
`

/** The shop's cart; without one nothing is changed, because the item would be in both places. */
function cartOf(): Cart {
  if (heartbell.cart) return heartbell.cart
  console.error('Heartbell: save for later needs heartbell.cart, the adapter for your cart. Nothing is changed.')
  throw new Error(tryAgain())
}

type Step = [add: () => Promise<unknown>, remove: () => Promise<unknown>, done: string, undo: () => Promise<unknown>]

let last: Promise<unknown> = Promise.resolve()

/** One after the other: two at once could remove from both places. */
function move(...step: Step): Promise<boolean> {
  const moved = last.then(() => moveNow(...step))
  last = moved
  return moved
}

/** `add` may answer with the shop's own words for a refusal. If the second step fails, the item is in both places, never in none. */
async function moveNow(...[add, remove, done, undo]: Step): Promise<boolean> {
  const problem = await add().catch(tryAgain)
  if (typeof problem === 'string') {
    showToast(problem)
    return false
  }
  const isWhole = await remove().then(
    () => true,
    () => false,
  )
  if (isWhole) showToast(done, t('undo', 'Undo'), () => void undo().catch(() => showToast(tryAgain())))
  else showToast(t('both', 'It is in both places now; nothing is lost.'))
  heartbell.emit('cart')
  return isWhole
}

/** Moves the cart's row `row` to the saved items. `from`: the pressed button, which fires the event. */
async function saveForLater(product: Product, row: string, from?: Element): Promise<boolean> {
  const add = async () => {
    cartOf()
    await addSaved(heartbell, product)
  }
  const remove = () => cartOf().remove(row)
  const isWhole = await move(add, remove, t('savedIt', 'Saved for later.'), () => moveToCart(product))
  if (!isWhole) return false
  const detail = { product, row }
  // the shop may have removed the button with its row: its own listeners hear of it, and those of the page
  if (!from?.isConnected) announce(null, 'saved-for-later', detail)
  if (from) announce(from, 'saved-for-later', detail)
  return true
}

async function moveToCart(item: Product | Item): Promise<boolean> {
  const { variantId, quantity } = item
  let outcome: CartOutcome
  const add = async () => {
    outcome = (await addToCart(cartOf(), [{ variantId, quantity: quantity ?? 1 }]))[0]!
    return outcome.problem
  }
  const undo = async () => {
    await addSaved(heartbell, item as Product)
    await outcome.undo?.()
    heartbell.emit('cart')
  }
  return await move(add, () => moveSaved(heartbell, item), t('moved', 'Moved to your bag.'), undo)
}

/** The id of the shopper whose items are shown. */
const who = () => heartbell.identity.who()?.[callNames.regid]

const hasNoFocus = () => (document.activeElement ?? document.body) === document.body

class Saved extends Widget {
  #root!: ShadowRoot
  #items: Item[] | undefined
  #shopper: string | undefined
  #endCart: (() => unknown) | undefined
  #shown = ''
  /** What gets the focus if the pressed button left with its row. */
  #next: (() => HTMLElement | null) | undefined

  draw(): void {
    this.#root = createShadow(this, [baseStyle, style])
    this.#fetch()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    const ends = (['cart', 'identity'] as const).map((name) => heartbell.on(name, () => this.#fetch()))
    this.#endCart = () => ends.map((end) => end())
    // the theme's button beside each row of the cart: <button data-heartbell-later variant=… product=… url=… row=…>
    addEventListener('click', this.#press)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    this.#endCart?.()
    removeEventListener('click', this.#press)
  }

  #press = (event: Event) => {
    const button = (event.target as Element).closest?.('[data-heartbell-later]')
    if (!button) return
    event.preventDefault()
    const given = (name: string) => button.getAttribute(name)
    const quantity = Number(given('quantity')) || 1
    const rows = () => [...document.querySelectorAll<HTMLElement>('[data-heartbell-later]')]
    const at = rows().indexOf(button as HTMLElement)
    // the row after it has its place then
    this.#next = () =>
      rows()
        .slice(0, at + 1)
        .at(-1) ?? this.#root.getElementById('title')
    saveForLater({ ...productOf(button), quantity }, given('row') ?? given('key') ?? '', button)
  }

  async #fetch(): Promise<void> {
    try {
      const shopper = who()
      const items = shopper ? await fetchSaved(heartbell) : []
      // an answer for the person who has just signed out
      if (shopper === who() || !shopper) [this.#items, this.#shopper] = [items, who()]
    } catch {
      // shown after the next successful fetch
    }
    this.show()
    if (!this.#next || !hasNoFocus()) return
    this.#next()?.focus()
    this.#next = undefined
  }

  async #toCart(item: Item): Promise<void> {
    // the last one leaves this element hidden
    const row = `[data-heartbell-later][variant="${CSS.escape(`${item.variantId}`)}"]`
    this.#next = () => document.querySelector<HTMLElement>(row)
    if (await moveToCart(item)) announce(this, 'added-to-bag', { items: [item] })
  }

  show(): void {
    const items = (this.#shopper === who() && this.#items) || []
    this.hidden = !items.length
    // a redraw takes the focus from the title
    const state = JSON.stringify([items, t('saved', ''), !!heartbell.cart, heartbell.currency])
    if (this.#shown === state) return
    this.#shown = state
    redraw(
      this.#root,
      h('h2', { id: 'title', part: 'title', tabindex: -1 }, t('saved', 'Saved for later')),
      h('ul', { 'aria-labelledby': 'title' }, ...items.map((item) => this.#row(item))),
    )
  }

  #row(item: Item): HTMLElement {
    const remove = async () => {
      this.#items = this.#items?.filter((other) => !isSame(other, item))
      this.show()
      await moveSaved(heartbell, item).catch(() => {})
      toastRemoved(async () => {
        await addSaved(heartbell, item as Product)
        await this.#fetch()
      })
    }
    return h(
      'li',
      { part: 'row' },
      rowPicture(item),
      h('div', {}, ...rowText(item)),
      isSoldOut(item)
        ? h('span', { class: 'soft' }, t('soldOut', 'Sold out'))
        : heartbell.cart && rowButton(item, 'main', t('move', 'Move to bag'), () => this.#toCart(item)),
      rowButton(item, 'bare', t('remove', 'Remove'), remove),
    )
  }
}

export function install(): void {
  heartbell.saveForLater = saveForLater
  define('saved', Saved)
}
