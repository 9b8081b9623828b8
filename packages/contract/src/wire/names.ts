/**
 * The dictionary: a field's name in code (left) and on the wire (right), one small table for each record or call.
 * The wire reuses names (`lname` is a list's name and an owner's last name), so a name has a meaning only within its table.
 */

/** A shopper's identity; every shopper call sends it. */
export const identityNames = {
  regid: 'regid',
  sessionId: 'sessionid',
  message: 'message',
} as const

/** Fields of `generate-regid`. */
export const identifyNames = {
  uuid: 'uuid',
  email: 'useremail',
  userAgentType: 'useragenttype',
} as const

/** What a browser sends instead of an API key. */
export const browserNames = { identity: 'identity' } as const

/** The caller: the store in every shopper call, the key's application in `storeadmin/me`. */
export const callerNames = {
  pid: 'pid',
  application: 'appId',
} as const

/** A list. */
export const listNames = {
  listId: 'lid',
  name: 'lname',
  type: 'lty',
  note: 'lnote',
  properties: 'lprops',
  customProperties: 'cprops',
  description: 'ldesc',
  anonymousRead: 'anonRead',
  itemCount: 'cnt',
  copying: '_cp',
  createdBy: 'cby',
  updatedBy: 'uby',
  createdFor: 'cfor',
  createdAt: 'cts',
  updatedAt: 'uts',
  status: 'st',
  deviceId: 'di',
  ownerId: 'uid',
  storePid: 'pid',
  recordId: 'id',
  hash: 'lhash',
  commentCount: 'itemcmnts',
  partitionKey: '_pkey',
  recordType: '_t',
  owner: 'userinfo',
  contents: 'listcontents',
  additions: 'hb',
} as const

/** What this service adds to a list's record, in one object: present only if it has a value. */
export const listAdditionNames = { shareUrl: 'url', renamedFrom: 'renamedFrom' } as const

/** In the address of a store's own page for lists: the list's id replaces the mark. */
export const listPageMarks = { listId: '{lid}' } as const

/** An item of a list: its own fields and its product's. */
export const itemNames = {
  itemId: 'id',
  listId: 'lid',
  variantId: 'epi',
  productId: 'empi',
  url: 'du',
  quantity: 'qty',
  note: 'note',
  properties: 'cprops',
  labels: 'lbls',
  anyVariant: '_av',
  title: 'dt',
  brand: 'bt',
  sku: 'sku',
  variantInfo: 'vi',
  imageUrl: 'iu',
  price: 'pr',
  savedPrice: 'savedpr',
  stock: 'stk',
  inactive: 'inactive',
  deviceId: 'di',
  createdAt: 'cts',
  updatedAt: 'uts',
  updatedBy: 'uby',
  productHash: 'pid',
  partitionKey: '_pkey',
  recordType: '_t',
  additions: 'hb',
} as const

/** What this service adds to an item's record, in one object: present only if it has a value. */
export const itemAdditionNames = {
  priority: 'priority',
  desired: 'desired',
  received: 'received',
  position: 'position',
} as const

/** The calls that move, copy, order and weigh items. */
export const arrangementNames = {
  listId: 'lid',
  toListId: 'tolid',
  variantId: 'epi',
  items: 'items',
  before: 'before',
  after: 'after',
  ...itemAdditionNames,
} as const

/** Alerts about saved items. */
export const savedAlertNames = {
  enabled: 'enabled',
  asks: 'asks',
  topics: 'topics',
  listId: 'lid',
  silentLists: 'silentlids',
  consentText: 'consenttext',
  locale: 'locale',
} as const

/** A custom item has its own names for title and price; in answers it has an item's names too. */
export const customItemNames = {
  variantId: 'epi',
  title: 'title',
  url: 'du',
  price: 'price',
  imageUrl: 'iu',
  sku: 'sku',
  bundle: 'bundle',
  compareAtPrice: 'compareAtPrice',
  quantity: 'qty',
  platformItemId: 'platformitemid',
  properties: 'cprops',
  note: 'note',
  labels: 'lbls',
  kind: 'lity',
} as const

