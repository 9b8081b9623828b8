/** A letter to a store's owners when an address of theirs is not told of events any more. */
import { createHash } from 'node:crypto'
import type { Sql } from '../database/connect.ts'
import { newId } from './ids.ts'
import { messageChannel } from './messages.ts'
import { othersWords } from './others-words.ts'

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** To nobody where no owner has given an address; the dashboard and the API tell it in any case. */
export async function tellOwners(sql: Sql, storeId: number, url: string, says: string): Promise<void> {
  const owners = await sql<{ email: string; name: string }[]>`
    select email, stores.name
    from members
    join users on users.user_id = members.user_id
    join stores on stores.store_id = ${storeId}
    where members.store_id = ${storeId}
      and role = 'owner'
      and email is not null`
  for (const { email, name } of owners) {
    const subject = `${name}: a webhook was switched off`
    const lines = [
      `We could not deliver events to ${url}, so we stopped trying.`,
      `Its last answer was: ${othersWords(says, 500)}`,
      'When it is mended, switch the webhook on again and have what failed sent once more.',
    ]
    const digest = createHash('sha256')
      .update(JSON.stringify([email, subject, lines]))
      .digest()
    await sql`
      with added as (
        insert into messages (
          store_id, message_id, purpose, recipient, sender_name, subject, body_text, body_html, headers, digest
        )
        values (
          ${storeId}, ${newId()}, 'owner', ${email}, ${name}, ${subject}, ${lines.join('\n\n')},
          ${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}, '{"Auto-Submitted": "auto-generated"}', ${digest}
        )
        returning 1
      )
      select pg_notify(${messageChannel}, '')
      from added`
  }
}
