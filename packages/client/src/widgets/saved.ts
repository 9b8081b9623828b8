/** `<heartbell-saved>`: save for later in the cart; an item is always first added where it goes, then taken where it was. */

import type { Cart } from '../client/cart.ts'
import { type Item, isSame, type Product } from '../client/records.ts'
import { addSaved, fetchSaved, moveSaved } from '../client/saved.ts'
import { redraw, rowButton, sorry, tellRemoved } from './button.ts'
import { css, define, h, wear } from './element.ts'
import { productOf } from './heart.ts'
import { heartbell, Widget } from './kit.ts'
import { look } from './look.ts'
import { isGone, rowPicture, rowText } from './row.ts'
import { say } from './texts.ts'
import { tell } from './toast.ts'

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
    this.#root = wear(this, [look, style])
    // beside each row of the cart, a button of the theme: <button data-heartbell-later variant=… product=… url=… key=…>
    addEventListener('click', this.#press)
    this.#fetch()
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
      // shown when the service is back
    }
    this.show()
  }

  /** From the cart's row `key` to the saved ones. */
  async later(product: Product, key: string): Promise<void> {
    await this.#move(
      () => addSaved(heartbell, product),
      () => this.#cart.remove(key),
      say('savedIt', 'Saved for later.'),
    )
  }

  async #toCart(item: Item): Promise<void> {
    await this.#move(
      () => this.#cart.add(item.variantId, item.quantity ?? 1),
      () => moveSaved(heartbell, item),
      say('moved', 'Moved to your bag.'),
    )
  }

  /** The second step may fail: then it is in both places, which can be mended, and never in none. */
  async #move(add: () => Promise<unknown>, remove: () => Promise<unknown>, done: string): Promise<void> {
    try {
      await add()
    } catch {
      return tell(sorry())
    }
    try {
      await remove()
      tell(done)
    } catch {
      tell(say('both', 'It is in both places now; nothing is lost.'))
    }
    heartbell.emit('cart')
    await this.#fetch()
  }

  show(): void {
    const items = this.#items ?? []
    this.hidden = !items.length
    redraw(
      this.#root,
      h('h2', { id: 'title', part: 'title' }, say('saved', 'Saved for later')),
      h('ul', { 'aria-labelledby': 'title' }, ...items.map((item) => this.#row(item))),
    )
  }

  #row(item: Item): HTMLElement {
    const take = async () => {
      this.#items = this.#items?.filter((other) => !isSame(other, item))
      this.show()
      await moveSaved(heartbell, item).catch(() => {})
      tellRemoved(async () => {
        await addSaved(heartbell, item as Product)
        await this.#fetch()
      })
    }
    return h(
      'li',
      { part: 'row' },
      rowPicture(item),
      h('div', {}, ...rowText(item)),
      isGone(item)
        ? h('span', { class: 'soft' }, say('soldOut', 'Sold out'))
        : rowButton(item, 'main', say('move', 'Move to bag'), () => this.#toCart(item)),
      rowButton(item, 'bare', say('remove', 'Remove'), take),
    )
  }
}

export function install(): void {
  define('heartbell-saved', Saved)
}