/** The parts of a custom item that is a bundle. */
export const bundleItemNames = {
  title: 'title',
  price: 'price',
  productId: 'empi',
  variantId: 'epi',
  imageUrl: 'iu',
  variantUrl: 'uri',
  vendor: 'vendor',
} as const

/** The owner of a list. */
export const ownerNames = {
  email: 'em',
  firstName: 'fname',
  lastName: 'lname',
  userId: 'uid',
  storePid: 'pid',
  phone: 'm',
  lastLogin: 'lastlogin',
  createdAt: 'cts',
  updatedAt: 'uts',
  storeMarketing: 'sw_mkt',
  userType: 'ut',
  acceptsMarketing: 'acc_mkt',
  externalTags: 'extags',
  preferences: 'prefs',
  platformData: 'pd',
} as const

/** A customer that the store sends: the owner's fields, and the address under its name of other calls, too. */
export const customerNames = { ...ownerNames, userEmail: 'useremail' } as const

export const customerCallNames = {
  customers: 'customers',
  recorded: 'recorded',
  older: 'older',
  deleted: 'deleted',
} as const

/** The owner's `prefs`. */
export const preferencesNames = { mediums: 'Mediums' } as const

/** One medium inside `prefs`. */
export const mediumNames = {
  signedUpAt: 'signuptime',
  acceptsMarketing: 'acceptmarketing',
  source: 'acceptsource',
} as const

/** The owner's `pd`: the platform's own names, passed on. */
export const platformDataNames = {
  tags: 'tags',
  addresses: 'addresses',
  ordersCount: 'orders_count',
  state: 'state',
  acceptsMarketing: 'accepts_marketing',
  updatedAt: 'updated_at',
  createdAt: 'created_at',
  totalSpent: 'total_spent',
  lastOrderId: 'last_order_id',
} as const

/** A product. */
export const productNames = {
  brand: 'bt',
  title: 'dt',
  productId: 'empi',
  variantId: 'epi',
  sku: 'sku',
  url: 'du',
  variantUrl: 'uri',
  imageUrl: 'iu',
  productHash: 'pid',
  stock: 'stk',
  price: 'pr',
  variantInfo: 'vi',
} as const

/** Additional fields of a product in the catalog. */
export const catalogNames = {
  compareAtPrice: 'compareAtPrice',
  currency: 'currency',
  tags: 'tags',
  tracked: 'tracked',
  sellsWhenEmpty: 'continueselling',
} as const

/** The call that sends a whole catalog as a feed. */
export const feedNames = {
  confirmRemovals: 'confirm',
  products: 'products',
  added: 'added',
  changed: 'changed',
  removed: 'removed',
  held: 'held',
  refused: 'refused',
  lines: 'lines',
} as const

/** Fields of the catalog's calls and answers beside the products. */
export const catalogCallNames = {
  products: 'products',
  items: 'items',
  variantIds: 'epis',
  productIds: 'empis',
  cursor: 'cursor',
  limit: 'limit',
  refused: 'refused',
  lines: 'lines',
  line: 'line',
  message: 'msg',
  deleted: 'deleted',
  changed: 'changed',
  unknown: 'unknown',
  dryRun: 'dryrun',
  told: 'told',
} as const

/** The wanted quantity (by two names) and price in an alert subscription. */
export const requestNames = {
  quantity: 'qty',
  quantityAlias: 'quantity',
  targetPrice: 'targetprice',
  acceptsAny: 'any',
} as const

/** Topics of alerts. */
export const topicNames = {
  topics: 'topics',
  topic: 'topic',
  rule: 'rule',
  options: 'options',
  channels: 'channels',
  enabled: 'enabled',
  products: 'products',
  dryRun: 'dryrun',
  triggered: 'triggered',
  told: 'told',
} as const

