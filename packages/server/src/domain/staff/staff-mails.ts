/** E-mails to dashboard users about their own accounts: stored until they are sent through the installation's mail server. */
import type { Role } from '@heartbell/contract/dashboard/route'
import type { Sql } from '../../database/connect.ts'
import { safeText } from '../../database/safe-text.ts'
import { newId } from '../secrets/ids.ts'
import { noStoreId, type Vault } from '../secrets/vault.ts'

export const staffMailChannel = 'heartbell_staff_mails'

/**
 * `reset` is stored for every address; whether an account has it is checked only when it is sent, so that the request takes
 * equally long for unknown addresses.
 */
export type StaffMail =
  | { purpose: 'reset'; values: { locale: string | null } }
  | { purpose: 'confirm-email'; values: { userId: string; locale: string | null } }
  | { purpose: 'email-changed'; values: { email: string; locale: string | null } }
  | { purpose: 'security'; values: { what: SecurityNote; locale: string | null } }
  | {
      purpose: 'invitation'
      values: { link: string; storeName: string; role: Role; inviter: string; locale: string | null }
    }

export type SecurityNote =
  | 'password-changed'
  | 'second-factor-on'
  | 'second-factor-off'
  | 'second-factor-removed'
  | 'recovery-code-used'

export async function addStaffMail(sql: Sql, vault: Vault, recipient: string, mail: StaffMail): Promise<void> {
  const sealed = vault.seal(noStoreId, Buffer.from(JSON.stringify(mail.values)))
  await sql`
    with added as (
      insert into staff_mails (mail_id, purpose, recipient, sealed)
      values (${newId()}, ${mail.purpose}, ${recipient}, ${sealed})
      returning 1
    )
    select pg_notify(${staffMailChannel}, '')
    from added`
}

export type DueStaffMail = StaffMail & { mailId: string; recipient: string; attempts: number }

type StaffMailRow = {
  mailId: string
  recipient: string
  attempts: number
  purpose: StaffMail['purpose']
  sealed: Buffer
}

/** Claims up to `most` for `lease` milliseconds; other senders skip claimed rows. */
export async function claimStaffMails(sql: Sql, vault: Vault, most: number, lease: number): Promise<DueStaffMail[]> {
  const rows = await sql<StaffMailRow[]>`
    with due as materialized (
      select mail_id
      from staff_mails
      where status = 'due'
        and due_at <= now()
      order by due_at
      limit ${most}
      for update skip locked
    )
    update staff_mails
    set due_at = now() + ${lease} * interval '1 millisecond',
        attempts = attempts + 1,
        updated_at = now()
    from due
    where staff_mails.mail_id = due.mail_id
    returning staff_mails.mail_id, recipient, attempts, purpose, sealed`
  return rows.map(({ sealed, ...row }) => {
    const values = JSON.parse(vault.open(noStoreId, sealed).toString())
    return { ...row, values } as DueStaffMail
  })
}

export type StaffMailOutcome =
  | { kind: 'sent' | 'dropped' }
  | { kind: 'refused'; reason: string }
  | { kind: 'retry'; reason: string; after: number }

const statuses = { sent: 'sent', dropped: 'dropped', refused: 'failed', retry: 'due' }

/** A link lives an hour or a day, so one day of retries is enough. A settled row contains nothing that opens an account. */
export async function settleStaffMail(
  sql: Sql,
  { mailId, attempts }: Pick<DueStaffMail, 'mailId' | 'attempts'>,
  outcome: StaffMailOutcome,
): Promise<void> {
  const status = statuses[outcome.kind]
  const reason = 'reason' in outcome ? safeText(outcome.reason, 500) : null
  await sql`
    update staff_mails
    set status = case
          when ${status} = 'due' and created_at < now() - interval '24 hours' then 'failed'
          else ${status}
        end,
        sealed = case when ${status} = 'due' then sealed end,
        due_at = now() + ${outcome.kind === 'retry' ? outcome.after : 0} * interval '1 millisecond',
        reason = ${reason},
        updated_at = now()
    where mail_id = ${mailId}
      and attempts = ${attempts}
      and status = 'due'`
}

export async function forgetStaffMails(sql: Sql): Promise<void> {
  await sql`
    delete from staff_mails
    where status <> 'due'
      and updated_at < now() - interval '30 days'`
}
