/** Messages that are no alerts: added when requested, claimed by a worker when due, settled with their outcome. */
import { createHash } from 'node:crypto'
import type { Sql } from '../../database/connect.ts'
import { safeText } from '../../database/safe-text.ts'
import { isNotPaused } from '../schedule/pause-store.ts'
import { newId } from '../secrets/ids.ts'
import { hashRows } from '../secrets/link-tokens.ts'
import type { Allowance } from '../settings/message-settings.ts'
import { mailboxOf } from '../shoppers/addresses.ts'
import { isUnwanted } from '../shoppers/opt-outs.ts'
import type { Store } from '../stores/stores.ts'
import { chargeBudgets } from './message-limits.ts'
import { hashAddress, hashMailbox } from './suppressions.ts'

export type NewMessage = {
  purpose: 'shared-list' | 'confirm-alert' | 'alerts-link' | 'test'
  channel: 'email' | 'sms' | 'whatsapp'
  recipient: string
  senderName: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  /** Who asked for it; null where nobody is known. */
  shopperId?: string | null
  /** What it is about, apart from its links: the same again within ten minutes is a repeated request and sent once. */
  about: string
  /** So many of this purpose to this recipient; more are left out. */
  allowed?: Allowance | null
}

/** `unwanted`: the recipient is suppressed or refused messages of this kind. `too-many`: had enough for now. */
export type MessageResult = 'added' | 'repeated' | 'unwanted' | 'too-many'

export const messageChannel = 'heartbell_messages'

/**
 * The one place where a message to a shopper, or to anybody a shopper names, is made: whether the recipient may be written to is asked
 * here for every purpose, and again when it is sent. The caller's answer must not reveal the result to the requester.
 */
export async function addMessage(sql: Sql, store: Writer, message: NewMessage): Promise<MessageResult> {
  const { storeId } = store
  const { purpose, channel, recipient, senderName, subject, text, html, headers = {}, shopperId = null } = message
  const to = { medium: channel, address: recipient }
  const addressHash = hashAddress(store, to)
  const digest = createHash('sha256')
    .update(JSON.stringify([purpose, channel, recipient, message.about]))
    .digest()
  const [now] = await sql<{ isUnwanted: boolean; isRepeated: boolean }[]>`
    select ${isUnwanted(sql, storeId, sql`${addressHash}::bytea`, sql`${purpose}`, hashRows(sql, hashMailbox(store, to)))} as is_unwanted,
      exists (
        select from messages
        where store_id = ${storeId}
          and recipient = ${recipient}
          and purpose = ${purpose}
          and digest = ${digest}
          and status <> 'failed'
          and created_at > now() - interval '10 minutes'
      ) as is_repeated`
  if (now!.isUnwanted) return 'unwanted'
  if (now!.isRepeated) return 'repeated'
  const charge = {
    budget: `${purpose}-to-recipient`,
    subject: `${channel} ${mailboxOf(to)}`,
    allowed: message.allowed ?? null,
  }
  if (await chargeBudgets(sql, store, [charge])) return 'too-many'
  await sql`
    insert into messages (
      store_id, message_id, channel, purpose, shopper_id, recipient, recipient_hash, sender_name, subject, body_text, body_html,
      headers, digest
    )
    values (
      ${storeId}, ${newId()}, ${channel}, ${purpose}, ${shopperId}, ${recipient}, ${addressHash}, ${senderName}, ${subject},
      ${text}, ${html},
      -- no answering machine replies to it
      ${sql.json({ 'Auto-Submitted': 'auto-generated', ...headers })}::jsonb, ${digest}
    )
    returning pg_notify(${messageChannel}, '')`
  return 'added'
}

type Writer = Pick<Store, 'storeId' | 'tokenKey'>

/** Stores with due messages, the longest waiting first. */
export async function findStoresWithDueMessages(sql: Sql): Promise<number[]> {
  const stores = await sql<{ storeId: number }[]>`
    -- every store: the worker serves all of them in turn
    select store_id
    from messages
    where status = 'due'
      and due_at <= now()
      and ${isNotPaused(sql, 'store_id')}
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

/**
 * Claims up to `most` messages for `lease` milliseconds; other workers skip them. What its recipient must not
 * get (any more) is given up here: an address may bounce, complain or be erased while a message waits.
 */
export async function claimMessages(sql: Sql, storeId: number, most: number, lease: number): Promise<DueMessage[]> {
  return await sql<DueMessage[]>`
    -- materialized: a planner that joins by a loop would run the choice once for each message, and take more than asked
    with taken as materialized (
      select message_id, coalesce(${isUnwanted(sql, storeId, sql`messages.recipient_hash`, sql`messages.purpose`)}, false) as is_unwanted
      from messages
      where store_id = ${storeId}
        and status = 'due'
        and due_at <= now()
      order by due_at
      limit ${most}
      for update skip locked
    ),
    given_up as (
      update messages message
      set status = 'failed',
          reason = 'suppressed',
          updated_at = now()
      from taken
      where message.store_id = ${storeId}
        and message.message_id = taken.message_id
        and taken.is_unwanted
    )
    update messages message
    set due_at = now() + ${lease} * interval '1 millisecond',
        attempts = attempts + 1,
        updated_at = now()
    from taken
    where message.store_id = ${storeId}
      and message.message_id = taken.message_id
      and not taken.is_unwanted
    returning message.message_id, channel, recipient, sender_name, subject, body_text as text, body_html as html, headers, attempts`
}

export type MessageOutcome =
  | { kind: 'sent'; providerId: string }
  | { kind: 'retry'; reason: string; after: number }
  | { kind: 'refused'; reason: string }

const statuses = { sent: 'sent', retry: 'due', refused: 'failed' }

/** Writes the outcome, unless the lease expired and another worker claimed the message. A day of attempts is enough. */
export async function settleMessage(
  sql: Sql,
  storeId: number,
  { messageId, attempts }: Pick<DueMessage, 'messageId' | 'attempts'>,
  outcome: MessageOutcome,
): Promise<void> {
  const status = statuses[outcome.kind]
  await sql`
    update messages
    set status = case
          when ${status} = 'due' and created_at < now() - interval '24 hours' then 'failed'
          else ${status}
        end,
        due_at = now() + ${outcome.kind === 'retry' ? outcome.after : 0} * interval '1 millisecond',
        reason = ${outcome.kind === 'sent' ? null : safeText(outcome.reason, 500)},
        provider_id = ${outcome.kind === 'sent' ? safeText(outcome.providerId, 500) : null},
        sent_at = case when ${status} = 'sent' then now() end,
        updated_at = now()
    where store_id = ${storeId}
      and message_id = ${messageId}
      and attempts = ${attempts}
      and status = 'due'`
}
