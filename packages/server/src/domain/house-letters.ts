/** Letters of the house itself that nobody's list is about: a question whether alerts are wanted, a link to them, a test. */
import { createHash } from 'node:crypto'
import type { Sql } from '../database/connect.ts'
import { newId } from './ids.ts'
import { messageChannel } from './messages.ts'

export type HouseLetter = {
  purpose: 'confirm-alert' | 'alerts-link' | 'test'
  channel: 'email' | 'sms'
  recipient: string
  senderName: string
  subject: string
  text: string
  html: string
  headers?: Record<string, string>
  /** What it is about, whatever its links look like: the same again within ten minutes is asked for twice and sent once. */
  about: string
}

/** So many an hour to one address: more is somebody else's doing, or nobody reads them. */
export const mostLettersAnHour = 6

/** False when the address has had enough for now; the same letter asked for again counts as added. */
export async function addLetter(
  sql: Sql,
  storeId: number,
  letter: HouseLetter,
  mostAnHour = mostLettersAnHour,
): Promise<boolean> {
  const { purpose, channel, recipient, senderName, subject, text, html, headers = {}, about } = letter
  const digest = createHash('sha256')
    .update(JSON.stringify([purpose, channel, recipient, about]))
    .digest()
  const [row] = await sql<{ isThere: boolean }[]>`
    with recent as (
      select digest, created_at, status
      from messages
      where store_id = ${storeId}
        and recipient = ${recipient}
        and purpose = ${purpose}
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
        store_id, message_id, channel, purpose, recipient, sender_name, subject, body_text, body_html, headers, digest
      )
      select ${storeId}, ${newId()}, ${channel}, ${purpose}, ${recipient}, ${senderName}, ${subject}, ${text}, ${html},
        ${sql.json({ 'Auto-Submitted': 'auto-generated', ...headers })}::jsonb, ${digest}
      where not exists (select from same)
        and (select count(*) from recent) < ${mostAnHour}
      returning pg_notify(${messageChannel}, '')
    )
    select exists (select from same) or exists (select from added) as is_there`
  return row!.isThere
}
