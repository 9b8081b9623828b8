/** Every no that a rule says by name, in the caller's words; the type is what programs read and never changes. */
import { Refusal } from './errors.ts'
import {
  browserNames,
  callerNames,
  catalogCallNames,
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
  new Refusal('not-found', 'unknown-store', `${callerNames.pid} names no store of this service.`)

export const twoStores = () =>
  new Refusal('bad-request', 'invalid-pid', `${callerNames.pid} is sent twice, and the two differ.`)

/** A page of this origin asked through a browser. */
export const foreignOrigin = (origin: string) =>
  new Refusal(
    'not-allowed',
    'foreign-origin',
    `Pages of ${origin.slice(0, 200)} may not call this store; its setting origins names those that may.`,
  )

export const badKey = () =>
  new Refusal('not-identified', 'unauthorised', 'The store id or the API key is missing or wrong.')

export const badRegid = () =>
  new Refusal('not-identified', 'sw-badregid', `${identityNames.regid} is missing or was not given by this store.`)

export const badSession = () =>
  new Refusal('not-identified', 'invalid-session', `${identityNames.sessionId} is missing or no longer valid.`)

export const loginRequired = (what: string) =>
  new Refusal('not-allowed', 'login-required', `${what} is for logged-in shoppers only.`)

/** The same for a list that is not there and one that is somebody else's: never confirm that it exists. */
export const unknownList = () =>
  new Refusal('not-found', 'unknown-list', `${listNames.listId} names no list of this shopper.`)

export const unknownListType = (known: readonly string[]) =>
  new Refusal('bad-request', 'unknown-lty', `${listNames.type} must be a list type of this store: ${known.join(', ')}.`)

export const nameTaken = (name: string) =>
  new Refusal('conflict', 'lname-taken', `${listNames.name} is taken: there is a list named “${name}” already.`)

const quota = (type: string, says: string, setting: string) =>
  new Refusal('conflict', type, `${says} (setting ${setting} of the store).`)

export const tooManyLists = (most: number) =>
  quota('too-many-lists', `A shopper may keep ${most} lists: delete one first`, 'max-lists')

export const tooManyItems = (most: number) =>
  quota('too-many-items', `A shopper may keep ${most} items in all lists together: remove some first`, 'max-items')

export const tooManyBytes = (most: number) =>
  quota(
    'too-many-bytes',
    `The items of a shopper may take ${Math.floor(most / 1024)} KB: shorten or remove some first`,
    'max-bytes',
  )

/** Every shopper is refused: the store itself is full. */
export const storeFull = (most: number) =>
  quota('store-full', `This store keeps ${most} items at most, and has them`, 'max-store-items')

export const secondSavedList = () =>
  new Refusal('conflict', 'sfl-exists', `${listNames.type} sfl: this shopper has a save-for-later list already.`)

export const listNotPublic = () =>
  new Refusal(
    'not-allowed',
    'list-not-public',
    `${listNames.listId} names a private list: make it public, then share it.`,
  )

/** `limit` is the setting that holds it, `within` its milliseconds, `seconds` the time until one more may be sent. */
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
  new Refusal('bad-request', 'invalid-next', `${listCallNames.next} is not one this service gave for this order.`)

export const badCatalogCursor = () =>
  new Refusal('bad-request', 'invalid-cursor', `${catalogCallNames.cursor} is not one this service gave.`)

export const unknownSubscription = () =>
  new Refusal(
    'not-found',
    'unknown-subscription',
    `${storeSubscriptionNames.subscriptionId} names no subscription of this store.`,
  )

export const noProductsNamed = () =>
  new Refusal(
    'bad-request',
    'invalid-products',
    `One of ${catalogCallNames.products}, ${catalogCallNames.variantIds} and ${catalogCallNames.productIds} is required.`,
  )

export const unknownIntegration = (kind: string) =>
  new Refusal('not-found', 'unknown-integration', `${integrationNames.kind} ${kind}: the store is not connected to it.`)

export const unknownWebhook = () =>
  new Refusal('not-found', 'unknown-webhook', `${webhookNames.endpointId} names no webhook of this store.`)

export const tooManyWebhooks = (most: number) =>
  new Refusal('conflict', 'too-many-webhooks', `A store has ${most} webhooks at most.`)

export const badFeed = (says: string) => new Refusal('bad-request', 'invalid-feed', says)

export const noFeed = () =>
  badFeed('The body must be the feed itself, as text/xml, text/tab-separated-values, text/csv or application/gzip.')

export const inventoryNotManaged = () =>
  new Refusal(
    'not-allowed',
    'inventory-not-managed',
    'This store’s inventory is not managed by its platform, so alerts can’t be subscribed to.',
  )

export const wrongSyncAccount = () =>
  new Refusal('conflict', 'other-account', `${identityNames.regid} belongs to another account; nothing was moved.`)

export const nothingToUndo = () =>
  new Refusal('not-found', 'nothing-to-undo', `${identityNames.regid} names no guest merged in the last 30 days.`)

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
    `${browserNames.identity} was used before, and this store lets each count once; the store’s page renders a new one.`,
  )

export const badIdempotencyKey = () =>
  new Refusal('bad-request', 'invalid-idempotency-key', 'Idempotency-Key must be 1 to 255 printable ASCII characters.')

export const idempotencyKeyReused = () =>
  new Refusal(
    'conflict',
    'idempotency-key-reused',
    'This Idempotency-Key was used for another call within a day; take a new one for each.',
  )

/** Counted from 1, as an editor shows it. */
export const templateFault = (part: string, line: number, column: number, says: string) =>
  new Refusal('bad-request', 'template-fault', `${part}, line ${line}, column ${column}: ${says}.`)

export const unknownVersion = () =>
  new Refusal('not-found', 'unknown-version', `${templateNames.version} names no version of this template.`)
