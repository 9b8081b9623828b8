/** Sends events to the webhook addresses of stores. */
import { sendWebhook, type WebhookAnswer } from '../../channels/webhook.ts'
import type { Database } from '../../database/connect.ts'
import { notifyOwners } from '../../domain/messages/webhook-disabled-mail.ts'
import type { BackgroundLoop } from '../../domain/schedule/background-loop.ts'
import { startParallelWork } from '../../domain/schedule/leased-work.ts'
import { readWebhookSecret, signWebhook } from '../../domain/secrets/signatures.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import { webhookChannel } from '../../domain/webhooks/events.ts'
import {
  claimWebhooks,
  type DueWebhook,
  findStoresWithDueWebhooks,
  settleWebhook,
  type WebhookOutcome,
} from '../../domain/webhooks/webhook-deliveries.ts'
import type { SafeFetch } from '../../net/safe-fetch.ts'

export type WebhookOptions = {
  vault: Vault
  fetch: SafeFetch
  warn: (sentence: string, error?: unknown) => void
  tick?: number
}

const batch = 20
const lease = 60_000

/** Stores side by side: a slow address delays no other store. */
export async function startWebhooks(sql: Database, options: WebhookOptions): Promise<BackgroundLoop> {
  const { vault, fetch, warn, tick = 2_000 } = options
  return await startParallelWork(
    sql,
    {
      findPlaces: () => findStoresWithDueWebhooks(sql),
      claim: (storeId) => claimWebhooks(sql, vault, storeId, { most: batch, lease }),
      attempt: (_storeId, due: DueWebhook) => send(fetch, due),
      settle: async (storeId, due, outcome) => {
        const written: WebhookOutcome =
          outcome.kind === 'retry' ? { kind: 'failed', status: null, reason: outcome.reason } : outcome
        const isDisabled = await settleWebhook(sql, storeId, due, written)
        if (isDisabled && written.kind === 'failed') await notifyOwners(sql, storeId, due.url, written.reason)
      },
      warn,
    },
    { name: 'webhooks', tick, channel: webhookChannel },
  )
}

const unsigned: WebhookAnswer = { ok: false, status: null, says: 'The secret of this address can’t be opened.' }

async function send(fetch: SafeFetch, due: DueWebhook): Promise<WebhookOutcome> {
  const answer = due.secrets.length > 0 ? await sendWebhook(fetch, signDue(due, Date.now())) : unsigned
  const { ok, status, says, rest } = answer
  return ok ? { kind: 'sent', status: status! } : { kind: 'failed', status, reason: says, gone: status === 410, rest }
}

/** The id is the same in every attempt; the time is that of the attempt. */
export function signDue(
  { url, eventId, body, secrets }: Pick<DueWebhook, 'url' | 'eventId' | 'body' | 'secrets'>,
  now: number,
) {
  const timestamp = Math.floor(now / 1000)
  const bytes = Buffer.from(body)
  const signature = secrets.map((secret) => signWebhook(readWebhookSecret(secret), eventId, timestamp, bytes)).join(' ')
  return { url, id: eventId, timestamp, signature, body }
}
