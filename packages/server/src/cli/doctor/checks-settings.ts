/** What doctor looks at of the settings: those that are right for a try and wrong for a shop. */
import { isEmail } from '@heartbell/contract/fields'
import type { Config } from '../settings/config.ts'
import type { Check } from './check.ts'

type Told = Pick<Config, 'host' | 'publicUrl' | 'databaseUrl' | 'mailUrl'>

export const checkSettings = (config: Told): Check[] => [checkPublicUrl(config), ...checkSender(config)]

const isHere = (host: string) => /^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host)

/** On one's own machine, with nothing said, it is being tried out. */
const isTrial = ({ host, publicUrl, databaseUrl }: Told) => !publicUrl && !databaseUrl && isHere(host)

function checkPublicUrl(config: Told): Check {
  const name = 'public url'
  const { publicUrl } = config
  if (!publicUrl) {
    const says = 'none, so links in messages lead to this machine: HEARTBELL_PUBLIC_URL says where shoppers reach it'
    return { name, state: isTrial(config) ? 'ok' : 'warn', says }
  }
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:') return { name, state: 'ok', says: publicUrl }
  if (isHere(hostname)) return { name, state: 'ok', says: `${publicUrl}, which only this machine reaches` }
  const says = `${publicUrl} is not https: anybody on the way reads what shoppers send, and browsers refuse the dashboard's cookie`
  return { name, state: 'fail', says: `${says}; put TLS before it` }
}

/** Nothing where mail is sent from an address that is known. */
function checkSender({ mailUrl, publicUrl }: Told): Check[] {
  const name = 'sender'
  if (mailUrl.startsWith('outbox:')) {
    const says = 'no mail leaves, all of it stays in the outbox: HEARTBELL_MAIL_URL names a mail server'
    return publicUrl && !isHere(new URL(publicUrl).hostname) ? [{ name, state: 'warn', says }] : []
  }
  const { searchParams, username } = new URL(mailUrl)
  if (searchParams.get('from') || isEmail(decodeURIComponent(username))) return []
  const made = publicUrl ? `no-reply@${new URL(publicUrl).hostname}` : 'an address nobody has'
  const says = `mail comes from ${made}: add ?from=… to HEARTBELL_MAIL_URL, an address whose domain lets that server send (SPF, DKIM)`
  return [{ name, state: 'warn', says }]
}
