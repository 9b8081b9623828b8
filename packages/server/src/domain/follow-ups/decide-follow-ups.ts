/** Follow-ups: whoever was notified and has not bought gets one more message while there is stock, or a line that says why not. */
import { databaseTime } from '../../database/clock.ts'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { lockVariant } from '../planning/lock-variant.ts'
import { lapseOffers } from '../planning/offers.ts'
import { wakeRounds } from '../planning/triggers.ts'
import { topicNamed } from '../rules/standard-topics.ts'
import type { Store } from '../stores/stores.ts'
import { type FollowedMessage, whyNoFollowUp } from './follow-up-rule.ts'
import { offerAgain } from './offer-again.ts'
import { noteNoFollowUps, queueFollowUps } from './queue-follow-ups.ts'

type DueFollowUp = { subscriptionId: string; triggerId: string; variantId: string | null }

const batch = 200

/** Decides up to 200 of a store that are due; true when there may be more. `now` is the database's time unless given. */
export async function decideFollowUps(sql: Database, store: Store, given?: Date): Promise<boolean> {
  const now = given ?? (await databaseTime(sql))
  const due = await sql<DueFollowUp[]>`
    select follow_up.subscription_id, follow_up.trigger_id, trigger.variant_id
    from follow_ups follow_up
    left join triggers trigger on trigger.store_id = ${store.storeId}
      and trigger.trigger_id = follow_up.trigger_id
    where follow_up.store_id = ${store.storeId}
      and follow_up.due_at <= ${now}
    order by follow_up.due_at, follow_up.subscription_id
    limit ${batch}`
  const byVariant = new Map<string | null, DueFollowUp[]>()
  for (const one of due) byVariant.set(one.variantId, [...(byVariant.get(one.variantId) ?? []), one])
  for (const [variantId, some] of byVariant)
    await transaction(sql, (sql) => decideOfVariant(sql, store, variantId ?? '', some, now))
  return due.length === batch
}

/** Locks in the order of planning: variant, subscriptions by id, offers, deliveries. */
async function decideOfVariant(
  sql: Sql,
  store: Store,
  variantId: string,
  due: DueFollowUp[],
  now: Date,
): Promise<void> {
  const variant = await lockVariant(sql, store, variantId)
  // Units of an offer whose time is over belong to the next in line.
  if ((await lapseOffers(sql, store, variantId, now)) > 0) await wakeRounds(sql, store, [variantId], now)
  await lockSubscriptions(sql, store, due)
  const told: FollowedMessage[] = []
  const refused: { message: FollowedMessage; reason: string }[] = []
  for (const message of await takeDue(sql, store, due)) {
    const topic = { ...topicNamed(store.topics, message.topicName), topic: message.topicName }
    const reason =
      whyNoFollowUp(message, { topic, variant }, store) ??
      (message.status === 'waiting' ? await offerAgain(sql, store, message, { topic, variant, now }) : null)
    if (reason) refused.push({ message, reason })
    else if (message.status === 'told') told.push(message)
  }
  const repeated = await queueFollowUps(sql, store, variantId, told)
  await noteNoFollowUps(sql, store, [
    ...refused,
    ...repeated.map((message) => ({ message, reason: 'followed-before' })),
  ])
}

const lockSubscriptions = (sql: Sql, { storeId }: Store, due: DueFollowUp[]) => sql`
  select subscription_id
  from subscriptions
  where store_id = ${storeId}
    and subscription_id = any(${due.map(({ subscriptionId }) => subscriptionId)})
  order by subscription_id
  for update`

/** Removes what is decided here, so that each is decided once; the rest was decided by another process. In the order of the line. */
const takeDue = (sql: Sql, { storeId }: Store, due: DueFollowUp[]) => sql<FollowedMessage[]>`
  with taken as (
    delete from follow_ups
    using unnest(
      ${due.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${due.map(({ triggerId }) => triggerId)}::uuid[]
    ) as due (subscription_id, trigger_id)
    where follow_ups.store_id = ${storeId}
      and follow_ups.subscription_id = due.subscription_id
      and follow_ups.trigger_id = due.trigger_id
    returning follow_ups.subscription_id, follow_ups.trigger_id, follow_ups.sent_at
  )
  select taken.subscription_id, taken.trigger_id, taken.sent_at, subscription.topic as topic_name, subscription.status,
    subscription.variant_id, subscription.medium, subscription.quantity, subscription.waiting_since,
    subscription.target_price::float8, subscription.price_when_saved::float8, subscription.told_trigger_id,
    trigger.variant_id as trigger_variant_id, trigger.pacing, trigger.offer_ratio, trigger.min_stock,
    trigger.superseded_at is null as is_live,
    delivery.status as message_status, offer.subscription_id is not null as has_open_offer
  from taken
  join subscriptions subscription on subscription.store_id = ${storeId}
    and subscription.subscription_id = taken.subscription_id
  join triggers trigger on trigger.store_id = ${storeId}
    and trigger.trigger_id = taken.trigger_id
  left join deliveries delivery on delivery.store_id = ${storeId}
    and delivery.subscription_id = taken.subscription_id
    and delivery.trigger_id = taken.trigger_id
    and delivery.channel = subscription.medium
  left join offers offer on offer.store_id = ${storeId}
    and offer.subscription_id = taken.subscription_id
    and offer.trigger_id = taken.trigger_id
    and offer.closed_at is null
  order by subscription.waiting_since, taken.subscription_id`
