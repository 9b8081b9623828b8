/** What the rows of lists have in common: the picture, the title, and the price now against the price when saved. */
import type { Item } from '../client/records.ts'
import { h } from './element.ts'
import { heartbell } from './kit.ts'
import { pageLanguage, say } from './texts.ts'

/** As the page's language writes it; without a currency, a plain number with two places. */
export function money(price: number): string {
  const { currency } = heartbell
  const style = currency ? ({ style: 'currency', currency } as const) : { minimumFractionDigits: 2 }
  return new Intl.NumberFormat(pageLanguage(), style).format(price)
}

export const rowPicture = ({ imageUrl, url }: Item) =>
  imageUrl
    ? h(
        'a',
        { href: url, tabindex: -1, 'aria-hidden': 'true' },
        h('img', { src: imageUrl, alt: '', loading: 'lazy', width: 72, height: 72 }),
      )
    : ''

export function rowText({ title, url, price, savedPrice, variant }: Item): HTMLElement[] {
  const isLess = price != null && savedPrice != null && price < savedPrice
  return [
    h('a', { href: url }, title),
    h('br'),
    h(
      'span',
      { class: 'soft' },
      variant ? `${variant} · ` : '',
      price == null ? '' : money(price),
      isLess && h('b', {}, ` ${say('was', 'was {0}', money(savedPrice!))}`),
    ),
  ]
}

/** Sold out and counted. */
export const isGone = ({ stock }: Item) => stock != null && stock <= 0
