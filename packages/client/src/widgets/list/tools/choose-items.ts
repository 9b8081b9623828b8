/** Which items of a list are shown, and in which order: search, filter and sort. */
import type { Item } from '../../../client/records.ts'
import { isDrop, isGone } from '../item-facts.ts'
import { priorities } from '../priority.ts'

export type Sort = 'own' | 'newest' | 'cheap' | 'dear' | 'title' | 'priority'
export type Filter = '' | 'stock' | 'cut' | 'gone'
export type Choice = { text: string; sort: Sort; filter: Filter }

/** Without case and accents, so that "cafe" finds "Café". */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const filters: Record<Filter, (item: Item) => boolean> = {
  '': () => true,
  stock: (item) => !isGone(item),
  cut: (item) => !isGone(item) && isDrop(item),
  gone: isGone,
}

/** An item without the value comes last, whatever the direction. */
const by = (value: (item: Item) => number | null | undefined, direction: 1 | -1) => (one: Item, other: Item) => {
  const [a, b] = [value(one), value(other)]
  if (a == null || b == null) return Number(a == null) - Number(b == null)
  return (a - b) * direction
}

const order = (language: string): Record<Sort, (one: Item, other: Item) => number> => ({
  own: () => 0,
  newest: by(({ savedAt }) => savedAt, -1),
  cheap: by(({ price }) => price, 1),
  dear: by(({ price }) => price, -1),
  title: (one, other) => (one.title ?? '').localeCompare(other.title ?? '', language, { numeric: true }),
  priority: by(({ priority }) => (priority ? priorities.indexOf(priority) : null), 1),
})

/** Every word of the search is somewhere in title, variant or note. Sorting is stable: equal items stay in the list's order. */
export function chooseItems(items: Item[], { text, sort, filter }: Choice, language: string): Item[] {
  const words = plain(text).split(/\s+/).filter(Boolean)
  const isFound = ({ title, variant, note }: Item) => {
    const all = plain([title, variant, note].join(' '))
    return words.every((word) => all.includes(word))
  }
  return items.filter((item) => filters[filter](item) && isFound(item)).sort(order(language)[sort])
}
