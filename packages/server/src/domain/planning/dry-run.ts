/** Dry run: does the real work in a transaction, reads who would be notified, and rolls back. */
import type { Database, Sql } from '../../database/connect.ts'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import type { Store } from '../stores/stores.ts'
import type { StepFacts } from '../timeline/sentence-parts.ts'
import { sentenceOf } from '../timeline/sentences.ts'
import { planNext } from './plan.ts'

export type AlertForecast = {
  medium: string
  address: string
  topic: string
  variantId: string
  /** The place in line. */
  position: number
  at: Date
  reason: string
}

/** More than anybody reads, and few enough that the locks are short. */
const mostForecast = 1000

class RolledBack extends Error {}

/** `act` changes stock or creates triggers for these variants; all of it is rolled back. */
export async function forecastAlerts(
  sql: Database,
  store: Store,
  variantIds: string[],
  act: (sql: Database) => Promise<unknown>,
): Promise<AlertForecast[]> {
  let forecast: AlertForecast[] = []
  const attempt = nestedTransaction(sql, async (sql) => {
    await act(sql)
    const at = await whenSettled(sql, store)
    const triggers = new Set<string>()
    for (let left = 20; left > 0; left--) {
      const triggerId = await planNext(sql, store, { now: at, most: mostForecast, variantIds })
      if (triggerId === null) break
      triggers.add(triggerId)
    }
    forecast = await readForecast(sql, store, [...triggers], at)
    throw new RolledBack()
  })
  await attempt.catch((error) => {
    if (!(error instanceof RolledBack)) throw error
  })
  return forecast
}

/** When the new triggers are due, by the clock that is ahead. The deliveries planned then are found by this time. */
async function whenSettled(sql: Sql, { settings, topics }: Store): Promise<Date> {
  const [clock] = await sql<{ now: Date }[]>`select clock_timestamp() as now`
  const settling = Math.max(settings.settleTime ?? 0, ...topics.map((topic) => topic.settings.settleTime ?? 0))
  return new Date(Math.max(clock!.now.getTime(), Date.now()) + settling + 1)
}

async function readForecast(
  sql: Sql,
  { storeId, settings }: Store,
  triggerIds: string[],
  at: Date,
): Promise<AlertForecast[]> {
  const rows = await sql<(Omit<AlertForecast, 'reason'> & { cause: string; facts: StepFacts })[]>`
    with planned as materialized (
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
      limit ${mostForecast}
    )
    select medium, address, topic, variant_id, due_at as at, cause, facts,
      1 + (
        select count(*)
        from subscriptions ahead
        where ahead.store_id = ${storeId}
          and ahead.variant_id = planned.variant_id
          and ahead.topic = planned.topic
          and ahead.status = 'waiting'
          and (ahead.waiting_since, ahead.subscription_id) < (planned.waiting_since, planned.subscription_id)
      ) + (
        select count(*)
        from planned ahead
        where ahead.variant_id = planned.variant_id
          and ahead.topic = planned.topic
          and ahead.status = 'told'
          and (ahead.waiting_since, ahead.subscription_id) < (planned.waiting_since, planned.subscription_id)
      ) as position
    from planned
    order by variant_id, topic, waiting_since, subscription_id`
  return rows.map(({ cause, facts, ...rest }) => ({ ...rest, reason: reasonOf(cause, facts, settings.timeZone) }))
}

const reasonOf = (cause: string, facts: StepFacts, timeZone: string) =>
  sentenceOf({ step: 'told', reason: typeof facts.number === 'number' ? 'offer-opened' : cause, facts }, { timeZone })
