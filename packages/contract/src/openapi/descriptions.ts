/** A description and an example of each field for the documentation, by our names. */

import {
  catalogCallNames,
  customerCallNames,
  customerNames,
  envelopeNames,
  errorNames,
  eventFeedNames,
  feedNames,
  integrationNames,
  mediumNames,
  paginationNames,
  platformDataNames,
  savedNames,
  seenCallNames,
  shareNames,
  socialNames,
  subscribeNames,
  templateNames,
  webhookNames,
} from '../wire/names.ts'
import type { Names } from '../wire/resource.ts'
import { alertDescriptions, requestDescriptions, topicDescriptions } from './descriptions-alerts.ts'
import { additionDescriptions, arrangementTables } from './descriptions-arrangement.ts'
import { feedDescriptions } from './descriptions-feeds.ts'
import { eventFeedDescriptions, integrationDescriptions, webhookDescriptions } from './descriptions-integrations.ts'
import { olderDescriptions, seenDescriptions } from './descriptions-legacy.ts'
import { templateDescriptions } from './descriptions-templates.ts'

export type Description = readonly [sentence: string, example?: unknown]
type Table = Readonly<Record<string, Description>>

const day = 1_767_225_600_000
const list = 'q83vEjRW0190f3c2a5d87c1e9b6a4d2e8f70c135'
const owner = '5f0c7a52-9d3e-4b8c-8a61-2f4e9d7b1c03'

export const examplePid = 'q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA='

