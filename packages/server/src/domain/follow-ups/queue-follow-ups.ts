/** Writes follow-ups: each a trigger for one person, whose id allows it once, and its message. Those without one get their reason. */
import { createHash } from 'node:crypto'
import type { Sql } from '../../database/connect.ts'
import { scheduleWork } from '../schedule/scheduled-work.ts'
import type { Store } from '../stores/stores.ts'
import { emitEvents } from '../webhooks/events.ts'
import type { FollowedMessage } from './follow-up-rule.ts'

/** The same for the same person and first message, so that a second one meets the primary key. */
function followUpId({ subscriptionId, triggerId }: FollowedMessage): string {
  const digest = createHash('sha256').update(`follow-up\0${subscriptionId}\0${triggerId}`).digest('hex')
  return `${digest.slice(0, 8)}-${digest.slice(8, 12)}-${digest.slice(12, 16)}-${digest.slice(16, 20)}-${digest.slice(20, 32)}`
}

type WrittenFollowUp = { triggerId: string; subscriptionId: string }

/**
 * The triggers of messages that had no follow-up yet. Each is superseded from the start, as every trigger for one person, so that
 * planning does not take it for a round.
 */
export async function writeFollowUps(
  sql: Sql,
  store: Store,
  variantId: string,
  messages: FollowedMessage[],
): Promise<WrittenFollowUp[]> {
  const rows = messages.map((message) => ({
    trigger_id: followUpId(message),
    ...{ follows: message.triggerId, subscription_id: message.subscriptionId, topic: message.topicName },
    ...{ pacing: message.pacing, facts: { sentAt: message.sentAt.toISOString() } },
  }))
  const written = await sql<(WrittenFollowUp & { topic: string })[]>`
    insert into triggers (
      store_id, trigger_id, topic, variant_id, cause, facts, pacing, planned, planned_at, superseded_at, for_subscription_id,
      follows_trigger_id
    )
    select ${store.storeId}, trigger_id, topic, ${variantId}, 'follow-up', facts, pacing, 1, now(), now(), subscription_id,
      follows
    from jsonb_to_recordset(${sql.json(rows)}) as row (
      trigger_id uuid, follows uuid, subscription_id uuid, topic text, pacing text, facts jsonb
    )
    on conflict (store_id, trigger_id) do nothing
    returning trigger_id, for_subscription_id as subscription_id, topic`
  await emitEvents(
    sql,
    store,
    written.map(({ triggerId, topic }) => ({ type: 'alert.queued', data: { triggerId, topic, variantId, count: 1 } })),
  )
  return written
}

/** For those who are notified now. Gives those that had one already. */
export async function queueFollowUps(
  sql: Sql,
  store: Store,
  variantId: string,
  messages: FollowedMessage[],
): Promise<FollowedMessage[]> {
  const written = await writeFollowUps(sql, store, variantId, messages)
  const ids = new Set(written.map(({ triggerId }) => triggerId))
  const repeated = messages.filter((message) => !ids.has(followUpId(message)))
  if (written.length === 0) return repeated
  await sql`
    insert into deliveries (store_id, subscription_id, trigger_id, channel, medium, due_at)
    select ${store.storeId}, subscription.subscription_id, written.trigger_id, subscription.medium, subscription.medium, now()
    from unnest(
      ${written.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${written.map(({ triggerId }) => triggerId)}::uuid[]
    ) as written (subscription_id, trigger_id)
    join subscriptions subscription on subscription.store_id = ${store.storeId}
      and subscription.subscription_id = written.subscription_id`
  await scheduleWork(sql, store.storeId, [{ work: 'send' }])
  return repeated
}

export async function noteNoFollowUps(
  sql: Sql,
  { storeId }: Store,
  refused: { message: FollowedMessage; reason: string }[],
): Promise<void> {
  if (refused.length === 0) return
  const rows = refused.map(({ message: { subscriptionId, triggerId, medium }, reason }) => ({
    ...{ subscription_id: subscriptionId, reason, facts: { triggerId, medium } },
  }))
  await sql`
    insert into subscription_events (store_id, subscription_id, step, reason, facts)
    select ${storeId}, subscription_id, 'no-follow-up', reason, facts
    from jsonb_to_recordset(${sql.json(rows)}) as row (subscription_id uuid, reason text, facts jsonb)`
}
