/** One alert for an address and a variant where several wait for one topic in different letter cases. */
import type { Sql } from '../../database/connect.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import type { Store } from './stores.ts'

/** The confirmed one goes on, then the one that waits longest; the others end, and their ids are returned. `variantIds` null: all. */
export async function uniteSpellings(
  sql: Sql,
  store: Store,
  topics: string[],
  variantIds: string[] | null,
): Promise<string[]> {
  const { storeId } = store
  const ended = await sql<{ subscriptionId: string }[]>`
    with ranked as (
      select subscription_id, first_value(subscription_id) over same as kept_id
      from subscriptions
      where store_id = ${storeId}
        and lower(topic) in (select lower(named) from unnest(${topics}::text[]) as named)
        and (${variantIds}::text[] is null or variant_id = any(${variantIds}))
        and ${statusAllows(sql, 'moveAway')}
      window same as (
        partition by address, medium, variant_id, lower(topic)
        order by status = 'waiting' desc, waiting_since, subscription_id
      )
    ),
    ended as (
      update subscriptions subscription
      set status = ${statusAfter(sql, 'moveAway')},
          updated_at = now()
      from ranked
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = ranked.subscription_id
        and ranked.subscription_id <> ranked.kept_id
        and ${statusAllows(sql, 'moveAway')}
      returning subscription.subscription_id, ranked.kept_id
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${storeId}, subscription_id, 'left', 'moved', jsonb_build_object('into', kept_id)
      from ended
    )
    select subscription_id
    from ended`
  return ended.map(({ subscriptionId }) => subscriptionId)
}

type Respelled = { subscriptionId: string; before: string; topic: string; blockingId: string | null }

/**
 * Gives the subscriptions of these topics their spelling. Of several for one address and variant, the one that is still open
 * gets it; an ended one that has it already takes the other's spelling in return.
 */
export async function respellSubscriptions(sql: Sql, store: Store, topics: string[]): Promise<void> {
  await uniteSpellings(sql, store, topics, null)
  const respelled = await findRespelled(sql, store, topics)
  const blocking = respelled.filter(({ blockingId }) => blockingId !== null)
  // No two rows may have one spelling, not even within a statement: the ended one has its own id as a topic in between.
  await spell(
    sql,
    store,
    blocking.map(({ blockingId }) => [blockingId!, blockingId!]),
  )
  await spell(
    sql,
    store,
    respelled.map(({ subscriptionId, topic }) => [subscriptionId, topic]),
  )
  await spell(
    sql,
    store,
    blocking.map(({ blockingId, before }) => [blockingId!, before]),
  )
  await sql`
    update subscription_asks
    set topic = null
    where store_id = ${store.storeId}
      and lower(topic) in (select lower(named) from unnest(${topics}::text[]) as named)`
}

const findRespelled = (sql: Sql, { storeId }: Store, topics: string[]) => sql<Respelled[]>`
  with ranked as (
    select subscription.subscription_id, subscription.topic as before, named.topic,
      row_number() over same as place,
      max(subscription.subscription_id::text) filter (where subscription.topic = named.topic) over everyone as blocking_id
    from subscriptions subscription
    join unnest(${topics}::text[]) as named (topic) on lower(subscription.topic) = lower(named.topic)
    where subscription.store_id = ${storeId}
    window everyone as (partition by subscription.address, subscription.medium, subscription.variant_id, named.topic),
      same as (
        partition by subscription.address, subscription.medium, subscription.variant_id, named.topic
        order by subscription.status in ('waiting', 'unconfirmed') desc, subscription.status = 'told' desc,
          subscription.topic = named.topic desc, subscription.waiting_since desc, subscription.subscription_id
      )
  )
  select subscription_id, before, topic, blocking_id
  from ranked
  where place = 1
    and before <> topic`

async function spell(sql: Sql, { storeId }: Store, spellings: [subscriptionId: string, topic: string][]) {
  if (spellings.length === 0) return
  await sql`
    update subscriptions
    set topic = named.topic
    from unnest(${spellings.map(([id]) => id)}::uuid[], ${spellings.map(([, topic]) => topic)}::text[]) as named (id, topic)
    where store_id = ${storeId}
      and subscription_id = named.id`
}
