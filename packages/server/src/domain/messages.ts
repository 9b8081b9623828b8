/** Messages to people: kept when they are asked for, taken by a sender when they are due, and what became of them. */
import { createHash } from 'node:crypto'
import { tooManyMessages } from '@heartbell/contract/refusals'
import type { Sql } from '../database/connect.ts'
import { newId } from './ids.ts'
import { othersWords } from './others-words.ts'
import type { Shopper } from './shoppers.ts'
import { isAwake } from './sleep.ts'

export type NewMessage = {
  purpose: 'shared-list'
  recipient: string
  senderName: string
  subject: string
  text: string
  html: string
}

export const messageChannel = 'heartbell_messages'

/** A shopper who sends more is no friend of the store's reputation as a sender. */
export const mostAnHour = 20

type Added = { isRepeated: boolean; isAdded: boolean; freeAfter: number }

/**
 * Keeps a message for sending. The same words to the same address within ten minutes are a call repeated because its answer
 * was lost. Inside a transaction that holds the shopper, so that nobody slips past the limit.
 */
export async function addMessage(sql: Sql, who: Shopper, message: NewMessage): Promise<void> {
  const { storeId } = who.store
  const { purpose, recipient, senderName, subject, text, html } = message
  const digest = createHash('sha256')
    .update(JSON.stringify([purpose, recipient, senderName, subject, text]))
    .digest()
  const [row] = await sql<Added[]>`
    with recent as (
      select created_at, digest, status
      from messages
      where store_id = ${storeId}
        and shopper_id = ${who.shopperId}
        and created_at > now() - interval '1 hour'
    ),
    same as (
      select
      from recent
      where digest = ${digest}
        and status <> 'failed'
        and created_at > now() - interval '10 minutes'
    ),
    added as (
      insert into messages (
        store_id, message_id, purpose, shopper_id, recipient, sender_name, subject, body_text, body_html, headers, digest
      )
      select ${storeId}, ${newId()}, ${purpose}, ${who.shopperId}, ${recipient}, ${senderName}, ${subject}, ${text}, ${html},
        -- no answering machine replies to it
        '{"Auto-Submitted": "auto-generated"}', ${digest}
      where not exists (select from same)
        and (select count(*) from recent) < ${mostAnHour}
      returning pg_notify(${messageChannel}, '')
    )
    select exists (select from same) as is_repeated,
      exists (select from added) as is_added,
      coalesce((
        select ceil(date_part('epoch', min(created_at) + interval '1 hour' - now()))
        from recent
      ), 0)::integer as free_after`
  if (!row!.isRepeated && !row!.isAdded) throw tooManyMessages(mostAnHour, Math.max(1, row!.freeAfter))
}

/** Stores with something to send, whoever has waited longest first. */
export async function findDueStores(sql: Sql): Promise<number[]> {
  const stores = await sql<{ storeId: number }[]>`
    -- every store: the sender works for all of them, and takes from each in turn
    select store_id
    from messages
    where status = 'due'
      and due_at <= now()
      and ${isAwake(sql, 'store_id')}
    group by store_id
    order by min(due_at)`
  return stores.map(({ storeId }) => storeId)
}

export type DueMessage = {
  messageId: string
  channel: string
  recipient: string
  senderName: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attempts: number
}

/** Takes up to `most` messages for `lease` milliseconds; other senders pass over what is being taken. */
export async function claimMessages(sql: Sql, storeId: number, most: number, lease: number): Promise<DueMessage[]> {
  return await sql<DueMessage[]>`
    -- materialized: a planner that joins by a loop would run the choice once for each message, and take more than asked
    with taken as materialized (
      select message_id
      from messages
      where store_id = ${storeId}
        and status = 'due'
        and due_at <= now()
      order by due_at
      limit ${most}
      for update skip locked
    )
    update messages message
    set due_at = now() + ${lease} * interval '1 millisecond',
        attempts = attempts + 1,
        updated_at = now()
    from taken
    where message.store_id = ${storeId}
      and message.message_id = taken.message_id
    returning message.message_id, channel, recipient, sender_name, subject, body_text as text, body_html as html, headers, attempts`
}

export type Settled =
  | { status: 'sent'; providerId: string }
  | { status: 'due'; reason: string; after: number }
  | { status: 'failed'; reason: string }

/** Writes down what became of a taken message, unless its lease ran out and another took it. A day of trying is enough. */
export async function settleMessage(
  sql: Sql,
  storeId: number,
  { messageId, attempts }: Pick<DueMessage, 'messageId' | 'attempts'>,
  what: Settled,
): Promise<void> {
  await sql`
    update messages
    set status = case
          when ${what.status} = 'due' and created_at < now() - interval '24 hours' then 'failed'
          else ${what.status}
        end,
        due_at = now() + ${what.status === 'due' ? what.after : 0} * interval '1 millisecond',
        reason = ${what.status === 'sent' ? null : othersWords(what.reason, 500)},
        provider_id = ${what.status === 'sent' ? othersWords(what.providerId, 500) : null},
        sent_at = case when ${what.status} = 'sent' then now() end,
        updated_at = now()
    where store_id = ${storeId}
      and message_id = ${messageId}
      and attempts = ${attempts}
      and status = 'due'`
}
