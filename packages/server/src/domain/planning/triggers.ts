/** Triggers: an alert rule matched a change of a variant. Written only where somebody waits for it, with the facts that caused it. */
import type { Sql } from '../../database/connect.ts'
import type { Cause, Pacing } from '../rules/rule.ts'
import { scheduleWork } from '../schedule/scheduled-work.ts'
import { newId } from '../secrets/ids.ts'
import type { Store } from '../stores/stores.ts'
import { withdrawUnsent } from './offers.ts'

export type NewTrigger = Cause & {
  variantId: string
  topic: string
  pacing: Pacing
  /** As the settings are now: see `round-pacing.ts`. */
  offerRatio: number
  minStock: number
  /** The stock move that caused it. A move causes a trigger once. */
  stockMove: number | null
  /** Also for shoppers who saved the variant in a list and subscribed to the topic with another product. */
  forSavers?: boolean
  /** When planning decides who is notified. */
  planAt?: Date | undefined
}

/** A trigger that was written. */
export type Pulled = { triggerId: string; variantId: string; topic: string }

/**
 * Writes the triggers for which somebody waits, and schedules their planning. The caller has locked the variants' rows. A new
 * trigger supersedes the one before of the same variant and topic, whose messages that were not sent are withdrawn.
 * `requestId` is the call that caused it.
 */
export async function pullTriggers(
  sql: Sql,
  store: Store,
  asked: NewTrigger[],
  requestId: string | null = null,
): Promise<Pulled[]> {
  const { storeId } = store
  const wanted = (await keepAwaited(sql, storeId, asked)).map((trigger) => ({ ...trigger, triggerId: newId() }))
  if (wanted.length === 0) return []
  const pulled = await writeTriggers(sql, storeId, wanted, requestId)
  await withdrawUnsent(
    sql,
    store,
    pulled.flatMap(({ superseded }) => superseded),
  )
  const times = new Map(wanted.map(({ triggerId, planAt }) => [triggerId, planAt]))
  await scheduleWork(
    sql,
    storeId,
    pulled.map(({ triggerId }) => planWork(triggerId, times.get(triggerId))),
  )
  return pulled
}

/**
 * Leaves out variants that nobody waits for. One index lookup for each: an import of a million variants without subscriptions
 * writes nothing. Those `forSavers` are looked up by `writeTriggers`.
 */
async function keepAwaited(sql: Sql, storeId: number, asked: NewTrigger[]): Promise<NewTrigger[]> {
  const forSavers = asked.filter((trigger) => trigger.forSavers)
  const others = asked.filter((trigger) => !trigger.forSavers)
  if (others.length === 0) return forSavers
  const awaited = await sql<{ place: number }[]>`
    select wanted.place
    from unnest(
      ${others.map(({ variantId }) => variantId)}::text[], ${others.map(({ topic }) => topic)}::text[]
    ) with ordinality as wanted (variant_id, topic, place)
    where exists (
      ${waitingFor(sql, storeId)}
      -- makes it a lookup for each: the planner would read all waiting subscriptions of the store for a join
      offset 0
    )`
  return [...awaited.map(({ place }) => others[place - 1]!), ...forSavers]
}

/** The subscriptions that wait for a row `wanted`, or for any variant of its product. */
const waitingFor = (sql: Sql, storeId: number) => sql`
  select from subscriptions subscription
  where subscription.store_id = ${storeId}
    and subscription.variant_id = wanted.variant_id
    and subscription.topic = wanted.topic
    and subscription.status = 'waiting'
  union all
  select from variants variant
  join any_variant_subscriptions any_variant
    on any_variant.store_id = ${storeId}
    and any_variant.product_id = variant.product_id
  join subscriptions subscription
    on subscription.store_id = ${storeId}
    and subscription.subscription_id = any_variant.subscription_id
    and subscription.any_of = variant.product_id
    and subscription.topic = wanted.topic
    and subscription.status = 'waiting'
  where variant.store_id = ${storeId}
    and variant.variant_id = wanted.variant_id`

/**
 * - `wanted`: the triggers asked for.
 * - `awaited`: those that somebody waits for and whose stock move has not caused a trigger yet.
 * - `superseded`: the triggers that they replace.
 * - `pulled`: the new rows. The unique key of stock moves decides when two calls report the same move at once.
 */
