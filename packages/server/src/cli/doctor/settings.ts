/** Doctor's checks of the settings: those that are fine for a trial but wrong for a real shop. */
import { isEmail } from '@heartbell/contract/fields'
import type { Config } from '../settings/settings.ts'
import type { DoctorCheck } from './check.ts'

type CheckedSettings = Pick<Config, 'host' | 'publicUrl' | 'databaseUrl' | 'mailUrl'>

export const checkSettings = (config: CheckedSettings): DoctorCheck[] => [
  checkPublicUrl(config),
  ...checkSender(config),
]

const isHere = (host: string) => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)

/** A trial runs on a local address with default settings. */
const isTrial = ({ host, publicUrl, databaseUrl }: CheckedSettings) => !publicUrl && !databaseUrl && isHere(host)

function checkPublicUrl(config: CheckedSettings): DoctorCheck {
  const name = 'public url'
  const { publicUrl } = config
  if (!publicUrl) {
    const says =
      'not set, so links in messages point to this machine: set HEARTBELL_PUBLIC_URL to the address that shoppers use'
    return { name, state: isTrial(config) ? 'ok' : 'warn', says }
  }
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:') return { name, state: 'ok', says: publicUrl }
  if (isHere(hostname)) return { name, state: 'ok', says: `${publicUrl}, which only this machine can reach` }
  const says = `${publicUrl} is not https: shoppers' data can be read on the network, and browsers refuse the dashboard's cookie`
  return { name, state: 'fail', says: `${says}; use a reverse proxy with TLS` }
}

/** Empty when mail is sent from a known address. */
function checkSender({ mailUrl, publicUrl }: CheckedSettings): DoctorCheck[] {
  const name = 'sender'
  if (mailUrl.startsWith('outbox:')) {
    const says = 'no e-mail is sent, all of it stays in the outbox: set HEARTBELL_MAIL_URL to a mail server'
    return publicUrl && !isHere(new URL(publicUrl).hostname) ? [{ name, state: 'warn', says }] : []
  }
  const { searchParams, username } = new URL(mailUrl)
  if (searchParams.get('from') || isEmail(decodeURIComponent(username))) return []
  const made = publicUrl ? `no-reply@${new URL(publicUrl).hostname}` : 'an address that does not exist'
  const says = `e-mail is sent from ${made}: add ?from=… to HEARTBELL_MAIL_URL, an address whose domain allows that server to send (SPF, DKIM)`
  return [{ name, state: 'warn', says }]
}
