/** All messages of a store, sent or not: alerts and system messages, the last changed first. */
import type { outboxStates } from '@heartbell/contract/dashboard/messages'
import type { Sql } from '../../database/connect.ts'
import type { Store } from '../stores/stores.ts'

export type OutboxState = (typeof outboxStates)[number]

export type OutboxLine = {
  /** `alert`, or the purpose of a system message. */
  purpose: string
  /** Identifies the message in other calls. */
  messageKey: string
  medium: string
  recipient: string
  subject: string | null
  topic: string | null
  title: string | null
  variantInfo: string | null
  status: OutboxState
  reason: string | null
  provider: string | null
  attempts: number
  sentAt: Date | null
  dueAt: Date | null
  clickedAt: Date | null
  deliveredAt: Date | null
  at: Date
}

export type OutboxFilter = {
  status?: OutboxState | undefined
  addresses?: string[] | undefined
  after?: string | undefined
  limit: number
}

/** `at~key`: the key separates rows of the same time. */
const readPlace = (after: string | undefined) => {
  const [, at, key] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)~([\w:.-]{1,150})$/.exec(after ?? '') ?? []
  return at && key ? { at, key } : null
}

/**
 * System messages that a store's team may see. Never mails to team members (invitations, password resets, address changes): their
 * links give access to an account.
 */
const shownPurposes = ['shared-list', 'confirm-alert', 'alerts-link', 'test', 'owner']

const alertKey = `'a:' || delivery.subscription_id || ':' || delivery.trigger_id || ':' || delivery.channel`

/** Due messages are sorted by due time, all others by the last change. Each source is read by its index. */
export async function browseOutbox(
  sql: Sql,
  { storeId }: Store,
  { status, addresses, after, limit }: OutboxFilter,
): Promise<{ rows: OutboxLine[]; next: string | null }> {
  const place = readPlace(after)
  const queued = status === 'due'
  const moment = sql.unsafe(queued ? 'due_at' : 'updated_at')
  const order = sql.unsafe(queued ? 'asc' : 'desc')
  const beyond = sql.unsafe(queued ? '>' : '<')
  const past = (key: string) =>
    place
      ? sql`and ${moment} ${beyond}= ${place.at} and (${moment}, ${sql.unsafe(key)}) ${beyond} (${place.at}::timestamptz, ${place.key})`
      : sql``
  const rows = await sql<OutboxLine[]>`
    with alerts as (
      select delivery.*, ${sql.unsafe(alertKey)} as message_key
      from deliveries delivery
      where delivery.store_id = ${storeId}
        and ${status ? sql`delivery.status = ${status}` : sql`delivery.status <> 'due'`}
        ${
          addresses
            ? sql`and delivery.subscription_id = any(array(
                select subscription_id
                from subscriptions
                where store_id = ${storeId}
                  and address = any(${addresses})
              ))`
            : sql``
        }
        ${past(alertKey)}
      order by delivery.${moment} ${order}, message_key ${order}
      limit ${limit}
    ),
    letters as (
      select message.*, 'm:' || message.message_id as message_key
      from messages message
      where message.store_id = ${storeId}
        and message.purpose = any(${shownPurposes})
        ${status ? sql`and message.status = ${status}` : sql``}
        ${addresses ? sql`and message.recipient = any(${addresses})` : sql``}
        ${past(`'m:' || message.message_id`)}
      order by message.${moment} ${order}, message_key ${order}
      limit ${limit}
    )
    select *
    from (
      select 'alert' as purpose, message_key, alerts.medium, subscription.address as recipient,
        alerts.facts ->> 'subject' as subject, subscription.topic, variant.title, variant.variant_info, alerts.status,
        alerts.reason, alerts.provider, alerts.attempts, alerts.sent_at, alerts.due_at, alerts.clicked_at,
        alerts.delivered_at, alerts.${moment} as at
      from alerts
      join subscriptions subscription on subscription.store_id = ${storeId}
        and subscription.subscription_id = alerts.subscription_id
      left join variants variant on variant.store_id = ${storeId}
        and variant.variant_id = subscription.variant_id
      union all
      select purpose, message_key, channel, recipient, subject, null, null, null, status, reason, null, attempts,
        sent_at, due_at, null, null, ${moment}
      from letters
    ) message
    order by at ${order}, message_key ${order}
    limit ${limit}`
  const last = rows.length === limit ? rows.at(-1)! : null
  return { rows, next: last && `${last.at.toISOString()}~${last.messageKey}` }
}

/** A system message with its content. */
export type OutboxMessage = OutboxLine & {
  html: string
  text: string
  senderName: string
  headers: Record<string, string>
  createdAt: Date
}

export async function findOutboxMessage(
  sql: Sql,
  { storeId }: Store,
  messageId: string,
): Promise<OutboxMessage | null> {
  const [found] = await sql<OutboxMessage[]>`
    select purpose, 'm:' || message_id as message_key, channel as medium, recipient, subject, null as topic, null as title,
      null as variant_info, status, reason, null as provider, attempts, sent_at, due_at, null as clicked_at,
      null as delivered_at, updated_at as at, body_html as html, body_text as text, sender_name, headers, created_at
    from messages
    where store_id = ${storeId}
      and message_id = ${messageId}
      and purpose = any(${shownPurposes})`
  return found ?? null
}

/** Sends a system message again, whatever its status. */
export async function resendMessage(sql: Sql, { storeId }: Store, messageId: string): Promise<boolean> {
  const again = await sql`
    update messages
    set status = 'due',
        due_at = now(),
        reason = null,
        created_at = now(),
        updated_at = now()
    where store_id = ${storeId}
      and message_id = ${messageId}
      and status <> 'due'
    returning pg_notify('heartbell_messages', '')`
  return again.length > 0
}

export type OutboxAlert = OutboxLine & {
  subscriptionId: string
  triggerId: string
  channel: string
  template: string | null
  facts: Record<string, unknown> | null
  cause: string
  causeFacts: Record<string, unknown>
  createdAt: Date
}

export type OutboxAlertKey = { subscriptionId: string; triggerId: string; channel: string }

export async function findOutboxAlert(
  sql: Sql,
  { storeId }: Store,
  { subscriptionId, triggerId, channel }: OutboxAlertKey,
): Promise<OutboxAlert | null> {
  const [found] = await sql<OutboxAlert[]>`
    select 'alert' as purpose, ${sql.unsafe(alertKey)} as message_key, delivery.medium, subscription.address as recipient,
      delivery.facts ->> 'subject' as subject, subscription.topic, variant.title, variant.variant_info, delivery.status,
      delivery.reason, delivery.provider, delivery.attempts, delivery.sent_at, delivery.due_at, delivery.clicked_at,
      delivery.delivered_at, delivery.updated_at as at, delivery.subscription_id, delivery.trigger_id, delivery.channel,
      delivery.template, delivery.facts, trigger.cause, trigger.facts as cause_facts, delivery.created_at
    from deliveries delivery
    join subscriptions subscription on subscription.store_id = ${storeId}
      and subscription.subscription_id = delivery.subscription_id
    join triggers trigger on trigger.store_id = ${storeId}
      and trigger.trigger_id = delivery.trigger_id
    left join variants variant on variant.store_id = ${storeId}
      and variant.variant_id = subscription.variant_id
    where delivery.store_id = ${storeId}
      and delivery.subscription_id = ${subscriptionId}
      and delivery.trigger_id = ${triggerId}
      and delivery.channel = ${channel}`
  return found ?? null
}
