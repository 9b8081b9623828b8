/** `<heartbell-saved>`: save for later in the cart. An item is always added to its target before it is removed from its source. */

import { addToCart, type Cart } from '../client/cart.ts'
import { type Item, isSame, type Product } from '../client/records.ts'
import { addSaved, fetchSaved, moveSaved } from '../client/saved.ts'
import { productOf } from './heart.ts'
import { heartbell, Widget } from './kit.ts'
import { baseStyle } from './shared/base-style.ts'
import { redraw, rowButton, toastRemoved, tryAgain } from './shared/button.ts'
import { createShadow, css, define, h } from './shared/element.ts'
import { isSoldOut, rowPicture, rowText } from './shared/row.ts'
import { t } from './shared/texts.ts'
import { showToast } from './shared/toast.ts'

const style = css`
  h2 { font-size: 1.25em; margin: 0 0 12px }
  ul { list-style: none; margin: 0; padding: 0 }
  li { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; padding-block: 12px; border-block-start: 1px solid var(--line) }
  li div { flex: 1 1 10em }
  a { text-decoration: none }
  a:hover { text-decoration: underline }
  img { inline-size: 64px; block-size: 64px; object-fit: cover; border-radius: var(--radius) }
  svg { width: 20px }
`

class Saved extends Widget {
  #root!: ShadowRoot
  #items: Item[] | undefined

  draw(): void {
    this.#root = createShadow(this, [baseStyle, style])
    this.#fetch()
  }

  override connectedCallback(): void {
    super.connectedCallback()
    // the theme's button beside each row of the cart: <button data-heartbell-later variant=… product=… url=… key=…>
    addEventListener('click', this.#press)
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback()
    removeEventListener('click', this.#press)
  }

  get #cart(): Cart {
    return heartbell.cart!
  }

  #press = (event: Event) => {
    const button = (event.target as Element).closest?.('[data-heartbell-later]')
    if (!button) return
    event.preventDefault()
    const quantity = Number(button.getAttribute('quantity')) || 1
    this.later({ ...productOf(button), quantity }, button.getAttribute('key') ?? '')
  }

  async #fetch(): Promise<void> {
    try {
      this.#items = heartbell.identity.who() ? await fetchSaved(heartbell) : []
    } catch {
      // shown after the next successful fetch
    }
    this.show()
  }

  /** Moves the cart's row `key` to the saved items. */
  async later(product: Product, key: string): Promise<void> {
    await this.#move(
      () => addSaved(heartbell, product),
      () => this.#cart.remove(key),
      t('savedIt', 'Saved for later.'),
    )
  }

  async #toCart(item: Item): Promise<void> {
    await this.#move(
      async () =>
        (await addToCart(this.#cart, [{ variantId: item.variantId, quantity: item.quantity ?? 1 }]))[0]!.problem,
      () => moveSaved(heartbell, item),
      t('moved', 'Moved to your bag.'),
    )
  }

  /** `add` may answer with the shop's own words for a refusal. If the second step fails, the item is in both places, never in none. */
  async #move(add: () => Promise<unknown>, remove: () => Promise<unknown>, done: string): Promise<void> {
    const problem = await add().catch(tryAgain)
    if (typeof problem === 'string') return showToast(problem)
    try {
      await remove()
      showToast(done)
    } catch {
      showToast(t('both', 'It is in both places now; nothing is lost.'))
    }
    heartbell.emit('cart')
    await this.#fetch()
  }

  show(): void {
    const items = this.#items ?? []
    this.hidden = !items.length
    redraw(
      this.#root,
      h('h2', { id: 'title', part: 'title' }, t('saved', 'Saved for later')),
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
        : rowButton(item, 'main', t('move', 'Move to bag'), () => this.#toCart(item)),
      rowButton(item, 'bare', t('remove', 'Remove'), remove),
    )
  }
}

export function install(): void {
  define('heartbell-saved', Saved)
}
