/** Messages of platforms: stored before they are answered, applied after, each once however often it arrives. */
import { createHash } from 'node:crypto'
import type { Sql } from '../../database/connect.ts'
import { safeText } from '../../database/safe-text.ts'
import type { Store } from '../stores/stores.ts'
import type { Platform } from './inbound-events.ts'

export type NewInboundMessage = { source: Platform; key: string; topic: string; body: string }

export type InboundMessage = NewInboundMessage & { requestId: string | null; receivedAt: Date; attempts: number }

/** How long a worker may need; then another one may claim the message. */
const lease = '30 seconds'

/** `meaning`: what the topic stands for; a body stored with one meaning is refused with another. */
export type SignedInboundMessage = NewInboundMessage & { meaning: string }

/** Claimed at once by the caller. Null for a repetition. */
export async function storeInboundMessage(
  sql: Sql,
  { storeId }: Store,
  { source, key, topic, body, meaning }: SignedInboundMessage,
  requestId: string | null = null,
): Promise<InboundMessage | null | 'other-meaning'> {
  const hash = createHash('sha256').update(body).digest()
  const [kept] = await sql<(InboundMessage & { isSame: boolean })[]>`
    with body as (
      insert into inbound_bodies (store_id, source, body_hash, meaning)
      values (${storeId}, ${source}, ${hash}, ${meaning})
      on conflict (store_id, source, body_hash) do update
      set received_at = now()
      returning meaning
    ),
    kept as (
      insert into inbound_messages (store_id, source, message_key, topic, body, request_id, due_at, attempts)
      select ${storeId}, ${source}, ${key}, ${topic}, ${body}, ${requestId}, now() + ${lease}::interval, 1
      from body
      where meaning = ${meaning}
      on conflict (store_id, source, message_key) do nothing
      returning source, message_key as key, topic, body, request_id, received_at, attempts
    )
    select meaning = ${meaning} as is_same, kept.*
    from body
    left join kept on true`
  const { isSame, ...message } = kept!
  if (!isSame) return 'other-meaning'
  return message.key === null ? null : message
}

/** Stores with messages that are not applied. */
export async function findStoresWithDueInbound(sql: Sql): Promise<string[]> {
  const rows = await sql<{ pid: string }[]>`
    -- every store: which of them have work
    select pid
    from stores
    where asleep_since is null
      and exists (
        select from inbound_messages
        where inbound_messages.store_id = stores.store_id
          and status = 'due'
          and due_at <= now()
      )`
  return rows.map(({ pid }) => pid)
}

/** In the order they came, as far as platforms keep one. */
export async function claimInboundMessages(sql: Sql, { storeId }: Store, limit = 50): Promise<InboundMessage[]> {
  return await sql<InboundMessage[]>`
    with due as materialized (
      select source, message_key
      from inbound_messages
      where store_id = ${storeId}
        and status = 'due'
        and due_at <= now()
      order by due_at
      limit ${limit}
      for update skip locked
    )
    update inbound_messages message
    set due_at = now() + ${lease}::interval,
        attempts = attempts + 1
    from due
    where message.store_id = ${storeId}
      and message.source = due.source
      and message.message_key = due.message_key
    returning message.source, message.message_key as key, topic, body, request_id, received_at, attempts`
}

/** False when another worker has claimed it, or it is done. Locks it to the end of the transaction. */
export async function lockInboundMessage(sql: Sql, { storeId }: Store, message: InboundMessage): Promise<boolean> {
  const rows = await sql`
    select
    from inbound_messages
    where store_id = ${storeId}
      and source = ${message.source}
      and message_key = ${message.key}
      and status = 'due'
      and attempts = ${message.attempts}
    for update`
  return rows.length > 0
}

/** Done: the body is deleted, the key stays so that a repetition is recognized. */
export async function finishInboundMessage(
  sql: Sql,
  { storeId }: Store,
  { source, key }: InboundMessage,
): Promise<void> {
  await sql`
    update inbound_messages
    set status = 'done',
        body = null
    where store_id = ${storeId}
      and source = ${source}
      and message_key = ${key}`
}

const mostAttempts = 12

/** About 5 s, 10 s, 20 s … an hour. */
export const inboundWaits = { first: 5_000, longest: 3_600_000 }

/** To be applied `after` milliseconds from now; after twelve attempts it stays, for somebody to look at. */
export async function postponeInboundMessage(
  sql: Sql,
  { storeId }: Store,
  { source, key, attempts }: InboundMessage,
  { reason, after }: { reason: string; after: number },
): Promise<void> {
  await sql`
    update inbound_messages
    set status = case when ${attempts >= mostAttempts} then 'failed' else 'due' end,
        due_at = now() + ${after} * interval '1 millisecond',
        reason = ${safeText(reason, 500)}
    where store_id = ${storeId}
      and source = ${source}
      and message_key = ${key}
      and attempts = ${attempts}
      and status = 'due'`
}
