/** Sends mails to people of the dashboard, through the installation's own mail server only: a store's server must not see them. */
import type { Channel, Outcome } from '../../channels/channel.ts'
import type { Database } from '../../database/connect.ts'
import { listen } from '../../database/listen.ts'
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
  type StaffMailOutcome,
  settleStaffMail,
  staffMailChannel,
} from '../../domain/staff/staff-mails.ts'
import { composeStaffMail } from '../../letters/staff-mail.ts'
import { type Loop, startLoop } from '../pacing/loop.ts'
import { retryDelay } from './messages.ts'

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

export async function startStaffMails(sql: Database, options: StaffMailOptions): Promise<{ stop(): Promise<void> }> {
  const { vault, warn, tick = 5_000 } = options
  let tidiedAt = 0
  const look = async () => {
    if (Date.now() - tidiedAt > hour) {
      tidiedAt = Date.now()
      await forgetStaffMails(sql)
      await forgetGuesses(sql)
    }
    const mails = await claimStaffMails(sql, vault, batch, lease)
    await Promise.all(mails.map((mail) => sendOrRetry(sql, mail, options)))
    return mails.length === batch
  }
  const loop: Loop = startLoop({ look, tick, warn: (error) => warn('sending staff mails stopped short', error) })
  const subscription = await listen(sql, staffMailChannel, () => loop.wake())
  return {
    stop: async () => {
      await Promise.allSettled([subscription.unlisten(), loop.stop()])
    },
  }
}

/** A fault of our own, such as a database that went away, must not leave the mail to its lease. */
async function sendOrRetry(sql: Database, mail: DueStaffMail, options: StaffMailOptions): Promise<void> {
  try {
    await sendOne(sql, mail, options)
  } catch (error) {
    options.warn(`staff mail ${mail.mailId} was not sent`, error)
    const after = retryDelay(mail.attempts, Math.random(), options.firstDelay)
    await settleStaffMail(sql, mail, { status: 'due', reason: 'a fault of our own', after })
  }
}

async function sendOne(sql: Database, mail: DueStaffMail, { channel, publicUrl, ...options }: StaffMailOptions) {
  const settle = (what: StaffMailOutcome) => settleStaffMail(sql, mail, what)
  if (!channel) return await settle({ status: 'failed', reason: 'This installation has no mail server.' })
  const wanted = await makeLetter(sql, mail, publicUrl)
  if (!wanted) return await settle({ status: 'dropped' })
  const { mailId: messageId, recipient } = mail
  const letter = composeStaffMail(wanted.mail, wanted.link)
  const headers = { 'Auto-Submitted': 'auto-generated' }
  const outcome = await channel
    .send({ messageId, recipient, headers, ...letter })
    .catch((error): Outcome => ({ kind: 'retry', reason: String(error?.message ?? error) }))
  if (outcome.kind !== 'sent') options.warn(`staff mail ${messageId} was not sent: ${outcome.kind}`)
  await settle(settled(outcome, mail.attempts, options.firstDelay))
}

function settled(outcome: Outcome, attempts: number, firstDelay?: number): StaffMailOutcome {
  if (outcome.kind === 'sent') return { status: 'sent' }
  if (outcome.kind === 'refused') return { status: 'failed', reason: outcome.reason }
  const after = outcome.after ?? retryDelay(attempts, Math.random(), firstDelay)
  return { status: 'due', reason: outcome.reason, after }
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
