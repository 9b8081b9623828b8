/** A webhook that arrived, and the type of its handlers. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../../database/connect.ts'
import type { Hook } from '../../domain/integrations/hook-addresses.ts'
import type { Vault } from '../../domain/secrets/vault.ts'
import type { Store, StoreCache } from '../../domain/stores/stores.ts'
import type { SafeFetch } from '../../net/safe-fetch.ts'

export type HookDeps = {
  sql: Database
  vault: Vault
  stores: StoreCache
  fetch: SafeFetch
  /** Where we are reached from outside, which some senders sign. */
  publicUrl: () => string
}

/** Not read and not verified yet. */
export type IncomingHook = {
  store: Store
  hook: Hook
  body: Buffer
  request: FastifyRequest
  reply: FastifyReply
  deps: HookDeps
}

/** Verifies it, stores what it says, and gives the answer's body; nothing is `{}`. */
export type HookHandler = (incoming: IncomingHook) => Promise<unknown>

/** Also where it was switched off. */
export const unknownHook = () => new Refusal('not-found', 'unknown-hook', 'There is nothing connected at this address.')

/** Providers repeat a report for a day at most; reports are stored for thirty days, so that none counts twice. */
const [longestAgo, furthestAhead] = [25 * 3_600_000, 5 * 60_000]

/** Whether a signed time is one at which the message can have been sent. */
export const isRecent = (millis: number, now: number) => millis >= now - longestAgo && millis <= now + furthestAhead

/** The signature is the platform's, but the body does not fit the topic: the topic header was changed on the way. */
export const wrongTopic = (topic: string) =>
  new Refusal(
    'not-identified',
    'wrong-topic',
    `This body is not a message of the topic ${topic.slice(0, 100)} from the connected shop.`,
  )

/** Exactly 401: Shopify asks for it. */
export const badSignature = () =>
  new Refusal('not-identified', 'invalid-signature', 'The signature is missing or does not fit this message.')
