/** Sends messages that are no alerts: shared lists, confirmations, links, tests. */
import type { Channel, Outcome } from '../../channels/channel.ts'
import type { Database } from '../../database/connect.ts'
import {
  claimMessages,
  type DueMessage,
  findStoresWithDueMessages,
  messageChannel,
  settleMessage,
} from '../../domain/messages/messages.ts'
import type { BackgroundLoop } from '../../domain/schedule/background-loop.ts'
import { startLeasedWork } from '../../domain/schedule/leased-work.ts'

export type MessageOptions = {
  /** A store's channel by the name that a message carries; null when there is none. */
  find: (storeId: number, channel: string) => Promise<Channel | null>
  warn: (sentence: string, error?: unknown) => void
  /** Milliseconds before the second attempt. */
  firstDelay?: number
  tick?: number
}

/** Twice the connections of a pooled mail channel. */
const batch = 10
/** Longer than any channel tries, so that no message is sent by two workers. */
const lease = 5 * 60_000

export async function startMessages(sql: Database, options: MessageOptions): Promise<BackgroundLoop> {
  const { find, warn, firstDelay, tick = 2_000 } = options
  return await startLeasedWork(
    sql,
    {
      findPlaces: () => findStoresWithDueMessages(sql),
      claim: (storeId) => claimMessages(sql, storeId, batch, lease),
      attempt: (storeId, message: DueMessage) => send(find, storeId, message),
      settle: async (storeId, message, outcome) => {
        // The reason may contain the recipient's address, which must not be logged; it is stored with the message.
        if (outcome.kind !== 'sent') warn(`message ${message.messageId} was not sent: ${outcome.kind}`)
        await settleMessage(sql, storeId, message, outcome)
      },
      warn,
      waits: { first: firstDelay },
    },
    { name: 'messages', tick, channel: messageChannel },
  )
}

async function send(find: MessageOptions['find'], storeId: number, message: DueMessage): Promise<Outcome> {
  const channel = await find(storeId, message.channel).catch(() => null)
  if (!channel) return { kind: 'retry', reason: `There is no channel ${message.channel}.` }
  return await channel.send(message)
}
