/** Every refusal that has a name. Messages use the caller's field names; programs read the type, which never changes. */
import { Refusal } from './errors.ts'
import {
  browserNames,
  callerNames,
  catalogCallNames,
  eventFeedNames,
  identityNames,
  integrationNames,
  itemNames,
  listCallNames,
  listNames,
  storeSubscriptionNames,
  templateNames,
  webhookNames,
} from './names.ts'

export const unknownStore = () =>
  new Refusal('not-found', 'unknown-store', `No store of this service has this ${callerNames.pid}.`)

export const twoStores = () =>
  new Refusal('bad-request', 'invalid-pid', `${callerNames.pid} is sent twice with different values.`)

/** A browser called from a page of this origin. */
export const foreignOrigin = (origin: string) =>
  new Refusal(
    'not-allowed',
    'foreign-origin',
    `Pages of ${origin.slice(0, 200)} may not call this store; the store’s setting origins lists those that may.`,
  )

export const badKey = () =>
  new Refusal('not-identified', 'unauthorised', 'The store id or the API key is missing or wrong.')

export const readOnlyKey = () =>
  new Refusal('not-allowed', 'read-only-key', 'This API key may only read: use a key with full access for this call.')

export const badRegid = () =>
  new Refusal('not-identified', 'sw-badregid', `${identityNames.regid} is missing or was not issued by this store.`)

export const badSession = () =>
  new Refusal('not-identified', 'invalid-session', `${identityNames.sessionId} is missing or no longer valid.`)

export const loginRequired = (what: string) =>
  new Refusal('not-allowed', 'login-required', `${what} is for logged-in shoppers only.`)

export const savedAlertsOff = () =>
  new Refusal('not-allowed', 'saved-alerts-off', 'This store sends no alerts about saved items (setting saved-alerts).')

/** The same for a missing list and another shopper's list, so that the answer does not reveal which lists exist. */
export const unknownList = () =>
  new Refusal('not-found', 'unknown-list', `This shopper has no list with this ${listNames.listId}.`)

export const unknownListType = (known: readonly string[]) =>
  new Refusal('bad-request', 'unknown-lty', `${listNames.type} must be a list type of this store: ${known.join(', ')}.`)

export const nameTaken = (name: string) =>
  new Refusal('conflict', 'lname-taken', `${listNames.name} is taken: this shopper already has a list named “${name}”.`)

const quota = (type: string, says: string, setting: string) =>
  new Refusal('conflict', type, `${says} (setting ${setting} of the store).`)

export const tooManyLists = (most: number) =>
  quota('too-many-lists', `A shopper may have ${most} lists: delete one first`, 'max-lists')

export const tooManyItems = (most: number) =>
  quota('too-many-items', `A shopper may have ${most} items in all lists together: remove some first`, 'max-items')

export const tooManyBytes = (most: number) =>
  quota(
    'too-many-bytes',
    `The items of a shopper may use ${Math.floor(most / 1024)} KB: shorten or remove some first`,
    'max-bytes',
  )

/** Applies to every shopper of the store. */
export const storeFull = (most: number) =>
  quota('store-full', `This store has reached its limit of ${most} items`, 'max-store-items')

export const secondSavedList = () =>
  new Refusal('conflict', 'sfl-exists', `${listNames.type} sfl: this shopper already has a save-for-later list.`)

export const listNotPublic = () =>
  new Refusal(
    'not-allowed',
    'list-not-public',
    `The list with this ${listNames.listId} is private: make it public before you share it.`,
  )

/** `limit` is the name of the setting, `within` its milliseconds, `seconds` the time until the next message is allowed. */
export const tooManyMessages = (limit: string, most: number, within: number, seconds: number) =>
  new Refusal(
    'too-many',
    'too-many-requests',
    `${limit}: at most ${most} messages in ${Math.round(within / 1000)} s; try again in ${seconds} s.`,
    seconds,
  )

export const nothingToChange = () =>
  new Refusal(
    'bad-request',
    'nothing-to-do',
    `One of ${listCallNames.add}, ${listCallNames.update} and ${listCallNames.remove} is required.`,
  )

export const customItemsDisabled = () =>
  new Refusal('not-allowed', 'custom-items-disabled', 'Custom items are not enabled for this store.')

