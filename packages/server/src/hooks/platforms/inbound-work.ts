/** Applies platforms' messages that are stored: right after the answer, and again when a process died or a platform did not answer. */
import type { Database } from '../../database/connect.ts'
import { applyInboundMessage } from '../../domain/inbound/apply-inbound.ts'
import {
  claimInboundMessages,
  findStoresWithDueInbound,
  type InboundMessage,
  inboundWaits,
  postponeInboundMessage,
} from '../../domain/inbound/inbound.ts'
import { findIntegration, type Integration } from '../../domain/integrations/integrations.ts'
import type { LeasedWork } from '../../domain/schedule/leased-work.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import { findStore, type Store } from '../../domain/stores/stores.ts'
import type { SafeFetch } from '../../net/safe-fetch.ts'
import { readExactJson } from '../plumbing/raw-body.ts'
import { adapters } from './adapters.ts'

export type InboundDeps = {
  sql: Database
  vault: Vault
  fetch: SafeFetch
  warn: (sentence: string, error?: unknown) => void
}

export type InboundItem = {
  store: Store
  message: InboundMessage
  attempts: number
  /** Of the integration, where the caller has them; looked up otherwise. */
  values?: Integration['values']
}

/** Stores by pid: one that can't be opened stops no other. */
export const makeInboundWork = ({
  sql,
  vault,
  fetch,
  warn,
}: InboundDeps): LeasedWork<string, InboundItem, { kind: 'done' }> => ({
  findPlaces: () => findStoresWithDueInbound(sql),
  claim: async (pid) => {
    const store = await findStore(sql, vault, pid)
    const messages = store ? await claimInboundMessages(sql, store) : []
    return messages.map((message) => ({ store: store!, message, attempts: message.attempts }))
  },
  attempt: async (_pid, { store, message, values }) => {
    try {
      await apply(sql, fetch, store, message, values ?? (await findValues(sql, vault, store, message)))
      return { kind: 'done' }
    } catch (error) {
      warn(`a message of ${message.source} could not be applied and will be retried`, error)
      throw error
    }
  },
  settle: async (_pid, { store, message }, outcome) => {
    // What is done was marked so in the transaction that applied it.
    if (outcome.kind === 'retry') await postponeInboundMessage(sql, store, message, outcome)
  },
  warn,
  waits: inboundWaits,
  isOrdered: true,
})

/** A message received before the integration was switched off or removed is still applied. */
async function findValues(sql: Database, vault: Vault, { storeId }: Store, { source }: InboundMessage) {
  return (await findIntegration(sql, vault, storeId, source))?.values ?? {}
}

/** A body that is no JSON, or makes no sense, is done: it would make no more sense later. */
async function apply(
  sql: Database,
  fetch: SafeFetch,
  store: Store,
  message: InboundMessage,
  values: Integration['values'],
): Promise<void> {
  const adapter = adapters.find(({ source }) => source === message.source)!
  const body = readExactJson(message.body)
  const { shopUrl } = store.settings
  const events =
    body === undefined ? [] : await adapter.read({ topic: message.topic, body }, values, { fetch, shopUrl })
  await applyInboundMessage(sql, store, message, events)
}
