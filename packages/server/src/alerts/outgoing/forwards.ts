/** Makes known to Klaviyo who waits, where it tells them by itself, and who chose its mailing list. */
import type { Outcome } from '../../channels/channel.ts'
import { forwardJoining, forwardLeaving, forwardWaiting } from '../../channels/klaviyo-profiles.ts'
import type { Database } from '../../database/connect.ts'
import { findIntegration, type Integration } from '../../domain/integrations/integrations.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import {
  claimChoices,
  claimForwards,
  findForwardingStores,
  settleChoice,
  settleForward,
} from '../../domain/subscriptions/subscription-forwards.ts'
import type { SafeFetch } from '../../net/safe-fetch.ts'

export type ForwardOptions = {
  vault: Vault
  fetch: SafeFetch
  warn: (sentence: string, error?: unknown) => void
  tick?: number
}

const batch = 20
const lease = 60_000
/** About a day of growing delays. */
const mostAttempts = 50

export function startForwards(sql: Database, options: ForwardOptions): { stop(): Promise<void> } {
  let round: Promise<unknown> | null = null
  const wake = () => {
    round ??= forwardDue(sql, options)
      .catch((error) => options.warn('forwarding stopped short; the next look goes on', error))
      .finally(() => {
        round = null
      })
  }
  const clock = setInterval(wake, options.tick ?? 5_000)
  return {
    stop: async () => {
      clearInterval(clock)
      await round
    },
  }
}

/** One turn over all stores. */
export async function forwardDue(sql: Database, { vault, fetch, warn }: ForwardOptions): Promise<void> {
  for (const storeId of await findForwardingStores(sql)) {
    try {
      const klaviyo = await findIntegration(sql, vault, storeId, 'klaviyo')
      if (klaviyo?.enabled) await forwardOf(sql, klaviyo, fetch)
    } catch (error) {
      // One store's fault is not the next one's.
      warn('forwarding for a store is left for the next look', error)
    }
  }
}

async function forwardOf(sql: Database, { storeId, values }: Integration, fetch: SafeFetch): Promise<void> {
  const account = { fetch, apiKey: values['api-key']!, apiUrl: values['api-url'] }
  const waiting = await claimForwards(sql, storeId, batch, lease)
  await Promise.all(
    waiting.map(async (one) => {
      const outcome = await forwardWaiting(account, values.catalog!, one)
      await settleForward(sql, storeId, one, settled(outcome, one.attempts))
    }),
  )
  const list = values['list-id']
  const choices = list ? await claimChoices(sql, storeId, batch, lease) : []
  await Promise.all(
    choices.map(async (one) => {
      const outcome = await (one.joins ? forwardJoining : forwardLeaving)(account, list!, one)
      await settleChoice(sql, storeId, one, settled(outcome, one.attempts))
    }),
  )
}

/** Twice as long each time, half an hour at most, spread over half of that. */
const delayAfter = (attempts: number, random: number) =>
  Math.round(Math.min(5_000 * 2 ** Math.min(attempts - 1, 10), 1_800_000) * (0.5 + random / 2))

function settled(outcome: Outcome, attempts: number): { after: number | null; reason: string } {
  if (outcome.kind === 'sent') return { after: null, reason: 'known' }
  if (outcome.kind === 'refused' || attempts >= mostAttempts) return { after: null, reason: outcome.reason }
  return { after: outcome.after ?? delayAfter(attempts, Math.random()), reason: outcome.reason }
}
