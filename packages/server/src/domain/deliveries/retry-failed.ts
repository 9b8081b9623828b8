/** Deliveries that were given up, tried once more because somebody asked for it. */
import { type Database, transaction } from '../../database/connect.ts'
import { scheduleWork } from '../schedule/scheduled-work.ts'
import type { Store } from '../stores/stores.ts'

/** All that failed, or those that these say. */
export type RetryFilter = {
  subscriptionIds?: string[] | undefined
  triggerIds?: string[] | undefined
  reason?: string | undefined
  most?: number | undefined
}

type Redriven = { triggerId: string; isOffered: boolean }

/**
 * Gives how many. Only of people who still wait, about a restock that no other followed. One that was paced by offers gave its
 * unit up: its offer is withdrawn with a new window, and planning opens it again while there are units free.
 */
export async function retryFailed(sql: Database, store: Store, which: RetryFilter): Promise<number> {
  const { storeId, settings } = store
  const { subscriptionIds = null, triggerIds = null, reason = null, most = 10_000 } = which
  return await transaction(sql, async (sql) => {
    const again = await sql<{ subscriptionId: string; triggerId: string; channel: string }[]>`
      with wanted as (
        select delivery.subscription_id, delivery.trigger_id, delivery.channel
        from deliveries delivery
        join triggers trigger on trigger.store_id = ${storeId}
          and trigger.trigger_id = delivery.trigger_id
        where delivery.store_id = ${storeId}
          and delivery.status = 'failed'
          and (trigger.superseded_at is null or trigger.for_subscription_id is not null)
          and (${subscriptionIds}::uuid[] is null or delivery.subscription_id = any(${subscriptionIds}::uuid[]))
          and (${triggerIds}::uuid[] is null or delivery.trigger_id = any(${triggerIds}::uuid[]))
          and (${reason}::text is null or delivery.reason = ${reason})
        order by delivery.updated_at
        limit ${most}
      )
      select subscription.subscription_id, wanted.trigger_id, wanted.channel
      from wanted
      join subscriptions subscription on subscription.store_id = ${storeId}
        and subscription.subscription_id = wanted.subscription_id
      where subscription.status = 'waiting'
        or (subscription.status = 'told' and subscription.told_trigger_id = wanted.trigger_id)
      order by subscription.subscription_id
      for no key update of subscription`
    const redriven = await sql<Redriven[]>`
      with wanted as (
        select *
        from unnest(
          ${again.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${again.map(({ triggerId }) => triggerId)}::uuid[],
          ${again.map(({ channel }) => channel)}::text[]
        ) as wanted (subscription_id, trigger_id, channel)
      ),
      offered as (
        update offers offer
        set closed_by = 'withdrawn',
            lapses_at = now() + ${settings.offerWindow} * interval '1 millisecond'
        from wanted
        where offer.store_id = ${storeId}
          and offer.subscription_id = wanted.subscription_id
          and offer.trigger_id = wanted.trigger_id
          and offer.closed_by in ('withdrawn', 'lapsed')
        returning offer.subscription_id, offer.trigger_id
      ),
      redriven as (
        update deliveries delivery
        set status = case when offered.subscription_id is null then 'due' else 'withheld' end,
            due_at = now(),
            tried_at = null,
            sent_at = null,
            reason = 'redriven',
            updated_at = now()
        from wanted
        left join offered using (subscription_id, trigger_id)
        where delivery.store_id = ${storeId}
          and delivery.subscription_id = wanted.subscription_id
          and delivery.trigger_id = wanted.trigger_id
          and delivery.channel = wanted.channel
          and delivery.status = 'failed'
        returning delivery.subscription_id, delivery.trigger_id, delivery.channel,
          delivery.status = 'withheld' as is_offered
      ),
      noted as (
        insert into subscription_events (store_id, subscription_id, step, reason, facts)
        select ${storeId}, subscription_id, 'planned', 'redriven',
          jsonb_strip_nulls(jsonb_build_object('triggerId', trigger_id, 'sentAt', before.sent_at, 'sent', jsonb_build_object(
            'medium', before.medium, 'provider', before.provider, 'providerId', before.provider_id, 'template', before.template
          )))
        from redriven
        -- as it was before this statement
        join deliveries before using (subscription_id, trigger_id, channel)
        where before.store_id = ${storeId}
      )
      select trigger_id, is_offered
      from redriven`
    const planned = new Set(redriven.filter(({ isOffered }) => isOffered).map(({ triggerId }) => triggerId))
    await scheduleWork(sql, storeId, [
      ...[...planned].map((triggerId) => ({ work: 'plan', triggerId }) as const),
      ...(redriven.length > 0 ? [{ work: 'send' } as const] : []),
    ])
    return redriven.length
  })
}
