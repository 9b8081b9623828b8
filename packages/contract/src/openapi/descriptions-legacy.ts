/** Descriptions of the fields of the older calls, recently viewed products and features, by our names. */

const day = 1_767_225_600_000

export const olderDescriptions = {
  shownProductId: ['The product again', 8012],
  shownVariantId: ['The variant again', 40321],
  page: ['The page the product was seen on', 'https://shop.example/products/monstera'],
  viewedAt: ['When it was last viewed, in milliseconds since 1970', day],
  times: ['How often it was viewed', 1],
  orderedAt: ['Always null: only the shop’s platform stores orders'],
  orderId: ['Always null'],
  orderedVariantId: ['Always null'],
  addedAt: ['When it was put into the cart, in milliseconds since 1970', day],
  shownTitle: ['The product’s title again', 'Monstera'],
  units: ['How many are in stock; null if unknown', 0],
  savings: ['When each product was saved, newest first'],
  savedAt: ['When it was saved, in milliseconds since 1970', day],
  savedId: ['The item’s id', '0190f3c2-a5d8-7c1e-9b6a-4d2e8f70c135'],
  savedOn: ['The day it was saved', '2026-01-01'],
  eventType: ['Always 4'],
  wishlist: ['Wishlists', true],
  multipleLists: ['Several lists a shopper', true],
  saveForLater: ['Save for later', true],
  sharing: ['Public lists and mails with them', true],
  socialCount: ['How many shoppers saved a product', true],
  recentlyViewed: ['Recently viewed products', true],
  customItems: ['Items that are not in the catalog', false],
  alerts: ['Back-in-stock alerts', true],
  anyVariantAlerts: ['Back-in-stock alerts for any variant of a product', true],
  priceDrop: ['Alerts when the price drops, also below a shopper’s own price', true],
  doubleOptIn: ['Whether a shopper must confirm an alert', false],
} as const

export const seenDescriptions = {
  type: ['`view`: the shopper viewed them; `cart`: all that the cart now contains', 'view'],
  products: ['The products, newest last'],
  recorded: ['How many were recorded', 1],
  limit: ['How many to return: 1 to 50, 12 by default', 12],
  recentlyViewed: ['The products, last viewed first'],
  savedCart: ['The products in the cart'],
} as const