/** One person who would be notified, in a dry run. */
export const forecastNames = {
  medium: 'medium',
  address: 'mediumvalue',
  topic: 'topic',
  variantId: 'epi',
  position: 'position',
  at: 'at',
  reason: 'reason',
} as const

/** An order. */
export const orderNames = {
  orderId: 'orderid',
  email: 'useremail',
  phone: 'phone',
  items: 'items',
  total: 'total',
  currency: 'currency',
  at: 'at',
  recorded: 'recorded',
  bought: 'bought',
  conversions: 'conversions',
} as const

/** A line of an order. */
export const orderItemNames = { variantId: 'epi', quantity: 'qty', price: 'pr' } as const

/** Subscriptions in calls of the store's server. */
export const storeSubscriptionNames = {
  subscriptionId: 'id',
  medium: 'medium',
  address: 'mediumvalue',
  topic: 'topic',
  variantId: 'epi',
  productId: 'empi',
  title: 'dt',
  url: 'du',
  status: 'status',
  quantity: 'qty',
  targetPrice: 'targetprice',
  waitingSince: 'waitingsince',
  toldAt: 'toldat',
  createdAt: 'cts',
  subscriptions: 'subscriptions',
  subscription: 'subscription',
  timeline: 'timeline',
  cursor: 'cursor',
  limit: 'limit',
  listId: 'lid',
  position: 'position',
  offer: 'offer',
  consents: 'consents',
  note: 'note',
  all: 'all',
  changed: 'changed',
  reason: 'reason',
  confirms: 'confirm',
} as const

/** An open offer in calls of the store's server. */
export const openOfferNames = { quantity: 'qty', openedAt: 'openedat', lapsesAt: 'lapsesat' } as const

/** A consent in calls of the store's server. */
export const consentNames = {
  purpose: 'purpose',
  granted: 'granted',
  textVersion: 'textversion',
  text: 'text',
  source: 'source',
  givenAt: 'at',
} as const

/** The feed of events. */
export const eventFeedNames = {
  after: 'after',
  limit: 'limit',
  events: 'events',
  eventId: 'id',
  type: 'type',
  timestamp: 'timestamp',
  data: 'data',
  cursor: 'cursor',
  hasMore: 'hasmore',
} as const

/** One step of a subscription's timeline. */
export const timelineNames = { at: 'at', step: 'step', reason: 'reason', facts: 'facts', sentence: 'msg' } as const

/** Reports of demand and alerts. */
export const reportNames = {
  variants: 'variants',
  variantId: 'epi',
  productId: 'empi',
  title: 'dt',
  stock: 'stk',
  waiting: 'waiting',
  units: 'units',
  saved: 'saved',
  days: 'days',
  day: 'day',
  topic: 'topic',
  planned: 'planned',
  told: 'told',
  clicked: 'clicked',
  bought: 'bought',
  revenue: 'revenue',
  cursor: 'cursor',
  limit: 'limit',
} as const

/** Demand as money. */
export const demandValueNames = {
  restock: 'restock',
  conversion: 'conversion',
  told: 'told',
  bought: 'bought',
  rate: 'rate',
  share: 'share',
  low: 'low',
  high: 'high',
  needed: 'needed',
  variants: 'variants',
  variantId: 'epi',
  productId: 'empi',
  title: 'dt',
  variantInfo: 'vi',
  sku: 'sku',
  stock: 'stk',
  price: 'pr',
  currency: 'currency',
  waiting: 'waiting',
  saved: 'saved',
  prices: 'prices',
  weeks: 'weeks',
  week: 'week',
  market: 'market',
  units: 'units',
  expectation: 'expectation',
  expected: 'expected',
  revenue: 'revenue',
  cursor: 'cursor',
  limit: 'limit',
} as const

/** The measured effect of messages. */
export const liftNames = {
  days: 'days',
  topics: 'topics',
  topic: 'topic',
  holdout: 'holdout',
  window: 'window',
  notified: 'notified',
  heldOut: 'heldout',
  people: 'people',
  bought: 'bought',
  running: 'running',
  state: 'state',
  difference: 'difference',
  low: 'low',
  high: 'high',
  needed: 'needed',
} as const

