/** Tells stores' own addresses what happened: woken by the database when something did, and by a clock for what is tried again. */
import { sendWebhook, type WebhookAnswer } from '../../channels/webhook.ts'
import type { Database } from '../../database/connect.ts'
import { listen } from '../../database/listen.ts'
import { tellOwners } from '../../domain/messages/webhook-disabled-mail.ts'
import { readWebhookSecret, signWebhook } from '../../domain/secrets/signatures.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import { webhookChannel } from '../../domain/webhooks/events.ts'
import {
  claimWebhooks,
  type DueWebhook,
  findWebhookStores,
  settleWebhook,
} from '../../domain/webhooks/webhook-deliveries.ts'
import type { SafeFetch } from '../../net/safe-fetch.ts'
import type { Sender } from './messages.ts'

export type WebhookOptions = {
  vault: Vault
  fetch: SafeFetch
  warn: (sentence: string, error?: unknown) => void
  /** Milliseconds between two looks at the clock. */
  tick?: number
}

/** Of one store at once; an address that is slow keeps nobody else waiting longer than its own time is out. */
const batch = 20
const lease = 60_000

export async function startWebhooks(sql: Database, options: WebhookOptions): Promise<Sender> {
  const running = new Map<number, Promise<void>>()
  let isStopped = false
  let isWoken = false
  let round: Promise<void> | null = null
  const begin = (storeId: number) => {
    const work = sendDue(sql, storeId, options, () => isStopped)
      .catch((error) => options.warn('sending webhooks stopped short; the next look goes on', error))
      .finally(() => running.delete(storeId))
    running.set(storeId, work)
  }
  const look = async () => {
    while (isWoken && !isStopped) {
      isWoken = false
      // One that is at work takes what was added meanwhile, or leaves it to the clock.
      for (const storeId of await findWebhookStores(sql)) if (!isStopped && !running.has(storeId)) begin(storeId)
    }
  }
  const wake = () => {
    isWoken = true
    round ??= look()
      .catch((error) => options.warn('looking for webhooks failed; the next look goes on', error))
      .finally(() => {
        round = null
      })
  }
  const subscription = await listen(sql, webhookChannel, wake, wake)
  const clock = setInterval(wake, options.tick ?? 2000)
  return {
    stop: async () => {
      isStopped = true
      clearInterval(clock)
      await Promise.allSettled([subscription.unlisten(), round, ...running.values()])
    },
  }
}

/** Until the store has nothing due any more. */
async function sendDue(
  sql: Database,
  storeId: number,
  options: WebhookOptions,
  isStopped: () => boolean,
): Promise<void> {
  for (;;) {
    const due = await claimWebhooks(sql, options.vault, storeId, { most: batch, lease })
    if (due.length === 0 || isStopped()) return
    await Promise.all(due.map((one) => sendOne(sql, storeId, one, options)))
  }
}

const unsigned: WebhookAnswer = { ok: false, status: null, says: 'The secret of this address can’t be opened.' }

async function sendOne(sql: Database, storeId: number, due: DueWebhook, options: WebhookOptions): Promise<void> {
  const answer = due.secrets.length > 0 ? await sendWebhook(options.fetch, signDue(due, Date.now())) : unsigned
  const isDisabled = await settleWebhook(
    sql,
    storeId,
    due,
    answer.ok
      ? { kind: 'sent', status: answer.status! }
      : { kind: 'failed', status: answer.status, reason: answer.says, gone: answer.status === 410, rest: answer.rest },
  )
  if (isDisabled) await tellOwners(sql, storeId, due.url, answer.says)
}

/** The id stays the same however often it is tried; the time is that of the attempt. */
export function signDue(
  { url, eventId, body, secrets }: Pick<DueWebhook, 'url' | 'eventId' | 'body' | 'secrets'>,
  now: number,
) {
  const timestamp = Math.floor(now / 1000)
  const bytes = Buffer.from(body)
  const signature = secrets.map((secret) => signWebhook(readWebhookSecret(secret), eventId, timestamp, bytes)).join(' ')
  return { url, id: eventId, timestamp, signature, body }
}