/** Fields that mean the same in every record. */
const general: Table = {
  regid: ['The shopper’s token from `generate-regid`', 'Z4R8kq0vYt2M1nBcXw7LdEfHsJ5uPaQi9oGrTzKyVm3'],
  sessionId: ['The session that came with it', 'AVxMq2rT8yKp4Zb7NcWd1Lf5HsJ0uGa3QeRiOtVxYz6Bn9Ck'],
  uuid: ['The id that your shop gave a guest: a UUID v4', '7d9f2c1e-5b64-4c0a-9f3d-1a2b3c4d5e6f'],
  email: ['The shopper’s e-mail address', 'ada@shop.example'],
  userAgentType: ['The kind of program that calls', 'webApp'],
  identity: [
    'What the store’s server signed for this shopper: `base64url(email).expiry.hex(HMAC-SHA256)` or a JWT (HS256) with `email` and `exp`',
    'YWRhQHNob3AuZXhhbXBsZQ.1767226200.5c1d0f0e2b7a49a3b6d8e7f1c2a3945860718293a4b5c6d7e8f901122334455a',
  ],
  pid: ['The store’s id', examplePid],
  application: ['Always `StoreadminApi`'],

  listId: ['The list’s id', list],
  name: ['The list’s name: 3 to 50 characters', 'Living room'],
  type: ['The list’s type: `wl` (wishlist, the default), `sfl` (save for later) or another the store has set up', 'wl'],
  note: ['A note', 'for the bright corner'],
  properties: ['Your own fields, stored exactly as sent', { room: 'living room' }],
  customProperties: ['The same map under another name', { room: 'living room' }],
  description: ['A description of the list, as an object', {}],
  anonymousRead: ['Whether anybody who has the list’s id may read it', false],
  itemCount: ['How many items the list contains', 1],
  copying: ['True while the items of a large list are still being copied into this one', false],
  createdBy: ['E-mail of the shopper who created it; null for a guest', 'ada@shop.example'],
  updatedBy: ['E-mail of the shopper who last changed it; null for a guest', 'ada@shop.example'],
  createdFor: ['E-mail of the shopper it was created for; null for a guest', 'ada@shop.example'],
  createdAt: ['When it was created, in milliseconds since 1970', day],
  updatedAt: ['When it was last changed, in milliseconds since 1970', day],
  status: ['1: active; 0: archived', 1],
  deviceId: ['The device it was created on', owner],
  ownerId: ['The shopper it belongs to', owner],
  storePid: ['The store’s id', examplePid],
  recordId: ['The same as the list’s id', list],
  hash: [
    'Changes when, and only when, the list’s name or attributes change',
    'u4hQ2Yk0mC9x1bV7s3TnRjWfZpLdGeAo5iKqHtXyNcE=',
  ],
  commentCount: ['How many comments its items have', 0],
  partitionKey: ['For internal use; ignore it', list],
  recordType: ['For internal use; ignore it', 1],
  owner: ['The shopper who owns the list; null for a guest'],
  contents: ['The newest items of the list, at most 500 unless the store has another setting'],

  itemId: ['The item’s id', '0190f3c2-a5d8-7c1e-9b6a-4d2e8f70c135'],
  variantId: [
    'The product’s variant: a whole number or text; a Shopify GraphQL id means its number. An item is one variant in one list',
    40321,
  ],
  productId: ['The product: a whole number or text; a Shopify GraphQL id means its number', 8012],
  url: ['The product’s page', 'https://shop.example/products/monstera'],
  quantity: ['How many are wanted', 1],
  labels: ['A label, such as a room: one value at most', ['hallway']],
  anyVariant: ['True when the shopper did not choose the variant', false],
  title: ['The product’s title', 'Monstera'],
  brand: ['Brand, vendor or collection', 'Fern & Field'],
  sku: ['Stock keeping unit', 'MON-12'],
  variantInfo: ['The variant’s options', '12 cm pot'],
  variantUrl: ['The product’s page with the variant chosen', 'https://shop.example/products/monstera?variant=40321'],
  imageUrl: ['A picture of the product', 'https://shop.example/images/monstera.jpg'],
  price: ['The price', 24.5],
  savedPrice: ['The price when the item was saved', 24.5],
  compareAtPrice: ['The price it is compared with', 29],
  stock: ['How many are in stock; null if unknown', 0],
  inactive: ['True when the product is no longer sold', false],
  productHash: ['A hash of the product’s id', '5xQ0m1Vb7sTnRjWfZpLdGeAo5iKqHtXyNcEu4hQ2Yk0='],
  kind: ['`custom`, or `customBundle` if it has parts', 'custom'],
  bundle: ['The parts of a bundle', [{ title: 'Pot', price: 9 }]],
  vendor: ['The part’s vendor', 'Fern & Field'],
  platformItemId: ['The variant on the shop’s platform, for reference', 40321],
  customTitle: ['The custom item’s title', 'Starter set'],
  customPrice: ['The custom item’s price', 42],

  add: ['Items to add; an existing item gets the fields that are sent'],
  update: ['Items to change: only the fields that are sent'],
  remove: ['Items to remove, by variant; one that is not in the list is ignored'],
  copyFrom: ['The list to copy: your own, or a public one', list],
  listIds: ['The lists, at most ten', [list]],
  next: ['The cursor from the previous page'],
  itemsLimit: ['How many items a page contains: 1 to 100', 50],
  sortBy: ['What to sort by; `time` is the default, `position` is the owner’s order', 'price'],
  sortOrder: ['`asc` or `desc`; newest first is the default', 'asc'],
  filterBy: ['Only items in stock, or only items out of stock', 'instock'],
  limit: ['How many items to return', 50],
  offset: ['How many items to skip', 0],
  includeArchived: ['Whether to include archived lists', false],
  excludeArchived: ['Whether to treat an archived list as not existing', false],
  country: ['Accepted for older callers; prices are the store’s own', 'US'],
  locale: ['Accepted for older callers', 'en'],
  currency: ['Three letters', 'USD'],
  productIds: ['Products to look for, at most 250', [8012, 8013]],
  variantIds: ['Variants to look for, at most 250', [40321, 40322]],

  medium: ['How to notify the shopper: `email`, `sms` or `whatsapp`', 'email'],
  address: ['The e-mail address or phone number; a national number is of the store’s country', 'ada@shop.example'],
  products: ['The products'],
  topics: ['The topics of the alerts', ['backinstock']],
  joinMailingList: ['1: the shopper also joins the mailing list; 0: does not', 0],
  extras: ['Any other text to store, up to 2048 characters', 'from the product page'],
  items: ['The items'],
  tags: ['Tags', ['indoor']],
  tracked: ['False when the platform does not count this product’s stock', true],
  sellsWhenEmpty: ['True when the product can be bought without stock', false],

  firstName: ['First name', 'Ada'],
  lastName: ['Last name', ''],
  userId: ['The shopper’s id', owner],
  phone: ['Phone number', null],
  lastLogin: ['When the shopper last logged in', '2026-01-01T00:00:00.000Z'],
  storeMarketing: ['What the store’s server sent; else null', null],
  userType: ['What the store’s server sent; else null', null],
  acceptsMarketing: ['Whether the shopper accepts marketing', false],
  externalTags: ['Tags from elsewhere', []],
  preferences: ['The shopper’s choices about messages'],
  mediums: ['By medium: when, where and whether marketing was accepted', {}],
  platformData: ['The customer’s data from the shop’s platform'],
  addresses: ['Addresses', []],
  ordersCount: ['How many orders', 0],
  state: ['The account’s state on the platform', null],
  totalSpent: ['The total of all orders, as decimal text', '0.00'],
  lastOrderId: ['The last order', null],

  ...olderDescriptions,
  ...additionDescriptions,
  quantityAlias: requestDescriptions.quantityAlias!,
  targetPrice: requestDescriptions.targetPrice!,
  acceptsAny: requestDescriptions.acceptsAny!,

  list: ['The list'],
  pagination: ['Total count and the next page'],
  message: ['A sentence for people', 'Regid generated using the uuid.'],
}

