/** Doctor's check of the mail server: whether it would accept a message from us. */
import { openSmtp } from '../../channels/mail/smtp.ts'
import type { Config } from '../settings/settings.ts'
import type { DoctorCheck } from './check.ts'

const advice = 'check HEARTBELL_MAIL_URL; alerts wait until it works'

export async function checkMail({ mailUrl }: Pick<Config, 'mailUrl'>): Promise<DoctorCheck> {
  if (mailUrl.startsWith('outbox:'))
    return { name: 'mail', state: 'ok', says: 'stored in the outbox only; set HEARTBELL_MAIL_URL to send e-mail' }
  const channel = openSmtp(mailUrl)
  const { ok, says } = await channel.check!().finally(() => channel.close())
  return { name: 'mail', state: ok ? 'ok' : 'fail', says: ok ? says : `${says}: ${advice}` }
}
