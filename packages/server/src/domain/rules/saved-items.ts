/** The alert about saved items: one subscription for everything that a shopper saved, with several kinds of news in one message. */

import type { StoreSettings } from '../settings/settings.ts'
import { isRestock, restockRule } from './back-in-stock.ts'
import { lowStock } from './low-stock.ts'
import { priceDrop } from './price-drop.ts'
import type { Rule, RuleName, Topic, VariantChange } from './rule.ts'

export const savedTopic = 'saveditems'

/**
 * Stands for the variant, and is another one for each shopper: where 20,000 rows have one variant, the planner expects any lookup of a
 * variant to find a row at once, and reads them all (12 s instead of 0.3 s for 1,000 prices).
 */
export const everySavedItemOf = (id: string) => `*${id}`

/** The cause of its messages. */
export const savedCause = 'saved-items'

export const newsTopics = ['backinstock', 'pricedrop', 'lowstock'] as const
export type NewsTopic = (typeof newsTopics)[number]

export const ruleOfNews: Readonly<Record<NewsTopic, RuleName>> = {
  backinstock: 'back-in-stock',
  pricedrop: 'price-drop',
  lowstock: 'low-stock',
}

export const newsRules: Readonly<Record<NewsTopic, Rule>> = {
  backinstock: restockRule,
  pricedrop: priceDrop,
  lowstock: lowStock,
}

/** What a change is news of, whoever saved the variant. The first figure of a stock is no news: nobody saw it sold out. */
export function newsOf(change: VariantChange, settings: StoreSettings): NewsTopic[] {
  const isBack = isRestock(change, settings.minStock) && (change.stockBefore !== null || change.wasDeleted)
  const isCheaper = priceDrop.causeOf(change, noTopic, settings) !== null
  const isLow = lowStock.causeOf(change, noTopic, settings) !== null
  return [
    ...(isBack ? ['backinstock' as const] : []),
    ...(isCheaper ? ['pricedrop' as const] : []),
    ...(isLow ? ['lowstock' as const] : []),
  ]
}

/** These rules do not look at the topic. */
export const noTopic = {} as Topic

/** A lower price is news when it is lower by at least this share of what it is compared with. */
export const isEnoughCheaper = (price: number, before: number, { priceDropMin }: Pick<StoreSettings, 'priceDropMin'>) =>
  price < before && price <= before * (1 - priceDropMin) + 1e-9
