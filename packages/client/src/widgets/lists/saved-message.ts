/** The messages after a heart: where the product was saved, with a way to another list, or that it was removed. */
import type { List, Product } from '../../client/records.ts'
import { heartbell } from '../kit.ts'
import { toastRemoved } from '../shared/button.ts'
import { h } from '../shared/element.ts'
import { t } from '../shared/texts.ts'
import { showToast } from '../shared/toast.ts'
import { dialogAround } from './panel.ts'

/** A list has no name before the service has created it. */
export const nameOf = ({ name }: Pick<List, 'name'>) => name || t('list', 'My wishlist')

/** A text with an element in its first place. */
function withElement(text: (place: string) => string, element: Element): Element {
  const [before = '', after = ''] = text('\n').split('\n')
  return h('span', {}, before, element, after)
}

function smallPicture(src: string): Element {
  const picture = h('img', { src, alt: '', width: 36, height: 36, onerror: () => picture.remove() })
  picture.style.cssText = 'flex:none;margin-inline:-6px 12px;object-fit:cover;border-radius:6px'
  return picture
}

/** Only another person's list has hearts: there, the shopper's own list may have the name of the shown one. */
const isInList = (heart?: HTMLElement) =>
  (heart?.getRootNode() as ShadowRoot | undefined)?.host?.localName === 'heartbell-list'

/** "Saved to My wishlist · Change", for every list that holds the product. */
export function showSaved(product: Product, from?: HTMLElement): void {
  const [first, ...more] = heartbell.listsOf(product.variantId)
  if (!first) return
  const where = dialogAround(from)
  if (heartbell.isAllowed()) {
    const name = h('b', {}, [first, ...more].map(nameOf).join(', '))
    // the message has no style for names and pictures
    name.style.fontWeight = '650'
    const text = withElement(
      (place) =>
        isInList(from) ? t('savedToOwn', 'Saved to your own list: {0}', place) : t('savedTo', 'Saved to {0}', place),
      name,
    )
    const line = h('span', {}, product.imageUrl ? smallPicture(product.imageUrl) : '', text)
    // a long name goes on beside the picture, not below it
    line.style.cssText = 'display:flex;align-items:center'
    const change = () => heartbell.openLists!({ product, from, instead: !more[0] })
    showToast(line, t('change', 'Change'), change, where)
  }
  // other lists need the service, which may not be called without consent
  else showToast(t('onDevice', 'Saved on this device.'), '', undefined, where)
}

export function showRemoved(_: Product, from: HTMLElement | undefined, undo: () => void): void {
  toastRemoved(undo, dialogAround(from))
}
