/** The choice about saved items on the page behind a link that was sent to the address: without a session, for its owner. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { type NewsTopic, newsTopics, savedTopic } from '../rules/saved-items.ts'
import { isOpen, statusAfter, statusAllows } from '../rules/subscription-states.ts'
import type { AnyRecipient } from '../shoppers/addresses.ts'
import type { Store } from '../stores/stores.ts'
import { silenceList } from './saved-alerts.ts'

export type PageChoice = {
  subscriptionId: string
  topics: NewsTopic[]
  lists: { listId: string; name: string; isSilent: boolean }[]
}

const mostLists = 100

/** Null when the address has no such alert, or it has ended. */
export async function fetchPageChoice(sql: Sql, { storeId }: Store, of: AnyRecipient): Promise<PageChoice | null> {
  const [row] = await sql<PageChoice[]>`
    select subscription.subscription_id, alert.topics, coalesce((
      select json_agg(json_build_object('listId', mine.list_id, 'name', mine.name, 'isSilent', mine.is_silent) order by mine.created_at)
      from (
        select list.list_id, list.name, list.created_at, exists (
          select from silent_lists silent
          where silent.store_id = ${storeId}
            and silent.list_id = list.list_id
        ) as is_silent
        from lists list
        where list.store_id = ${storeId}
          and list.shopper_id = alert.shopper_id
          and not list.archived
        order by list.created_at
        limit ${mostLists}
      ) mine
    ), '[]') as lists
    from subscriptions subscription
    join saved_alerts alert on alert.store_id = ${storeId}
      and alert.shopper_id = subscription.shopper_id
      and alert.subscription_id = subscription.subscription_id
    where subscription.store_id = ${storeId}
      and subscription.address = ${of.address}
      and subscription.medium = ${of.medium}
      and subscription.topic = ${savedTopic}
      and ${isOpen(sql, 'subscription.status')}`
  return row ?? null
}

/** Lists that are not chosen become silent. No topic at all ends the alert. False when there is no such alert. */
export async function changePageChoice(
  sql: Database,
  store: Store,
  of: AnyRecipient,
  chosen: { topics: readonly string[]; listIds: readonly string[] },
): Promise<boolean> {
  return await transaction(sql, async (sql) => {
    const before = await fetchPageChoice(sql, store, of)
    if (!before) return false
    const topics = newsTopics.filter((topic) => chosen.topics.includes(topic))
    if (topics.length === 0) await end(sql, store, before.subscriptionId)
    else
      await sql`
        update saved_alerts
        set topics = ${topics}::text[]
        where store_id = ${store.storeId}
          and subscription_id = ${before.subscriptionId}`
    for (const { listId } of before.lists) await silenceList(sql, store, listId, !chosen.listIds.includes(listId))
    return true
  })
}

async function end(sql: Sql, { storeId }: Store, subscriptionId: string): Promise<void> {
  await sql`
    with ended as (
      update subscriptions
      set status = ${statusAfter(sql, 'unsubscribe')},
          updated_at = now()
      where store_id = ${storeId}
        and subscription_id = ${subscriptionId}
        and ${statusAllows(sql, 'unsubscribe')}
      returning subscription_id
    )
    insert into subscription_events (store_id, subscription_id, step, reason, facts)
    select ${storeId}, subscription_id, 'left', 'removed-by-shopper', '{"source": "my-alerts", "was": "waiting"}'
    from ended`
}
