/** `<heartbell-heart>`: a heart beside a product; full at once when pressed, whatever the network does. */
import { hush } from '../client/hush.ts'
import type { Product } from '../client/records.ts'
import { h, icon, wear } from './element.ts'
import { heartPath, heartStyle } from './heart-style.ts'
import { heartbell, Widget } from './kit.ts'
import { say } from './texts.ts'

/** What a widget's attributes say of its product. */
export function productOf(element: Element): Product {
  const at = (name: string) => element.getAttribute(name) || undefined
  const link = (name: string) => at(name) && new URL(at(name)!, location.href).href
  return {
    variantId: at('variant')!,
    productId: at('product')!,
    url: link('url') ?? location.href,
    title: at('name'),
    variant: at('option'),
    imageUrl: link('image'),
    price: (at('price') && Number(at('price'))) as number | undefined,
  }
}

export class Heart extends Widget {
  static observedAttributes = ['variant', 'name']
  #button = h('button', { type: 'button', part: 'button', onclick: () => this.#toggle() }, icon(heartPath))

  draw(): void {
    wear(this, [heartStyle], this.#button)
  }

  show(): void {
    const { variantId, title } = productOf(this)
    this.#button.ariaLabel = title ? say('saveIt', 'Save {0}', title) : say('save', 'Save to wishlist')
    this.#button.ariaPressed = `${heartbell.isSaved(variantId)}`
  }

  #toggle(): void {
    const product = productOf(this)
    hush(heartbell[heartbell.isSaved(product.variantId) ? 'remove' : 'add'](product))
  }
}