/** Fields whose meaning differs in one record or call. */
const particular = new Map<Names, Table>([
  [
    errorNames,
    {
      error: ['Always true'],
      type: ['What went wrong, for programs; it never changes'],
      msg: ['What went wrong, for people'],
      message: ['The same sentence'],
      requestId: ['The request’s id, also in the `x-request-id` header', 'b7c0a9d4-2f1e-4c6b-9a58-0d3e7f6c5b21'],
    },
  ],
  [envelopeNames, { status: ['Always `success`'], data: ['The lists'], contents: ['The same items again'] }],
  [
    paginationNames,
    {
      total: ['How many items there are in all', 1],
      next: ['Send this for the next page; null on the last', null],
      limit: ['How many items this page may contain', 50],
    },
  ],
  [
    catalogCallNames,
    {
      cursor: ['The start of the next page; null after the last'],
      limit: ['How many products a page contains: 1 to 1000', 100],
      refused: ['How many lines of a stream were skipped', 0],
      lines: ['Which lines were skipped, and why', []],
      line: ['The line, counted from 1', 3],
      message: ['Why it was skipped', 'the reason'],
      deleted: ['How many variants were deleted', 1],
      changed: ['How many variants changed', 1],
      unknown: ['Variants that are not in the catalog', []],
      dryRun: topicDescriptions.dryRun!,
      told: topicDescriptions.told!,
    },
  ],
  [
    shareNames,
    {
      fromName: [
        'Who shares the list, on one line without links and phone numbers; the shopper’s first name by default',
        'Ada',
      ],
      toEmail: ['The recipient: one e-mail address', 'grandma@example.org'],
      note: ['A note for the recipient', 'Any of these would make me happy'],
      medium: ['How it was shared, in your own word', 'whatsapp'],
      locale: ['The language of the mail: that of the page; by default the store’s', 'de-AT'],
      message: ['A sentence for people', 'The list is on its way to grandma@example.org.'],
      status: ['Always `success`'],
    },
  ],
  [
    savedNames,
    {
      items: ['The items, at most 250'],
      added: ['The items that were added'],
      removed: ['The items that were removed, as they were'],
      updated: ['The items that were changed'],
      moved: ['The items that were moved to the cart, as they were'],
      failed: ['The items that failed, as they were sent, each with the reason', []],
      reason: ['Why not, for programs', 'unknown-item'],
      message: ['Why not, for people', 'This item is not in this list.'],
    },
  ],
  [
    socialNames,
    {
      productIds: ['The products, at most 250: JSON text, or separated by commas', [8012, 8013]],
      count: ['How many shoppers have it in a list; 0 for an unknown product', 12],
      data: ['The counts'],
    },
  ],
  ...arrangementTables,
  [feedNames, feedDescriptions],
  [seenCallNames, seenDescriptions],
  ...alertDescriptions,
  [
    subscribeNames,
    {
      locale: ['The language of messages; by default the browser’s, else the store’s', 'de-AT'],
      consentText: [
        'The sentence that the form showed about the use of the address; stored with the consent',
        'We use your address only for this alert.',
      ],
    },
  ],
  [templateNames, templateDescriptions],
  [integrationNames, integrationDescriptions],
  [webhookNames, webhookDescriptions],
  [eventFeedNames, eventFeedDescriptions],
  [
    customerCallNames,
    {
      customers: ['The customers, at most 1,000'],
      recorded: ['How many customers are stored as sent', 1],
      older: ['How many were older than what is stored, and changed nothing', 0],
      deleted: ['How many customers had data', 1],
    },
  ],
  [
    customerNames,
    {
      email: ['The customer’s e-mail address', 'ada@shop.example'],
      userEmail: ['The same under the name of other calls', 'ada@shop.example'],
    },
  ],
  [
    platformDataNames,
    {
      createdAt: ['When the account was created, in the platform’s format', null],
      updatedAt: ['When the account was changed, in the platform’s format', null],
    },
  ],
  [
    mediumNames,
    {
      signedUpAt: ['When, in milliseconds since 1970', day],
      acceptsMarketing: ['Yes or no', true],
      source: ['Where the choice was made', 'checkout'],
    },
  ],
])

/** Undefined for a field without a description. */
export const describeField = (names: Names, ours: string): Description | undefined =>
  particular.get(names)?.[ours] ?? general[ours]
