/** Makes known to Klaviyo who waits, where Klaviyo sends the alerts itself, and who chose its mailing list. */
import type { Outcome } from '../../channels/channel.ts'
import { forwardJoining, forwardLeaving, forwardWaiting } from '../../channels/klaviyo-profiles.ts'
import type { Database } from '../../database/connect.ts'
import { findIntegration, type Integration } from '../../domain/integrations/integrations.ts'
import { type BackgroundLoop, startLoop } from '../../domain/schedule/background-loop.ts'
import { type LeasedWork, type ScheduledRetry, serveDue } from '../../domain/schedule/leased-work.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import {
  claimChoices,
  claimForwards,
  type Forward,
  findForwardingStores,
  type MailingChoice,
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

/** Of each store at each tick: with the tick it stays below Klaviyo's rate limits. */
const batch = 20
const lease = 60_000
/** About a day of growing delays. */
const mostAttempts = 50

export function startForwards(sql: Database, options: ForwardOptions): BackgroundLoop {
  const work = makeForwardWork(sql, options)
  return startLoop({
    tick: options.tick ?? 5_000,
    warn: (error) => options.warn('forwards: a look failed; the next one goes on', error),
    look: async (isStopped) => {
      await serveDue(work, isStopped)
      return false
    },
  })
}

type ForwardItem = { attempts: number; klaviyo: Integration } & ({ waiting: Forward } | { choice: MailingChoice })

export function makeForwardWork(
  sql: Database,
  { vault, fetch, warn }: ForwardOptions,
): LeasedWork<number, ForwardItem, Outcome> {
  return {
    findPlaces: () => findForwardingStores(sql),
    claim: async (storeId) => {
      const klaviyo = await findIntegration(sql, vault, storeId, 'klaviyo')
      return klaviyo?.enabled ? await claim(sql, klaviyo) : []
    },
    attempt: (_storeId, item) => forward(fetch, item),
    settle: async (storeId, item, outcome) => {
      const settled = settle(outcome, item.attempts)
      if ('waiting' in item) await settleForward(sql, storeId, item.waiting, settled)
      else await settleChoice(sql, storeId, item.choice, settled)
    },
    warn,
  }
}

async function claim(sql: Database, klaviyo: Integration): Promise<ForwardItem[]> {
  const { storeId, values } = klaviyo
  const forwards = await claimForwards(sql, storeId, batch, lease)
  const choices = values['list-id'] ? await claimChoices(sql, storeId, batch, lease) : []
  return [
    ...forwards.map((waiting) => ({ klaviyo, waiting, attempts: waiting.attempts })),
    ...choices.map((choice) => ({ klaviyo, choice, attempts: choice.attempts })),
  ]
}

async function forward(fetch: SafeFetch, item: ForwardItem): Promise<Outcome> {
  const { values } = item.klaviyo
  const account = { fetch, apiKey: values['api-key']!, apiUrl: values['api-url'] }
  if ('waiting' in item) return await forwardWaiting(account, values.catalog!, item.waiting)
  return await (item.choice.joins ? forwardJoining : forwardLeaving)(account, values['list-id']!, item.choice)
}

function settle(outcome: Exclude<Outcome, { kind: 'retry' }> | ScheduledRetry, attempts: number) {
  if (outcome.kind === 'sent') return { after: null, reason: 'known' }
  const isOver = outcome.kind === 'refused' || attempts >= mostAttempts
  return { after: isOver ? null : outcome.after, reason: outcome.reason }
}
