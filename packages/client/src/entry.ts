/** The package `@heartbell/client`: start it on a page, or use the client alone. */
export type { Alert } from './client/alert-cache.ts'
export { fetchAlerts, isSubscribed, leaveAlert } from './client/alerts.ts'
export { addToCart, type Cart, type CartItem, type CartOutcome } from './client/cart.ts'
export { type Client, type ClientOptions, type EventName, openClient } from './client/client.ts'
export {
  copyItems,
  createList,
  emailList,
  fetchList,
  inOwnOrder,
  type ListMail,
  moveItems,
  type Placement,
  removeList,
  renameList,
  reorderItems,
  restoreList,
  setPriority,
  sharedAddress,
  shareList,
  unshareList,
} from './client/manage-lists.ts'
export type { Id, Item, List, Priority, Product } from './client/records.ts'
export { addSaved, fetchSaved, moveSaved } from './client/saved.ts'
export { type AlertRequest, subscribe } from './client/subscribe.ts'
export type { DomEvent, DomEventName, EventDetails, EventProduct } from './dom-events.ts'
export type {
  CountAttributes,
  DrawerAttributes,
  ElementAttributes,
  ElementEventName,
  ElementListeners,
  ElementName,
  HeartAttributes,
  HeartbellDrawerElement,
  HeartbellElement,
  LaterAttributes,
  ListAttributes,
  NotifyAttributes,
  ProductAttributes,
  SavedAttributes,
  VariantChoice,
} from './elements.ts'
export { attributesOf, elementEvents, listenerName } from './elements.ts'
export { saveForLater } from './save-for-later.ts'
export { type StartSettings, start } from './start.ts'
export { expectStart, selectState, started, watchState } from './state.ts'
export type { Heartbell } from './widgets/kit.ts'
