/** What the fields mean of the older calls, of what a shopper looked at and of a store's features, by our names. */

const day = 1_767_225_600_000

export const olderDescriptions = {
  shownProductId: ['The product once more', 8012],
  shownVariantId: ['The variant once more', 40321],
  page: ['The page the product was seen on', 'https://shop.example/products/monstera'],
  viewedAt: ['When it was last looked at, in milliseconds since 1970', day],
  times: ['How often it was looked at', 1],
  orderedAt: ['Always null: orders stay with the shop’s platform'],
  orderId: ['Always null'],
  orderedVariantId: ['Always null'],
  addedAt: ['When it was put there, in milliseconds since 1970', day],
  shownTitle: ['The product’s title once more', 'Monstera'],
  units: ['How many there are; null when nobody told', 0],
  savings: ['When each was saved, newest first'],
  savedAt: ['When it was saved, in milliseconds since 1970', day],
  savedId: ['The item’s id', '0190f3c2-a5d8-7c1e-9b6a-4d2e8f70c135'],
  savedOn: ['The day it was saved', '2026-01-01'],
  eventType: ['Always 4'],
  wishlist: ['Wishlists', true],
  multipleLists: ['Several lists a shopper', true],
  saveForLater: ['Save for later', true],
  sharing: ['Public lists and mails with them', true],
  socialCount: ['How many shoppers saved a product', true],
  recentlyViewed: ['What a shopper looked at', true],
  customItems: ['Items that are not in the catalog', false],
  alerts: ['Back-in-stock alerts', true],
  doubleOptIn: ['Whether an alert asks the shopper a second time', false],
} as const

export const seenDescriptions = {
  type: ['`view`: looked at; `cart`: all that the cart holds now', 'view'],
  products: ['The products, the last one last'],
  recorded: ['How many were taken', 1],
  limit: ['How many to give: 1 to 50, 12 if nothing is sent', 12],
  recentlyViewed: ['The products, the last one looked at first'],
  savedCart: ['The products in the cart'],
} as const
