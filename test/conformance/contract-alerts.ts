/** What was decided beside the specification, sections 4, 5 and 7: alerts, catalog, and single points. */
import type { Section } from './section.ts'

export const contractAlerts: Section[] = [
  {
    id: 'C4',
    title: 'Alerts',
    statements: {
      'user-agent': 'subscriptions/create without a User-Agent, or with an empty one: 400.',
      'bad-field':
        'A wrong medium, mediumvalue, products, topics, addtomailinglist or extras: 400 naming the field; phones are E.164 or national.',
      inventory: 'A store with unmanaged inventory: 403 inventory-not-managed.',
      transaction: 'All products with all topics are subscribed to in one transaction.',
      repeated: 'A repeated subscription is a success and is one subscription.',
      'any-topic': 'An unknown topic is stored, and can be triggered by hand.',
      twin: 'The browser’s subscriptions/create takes regid and sessionid and the same fields.',
      'fetch-subs':
        'fetch-subs (topic, medium, limit 10, offset 0) answers limit, offset, total and subscriptions with medium, mediumvalue, topic, epi, empi, du, dt, iu, pr, cts, cby, uby, status, position.',
      'fetch-subs-guest': 'For guests mediumvalue, cby and uby are XXXXXX.',
      remove: 'subscriptions/remove ends a subscription.',
      stranger: 'No answer tells a stranger whether an address is subscribed.',
      'social-count':
        'GET or POST product/wishlist/social-count answers { data: { count, empi } }; an unknown product 0.',
      'social-count-batch': 'social-count-batch takes empis.',
      fetchWishlist: 'POST /api/v2/provider/fetchWishlist answers the items of the default list.',
      shapes:
        'fetch-recently-viewed-products, fetch-saved-cart-products and enabled-features answer in the documented shape.',
      contains: 'lists/contains (empis or epis, at most 250) answers which of them are saved, by list: { epi: [lid] }.',
    },
  },
  {
    id: 'C5',
    title: 'Catalog, stock and topics',
    statements: {
      products: 'POST /storeadmin/v3/catalog/products stores up to 1,000 products.',
      ndjson: 'The same as an NDJSON stream of any length.',
      delete: '…/products/delete ends products.',
      pages: 'GET …/products?cursor= pages through the catalog.',
      stock: 'POST /storeadmin/v3/catalog/stock takes items of epi and stk.',
      price: 'Price changes come with products.',
      topics: 'GET and PUT /storeadmin/v3/topics read and change the topics.',
      trigger:
        'POST /storeadmin/v3/topics/trigger notifies; with dryrun it answers who would be notified, when and why.',
      shopify: 'Shopify webhooks at /hooks/shopify/<store>; the signature is verified on the raw body.',
      woocommerce: 'WooCommerce webhooks at /hooks/woocommerce/<store>; the signature is verified on the raw body.',
      bigcommerce: 'BigCommerce webhooks at /hooks/bigcommerce/<store>; the signature is verified on the raw body.',
      feeds: 'Google Merchant feeds: RSS and Atom XML, TSV, CSV.',
      'feed-ways': 'Feeds come by upload, by the CLI, or from a polled URL.',
      webhooks: 'Outgoing webhooks are signed with the headers of Standard Webhooks, retried, and can be replayed.',
    },
  },
  {
    id: 'C7',
    title: 'Points settled',
    statements: {
      rates:
        'A caller with a valid key, or shoppers behind one address, are limited as such; the address bucket counts only calls without a valid identity.',
      'rate-defaults': 'Rate limits per second: rate-key 500, rate-shopper 50, rate-address 200; off lifts one.',
      open: 'The catalog stays open until it is set to strict by hand.',
      unknown:
        'A product the catalog does not know: text fields "", pr and stk null in a product record; uri is du with the variant.',
      'item-title': 'An item’s dt falls back to the last part of the path of du.',
      'quiet-hours': 'Quiet hours are off by default; when set, SMS and push wait, e-mail only when asked for.',
      defaults: 'Defaults: pacing=offers, double-opt-in=off.',
      told: 'A notified subscription ends unless its offer lapsed unbought.',
      recent: 'Without data: recentlyViewed [], savedCart []; enabled-features is an object of booleans.',
      remove: 'subscriptions/remove takes topic, epi and optionally medium, and answers { removed: n }.',
      batch: 'social-count-batch answers { data: [{ empi, count }] }.',
      dryrun: 'A dry run lists mediumvalue, position, at and reason.',
      contains: 'The keys of contains are the ids asked for.',
      jwt: 'The key of an identity JWT is the UTF-8 bytes of identitySecret.',
      hmac: 'The HMAC form is base64url(email).expirySeconds.hex(HMAC-SHA256(secret, first two parts)).',
      'old-session':
        'An old guest session serves only the account of its last merge; end-sessions of it and undo end that.',
      'sync-account':
        'guest-validate-sync with an account’s own regid and e-mail: 200; with another e-mail: 409, nothing moves.',
      rename: 'A rename may duplicate a name; a merge unites with the oldest list of that name.',
      alias: 'An alias lid works everywhere, and answers carry the real one; undo gives it back.',
      'sfl-fetch': 'sfl/fetch makes the list.',
      'guest-anonRead': 'Guests may not set anonRead.',
      zeros: 'Ids with leading zeros stay text.',
      ldesc: 'ldesc is an object in answers.',
      note: 'note: null clears the note.',
      ndjson: '415 and 1 MiB do not apply to NDJSON.',
      pages: 'Pages, /metrics and /docs are not JSON.',
      maintenance: 'heartbell maintenance on and off switch maintenance.',
      keys: 'heartbell store key add <pid> --json, and store key revoke <pid> <keyId>.',
      unsubscribe: 'Unsubscribing by POST ends all alerts of that store for the address.',
    },
  },
]
