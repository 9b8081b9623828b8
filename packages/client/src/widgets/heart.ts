/** `<heartbell-heart>`: saves a product; it changes at once when pressed, without waiting for the network. */

import { type Id, type Product, plainId } from '../client/records.ts'
import { ignoreFailure } from '../client/sync/ignore-failure.ts'
import { parseJson } from '../client/sync/local-data.ts'
import { heartbell, isLoaded, Widget } from './kit.ts'
import { createShadow, h, icon, prevent } from './shared/element.ts'
import { heartPath, heartStyle } from './shared/heart-style.ts'
import { sayOffline } from './shared/say-offline.ts'
import { t } from './shared/texts.ts'
import { unrendered } from './shared/unrendered.ts'

/** The product in a widget's attributes. Without `variant`: the one of its `variants` that is saved, if any. */
export function productOf(element: Element): Product {
  const at = (name: string) => element.getAttribute(name)?.replace(unrendered, '') || undefined
  const link = (name: string) => at(name) && new URL(at(name)!, location as unknown as string).href
  return {
    variantId: plainId(
      // what is not a list has no `find`
      at('variant') ?? parseJson<{ id: Id }[]>(() => at('variants'))?.find?.(({ id }) => heartbell.isSaved(id))?.id,
    ) as Id,
    productId: plainId(at('product')!),
    // biome-ignore lint/style/useTemplate: shorter
    url: link('url') ?? location + '',
    title: at('name'),
    variant: at('option'),
    imageUrl: link('image'),
    price: (at('price') && +at('price')!) as number | undefined,
  }
}

/** Saves a product for a pressed heart, and says in which list it is. */
export function saveFrom(heart: HTMLElement, product: Product): void {
  heartbell.add(product, { from: heart })
  ignoreFailure(heartbell.showSaved(product, heart))
}

/** A choice on the page may concern a heart beside it. The theme's own listeners run first. */
const onChoice = ({ target }: Event) => setTimeout(() => ignoreFailure(heartbell.followChoice(target)))

export class Heart extends Widget {
  static observedAttributes = ['variant', 'variants', 'name']
  /** Set during a long press, whose end is not a press. */
  declare isHeld?: boolean

  /** Which list, or which variant. */
  #ask = (event: MouseEvent) => {
    // the menu of a mouse stays; a key, or a long press on Android, has another button
    if (event.button === 2) return
    // the heart may be inside a link or a form
    prevent(event)
    heartbell.hold(this).catch(sayOffline)
  }

  #press = (event: MouseEvent) => {
    prevent(event)
    const product = productOf(this)
    // a key has no detail; without a product nothing can be saved, and the console says so
    if ((this.isHeld && event.detail) || !product.productId) return
    const [list, second] = heartbell.listsOf(product.variantId)
    // without a variant, or in several lists
    if (second || !product.variantId) this.#ask(event)
    else if (list) {
      const undo = heartbell.remove(product, { listId: list.listId, from: this, undoable: true })
      ignoreFailure(heartbell.showRemoved(product, this, undo))
    } else saveFrom(this, product)
  }

  // a button in a shadow root belongs to no form of the page
  #caret = h('button', { part: 'picker', onclick: this.#ask }, icon('m7 10 5 5 5-5'))
  #button = h(
    'button',
    {
      part: 'button',
      onclick: this.#press,
      // a long press chooses the list first
      onpointerdown: (event: Event) => ignoreFailure(heartbell.hold(this, event)),
      oncontextmenu: this.#ask,
    },
    icon(heartPath),
  )

  draw(): void {
    createShadow(this, [heartStyle], this.#button, this.hasAttribute('picker') ? this.#caret : '')
    // the browser adds the same listener once
    addEventListener('change', onChoice, true)
    addEventListener('popstate', onChoice)
  }

  show(): void {
    const { variantId, productId, title, price } = productOf(this)
    this.#button.ariaLabel = title ? t('saveIt', 'Save {0}', title) : t('save', 'Save to wishlist')
    // the browser makes a text of it
    this.#button.ariaPressed = heartbell.isSaved(variantId) as unknown as string
    this.#caret.ariaLabel = t('choose', 'Choose a list')
    // after the page's own files
    // biome-ignore lint/suspicious/noSelfCompare: not a number; shorter
    if (isLoaded && (!productId || !variantId || price !== price)) ignoreFailure(heartbell.check(this))
  }

  /** A dialog that closes gives the focus back. */
  override focus(): void {
    this.#button.focus()
  }
}
