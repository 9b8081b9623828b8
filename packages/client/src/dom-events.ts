/** The DOM events of the page, `heartbell:<name>`: which there are, and the detail of each. */

import type { Id, List, Product } from './client/records.ts'
import type { Heartbell } from './widgets/kit.ts'

/** What an event says about a product: all that the page or the list knows of it. */
export type EventProduct = Partial<Omit<Product, 'price'>> & { variantId: Id; price?: number | null | undefined }

export type EventDetails = {
  /** `heartbell` can be used, and the elements are defined. */
  ready: { heartbell: Heartbell }
  /** `list`: absent while the service has not created it, and if it was removed from several. `undone`: a removal was taken back. */
  saved: { product: EventProduct; list?: List | undefined; undone?: boolean | undefined }
  removed: { product: EventProduct; list?: List | undefined }
  /** From one list of the shopper to another; `copied`: it stays in the first, too. */
  moved: { product: EventProduct; list: List; from?: List | undefined; copied?: boolean | undefined }
  /** `any`: any variant of the product. */
  subscribed: {
    product: EventProduct
    topic: string
    medium: string
    any?: boolean | undefined
    targetPrice?: number | null | undefined
  }
  unsubscribed: { product: EventProduct; topic: string; any?: boolean | undefined }
  /** `medium`: how the link was passed on, as in `email`; absent when the list was only made public. */
  shared: { list: List; url: string; medium?: string | undefined }
  'list-created': { list: List }
  'added-to-bag': { items: EventProduct[] }
  /** A row of the cart was moved to the saved items; `row` is its id in the cart. */
  'saved-for-later': { product: EventProduct; row: string }
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
