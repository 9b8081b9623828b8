/** What a row says of an item's price and stock, and what the items cost together. Without the page, so that tests need none. */
import type { CartItem } from '../../client/cart.ts'
import type { ListItem } from '../../client/list-items.ts'
import type { Item } from '../../client/records.ts'

/** `link` and `backAt` as the service may add them: the catalog's address, and when it came back in stock, in milliseconds. */
export type Wish = ListItem & { link?: string | undefined; backAt?: number | undefined }

/** `cut`: cheaper than when it was saved. The build shortens the name `drop`. */
export type Badge = 'ended' | 'gone' | 'back' | 'low' | 'cut'

/** Units from which a row no longer says how few there are. */
const MANY = 6

/** Tracked and without stock. */
export const isGone = ({ stock }: Item) => stock != null && stock <= 0

export const isDrop = ({ price, savedPrice }: Item) => price != null && savedPrice != null && price < savedPrice

/** Rounded down, so that it never says more than is true. 0: too little to say. */
export const percentOff = (item: Item) =>
  // 1e-9: 1 - 9 / 10 is a little less than 0.1
  isDrop(item) ? Math.floor((1 - item.price! / item.savedPrice!) * 100 + 1e-9) : 0

/** A sold-out item says only that. */
export function badgesOf(item: Wish, isBack: boolean): Badge[] {
  if (item.isEnded) return ['ended']
  if (isGone(item)) return ['gone']
  const isLow = item.stock != null && item.stock < MANY
  return [isBack && 'back', isLow && 'low', isDrop(item) && 'cut'].filter((badge) => badge !== false) as Badge[]
}

/** Of what can be bought now and has a price; `count` says how many pieces that are. */
export function totalOf(items: Item[]): { sum: number; count: number } {
  const priced = items.filter((item) => item.price != null && !isGone(item))
  const add = (of: (item: Item) => number) => priced.reduce((sum, item) => sum + of(item) * (item.quantity ?? 1), 0)
  return { sum: add(({ price }) => price!), count: add(() => 1) }
}

/** By variant: 0 while it is sold out, then the time at which it was first seen back. */
export type StockMemory = Record<string, number>

/** How long *back in stock* is said: a week, in milliseconds. */
export const NEWS = 604_800_000

/** What to remember after these items were shown at `now`. Items that are no longer saved are forgotten. */
export function nextMemory(before: StockMemory, items: Item[], now: number): StockMemory {
  const after: StockMemory = {}
  for (const item of items) {
    const seen = before[item.variantId]
    if (isGone(item)) after[item.variantId] = 0
    else if (seen === 0) after[item.variantId] = now
    else if (seen !== undefined && now - seen < NEWS) after[item.variantId] = seen
  }
  return after
}

/** What of an item can be put into the bag: its variant, or the parts of a bundle. A custom item without either can't. */
export const bagLines = ({ variantId, quantity, kind, parts = [], platformId }: Wish): CartItem[] => {
  const ids = kind ? [platformId, ...parts.map((part) => part.variantId)] : [variantId]
  return ids.filter((id) => id != null && id !== '').map((id) => ({ variantId: id!, quantity: quantity ?? 1 }))
}

/** Lines of one item that are to be added; none if the bag has all of it. */
export type Missing = { item: Wish; lines: CartItem[] }

/** What the bag lacks of each item. A piece in the bag counts for one item only, so that a bundle and its part need two. */
export function missingOf(items: Wish[], bag: CartItem[]): Missing[] {
  const left = new Map<string, number>()
  for (const { variantId, quantity } of bag) left.set(`${variantId}`, (left.get(`${variantId}`) ?? 0) + quantity)
  return items.map((item) => {
    const lines = bagLines(item).map(({ variantId, quantity }) => {
      const there = Math.min(quantity, left.get(`${variantId}`) ?? 0)
      left.set(`${variantId}`, (left.get(`${variantId}`) ?? 0) - there)
      return { variantId, quantity: quantity - there }
    })
    return { item, lines: lines.filter(({ quantity }) => quantity > 0) }
  })
}
