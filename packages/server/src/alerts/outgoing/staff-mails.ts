/** Sends mails to people of the dashboard, through the installation's own mail server only: a store's server must not see them. */
import type { Channel, Outcome } from '../../channels/channel.ts'
import type { Database } from '../../database/connect.ts'
import type { BackgroundLoop } from '../../domain/schedule/background-loop.ts'
import { type Retry, startLeasedWork } from '../../domain/schedule/leased-work.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import { makeAccountLink } from '../../domain/staff/account-links.ts'
import { makeConfirmation } from '../../domain/staff/email-changes.ts'
import { forgetGuesses } from '../../domain/staff/guess-budgets.ts'
import { findUserByEmail } from '../../domain/staff/password-resets.ts'
import {
  claimStaffMails,
  type DueStaffMail,
  forgetStaffMails,
  type StaffMail,
  settleStaffMail,
  staffMailChannel,
} from '../../domain/staff/staff-mails.ts'
import { composeStaffMail } from '../../letters/staff-mail.ts'

export type StaffMailOptions = {
  vault: Vault
  /** Null where the installation has no mail server. */
  channel: Channel | null
  publicUrl: string
  warn: (sentence: string, error?: unknown) => void
  tick?: number
  firstDelay?: number
}

const batch = 10
const lease = 5 * 60_000
const hour = 60 * 60_000

export async function startStaffMails(sql: Database, options: StaffMailOptions): Promise<BackgroundLoop> {
  const { vault, warn, firstDelay, tick = 5_000 } = options
  let cleanedAt = 0
  return await startLeasedWork(
    sql,
    {
      findPlaces: async () => {
        if (Date.now() - cleanedAt > hour) {
          cleanedAt = Date.now()
          await forgetStaffMails(sql)
          await forgetGuesses(sql)
        }
        return ['installation']
      },
      claim: () => claimStaffMails(sql, vault, batch, lease),
      attempt: (_place, mail: DueStaffMail) =>
        send(sql, mail, options).catch((error): Retry => {
          warn(`staff mail ${mail.mailId} was not sent`, error)
          return { kind: 'retry', reason: 'a fault of our own' }
        }),
      settle: async (_place, mail, outcome) => {
        if (outcome.kind === 'refused' || outcome.kind === 'retry')
          warn(`staff mail ${mail.mailId} was not sent: ${outcome.kind}`)
        await settleStaffMail(sql, mail, outcome)
      },
      warn,
      waits: { first: firstDelay },
    },
    { name: 'staff mails', tick, channel: staffMailChannel },
  )
}

type SendResult = Outcome | { kind: 'dropped' }

async function send(sql: Database, mail: DueStaffMail, { channel, publicUrl }: StaffMailOptions): Promise<SendResult> {
  if (!channel) return { kind: 'refused', reason: 'This installation has no mail server.' }
  const wanted = await makeLetter(sql, mail, publicUrl)
  if (!wanted) return { kind: 'dropped' }
  const { mailId: messageId, recipient } = mail
  const headers = { 'Auto-Submitted': 'auto-generated' }
  return await channel
    .send({ messageId, recipient, headers, ...composeStaffMail(wanted.mail, wanted.link) })
    .catch((error): Outcome => ({ kind: 'retry', reason: String(error?.message ?? error) }))
}

/** Where the mail's button leads; null when there is nobody to write to, or nothing to say any more. */
async function makeLetter(
  sql: Database,
  mail: DueStaffMail,
  publicUrl: string,
): Promise<{ mail: StaffMail; link: string } | null> {
  const base = `${publicUrl}/dashboard`
  if (mail.purpose === 'invitation') return { mail, link: mail.values.link }
  if (mail.purpose === 'confirm-email') {
    const token = await makeConfirmation(sql, mail.values.userId, mail.recipient)
    return token === null ? null : { mail, link: `${base}/confirm-email#${token}` }
  }
  if (mail.purpose !== 'reset') return { mail, link: `${base}/` }
  const user = await findUserByEmail(sql, mail.recipient)
  if (!user) return null
  const token = await makeAccountLink(sql, { userId: user.userId, purpose: 'reset' })
  const values = { locale: user.locale ?? mail.values.locale }
  return { mail: { purpose: 'reset', values }, link: `${base}/reset#${token}` }
}
