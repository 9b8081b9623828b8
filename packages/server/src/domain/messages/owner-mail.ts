/** A mail of the installation itself to the owners of a store. */
import { createHash } from 'node:crypto'
import type { Sql } from '../../database/connect.ts'
import { newId } from '../secrets/ids.ts'
import { escapeHtml } from './escape-html.ts'
import { messageChannel } from './messages.ts'

export type OwnerMail = {
  /** What happened; the store's name stands before it. */
  subject: string
  lines: readonly string[]
}

/** To nobody where no owner has an address; the dashboard shows it in any case. */
export async function mailOwners(sql: Sql, storeId: number, { subject: what, lines }: OwnerMail): Promise<void> {
  const owners = await sql<{ email: string; name: string }[]>`
    select email, stores.name
    from members
    join users on users.user_id = members.user_id
    join stores on stores.store_id = ${storeId}
    where members.store_id = ${storeId}
      and role = 'owner'
      and email is not null`
  for (const { email, name } of owners) {
    const subject = `${name}: ${what}`
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
