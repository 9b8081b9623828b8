/** Events for listeners of this API family: `evtLayer.addEventListener(name, ({ detail: { d, e } }) => …)`. */
import type { Client } from '../client/client.ts'
import type { WireRecord } from '../client/names.ts'
import { writeItem } from '../client/write-item.ts'

export const JSEvents = {
  addedToWishlist: 'sw:addedtowishlist',
  removedFromWishlist: 'sw:removedfromwishlist',
  addedToWatchlist: 'sw:addedtowatchlist',
  addedToCart: 'sw:addedtocart',
  UIAddedToCart: 'sw:uiaddedtocart',
  /** The case is that of the scripts that listen to it. */
  movedToCartFromSFL: 'sw:movedToCartfromSFL',
  registered: 'sw:registered',
  regidRefreshed: 'sw:regidrefreshed',
  customerInfoRefreshed: 'sw:customerinforefreshed',
  configLoaded: 'sw:configloaded',
  variantChanged: 'sw:variantchanged',
  /** These two exist for scripts that listen; nothing fires them. */
  productImageError: 'sw:productimageerror',
  StringsLoaded: 'sw:stringsloaded',
  createdList: 'sw:listcreated',
  updatedList: 'sw:listupdated',
  deletedList: 'sw:listdeleted',
  /** The older name. */
  removeWishlistCollection: 'sw:listdeleted',
} as const

/** The kinds of acts, as numbers. */
export const EventTypes = {
  pageView: 1,
  addToCart: 3,
  addToWishList: 4,
  addToWishlist: 4,
  purchase: 6,
  addToWatchlist: 8,
  addToWatchList: 8,
  removeFromWishlist: -4,
  removeFromWishList: -4,
} as const

/** Ids as the service answers them: a number if it is one. An attribute of the page is a text. */
function withNumbers(item: WireRecord): WireRecord {
  const asId = (id: unknown) => (/^[1-9]\d{0,14}$/.test(`${id}`) ? Number(id) : id)
  return { ...item, epi: asId(item.epi), empi: asId(item.empi) }
}

type EventName = (typeof JSEvents)[keyof typeof JSEvents]
/** `d` is the object of the event; `e` is the event's name. */
export type Dispatch = (name: EventName, d: unknown) => void

/** Also passes on what the widgets do. */
export function openEvents(client: Client): { evtLayer: EventTarget; dispatch: Dispatch } {
  const evtLayer = new EventTarget()
  const dispatch: Dispatch = (name, d) =>
    evtLayer.dispatchEvent(Object.assign(new Event(name), { detail: { d, e: name } }))
  client.on('added', ({ product }) => dispatch(JSEvents.addedToWishlist, withNumbers(writeItem(product))))
  client.on('removed', ({ product }) => dispatch(JSEvents.removedFromWishlist, withNumbers(writeItem(product))))
  client.on('alert', ({ product }) => dispatch(JSEvents.addedToWatchlist, withNumbers(writeItem(product))))
  client.on('cart', (about) => {
    if (!about) return
    const d = withNumbers(writeItem(about.product))
    dispatch(JSEvents.addedToCart, d)
    dispatch(JSEvents.UIAddedToCart, d)
  })
  client.on('identity', () => {
    const who = client.identity.who()
    dispatch(JSEvents.registered, who)
    dispatch(JSEvents.regidRefreshed, who)
    dispatch(JSEvents.customerInfoRefreshed, who)
  })
  return { evtLayer, dispatch }
}
