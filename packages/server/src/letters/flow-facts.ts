/** The facts of an alert as flat values, for providers that write the message themselves. */
import type { AlertValues } from './alert-values.ts'
import { type LetterKind, messageNameOf } from './built-in.ts'

export type AlertLinks = { product: string; unsubscribe: string; alerts: string }

export type FlowFacts = Record<string, string | number | boolean | null>

/** The name of the event in a merchant's own flows. */
const metrics: Readonly<Record<LetterKind, string>> = {
  restock: 'Back in Stock',
  comingSoon: 'Coming Soon',
  priceDrop: 'Price Drop',
  lowStock: 'Low Stock',
  reminder: 'Saved Item Reminder',
  savedItems: 'Saved Items News',
  generic: 'Product News',
  followUp: 'Still Available',
  dateMoved: 'Restock Date Moved',
  dateMissed: 'Restock Date Missed',
  preorder: 'Pre-order Open',
}

/** Flat, with the names that flows of e-mail providers use. */
export const factsOf = (values: AlertValues, links: AlertLinks): FlowFacts => ({
  Metric: metrics[values.kind],
  Topic: values.topic,
  // Which message of the topic; null for its own.
  Message: messageNameOf(values.kind),
  RestockDate: values.restockDate,
  ProductTitle: values.title,
  ProductId: values.productId,
  VariantId: values.variantId,
  VariantTitle: values.variant,
  Brand: values.brand,
  Sku: values.sku,
  ProductUrl: links.product,
  ImageUrl: values.imageUrl,
  Price: values.price,
  PriceBefore: values.was,
  Currency: values.currency,
  Stock: values.stock,
  Quantity: values.quantity,
  NextNotifiedAt: values.offerUntil,
  // The name of earlier releases, which merchants' flows may read.
  HeldUntil: values.offerUntil,
  Language: values.language,
  UnsubscribeUrl: links.unsubscribe,
  AlertsUrl: links.alerts,
})
