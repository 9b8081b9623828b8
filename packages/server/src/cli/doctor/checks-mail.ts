/** What doctor looks at of the mail server: whether it would take a message from us. */
import { openSmtp } from '../../channels/smtp.ts'
import type { Config } from '../settings/config.ts'
import type { Check } from './check.ts'

const advice = 'check HEARTBELL_MAIL_URL; alerts wait and are sent when it answers'

export async function checkMail({ mailUrl }: Pick<Config, 'mailUrl'>): Promise<Check> {
  if (mailUrl.startsWith('outbox:'))
    return { name: 'mail', state: 'ok', says: 'kept in the outbox; HEARTBELL_MAIL_URL sends it' }
  const channel = openSmtp(mailUrl)
  const { ok, says } = await channel.check!().finally(() => channel.close())
  return { name: 'mail', state: ok ? 'ok' : 'fail', says: ok ? says : `${says}: ${advice}` }
}
