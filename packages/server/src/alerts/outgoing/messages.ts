/** Sends what is due: woken by the database when something is added and by a clock for what is to be tried again. */
import type { Channel, Outcome } from '../../channels/channel.ts'
import type { Database } from '../../database/connect.ts'
import { listen } from '../../database/listen.ts'
import {
  claimMessages,
  type DueMessage,
  findDueStores,
  messageChannel,
  type Settled,
  settleMessage,
} from '../../domain/messages/messages.ts'

export type SenderOptions = {
  /** How a store's messages leave, by the name of the channel that a message carries; null when there is none. */
  find: (storeId: number, channel: string) => Promise<Channel | null>
  warn: (sentence: string, error?: unknown) => void
  /** Milliseconds before the first repetition; each further one waits twice as long. */
  firstDelay?: number
  /** Milliseconds between two looks at the clock. */
  tick?: number
}

export type Sender = { stop(): Promise<void> }

/** As many at once as a channel has connections, twice. */
const batch = 10
/** Longer than any channel tries, so that nobody sends what is being sent. */
const lease = 5 * 60_000

export async function startSender(sql: Database, options: SenderOptions): Promise<Sender> {
  let isWoken = false
  let isStopped = false
  let round: Promise<void> | null = null
  const work = async () => {
    while (isWoken && !isStopped) {
      isWoken = false
      isWoken = (await sendDue(sql, options, () => isStopped)) || isWoken
    }
  }
  const wake = () => {
    isWoken = true
    round ??= work()
      .catch((error) => options.warn('sending messages stopped short; the next look goes on', error))
      .finally(() => {
        round = null
      })
  }
  const subscription = await listen(sql, messageChannel, wake, wake)
  const clock = setInterval(wake, options.tick ?? 2000)
  return {
    stop: async () => {
      isStopped = true
      clearInterval(clock)
      await Promise.allSettled([subscription.unlisten(), round])
    },
  }
}

/** One turn over all stores; true when there was something, so that there may be more. */
async function sendDue(sql: Database, options: SenderOptions, isStopped: () => boolean): Promise<boolean> {
  let found = false
  for (const storeId of await findDueStores(sql)) {
    if (isStopped()) return false
    const messages = await claimMessages(sql, storeId, batch, lease)
    found ||= messages.length > 0
    await Promise.all(messages.map((message) => sendOne(sql, storeId, message, options)))
  }
  return found
}

async function sendOne(sql: Database, storeId: number, message: DueMessage, options: SenderOptions): Promise<void> {
  const outcome = await sendThrough(await options.find(storeId, message.channel).catch(() => null), message)
    // What a channel did not foresee may be gone tomorrow.
    .catch((error): Outcome => ({ kind: 'retry', reason: String(error?.message ?? error) }))
  // The reason may hold the recipient's address, which is nothing for a log; it is kept with the message.
  if (outcome.kind !== 'sent') options.warn(`message ${message.messageId} was not sent: ${outcome.kind}`)
  await settleMessage(sql, storeId, message, settled(outcome, message.attempts, options.firstDelay))
}

async function sendThrough(channel: Channel | null, message: DueMessage): Promise<Outcome> {
  if (!channel) throw new Error(`There is no channel ${message.channel}.`)
  return await channel.send(message)
}

function settled(outcome: Outcome, attempts: number, firstDelay?: number): Settled {
  if (outcome.kind === 'sent') return { status: 'sent', providerId: outcome.providerId }
  if (outcome.kind === 'refused') return { status: 'failed', reason: outcome.reason }
  return {
    status: 'due',
    reason: outcome.reason,
    after: outcome.after ?? retryDelay(attempts, Math.random(), firstDelay),
  }
}

const longestDelay = 30 * 60_000

/** Twice as long each time, half an hour at most; spread over half of that, so that what failed together comes back apart. */
export function retryDelay(attempts: number, random: number, firstDelay = 5_000): number {
  const whole = Math.min(firstDelay * 2 ** Math.min(attempts - 1, 20), longestDelay)
  return Math.round(whole * (0.5 + random / 2))
}
