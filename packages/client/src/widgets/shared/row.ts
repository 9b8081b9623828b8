/** Parts of a list's row: the image, the title, and the price compared with the price when saved. */
import type { Item } from '../../client/records.ts'
import { heartbell } from '../kit.ts'
import { h } from './element.ts'
import { pageLanguage, t } from './texts.ts'
import { variantLink } from './variant-link.ts'

/** The language of the texts, for dates, numbers and messages. */
export const language = () => heartbell.settings.lang || pageLanguage()

/** In the format of the widgets' language; without a currency, a number with two decimals. A wrong setting hides no item. */
export function money(price: number): string {
  const { currency } = heartbell
  const style = currency ? ({ style: 'currency', currency } as const) : { minimumFractionDigits: 2 }
  try {
    return new Intl.NumberFormat(language(), style).format(price)
  } catch (problem) {
    if (!currency) return price.toFixed(2)
    console.error(`Heartbell: data-currency "${currency}" can't be used. Set it to a code as in EUR.`, problem)
    heartbell.currency = undefined
    return money(price)
  }
}

export const rowPicture = (item: Item) =>
  item.imageUrl
    ? h(
        'a',
        { href: variantLink(item.url, item), tabindex: -1, 'aria-hidden': 'true' },
        h('img', { src: item.imageUrl, alt: '', loading: 'lazy', width: 72, height: 72 }),
      )
    : ''

export function rowText(item: Item): HTMLElement[] {
  const { title, url, price, savedPrice, variant, quantity } = item
  const isLess = price != null && savedPrice != null && price < savedPrice
  return [
    h('a', { href: variantLink(url, item) }, title),
    h('br'),
    h(
      'span',
      { class: 'soft' },
      variant ? `${variant} · ` : '',
      (quantity ?? 1) > 1 && `${quantity} × `,
      price == null ? '' : money(price),
      isLess && h('b', {}, ` ${t('was', 'was {0}', money(savedPrice!))}`),
    ),
  ]
}

/** Tracked and without stock. */
export const isSoldOut = ({ stock }: Item) => stock != null && stock <= 0
