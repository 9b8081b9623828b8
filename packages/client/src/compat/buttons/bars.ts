/** Empty places on an old theme's product page, into which a button belongs. */
import { h } from '../../widgets/shared/element.ts'
import { t } from '../../widgets/shared/texts.ts'
import { page } from '../page.ts'
import { findProduct } from './find-product.ts'
import { pageProduct } from './product-data.ts'

const fill = (bar: Element, action: string, kind: string, text: string) =>
  bar.append(
    h(
      'button',
      { type: 'button', class: `swym-button swym-add-to-${kind}`, 'data-swaction': action },
      h('span', { class: `swym-${kind}-cta` }, text),
    ),
  )

/** True if the selected variant is known to be sold out; before a selection, if all are. */
function isSoldOut(bar: HTMLElement): boolean {
  const { product, variants } = findProduct(page, bar)
  const meant = variants.filter(({ epi }) => !product.epi || epi === product.epi)
  return !!meant[0] && meant.every(({ available }) => available === false)
}

export function fillBars(): void {
  if (!pageProduct(page)) return
  const isEmpty = ':not(:has(button, a))'
  for (const bar of document.querySelectorAll(`.swym-wishlist-button-bar${isEmpty}`))
    fill(bar, 'addToWishlist', 'wishlist', t('save', 'Save to wishlist'))
  for (const bar of document.querySelectorAll<HTMLElement>('.swym-isa-button-bar')) {
    if (bar.matches(isEmpty)) fill(bar, 'addToWatchlist', 'watchlist', t('notify', 'Notify me when it is back'))
    const isHidden = !isSoldOut(bar)
    // only after a change: the observer of the page sees every write
    if (bar.hidden !== isHidden) bar.hidden = isHidden
  }
}
