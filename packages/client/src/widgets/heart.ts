/** `<heartbell-heart>`: saves a product; it changes at once when pressed, without waiting for the network. */

import type { Id, Product } from '../client/records.ts'
import { ignoreFailure } from '../client/sync/ignore-failure.ts'
import { heartbell, loadWidget, Widget } from './kit.ts'
import { createShadow, h, icon } from './shared/element.ts'
import { heartPath, heartStyle } from './shared/heart-style.ts'
import { t } from './shared/texts.ts'

/** The product in a widget's attributes. Without `variant`: the one of its `variants` that is saved, if any. */
export function productOf(element: Element): Product {
  const at = (name: string) => element.getAttribute(name) || undefined
  const link = (name: string) => at(name) && new URL(at(name)!, location.href).href
  return {
    variantId:
      at('variant') ?? JSON.parse(at('variants') ?? '[]').find(({ id }: { id: Id }) => heartbell.isSaved(id))?.id,
    productId: at('product')!,
    url: link('url') ?? location.href,
    title: at('name'),
    variant: at('option'),
    imageUrl: link('image'),
    price: (at('price') && +at('price')!) as number | undefined,
  }
}

export class Heart extends Widget {
  static observedAttributes = ['variant', 'variants', 'name']
  #button = h('button', { type: 'button', part: 'button', onclick: () => this.#toggle() }, icon(heartPath))

  draw(): void {
    createShadow(this, [heartStyle], this.#button)
  }

  show(): void {
    const { variantId, title } = productOf(this)
    this.#button.ariaLabel = title ? t('saveIt', 'Save {0}', title) : t('save', 'Save to wishlist')
    // the browser makes a text of it
    this.#button.ariaPressed = heartbell.isSaved(variantId) as unknown as string
  }

  #toggle(): void {
    const product = productOf(this)
    const { variantId } = product
    ignoreFailure(
      variantId
        ? heartbell[heartbell.isSaved(variantId) ? 'remove' : 'add'](product)
        : loadWidget('picker').then(() => heartbell.saveChosen!(this)),
    )
  }
}