/** Fields of a new subscription. */
export const subscribeNames = {
  medium: 'medium',
  address: 'mediumvalue',
  products: 'products',
  topics: 'topics',
  joinMailingList: 'addtomailinglist',
  extras: 'extras',
  locale: 'locale',
  consentText: 'consenttext',
} as const

/** A subscription in calls of its shopper. */
export const subscriptionNames = {
  medium: 'medium',
  address: 'mediumvalue',
  topic: 'topic',
  variantId: 'epi',
  productId: 'empi',
  url: 'du',
  title: 'dt',
  imageUrl: 'iu',
  price: 'pr',
  createdAt: 'cts',
  createdBy: 'cby',
  updatedBy: 'uby',
  status: 'status',
  position: 'position',
  additions: 'hb',
} as const

/** What Heartbell adds to a subscription in calls of its shopper. */
export const subscriptionAdditionNames = { targetPrice: 'targetPrice', anyVariant: 'any' } as const

/** Fields of a shopper's subscription calls beside the subscriptions. */
export const subscriptionCallNames = {
  topic: 'topic',
  medium: 'medium',
  variantId: 'epi',
  limit: 'limit',
  offset: 'offset',
  total: 'total',
  subscriptions: 'subscriptions',
  removed: 'removed',
} as const

/** Fields of list calls beside the list's own. */
export const listCallNames = {
  copyFrom: 'fromlid',
  listIds: 'lids',
  add: 'a',
  update: 'u',
  remove: 'd',
  next: 'next',
  itemsLimit: 'itemslimit',
  sortBy: 'sortby',
  sortOrder: 'sortorder',
  filterBy: 'filterby',
  limit: 'limit',
  offset: 'offset',
  includeArchived: 'includeArchived',
  excludeArchived: 'excludeArchived',
  country: 'country',
  locale: 'locale',
  currency: 'currency',
  productIds: 'empis',
  variantIds: 'epis',
} as const

/** Envelopes around lists and items. */
export const envelopeNames = {
  list: 'list',
  items: 'items',
  contents: 'listcontents',
  owner: 'userinfo',
  pagination: 'pagination',
  status: 'status',
  data: 'data',
} as const

/** Fields of sharing calls. */
export const shareNames = {
  listId: 'lid',
  fromName: 'fromname',
  toEmail: 'toemail',
  note: 'note',
  medium: 'medium',
  locale: 'locale',
  list: 'listinfo',
  message: 'msg',
  status: 'status',
} as const

/** Fields of save-for-later calls. */
export const savedNames = {
  listId: 'lid',
  items: 'items',
  added: 'itemsadded',
  removed: 'itemsdeleted',
  updated: 'itemsupdated',
  moved: 'itemsmoved',
  failed: 'itemsfailed',
  item: 'item',
  reason: 'reason',
  message: 'msg',
} as const

/** `pagination` inside an envelope. */
export const paginationNames = { total: 'totalcount', next: 'next', limit: 'limit' } as const

/** How many shoppers saved a product. */
export const socialNames = { productId: 'empi', productIds: 'empis', count: 'count', data: 'data' } as const

/** Fields of the older calls for one wishlist. */
export const olderCallNames = {
  variantIds: 'epis',
  variantId: 'epi',
  productId: 'empi',
  url: 'du',
  products: 'metadata',
  savings: 'epis',
  savedAt: 'ts',
  savedId: '_id',
  savedOn: 'date',
  deviceId: 'di',
  eventType: 'et',
} as const

/** Additional fields of an item in answers of the older calls. */
export const olderItemNames = { shownTitle: 'title', vendor: 'vendor', variantUrl: 'uri', units: 'iqty' } as const

