/** What a topic's rule says about a message to one person, about the variant as it is now. */
import type { StoreSettings } from '../settings/settings.ts'
import { isCheapEnough } from './price-drop.ts'
import type { Topic, VariantNow } from './rule.ts'
import { rules, settingsOf } from './rules.ts'

type PriceWish = { targetPrice: number | null; priceWhenSaved: number | null }

/** The reason not to send, or null. An open offer stays valid while there is any stock at all. */
export function messageObjection(
  topic: Topic,
  variant: VariantNow | null,
  wish: PriceWish,
  { settings, hasOffer }: { settings: StoreSettings; hasOffer: boolean },
): string | null {
  if (!topic.enabled) return 'topic-disabled'
  const asked = settingsOf(settings, topic)
  const objection = rules[topic.rule].objection(variant, topic, hasOffer ? { ...asked, minStock: 1 } : asked)
  if (objection || topic.rule !== 'price-drop' || typeof variant?.price !== 'number') return objection
  return isCheapEnough(variant.price, wish) ? null : 'price-up-again'
}
