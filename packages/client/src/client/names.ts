/**
 * The dictionary of the storefront: a field's name in the client (left) and on the wire (right). The contract package has
 * the complete one; here are only the names that a browser needs, because each costs bytes.
 */

export type Table = Readonly<Record<string, string>>

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
  savedAt: 'cts',
} as const

export const listNames = {
  listId: 'lid',
  name: 'lname',
  type: 'lty',
  count: 'cnt',
  isPublic: 'anonRead',
  items: 'listcontents',
} as const

/** What only a list shows of an item; `list-items.ts` reads it. */
export const detailNames = {
  kind: 'lity',
  parts: 'bundle',
  platformId: 'platformitemid',
  anyVariant: '_av',
  isEnded: 'inactive',
} as const

/** The parts of a bundle. */
export const partNames = { variantId: 'epi', title: 'title' } as const

/** Who a list belongs to. */
export const ownerNames = { owner: 'userinfo', firstName: 'fname' } as const

/** Fields of calls and answers beside items and lists. */
export const callNames = {
  regid: 'regid',
  sessionId: 'sessionid',
  add: 'a',
  remove: 'd',
  update: 'u',
  address: 'mediumvalue',
  mailingList: 'addtomailinglist',
  topics: 'topics',
  products: 'products',
  medium: 'medium',
  targetPrice: 'targetprice',
  any: 'any',
  locale: 'locale',
  consent: 'consenttext',
  items: 'items',
  toList: 'tolid',
  before: 'before',
  after: 'after',
  fromName: 'fromname',
  toEmail: 'toemail',
  info: 'listinfo',
  additions: 'hb',
} as const

/** An alert subscription in calls of its shopper. */
export const alertNames = {
  topic: 'topic',
  variantId: 'epi',
  productId: 'empi',
  status: 'status',
  position: 'position',
  medium: 'medium',
  address: 'mediumvalue',
  additions: 'hb',
} as const

/** Answers of save for later. */
export const savedNames = { failed: 'itemsfailed' } as const

/** The types of lists that the client uses. */
export const wishlist = 'wl'
export const savedForLater = 'sfl'

export type WireRecord = Record<string, unknown>

/** Wire names to ours; fields without a name here are dropped. */
export function read<T>(names: Table, record: WireRecord): T {
  const ours: WireRecord = {}
  for (const name in names) ours[name] = record[names[name] as string]
  return ours as T
}
