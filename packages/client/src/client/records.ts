/** What the client speaks of: lists, items and products, in our words. */
import { itemNames, listNames, read, type WireRecord } from './names.ts'

/** What a page tells of a product when it is saved. */
export type Product = {
  variantId: string | number
  productId: string | number
  url: string
  title?: string | undefined
  variant?: string | undefined
  imageUrl?: string | undefined
  price?: number | undefined
  quantity?: number | undefined
  note?: string | null | undefined
}

export type Item = Omit<Product, 'price'> & {
  price?: number | null | undefined
  savedPrice?: number | null | undefined
  stock?: number | null | undefined
  savedAt?: number | undefined
}

export type List = {
  listId: string
  name: string
  type: string
  count: number
  isPublic: boolean
  items: Item[]
}

/** What changes of an item; what is not said stays. */
export type Edit = Partial<Item> & Pick<Item, 'variantId'>

/** A change of one list's items. `list` is its id, or its type where the first list of that type is meant. */
export type Change = {
  key: string
  list: string
  add?: Product[] | undefined
  update?: Edit[] | undefined
  remove?: Pick<Item, 'variantId'>[] | undefined
}

export const readItem = (record: WireRecord) => read<Item>(itemNames, record)

export const readList = (record: WireRecord): List => {
  const list = read<List & { items: unknown }>(listNames, record)
  return { ...list, items: ((list.items ?? []) as WireRecord[]).map(readItem) }
}

export const isSame = (one: Pick<Item, 'variantId'>, other: Pick<Item, 'variantId'>) =>
  `${one.variantId}` === `${other.variantId}`

/** The lists as they will be when this change has reached the service. */
export function applyChange(lists: List[], { list: which, add = [], update = [], remove = [] }: Change): List[] {
  let found = lists.find(({ listId, type }) => listId === which || type === which)
  if (!found) {
    found = { listId: which, name: '', type: which, count: 0, isPublic: false, items: [] }
    lists = [...lists, found]
  }
  const gone = [...remove, ...add]
  const kept = found.items.filter((item) => !gone.some((other) => isSame(item, other)))
  const items: Item[] = [
    ...add.map((product) => ({
      savedPrice: product.price,
      ...found.items.find((item) => isSame(item, product)),
      ...product,
    })),
    ...kept.map((item) => ({ ...item, ...update.find((other) => isSame(item, other)) })),
  ]
  const changed = { ...found, items, count: found.count + items.length - found.items.length }
  return lists.map((list) => (list === found ? changed : list))
}
