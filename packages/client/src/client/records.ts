/** Lists, items and products in the client's names, and how a change applies to them. */
import { callNames, itemNames, listNames, read, type WireRecord } from './names.ts'

export type Id = string | number

/** A product as a page saves it. */
export type Product = {
  variantId: Id
  productId: Id
  url: string
  title?: string | undefined
  variant?: string | undefined
  imageUrl?: string | undefined
  price?: number | undefined
  quantity?: number | undefined
  note?: string | null | undefined
}

export type Priority = 'must-have' | 'would-love' | 'nice'

export type Item = Omit<Product, 'price'> & {
  price?: number | null | undefined
  savedPrice?: number | null | undefined
  stock?: number | null | undefined
  /** When it was saved, in milliseconds. */
  savedAt?: number | undefined
  priority?: Priority | undefined
  /** How many the owner wants, and how many have arrived. */
  desired?: number | undefined
  received?: number | undefined
  /** Its place in the owner's order, if it was ever moved; `inOwnOrder` of manage-lists.ts reads it. */
  position?: number | undefined
}

export type List = {
  listId: string
  name: string
  type: string
  count: number
  isPublic: boolean
  /** Where a public list is shown, if the store has a page of its own for it. */
  shareUrl?: string | undefined
  items: Item[]
}

/** A change of one list's items. `list` is its id, or a type, which means the first list of that type. */
export type Change = {
  key: string
  list: string
  /** The id of the list, once it is known for a type. */
  to?: string | undefined
  /** The service has it, but the fetched lists may not contain it yet. */
  sent?: boolean | undefined
  /** An existing item is updated: sent fields replace, the rest stays. */
  add?: Product[] | undefined
  /** Fields of existing items; the other fields stay. */
  update?: Edit[] | undefined
  remove?: { variantId: Id }[] | undefined
  /** Not sent before this time (milliseconds since 1970), so that it can be undone. */
  until?: number | undefined
  /** The idempotency key of the call that it is sent with, once it was tried: a repeated call has the same key and content. */
  call?: string | undefined
  /** The service refused a call with several changes, so this one is sent alone. */
  alone?: boolean | undefined
}

/** What a shopper may change of a saved item; `before` or `after`, the variant id of another one, moves it there. */
export type Edit = {
  variantId: Id
  note?: string | null | undefined
  quantity?: number | undefined
  before?: Id | undefined
  after?: Id | undefined
}

/** What the service adds to the fields of the specification; the names inside are ours. */
type Additions = (Partial<Item> & { url?: string }) | undefined

export const readItem = (record: WireRecord): Item => ({
  ...read<Item>(itemNames, record),
  ...(record[callNames.additions] as Additions),
})

export const readList = (record: WireRecord): List => {
  const list = read<List & { items: unknown }>(listNames, record)
  return {
    ...list,
    shareUrl: (record[callNames.additions] as Additions)?.url,
    items: (list.items as WireRecord[] | undefined)?.map(readItem) ?? [],
  }
}

/**
 * An id as the service answers it: a number if it is one, also in a GraphQL id of Shopify, otherwise text; empty without one. With
 * up to 15 digits a number is exact.
 */
export const plainId = (given: unknown): Id => {
  const id = `${given ?? ''}`.replace(/^gid:.*\//, '')
  return /^[1-9]\d{0,14}$/.test(id) ? +id : id
}

export const isSame = (one: { variantId: Id }, other: { variantId: Id }) =>
  plainId(one.variantId) === plainId(other.variantId)

/** By the list's id, or the first of a type. */
export const findList = (lists: List[], which: unknown) =>
  lists.find(({ listId, type }) => listId === which || type === which)

/** The lists with the change applied, as the service will answer them. */
export function applyChange(lists: List[], { list: which, to, add = [], update = [], remove = [] }: Change): List[] {
  // shown until the service has created the list and named it
  const empty = { listId: to ?? which, type: which, count: 0, items: [] as Item[] } as unknown as List
  const found = findList(lists, to ?? which) ?? empty
  const among = <T extends { variantId: Id }>(some: T[], one: { variantId: Id }) =>
    some.find((item) => isSame(item, one))
  const items: Item[] = [
    ...add.filter((product) => !among<Item>(found.items, product)).map((item) => ({ savedPrice: item.price, ...item })),
    ...found.items
      .filter((item) => !among(remove, item))
      .map((item) => ({ ...item, ...among(add, item), ...among(update, item) })),
  ]
  const changed = { ...found, items, count: found.count + items.length - found.items.length }
  return found === empty ? [...lists, changed] : lists.map((list) => (list === found ? changed : list))
}