const writeTriggers = (
  sql: Sql,
  storeId: number,
  wanted: (NewTrigger & { triggerId: string })[],
  requestId: string | null,
) => sql<(Pulled & { superseded: string[] })[]>`
  with wanted as (
    select *
    from jsonb_to_recordset(${sql.json(wanted.map(asRow) as never)}) as wanted (
      trigger_id uuid, variant_id text, topic text, cause text, stock_move integer, facts jsonb, pacing text,
      offer_ratio double precision, min_stock integer, for_savers boolean
    )
  ),
  awaited as (
    select *
    from wanted
    where (exists (${waitingFor(sql, storeId)}) or (for_savers and exists (${listOwnersOf(sql, storeId)})))
      and not exists (
        select from triggers same
        where same.store_id = ${storeId}
          and same.variant_id = wanted.variant_id
          and same.topic = wanted.topic
          and same.stock_move = wanted.stock_move
      )
  ),
  superseded as (
    update triggers
    set superseded_at = now()
    from awaited
    where triggers.store_id = ${storeId}
      and triggers.variant_id = awaited.variant_id
      and triggers.topic = awaited.topic
      and triggers.superseded_at is null
    returning triggers.trigger_id, triggers.variant_id, triggers.topic
  ),
  pulled as (
    insert into triggers (
      store_id, trigger_id, topic, variant_id, cause, stock_move, facts, pacing, offer_ratio, min_stock, request_id
    )
    select ${storeId}, trigger_id, topic, variant_id, cause, stock_move, facts, pacing, offer_ratio, min_stock, ${requestId}
    from awaited
    on conflict (store_id, variant_id, topic, stock_move) do nothing
    returning trigger_id, variant_id, topic
  )
  select trigger_id, variant_id, topic,
    array(
      select superseded.trigger_id
      from superseded
      where superseded.variant_id = pulled.variant_id
        and superseded.topic = pulled.topic
    ) as superseded
  from pulled`

const asRow = (trigger: NewTrigger & { triggerId: string }) => ({
  ...{ trigger_id: trigger.triggerId, variant_id: trigger.variantId, topic: trigger.topic, cause: trigger.cause },
  ...{ stock_move: trigger.stockMove, facts: trigger.facts, pacing: trigger.pacing },
  ...{ offer_ratio: trigger.offerRatio, min_stock: trigger.minStock, for_savers: trigger.forSavers ?? false },
})

const planWork = (triggerId: string, at: Date | undefined) => ({ work: 'plan' as const, triggerId, ...(at && { at }) })

/** The subscriptions of shoppers who saved the variant of a row `wanted`, and get its topic at their account's e-mail. */
export const listOwnersOf = (sql: Sql, storeId: number) => sql`
  select subscription.subscription_id, item.url, item.product_id, subscription.consent_id, subscription.shopper_id,
    subscription.address, subscription.medium, subscription.locale, subscription.time_zone, item.price
  from variants saved
  join items item
    on item.store_id = ${storeId}
    and item.product_id = saved.product_id
    and item.variant_id = saved.variant_id
  join lists list
    on list.store_id = ${storeId}
    and list.list_id = item.list_id
  join subscriptions subscription
    on subscription.store_id = ${storeId}
    and subscription.shopper_id = list.shopper_id
    and subscription.topic = wanted.topic
    and subscription.medium = 'email'
    and subscription.status = 'waiting'
  where saved.store_id = ${storeId}
    and saved.variant_id = wanted.variant_id`

/** There are more free units: planning looks again at who is next in the lines of these variants. */
export async function wakeRounds(sql: Sql, { storeId }: Store, variantIds: string[], at?: Date): Promise<void> {
  if (variantIds.length === 0) return
  const live = await sql<{ triggerId: string }[]>`
    select trigger_id
    from triggers
    where store_id = ${storeId}
      and variant_id = any(${variantIds})
      and superseded_at is null
      and pacing = 'offers'`
  await scheduleWork(
    sql,
    storeId,
    live.map(({ triggerId }) => planWork(triggerId, at)),
  )
}
