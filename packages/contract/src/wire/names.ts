/**
 * The dictionary: what the wire calls a thing (right) and what the code calls it (left), one small table a resource.
 * The wire reuses words (`lname` is a list's name and an owner's last name), so a word means something only in its table.
 */

/** Spec 2.1, and the fields by which every shopper call says who is asking. */
export const identityNames = {
  regid: 'regid',
  sessionId: 'sessionid',
  message: 'message',
} as const

/** Spec 4.1. */
export const identifyNames = {
  uuid: 'uuid',
  email: 'useremail',
  userAgentType: 'useragenttype',
} as const

/** What a browser shows instead of an API key (contract 2). */
export const browserNames = { identity: 'identity' } as const

/** Who calls: the store on every shopper call, the key's application on `storeadmin/me`. */
export const callerNames = {
  pid: 'pid',
  application: 'appId',
} as const

/** Spec 2.5. */
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
} as const

/** Spec 2.6, with the product's fields as in 2.3 and what an item adds to them. */
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
} as const

/** Spec 2.7: a custom item has its own words for title and price; in answers it carries an item's words too. */
export const customItemNames = {
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

/** Spec 2.7, the parts of a bundle. */
export const bundleItemNames = {
  title: 'title',
  price: 'price',
  productId: 'empi',
  variantId: 'epi',
  imageUrl: 'iu',
  variantUrl: 'uri',
  vendor: 'vendor',
} as const

/** Spec 2.8. */
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

/** Spec 2.8, `prefs`. */
export const preferencesNames = { mediums: 'Mediums' } as const

/** Spec 2.8, one medium inside `prefs`. */
export const mediumNames = {
  signedUpAt: 'signuptime',
  acceptsMarketing: 'acceptmarketing',
  source: 'acceptsource',
} as const

/** Spec 2.8, `pd`: the platform's own words, passed on. */
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

/** Spec 2.3, and what the catalog calls of contract 5 add. */
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

/** What a store may tell of a product beyond 2.3. */
export const catalogNames = {
  compareAtPrice: 'compareAtPrice',
  currency: 'currency',
  tags: 'tags',
  tracked: 'tracked',
  sellsWhenEmpty: 'continueselling',
} as const

/** What the catalog's calls take and answer around their products (contract 5). */
/** A whole catalog told by a feed. */
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

/** What a shopper may wish of a product beside being told. */
export const requestNames = { quantity: 'qty', quantityAlias: 'quantity', targetPrice: 'targetprice' } as const

/** What a store tells people about (contract 5). */
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

/** One who would be told (contract 7). */
export const forecastNames = {
  medium: 'medium',
  address: 'mediumvalue',
  topic: 'topic',
  variantId: 'epi',
  position: 'position',
  at: 'at',
  reason: 'reason',
} as const

/** An order, as a store tells of it. */
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

/** Subscriptions as the store looks through them, and the steps one took. */
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
} as const

/** One step of a subscription. */
export const timelineNames = { at: 'at', step: 'step', reason: 'reason', facts: 'facts', sentence: 'msg' } as const

/** How much is wanted, and what became of the alerts. */
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
  cursor: 'cursor',
  limit: 'limit',
} as const

/** Spec 4.2. */
export const subscribeNames = {
  medium: 'medium',
  address: 'mediumvalue',
  products: 'products',
  topics: 'topics',
  joinMailingList: 'addtomailinglist',
  extras: 'extras',
  locale: 'locale',
} as const

/** A subscription as its shopper sees it (contract 4). */
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
} as const

/** What the calls around a shopper's subscriptions take and answer (contract 4, 7). */
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

/** The fields of list calls that are not the list's own (contract 3). */
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

/** The envelopes around lists and items (contract 3). */
export const envelopeNames = {
  list: 'list',
  items: 'items',
  contents: 'listcontents',
  owner: 'userinfo',
  pagination: 'pagination',
  status: 'status',
  data: 'data',
} as const

/** What the calls of sharing take and answer (contract 3). */
export const shareNames = {
  listId: 'lid',
  fromName: 'fromname',
  toEmail: 'toemail',
  note: 'note',
  medium: 'medium',
  list: 'listinfo',
  message: 'msg',
  status: 'status',
} as const

/** What the calls of save for later take and answer (contract 3). */
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

/** Contract 3, `pagination`. */
export const paginationNames = { total: 'totalcount', next: 'next', limit: 'limit' } as const

/** Contract 4, how many saved a product. */
export const socialNames = { productId: 'empi', productIds: 'empis', count: 'count', data: 'data' } as const

/** What the older calls on a shopper's one wishlist take and answer. */
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

/** What they say of an item beside its own words. */
export const olderItemNames = { shownTitle: 'title', vendor: 'vendor', variantUrl: 'uri', units: 'iqty' } as const

/** Telling and asking what a shopper looked at (contract 4). */
export const seenCallNames = {
  type: 'type',
  products: 'products',
  recorded: 'recorded',
  limit: 'limit',
  recentlyViewed: 'recentlyViewed',
  savedCart: 'savedCart',
} as const

/** What those answers say of a product beside the words of spec 2.3. */
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

/** Contract 4, enabled-features. */
export const featureNames = {
  wishlist: 'wishlist',
  multipleLists: 'multipleLists',
  saveForLater: 'saveForLater',
  sharing: 'sharing',
  socialCount: 'socialCount',
  recentlyViewed: 'recentlyViewed',
  customItems: 'customItems',
  alerts: 'backInStock',
  doubleOptIn: 'doubleOptIn',
} as const

/** What a store is connected to (contract 5; `settings` are each kind's own words). */
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

/** Where a store wants to be told what happens, and what became of that (contract 5). */
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

/** What an event says, in the words the rest of the API has for it. */
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

/** Templates of a store. */
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

/** Contract 1.3. */
export const errorNames = {
  error: 'error',
  type: 'type',
  msg: 'msg',
  message: 'message',
  requestId: 'requestid',
} as const