/** Fields of the calls for recently viewed products and the saved cart. */
export const seenCallNames = {
  type: 'type',
  products: 'products',
  recorded: 'recorded',
  limit: 'limit',
  recentlyViewed: 'recentlyViewed',
  savedCart: 'savedCart',
} as const

/** Additional fields of a product in those answers. */
export const seenNames = {
  shownProductId: 'productId',
  shownVariantId: 'variantId',
  page: 'productURL',
  viewedAt: 'lastViewedTime',
  times: 'count',
  orderedAt: 'lastOrderTimestamp',
  orderId: 'lastOrderId',
  orderedVariantId: 'lastOrderedVariantId',
  addedAt: 'lastAddedTime',
  quantity: 'qty',
} as const

/** `enabled-features`. */
export const featureNames = {
  wishlist: 'wishlist',
  multipleLists: 'multipleLists',
  saveForLater: 'saveForLater',
  sharing: 'sharing',
  socialCount: 'socialCount',
  recentlyViewed: 'recentlyViewed',
  customItems: 'customItems',
  alerts: 'backInStock',
  priceDrop: 'priceDrop',
  anyVariantAlerts: 'anyVariant',
  doubleOptIn: 'doubleOptIn',
} as const

/** Integrations; each kind has its own names inside `settings`. */
export const integrationNames = {
  kind: 'kind',
  title: 'title',
  settings: 'settings',
  enabled: 'enabled',
  hookUrl: 'hookurl',
  checkedAt: 'checkedat',
  checkResult: 'checkresult',
  createdAt: 'cts',
  updatedAt: 'uts',
  integrations: 'integrations',
  ok: 'ok',
  message: 'msg',
  deleted: 'deleted',
} as const

/** Webhook endpoints and their deliveries. */
export const webhookNames = {
  endpointId: 'id',
  url: 'url',
  types: 'types',
  secret: 'secret',
  enabled: 'enabled',
  disabledReason: 'disabledreason',
  failingSince: 'failingsince',
  createdAt: 'cts',
  updatedAt: 'uts',
  webhooks: 'webhooks',
  deliveries: 'deliveries',
  eventId: 'eventid',
  type: 'type',
  status: 'status',
  attempts: 'attempts',
  response: 'response',
  reason: 'reason',
  dueAt: 'nexttry',
  sentAt: 'sentat',
  payload: 'payload',
  since: 'since',
  cursor: 'cursor',
  limit: 'limit',
  replayed: 'replayed',
  deleted: 'deleted',
  ok: 'ok',
  message: 'msg',
} as const

/** The data of a webhook event, in the names of the rest of the API. */
export const eventNames = {
  listId: 'lid',
  name: 'lname',
  type: 'lty',
  itemCount: 'cnt',
  ownerId: 'uid',
  variantId: 'epi',
  productId: 'empi',
  title: 'dt',
  url: 'du',
  quantity: 'qty',
  price: 'pr',
  currency: 'currency',
  stock: 'stk',
  stockBefore: 'stkbefore',
  subscriptionId: 'subscriptionid',
  triggerId: 'triggerid',
  topic: 'topic',
  medium: 'medium',
  address: 'mediumvalue',
  status: 'status',
  reason: 'reason',
  source: 'source',
  provider: 'provider',
  count: 'count',
  orderId: 'orderid',
  amount: 'amount',
  message: 'msg',
  truncated: 'truncated',
} as const

/** Message templates. */
export const templateNames = {
  templates: 'templates',
  topic: 'topic',
  medium: 'medium',
  locale: 'locale',
  version: 'version',
  isBuiltIn: 'builtin',
  subject: 'subject',
  html: 'html',
  text: 'text',
  author: 'author',
  createdAt: 'cts',
  variantId: 'epi',
  to: 'to',
  size: 'size',
  alphabet: 'alphabet',
  units: 'units',
  segments: 'segments',
  left: 'left',
  message: 'msg',
} as const

/** The body of an error. */
export const errorNames = {
  error: 'error',
  type: 'type',
  msg: 'msg',
  message: 'message',
  requestId: 'requestid',
} as const
