/** The door's clock: messages that were kept and not applied, because a process died or a platform did not answer; and feeds that are due. */

import { claimMessages, findStoresWithMessages, forgetMessages } from '../domain/inbound.ts'
import { findIntegration } from '../domain/integrations.ts'
import { findStore } from '../domain/stores.ts'
import type { Vault } from '../domain/vault.ts'
import { readDueFeed } from './feed-clock.ts'
import { type ApplyDeps, applyKept } from './platforms.ts'

export type ClockDeps = ApplyDeps & { vault: Vault; warn: (sentence: string, error?: unknown) => void }

/** Gives how many it took up. */
export async function applyOverdue({ sql, fetch, vault, warn }: ClockDeps): Promise<number> {
  let taken = 0
  for (const pid of await findStoresWithMessages(sql)) {
    const store = await findStore(sql, vault, pid)
    if (!store) continue
    for (const message of await claimMessages(sql, store)) {
      taken++
      // Switched off or taken away meanwhile: what it told before still holds.
      const integration = await findIntegration(sql, vault, store.storeId, message.source)
      await applyKept({ sql, fetch }, store, { values: integration?.values ?? {} }, message).catch((error) =>
        warn(`A message of ${message.source} is left for later.`, error),
      )
    }
    await forgetMessages(sql, store)
  }
  return taken
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
