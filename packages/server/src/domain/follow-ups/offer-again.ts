/** A follow-up to somebody whose offer lapsed: it opens another one, and only of a unit that nobody in line waits for. */
import type { Sql } from '../../database/connect.ts'
import { unitsToOffer } from '../planning/offers.ts'
import { countUnitsNotFree, openOffers } from '../planning/plan-offers.ts'
import { narrowerSettings } from '../planning/round-pacing.ts'
import type { Topic, VariantNow } from '../rules/rule.ts'
import { settingsOf } from '../rules/rules.ts'
import { scheduleWork } from '../schedule/scheduled-work.ts'
import type { Store } from '../stores/stores.ts'
import type { FollowedMessage } from './follow-up-rule.ts'
import { writeFollowUps } from './queue-follow-ups.ts'

type OfferedAgain = { topic: Topic; variant: VariantNow | null; now: Date }

/** The reason why there is none, or null. The caller has locked the variant and the subscription. */
export async function offerAgain(
  sql: Sql,
  store: Store,
  message: FollowedMessage,
  { topic, variant, now }: OfferedAgain,
): Promise<string | null> {
  const { storeId } = store
  const { subscriptionId, variantId, quantity } = message
  // It stands in the line of another restock, or was not notified by an offer: the next message is the line's.
  if (!message.isLive || message.pacing !== 'offers' || !variant?.isCounted) return 'waits-again'
  const settings = narrowerSettings(settingsOf(store.settings, topic), message)
  const { open, offers, ordered, kept } = await countUnitsNotFree(sql, storeId, variantId, now)
  const units = unitsToOffer(variant.stock ?? 0, settings.offerRatio)
  const free = units - open - ordered - kept
  if (quantity > free) return 'units-offered'
  if (await isSomebodyNext(sql, storeId, message, { topic, free })) return 'others-wait'
  const [written] = await writeFollowUps(sql, store, variantId, [message])
  if (!written) return 'followed-before'
  const lapsesAt = new Date(now.getTime() + settings.offerWindow)
  const { triggerId } = written
  const place = { subscriptionId, quantity, lapsesAt: null, number: offers + 1 }
  await openOffers(sql, { storeId, triggerId, variantId }, [place], { now, lapsesAt, units })
  await scheduleWork(sql, storeId, [
    { work: 'send', at: now },
    { work: 'plan', triggerId, at: lapsesAt },
  ])
  return null
}

/** Somebody else waits, was not notified in this round, and could have the free units. */
async function isSomebodyNext(
  sql: Sql,
  storeId: number,
  { subscriptionId, variantId, topicName, triggerId }: FollowedMessage,
  { topic, free }: { topic: Topic; free: number },
): Promise<boolean> {
  const [next] = await sql`
    select subscription_id
    from subscriptions next
    where store_id = ${storeId}
      and variant_id = ${variantId}
      and topic = ${topicName}
      and status = 'waiting'
      and subscription_id <> ${subscriptionId}
      and medium = any(${topic.channels})
      and quantity <= ${free}
      and not exists (
        select from offers
        where offers.store_id = ${storeId}
          and offers.subscription_id = next.subscription_id
          and offers.trigger_id = ${triggerId}
      )
    limit 1`
  return next !== undefined
}
