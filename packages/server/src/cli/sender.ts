/** What sends the messages of this process: its own small pool, the mail channel of the settings, and an end that waits for nobody. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from 'pino'
import { startSender } from '../alerts/messages.ts'
import type { Channel } from '../channels/channel.ts'
import { openOutbox } from '../channels/outbox.ts'
import { openSmtp } from '../channels/smtp.ts'
import { connect } from '../database/connect.ts'
import type { Config } from './config.ts'

/** A mail server may take its time. What is cut off is sent again by the next start, when its lease is over. */
const PATIENCE = 4_000

export async function openSender(
  config: Pick<Config, 'mailUrl' | 'publicUrl'>,
  databaseUrl: string,
  logger: Logger,
): Promise<{ close: () => Promise<void> }> {
  const sql = connect({ url: databaseUrl, connections: 2, name: 'heartbell sender' })
  const mail = openMail(config)
  try {
    const warn = (sentence: string, error?: unknown) => logger.warn({ err: error }, sentence)
    const sender = await startSender(sql, { channels: { email: mail }, warn })
    const close = async () => {
      await Promise.race([sender.stop(), pause(PATIENCE)])
      mail.close()
      await sql.end({ timeout: 1 })
    }
    return { close }
  } catch (error) {
    await sql.end({ timeout: 1 })
    throw error
  }
}

function openMail({ mailUrl, publicUrl }: Pick<Config, 'mailUrl' | 'publicUrl'>): Channel {
  if (new URL(mailUrl).protocol === 'outbox:') return openOutbox()
  return openSmtp(mailUrl, publicUrl && new URL(publicUrl).hostname)
}
