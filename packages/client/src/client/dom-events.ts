/** The DOM events of the page, `heartbell:<name>`: which there are, and the detail of each. */
import type { Id, Item, List, Product } from './records.ts'

/** What an event says about a product: all that the page or the list knows of it. */
export type EventProduct = Partial<Omit<Product, 'price'>> & { variantId: Id; price?: number | null | undefined }

export type EventDetails = {
  /** `heartbell` can be used, and the elements are defined. */
  ready: object
  saved: { product: EventProduct; list?: string | undefined }
  removed: { product: EventProduct; list?: string | undefined }
  moved: { items: EventProduct[]; from: string; to: string; copied?: boolean | undefined }
  subscribed: { product: EventProduct; topic: string; medium: string }
  unsubscribed: { product: EventProduct; topic: string }
  shared: { list: List; url: string; by?: string | undefined }
  'list-created': { list: List }
  'added-to-bag': { items: (EventProduct | Item)[] }
}

export type DomEventName = keyof EventDetails

/** The event's type in `addEventListener`, as in `heartbell:saved`. */
export type DomEvent<K extends DomEventName> = CustomEvent<EventDetails[K]>

type DomEvents = { [K in DomEventName as `heartbell:${K}`]: DomEvent<K> }

declare global {
  interface DocumentEventMap extends DomEvents {}
  interface HTMLElementEventMap extends DomEvents {}
  interface WindowEventMap extends DomEvents {}
}
