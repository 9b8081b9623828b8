/** Triggers: a rule said yes. Written with what made it so, and only where somebody waits for it. */
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
  /** The line of the ledger that caused it: a line causes an alert once. */
  stockMove: number | null
  /** Also those who saved the variant and asked for the topic about something else are waiting for it. */
  forSavers?: boolean
  /** When to decide who is told. */
  planAt?: Date | undefined
}

export type Pulled = { triggerId: string; variantId: string; topic: string }

/** One index probe for each: where nobody waits, a catalog of a million variants costs and writes nothing more. */
async function findAwaited(sql: Sql, storeId: number, wanted: NewTrigger[]): Promise<NewTrigger[]> {
  if (wanted.length === 0) return []
  const awaited = await sql<{ place: number }[]>`
    select wanted.place
    from unnest(
      ${wanted.map(({ variantId }) => variantId)}::text[], ${wanted.map(({ topic }) => topic)}::text[]
    ) with ordinality as wanted (variant_id, topic, place)
    where exists (
      select from subscriptions subscription
      where subscription.store_id = ${storeId}
        and subscription.variant_id = wanted.variant_id
        and subscription.topic = wanted.topic
        and subscription.status = 'waiting'
      -- said so that each is looked up by itself: a join would read the whole line of a store
      offset 0
    )`
  return awaited.map(({ place }) => wanted[place - 1]!)
}

/**
 * The caller holds the variants' rows. A trigger takes the place of the one before for the same variant and topic, and keeps
 * the id of the request that brought it.
 */
export async function pullTriggers(
  sql: Sql,
  store: Store,
  asked: NewTrigger[],
  requestId: string | null = null,
): Promise<Pulled[]> {
  const { storeId } = store
  const wanted = [
    ...(await findAwaited(
      sql,
      storeId,
      asked.filter(({ forSavers }) => !forSavers),
    )),
    ...asked.filter(({ forSavers }) => forSavers),
  ]
  if (wanted.length === 0) return []
  const ids = new Map(wanted.map((trigger) => [trigger, newId()]))
  const rows = wanted.map((trigger) => ({
    trigger_id: ids.get(trigger),
    variant_id: trigger.variantId,
    topic: trigger.topic,
    cause: trigger.cause,
    stock_move: trigger.stockMove,
    facts: trigger.facts,
    pacing: trigger.pacing,
    for_savers: trigger.forSavers ?? false,
  }))
  const pulled = await sql<(Pulled & { superseded: string[] })[]>`
    with wanted as (
      select *
      from jsonb_to_recordset(${sql.json(rows as never)}) as wanted (
        trigger_id uuid, variant_id text, topic text, cause text, stock_move integer, facts jsonb, pacing text,
        for_savers boolean
      )
    ),
    awaited as (
      select *
      from wanted
      where (
          exists (
            select from subscriptions subscription
            where subscription.store_id = ${storeId}
              and subscription.variant_id = wanted.variant_id
              and subscription.topic = wanted.topic
              and subscription.status = 'waiting'
          )
          or (for_savers and exists (${listOwnersOf(sql, storeId)}))
        )
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
      insert into triggers (store_id, trigger_id, topic, variant_id, cause, stock_move, facts, pacing, request_id)
      select ${storeId}, trigger_id, topic, variant_id, cause, stock_move, facts, pacing, ${requestId}
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
  await withdrawUnsent(
    sql,
    store,
    pulled.flatMap(({ superseded }) => superseded),
  )
  const times = new Map(wanted.map((trigger) => [ids.get(trigger)!, trigger.planAt]))
  await scheduleWork(
    sql,
    storeId,
    pulled.map(({ triggerId }) => planWake(triggerId, times.get(triggerId))),
  )
  return pulled
}

const planWake = (triggerId: string, at: Date | undefined) => ({ work: 'plan' as const, triggerId, ...(at && { at }) })

/** Of a row `wanted`: shoppers who saved the variant and asked, by their account's e-mail, for the topic. */
export const listOwnersOf = (sql: Sql, storeId: number) => sql`
  select subscription.subscription_id, item.url, item.product_id, subscription.consent_id, subscription.shopper_id,
    subscription.address, subscription.medium, item.price
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

/** More units came, or some that were held are free: whoever is next in these variants' lines is looked at again. */
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
    live.map(({ triggerId }) => planWake(triggerId, at)),
  )
}