export const unknownProduct = (variantId: string) =>
  new Refusal('bad-request', 'unknown-product', `${itemNames.variantId} ${variantId} is not in this store’s catalog.`)

export const unknownItem = (variantId: string) =>
  new Refusal('not-found', 'unknown-item', `${itemNames.variantId} ${variantId} is not in this list.`)

export const badCursor = () =>
  new Refusal(
    'bad-request',
    'invalid-next',
    `${listCallNames.next} is not a cursor of this service for this sort order.`,
  )

export const badCatalogCursor = () =>
  new Refusal('bad-request', 'invalid-cursor', `${catalogCallNames.cursor} is not a cursor of this service.`)

export const badEventCursor = () =>
  new Refusal('bad-request', 'invalid-after', `${eventFeedNames.after} is not a cursor of this store’s events.`)

/** Events between the cursor and the oldest one are deleted: the caller must know that it missed some. */
export const eventCursorTooOld = () =>
  new Refusal(
    'conflict',
    'cursor-too-old',
    `${eventFeedNames.after} is too old: events after it are deleted already. Call without it to start at the oldest event, and read your data anew where you need what is missing.`,
  )

export const eventFeedOff = () =>
  new Refusal('not-allowed', 'event-feed-off', 'This store keeps no events: its setting event-feed is off.')

export const unknownSubscription = () =>
  new Refusal(
    'not-found',
    'unknown-subscription',
    `This store has no subscription with this ${storeSubscriptionNames.subscriptionId}.`,
  )

export const noProductsNamed = () =>
  new Refusal(
    'bad-request',
    'invalid-products',
    `One of ${catalogCallNames.products}, ${catalogCallNames.variantIds} and ${catalogCallNames.productIds} is required.`,
  )

export const unknownIntegration = (kind: string) =>
  new Refusal(
    'not-found',
    'unknown-integration',
    `${integrationNames.kind} ${kind}: this store has no such integration.`,
  )

export const unknownWebhook = () =>
  new Refusal('not-found', 'unknown-webhook', `This store has no webhook with this ${webhookNames.endpointId}.`)

export const tooManyWebhooks = (most: number) =>
  new Refusal('conflict', 'too-many-webhooks', `A store may have ${most} webhooks.`)

export const badFeed = (says: string) => new Refusal('bad-request', 'invalid-feed', says)

export const noFeed = () =>
  badFeed('The body must be the feed itself, as text/xml, text/tab-separated-values, text/csv or application/gzip.')

export const inventoryNotManaged = () =>
  new Refusal(
    'not-allowed',
    'inventory-not-managed',
    'This store’s inventory is not managed by its platform, so alerts are not available.',
  )

export const wrongSyncAccount = () =>
  new Refusal('conflict', 'other-account', `${identityNames.regid} belongs to another account; nothing was merged.`)

export const nothingToUndo = () =>
  new Refusal(
    'not-found',
    'nothing-to-undo',
    `No guest with this ${identityNames.regid} was merged in the last 30 days.`,
  )

export const identityRequired = () =>
  new Refusal(
    'not-identified',
    'identity-required',
    `${browserNames.identity} is required: a token that the store’s server signed for this shopper.`,
  )

export const badIdentity = (says: string) =>
  new Refusal('not-identified', 'invalid-identity', `${browserNames.identity} ${says}.`)

export const usedIdentity = () =>
  new Refusal(
    'not-identified',
    'identity-used',
    `${browserNames.identity} was used before, and this store accepts each token once; load the page again for a new one.`,
  )

export const badIdempotencyKey = () =>
  new Refusal('bad-request', 'invalid-idempotency-key', 'Idempotency-Key must be 1 to 255 printable ASCII characters.')

export const idempotencyKeyReused = () =>
  new Refusal(
    'conflict',
    'idempotency-key-reused',
    'This Idempotency-Key was used for another call in the last 24 hours; use a new key for each call.',
  )

/** Counted from 1, as an editor shows it. */
export const templateFault = (part: string, line: number, column: number, says: string) =>
  new Refusal('bad-request', 'template-fault', `${part}, line ${line}, column ${column}: ${says}.`)

export const unknownVersion = () =>
  new Refusal('not-found', 'unknown-version', `This template has no such ${templateNames.version}.`)
