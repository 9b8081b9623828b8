/** A message at the door for platforms, and what listens to one. */
import { Refusal } from '@heartbell/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/connect.ts'
import type { Hook } from '../domain/hook-addresses.ts'
import type { Store, StoreShelf } from '../domain/stores.ts'
import type { Vault } from '../domain/vault.ts'
import type { SafeFetch } from '../net/safe-fetch.ts'

export type HookDeps = {
  sql: Database
  vault: Vault
  stores: StoreShelf
  fetch: SafeFetch
  /** Where we are reached from outside, which some senders sign. */
  publicUrl: () => string
}

/** Not read yet, and not believed. */
export type Knock = {
  store: Store
  hook: Hook
  body: Buffer
  request: FastifyRequest
  reply: FastifyReply
  deps: HookDeps
}

/** Believes or refuses it, keeps what it says, and gives the answer's body; nothing is `{}`. */
export type Listen = (knock: Knock) => Promise<unknown>

/** Also where it was switched off. */
export const unknownHook = () => new Refusal('not-found', 'unknown-hook', 'There is nothing connected at this address.')

/** Exactly 401: Shopify asks for it. */
export const badSignature = () =>
  new Refusal('not-identified', 'invalid-signature', 'The signature is missing or does not fit this message.')
