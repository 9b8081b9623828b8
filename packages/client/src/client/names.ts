/**
 * The dictionary of the storefront: what the wire calls a thing (right) and what the client calls it (left). The server
 * has one of its own, with every word; here stand the few that a browser needs, because each of them costs bytes.
 */

type Table = Readonly<Record<string, string>>

export const itemNames = {
  variantId: 'epi',
  productId: 'empi',
  url: 'du',
  title: 'dt',
  variant: 'vi',
  imageUrl: 'iu',
  price: 'pr',
  savedPrice: 'savedpr',
  stock: 'stk',
  quantity: 'qty',
  note: 'note',
} as const

export const listNames = {
  listId: 'lid',
  name: 'lname',
  type: 'lty',
  count: 'cnt',
  isPublic: 'anonRead',
  items: 'listcontents',
} as const

/** What calls take beside an item or a list, and what they answer. */
export const callNames = {
  regid: 'regid',
  sessionId: 'sessionid',
  add: 'a',
  remove: 'd',
  address: 'mediumvalue',
  mailingList: 'addtomailinglist',
  topics: 'topics',
  products: 'products',
  medium: 'medium',
  items: 'items',
} as const

/** An alert, as its shopper sees it. */
export const alertNames = { topic: 'topic', variantId: 'epi', status: 'status', position: 'position' } as const

/** What save for later answers. */
export const savedNames = { failed: 'itemsfailed' } as const

/** The types of list the client knows by itself. */
export const wishlist = 'wl'
export const savedForLater = 'sfl'

export type WireRecord = Record<string, unknown>

/** Wire to ours; what has no name here is left behind. */
export function read<T>(names: Table, record: WireRecord): T {
  const ours: WireRecord = {}
  for (const name in names) ours[name] = record[names[name] as string]
  return ours as T
}

/** An item of ours to the wire; what was not said is not sent. */
export function writeItem(item: object): WireRecord {
  const record: WireRecord = {}
  for (const name in itemNames) {
    const value = (item as WireRecord)[name]
    if (value !== undefined && value !== '') record[(itemNames as Table)[name] as string] = value
  }
  return record
}
