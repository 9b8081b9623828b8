/** Who would be told: the very same is done as when it is meant, in a transaction that is taken back. */
import type { Database, Sql } from '../../database/connect.ts'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import type { Store } from '../stores/stores.ts'
import { planNext } from './plan.ts'
import { sentenceOf } from './timeline-sentences.ts'

export type Forecast = {
  medium: string
  address: string
  topic: string
  variantId: string
  /** The place in line. */
  position: number
  at: Date
  reason: string
}

/** More than anybody reads; the locks are held no longer than for these. */
const mostTold = 1000

class TakenBack extends Error {}

/** `act` changes stock or pulls triggers for these variants; nothing of it stays. */
export async function forecastAlerts(
  sql: Database,
  store: Store,
  variantIds: string[],
  act: (sql: Database) => Promise<unknown>,
): Promise<Forecast[]> {
  let told: Forecast[] = []
  const taken = nestedTransaction(sql, async (sql) => {
    await act(sql)
    const at = await whenSettled(sql, store)
    const triggers = new Set<string>()
    for (let left = 20; left > 0; left--) {
      const triggerId = await planNext(sql, store, { now: at, most: mostTold, variantIds })
      if (triggerId === null) break
      triggers.add(triggerId)
    }
    told = await readTold(sql, store, [...triggers], at)
    throw new TakenBack()
  })
  await taken.catch((error) => {
    if (!(error instanceof TakenBack)) throw error
  })
  return told
}

/** When all that was just done is due to be looked at, by whichever clock is ahead; what is decided then is found by this time. */
async function whenSettled(sql: Sql, { settings, topics }: Store): Promise<Date> {
  const [clock] = await sql<{ now: Date }[]>`select clock_timestamp() as now`
  const settling = Math.max(settings.settleTime ?? 0, ...topics.map((topic) => topic.settings.settleTime ?? 0))
  return new Date(Math.max(clock!.now.getTime(), Date.now()) + settling + 1)
}

async function readTold(sql: Sql, { storeId }: Store, triggerIds: string[], at: Date): Promise<Forecast[]> {
  const rows = await sql<(Omit<Forecast, 'reason'> & { cause: string; facts: Facts })[]>`
    with told as materialized (
      select subscription.*, delivery.due_at, trigger.cause,
        trigger.facts || coalesce(
          jsonb_build_object('number', offer.number, 'outOf', offer.out_of, 'lapsesAt', offer.lapses_at), '{}'
        ) as facts
      from deliveries delivery
      join subscriptions subscription on subscription.store_id = ${storeId}
        and subscription.subscription_id = delivery.subscription_id
      join triggers trigger on trigger.store_id = ${storeId}
        and trigger.trigger_id = delivery.trigger_id
      left join offers offer on offer.store_id = ${storeId}
        and offer.subscription_id = delivery.subscription_id
        and offer.trigger_id = delivery.trigger_id
      where delivery.store_id = ${storeId}
        and delivery.trigger_id = any(${triggerIds})
        and delivery.status = 'due'
        and delivery.due_at = ${at}
      order by subscription.waiting_since, subscription.subscription_id
      limit ${mostTold}
    )
    select medium, address, topic, variant_id, due_at as at, cause, facts,
      1 + (
        select count(*)
        from subscriptions ahead
        where ahead.store_id = ${storeId}
          and ahead.variant_id = told.variant_id
          and ahead.topic = told.topic
          and ahead.status = 'waiting'
          and (ahead.waiting_since, ahead.subscription_id) < (told.waiting_since, told.subscription_id)
      ) + (
        select count(*)
        from told ahead
        where ahead.variant_id = told.variant_id
          and ahead.topic = told.topic
          and ahead.status = 'told'
          and (ahead.waiting_since, ahead.subscription_id) < (told.waiting_since, told.subscription_id)
      ) as position
    from told
    order by variant_id, topic, waiting_since, subscription_id`
  return rows.map(({ cause, facts, ...rest }) => ({ ...rest, reason: whyTold(cause, facts) }))
}

type Facts = Record<string, unknown>

const whyTold = (cause: string, facts: Facts) =>
  sentenceOf({ step: 'told', reason: typeof facts.number === 'number' ? 'offer-opened' : cause, facts })
