/** The door's clock: messages that were kept and not applied, because a process died or a platform did not answer; and feeds that are due. */

import { claimMessages, findStoresWithMessages, type InboundMessage } from '../domain/inbound/inbound.ts'
import { findIntegration } from '../domain/integrations/integrations.ts'
import type { Vault } from '../domain/secrets/vault.ts'
import { findStore, type Store } from '../domain/stores/stores.ts'
import { type ApplyDeps, applyKept } from './platforms/platforms.ts'
import { readDueFeed } from './poll-feeds.ts'

export type ClockDeps = ApplyDeps & { vault: Vault; warn: (sentence: string, error?: unknown) => void }

/** Gives how many it took up. */
export async function applyOverdue(deps: ClockDeps): Promise<number> {
  let taken = 0
  // One store's fault is not the next one's.
  for (const pid of await findStoresWithMessages(deps.sql))
    taken += await applyOf(deps, pid).catch((error) => {
      deps.warn('The messages of a store are left for later.', error)
      return 0
    })
  return taken
}

async function applyOf(deps: ClockDeps, pid: string): Promise<number> {
  const { sql, vault, warn } = deps
  const store = await findStore(sql, vault, pid)
  if (!store) return 0
  const messages = await claimMessages(sql, store)
  for (const message of messages)
    await applyOne(deps, store, message).catch((error) =>
      warn(`A message of ${message.source} is left for later.`, error),
    )
  return messages.length
}

async function applyOne({ sql, fetch, vault }: ClockDeps, store: Store, message: InboundMessage): Promise<void> {
  // Switched off or taken away meanwhile: what it told before still holds.
  const integration = await findIntegration(sql, vault, store.storeId, message.source)
  await applyKept({ sql, fetch }, store, { values: integration?.values ?? {} }, message)
}

/** Looks every few seconds, one look after the other; a large feed keeps no message waiting. */
export function startClock(deps: ClockDeps, everyMillis = 5_000): { stop: () => Promise<void> } {
  const stops = [() => applyOverdue(deps), () => readDueFeed(deps)].map((look) => repeat(look, deps.warn, everyMillis))
  return { stop: async () => void (await Promise.all(stops.map((stop) => stop()))) }
}

function repeat(look: () => Promise<unknown>, warn: ClockDeps['warn'], everyMillis: number): () => Promise<void> {
  let looking: Promise<unknown> | null = null
  const timer = setInterval(() => {
    looking ??= look()
      .catch((error) => warn('What platforms and feeds tell waits.', error))
      .finally(() => {
        looking = null
      })
  }, everyMillis)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await looking
  }
}
