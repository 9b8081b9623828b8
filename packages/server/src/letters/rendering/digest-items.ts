/** The products of a message about saved items: one for each variant, with everything that is new about it. Plain data, stored with the delivery. */
import { type DigestLine, linesToTell } from '../../domain/digests/digest-lines.ts'
import type { NewsTopic } from '../../domain/rules/saved-items.ts'
import type { Language } from '../../domain/settings/languages.ts'
import type { Store } from '../../domain/stores/stores.ts'
import type { PhraseKey } from '../languages/en.ts'
import { writeMoney } from './formats.ts'
import { oneLine } from './one-line.ts'
import { say, wordingOf } from './phrases.ts'
import { safeAddress } from './web-addresses.ts'

export type DigestItem = {
  variantId: string
  productId: string
  title: string
  variant: string
  imageUrl: string
  price: number | null
  /** The price when saved, if it was higher. */
  was: number | null
  currency: string | null
  stock: number | null
  news: NewsTopic[]
  list: string
}

/** In the order of the lines; what does not hold any more is left out. */
export function digestItems(store: Store, lines: readonly DigestLine[]): DigestItem[] {
  const items = new Map<string, DigestItem>()
  for (const line of linesToTell(lines, store)) {
    const known = items.get(line.variantId)
    if (known) known.news.push(line.topic)
    else items.set(line.variantId, itemOf(store, line))
    const item = items.get(line.variantId)!
    if (line.topic === 'pricedrop') item.was = line.priceBefore
  }
  return [...items.values()]
}

const itemOf = ({ settings }: Store, line: DigestLine): DigestItem => ({
  ...{ variantId: line.variantId, productId: line.productId, title: oneLine(line.title ?? '') || line.variantId },
  variant: oneLine(line.variantInfo ?? ''),
  imageUrl: safeAddress(line.imageUrl, settings.shopUrl) ?? '',
  ...{ price: line.price, was: null, currency: line.currency, stock: line.stock, news: [line.topic] },
  list: oneLine(line.listName ?? ''),
})

/** Further products are counted. */
const mostShown = 20

const labels: Readonly<Record<NewsTopic, PhraseKey>> = {
  ...{ backinstock: 'kindRestock', pricedrop: 'kindPriceDrop', lowstock: 'kindLowStock' },
}
const subjects: Readonly<Record<NewsTopic, PhraseKey>> = {
  ...{ backinstock: 'restockSubject', pricedrop: 'priceDropSubject', lowstock: 'lowStockSubject' },
}

type DigestValues = { items?: DigestItem[] | undefined; language: Language; locale: string }

/** The variables `items` and `digest`. Each product has a link of its own: the message's link and the product's place in it. */
export function digestScope(store: Store, { items, language, locale }: DigestValues, link: string) {
  if (!items) return { items: [], digest: { count: 0, more: 0, titles: '', subject: 'savedItemsSubject' } }
  const wording = wordingOf(store.settings, language)
  const shown = items.slice(0, mostShown).map((item, place) => ({
    ...{
      title: item.title,
      variant: item.variant,
      image: item.imageUrl,
      list: item.list,
      price: item.price,
      stock: item.stock,
    },
    url: `${link}?item=${place}`,
    news: item.news.map((topic) => say(wording, labels[topic])).join(' · '),
    kinds: item.news,
    price_text: writeMoney(item.price, item.currency, locale),
    was_text: writeMoney(item.was, item.currency, locale),
    left: item.news.includes('lowstock') ? (item.stock ?? '') : '',
  }))
  const [only] = items
  return {
    items: shown,
    digest: {
      count: items.length,
      more: items.length - shown.length,
      titles: shown.map(({ title }) => title).join(', '),
      subject: items.length === 1 ? subjects[only!.news[0]!] : 'savedItemsSubject',
    },
  }
}
