/** The store notifies one person now, out of turn: one message, with the checks of every message. */
import { alertObjection } from '@heartbell/contract/people-refusals'
import type { Sql } from '../../database/connect.ts'
import { endHoldout } from '../lift/holdouts.ts'
import { findSuppressed } from '../messages/suppressions.ts'
import { lockVariant } from '../planning/lock-variant.ts'
import { unitsToOffer } from '../planning/offers.ts'
import { countUnitsNotFree, openOffers } from '../planning/plan-offers.ts'
import { messageObjection } from '../rules/message-objection.ts'
import type { Topic, VariantNow } from '../rules/rule.ts'
import { pacingOf, settingsOf } from '../rules/rules.ts'
import { topicNamed } from '../rules/standard-topics.ts'
import { scheduleWork } from '../schedule/scheduled-work.ts'
import { newId } from '../secrets/ids.ts'
import { isSmsAllowed } from '../shoppers/sms-countries.ts'
import type { Store } from '../stores/stores.ts'
import { emitEvents } from '../webhooks/events.ts'
import { type ActedOn, factsOfAct, lockSubscription, readSubscription, type StoreAct } from './store-act.ts'

/** `queued`: a message is on its way. `planned`: one was already. `told-before`: the person was notified before. */
export type NotifiedOne = { reason: 'queued' | 'planned' | 'told-before'; person: ActedOn }

/**
 * In the caller's transaction. Repeated, nobody is notified twice. Where units are offered one by one, it opens an offer, and only of a
 * unit that nobody else has. Quiet hours and the frequency cap delay the message as they delay any other.
 */
export async function notifyOne(
  sql: Sql,
  store: Store,
  subscriptionId: string,
  act: StoreAct,
  requestId: string | null,
): Promise<NotifiedOne> {
  const { variant, person } = await lockBoth(sql, store, subscriptionId)
  if (person.status === 'told') return { reason: 'told-before', person }
  if (person.status !== 'waiting') throw alertObjection(person.status)
  if (await hasDueMessage(sql, store, subscriptionId)) return { reason: 'planned', person }
  const topic = { ...topicNamed(store.topics, person.topic), topic: person.topic }
  await refuseMessage(sql, store, person, topic, variant)
  const isPaced = pacingOf(store.settings, topic) === 'offers' && variant?.isCounted && variant.stock !== null
  const triggerId = await writeTrigger(sql, store, person, { pacing: isPaced ? 'offers' : 'everyone', requestId })
  await noteRequest(sql, store, person, act)
  if (isPaced) await openOffer(sql, store, person, { topic, triggerId, stock: variant.stock! })
  else await queueMessage(sql, store, person, triggerId)
  const data = { triggerId, topic: person.topic, variantId: person.variantId, count: 1 }
  await emitEvents(sql, store, [{ type: 'alert.queued', data }])
  return { reason: 'queued', person }
}

/** The variant before the subscription, as planning does. */
async function lockBoth(sql: Sql, store: Store, subscriptionId: string) {
  const { variantId } = await readSubscription(sql, store, subscriptionId)
  const variant = await lockVariant(sql, store, variantId)
  const person = await lockSubscription(sql, store, subscriptionId)
  // It was moved between the two reads: its variant is locked by nobody.
  if (person.variantId !== variantId) throw alertObjection('moved-meanwhile')
  return { variant, person }
}

async function hasDueMessage(sql: Sql, { storeId }: Store, subscriptionId: string): Promise<boolean> {
  const due = await sql`
    select
    from deliveries
    where store_id = ${storeId}
      and subscription_id = ${subscriptionId}
      and status = 'due'
    limit 1`
  return due.length > 0
}

async function refuseMessage(
  sql: Sql,
  store: Store,
  person: ActedOn,
  topic: Topic,
  variant: VariantNow | null,
): Promise<void> {
  const [suppressed] = await findSuppressed(sql, store, [person])
  if (suppressed) throw alertObjection('suppressed')
  if (!topic.channels.includes(person.medium)) throw alertObjection('medium-off')
  if (person.medium === 'sms' && !isSmsAllowed(store, person.address)) throw alertObjection('sms-country')
  const objection = messageObjection(topic, variant, person, { settings: store.settings, hasOffer: false })
  if (objection) throw alertObjection(objection)
  // An address that a visitor sent is never linked: the button would lead nowhere.
  if (!variant && !person.urlFromStore && !store.settings.shopUrl) throw alertObjection('product-unknown')
}

async function writeTrigger(
  sql: Sql,
  { storeId }: Store,
  { subscriptionId, topic, variantId }: ActedOn,
  { pacing, requestId }: { pacing: string; requestId: string | null },
): Promise<string> {
  const triggerId = newId()
  await sql`
    insert into triggers (
      store_id, trigger_id, topic, variant_id, cause, pacing, planned, planned_at, superseded_at, for_subscription_id,
      request_id
    )
    values (
      ${storeId}, ${triggerId}, ${topic}, ${variantId}, 'by-hand', ${pacing}, 1, now(), now(), ${subscriptionId},
      ${requestId}
    )`
  return triggerId
}

async function noteRequest(sql: Sql, { storeId }: Store, person: ActedOn, act: StoreAct): Promise<void> {
  await sql`
    insert into subscription_events (store_id, subscription_id, step, reason, facts, happened_at)
    -- the time of the offer and the message, which follow
    values (
      ${storeId}, ${person.subscriptionId}, ${person.status}, 'notify-requested', ${sql.json(factsOfAct(act))},
      date_trunc('milliseconds', now())
    )`
}

type OfferedUnit = { topic: Topic; triggerId: string; stock: number }

/** The caller has locked the variant. When the offer lapses, planning passes the units to the next in line. */
async function openOffer(
  sql: Sql,
  { storeId, settings }: Store,
  { subscriptionId, variantId, quantity }: ActedOn,
  { topic, triggerId, stock }: OfferedUnit,
): Promise<void> {
  const { offerRatio, offerWindow } = settingsOf(settings, topic)
  const [clock] = await sql<{ now: Date }[]>`select now() as now`
  const { now } = clock!
  await endHoldout(sql, storeId, subscriptionId)
  const { open, offers, ordered, kept } = await countUnitsNotFree(sql, storeId, variantId, now)
  const units = unitsToOffer(stock, offerRatio)
  if (quantity > units - open - ordered - kept) throw alertObjection('units-offered')
  const lapsesAt = new Date(now.getTime() + offerWindow)
  const place = { subscriptionId, quantity, lapsesAt: null, number: offers + 1 }
  await openOffers(sql, { storeId, triggerId, variantId }, [place], { now, lapsesAt, units })
  await scheduleWork(sql, storeId, [
    { work: 'send', at: now },
    { work: 'plan', triggerId, at: lapsesAt },
  ])
}

async function queueMessage(sql: Sql, { storeId }: Store, person: ActedOn, triggerId: string): Promise<void> {
  await sql`
    insert into deliveries (store_id, subscription_id, trigger_id, channel, medium, due_at)
    values (${storeId}, ${person.subscriptionId}, ${triggerId}, ${person.medium}, ${person.medium}, now())`
  await scheduleWork(sql, storeId, [{ work: 'send' }])
}
