/** `heartbell dashboard`: links for the operator: to sign in, to reset a password, to confirm an e-mail address. */
import { foldEmail, isEmail } from '@heartbell/contract/fields'
import type { Database } from '../../database/connect.ts'
import { makeAccountLink } from '../../domain/staff/account-links.ts'
import { findEmailChanges, makeConfirmation } from '../../domain/staff/email-changes.ts'
import { findUserByEmail } from '../../domain/staff/password-resets.ts'
import { makeSignInLink } from '../../domain/staff/sign-in.ts'
import { actOnInstallation, type CommandDone } from '../plumbing/audited-command.ts'
import type { Command, CommandCall, CommandReply } from '../plumbing/command.ts'
import { findServerAddress } from '../process/server-address.ts'
import { UsageError } from '../settings/usage-error.ts'

export const dashboard: Command = {
  name: 'dashboard',
  what: 'print a link that signs you in to the dashboard; valid once, for one day',
  flags: {
    reset: { type: 'string', value: 'EMAIL', what: 'print a link for this person to choose a new password' },
    'without-second-factor': {
      type: 'boolean',
      what: 'with --reset, for a person who lost phone and recovery codes: the link also turns two-step sign-in off',
    },
    'confirm-email': {
      type: 'string',
      value: 'EMAIL',
      what: 'print the link that confirms this new address, if the installation sends no e-mail; send it to that address',
    },
  },
  audit: 'act',
  examples: [
    'heartbell dashboard',
    'heartbell dashboard --json',
    'heartbell dashboard --reset ada@shop.example',
    'heartbell dashboard --reset ada@shop.example --without-second-factor',
  ],
  run: async (call) => {
    const reset = readEmail(call, 'reset')
    const confirmed = readEmail(call, 'confirm-email')
    const removesSecondFactor = call.has('without-second-factor')
    if (reset && confirmed) throw new UsageError('--reset and --confirm-email cannot be combined.')
    if (removesSecondFactor && !reset) throw new UsageError('--without-second-factor needs --reset EMAIL.')
    const url = await findServerAddress(call.config())
    return await actOnInstallation(call, async (sql) => {
      if (reset) return await printReset(sql, url, reset, removesSecondFactor)
      if (confirmed) return await printConfirmations(sql, url, confirmed)
      const link = await writeLink(sql, url)
      return { answer: { data: { link }, text: link }, act: { act: 'sign-in-link-made' } }
    })
  },
}

type Printed = CommandDone<CommandReply>

function readEmail(call: CommandCall, flag: string): string | undefined {
  const typed = call.flag(flag)
  const email = typed === undefined ? undefined : foldEmail(typed)
  if (email !== undefined && !isEmail(email)) throw new UsageError(`--${flag} must be an e-mail address.`)
  return email
}

async function printReset(sql: Database, url: string, email: string, removesSecondFactor: boolean): Promise<Printed> {
  const user = await findUserByEmail(sql, email)
  if (!user) throw new UsageError(`No dashboard user has the e-mail address ${email}.`)
  const token = await makeAccountLink(sql, { userId: user.userId, purpose: 'reset', removesSecondFactor })
  const link = `${url}/dashboard/reset#${token}`
  return {
    answer: { data: { link, email, removesSecondFactor }, text: link },
    act: { act: 'reset-link-made', facts: { email, removesSecondFactor } },
  }
}

/** Several people may have requested the same address. The owner of that mailbox opens only their own link. */
async function printConfirmations(sql: Database, url: string, email: string): Promise<Printed> {
  const asked = await findEmailChanges(sql, email)
  if (asked.length === 0) throw new UsageError(`No user has requested a change to ${email}.`)
  const links: { now: string; link: string }[] = []
  for (const { userId, email: now, name } of asked) {
    const token = await makeConfirmation(sql, userId, email)
    if (token) links.push({ now: now ?? name, link: `${url}/dashboard/confirm-email#${token}` })
  }
  const text = links.map(({ now, link }) => (links.length === 1 ? link : `${now}: ${link}`)).join('\n')
  return { answer: { data: { email, links }, text }, act: { act: 'email-link-made', facts: { email } } }
}

/** The part after # is never sent to a server, so it is in no log. */
export const writeLink = async (sql: Database, url: string) => `${url}/dashboard/welcome#${await makeSignInLink(sql)}`
