/** The elements and their attributes, as types: for TypeScript, for editors, and for the packages of the frameworks. */

import type { Id } from './client/records.ts'
import type { DomEvent, DomEventName } from './dom-events.ts'

/** A product on its page or in a grid. */
export type ProductAttributes = {
  /** The variant's id; without it a heart needs `variants`. */
  variant?: Id | undefined
  product?: Id | undefined
  /** The address of the product's page; by default this page. */
  url?: string | undefined
  name?: string | undefined
  /** The variant's name, as in "Lined". */
  option?: string | undefined
  image?: string | undefined
  price?: number | `${number}` | undefined
}

export type VariantChoice = {
  id: Id
  title: string
  price?: number | undefined
  image?: string | undefined
  available?: boolean | undefined
}

/** For a product whose variant is not chosen yet: the heart asks. An array, or its JSON. */
type Variants = readonly VariantChoice[] | string

/** A heart saves a variant: it needs one, or the variants to choose from. */
type WhichVariant = { variant: Id; variants?: Variants | undefined } | { variant?: Id | undefined; variants: Variants }

export type HeartAttributes = Omit<ProductAttributes, 'variant'> & {
  product: Id
  /** Shows a second button, which asks for the list first; a long press does the same. */
  picker?: boolean | undefined
} & WhichVariant

export type CountAttributes = {
  /** The wishlist's page, for visitors without JavaScript and for a new tab. */
  href?: string | undefined
}

export type DrawerAttributes = Record<never, never>

export type ListAttributes = {
  /** The id of a shared list, which is shown read-only; without it the visitor's own lists. */
  list?: string | undefined
  /** `rows` or `cards` (default), until the shopper chooses. */
  view?: 'rows' | 'cards' | undefined
  /** Where an empty list leads; by default `/`. */
  home?: string | undefined
}

export type NotifyAttributes = ProductAttributes & {
  /** Units of the variant; the element is visible at 0. */
  stock?: number | string | null | undefined
  /** Units by variant, null if not tracked. An object, or its JSON. */
  stocks?: Readonly<Record<string, number | null>> | string | undefined
  /** One topic that does not depend on stock, such as `comingsoon`. */
  topic?: string | undefined
  /** The alerts to offer, separated by spaces: `backinstock` (the default), `pricedrop`, and topics of the store's own. */
  topics?: string | undefined
  /** Offers any variant of the product beside this one, when it is sold out. */
  any?: boolean | undefined
  /** Prices by variant, for price drops. An object, or its JSON. */
  prices?: Readonly<Record<string, number>> | string | undefined
  /** When a coming product arrives, as in `2027-03-01`. */
  date?: string | undefined
  /** Offers text messages beside e-mail. */
  sms?: boolean | undefined
  /** Offers WhatsApp beside e-mail. */
  whatsapp?: boolean | undefined
  /** Shows an unticked box for news; a text replaces its label. */
  marketing?: boolean | string | undefined
  /** Shows the form at once, without the first button. */
  open?: boolean | undefined
  /** For a row or a card: an alert takes one line with *Stop*; the rest is on the product's page. The list sets it. */
  compact?: boolean | undefined
}

export type SavedAttributes = Record<never, never>

/** The button beside a row of the cart. */
export type LaterAttributes = ProductAttributes & {
  /** The row's id in the cart, which `cart.remove` gets. */
  row: string
  quantity?: number | undefined
}

/** The attributes of each element. */
export type ElementAttributes = {
  'heartbell-heart': HeartAttributes
  'heartbell-count': CountAttributes
  'heartbell-drawer': DrawerAttributes
  'heartbell-list': ListAttributes
  'heartbell-notify': NotifyAttributes
  'heartbell-saved': SavedAttributes
}

export type ElementName = keyof ElementAttributes

/** The events that an element fires; `ready` is the document's. */
export type ElementEventName = Exclude<DomEventName, 'ready'>

/** Listeners by the name of a component's property, as in `onSaved` and `onListCreated`. */
export type ElementListeners = {
  [K in ElementEventName as `on${Pascal<K>}`]?: ((event: DomEvent<K>) => void) | undefined
}

type Pascal<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${Capitalize<First>}${Pascal<Rest>}`
  : Capitalize<Name>

/** Every event of an element; `satisfies` finds one that is missing. */
export const elementEvents = Object.keys({
  saved: 1,
  removed: 1,
  moved: 1,
  subscribed: 1,
  unsubscribed: 1,
  shared: 1,
  'list-created': 1,
  'added-to-bag': 1,
  'saved-for-later': 1,
} satisfies Record<ElementEventName, 1>) as ElementEventName[]

/** `onListCreated` for `list-created`. */
export const listenerName = (event: ElementEventName): keyof ElementListeners =>
  `on-${event}`.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()) as keyof ElementListeners

/** Attributes as the page needs them: objects as JSON, `true` without a value, nothing for `false`, null and undefined. */
export function attributesOf(given: object): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false || typeof value === 'function') continue
    attributes[name] = value === true ? '' : typeof value === 'object' ? JSON.stringify(value) : `${value}`
  }
  return attributes
}

export interface HeartbellElement extends HTMLElement {}

/** `<heartbell-drawer>`; `heartbell.openDrawer()` opens it, too. */
export interface HeartbellDrawerElement extends HTMLElement {
  open(): void
}

declare global {
  interface HTMLElementTagNameMap {
    'heartbell-heart': HeartbellElement
    'heartbell-count': HeartbellElement
    'heartbell-drawer': HeartbellDrawerElement
    'heartbell-list': HeartbellElement
    'heartbell-notify': HeartbellElement
    'heartbell-saved': HeartbellElement
  }
}
