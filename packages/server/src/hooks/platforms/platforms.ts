/** The road of a platform's message: believed or refused, kept, answered, and only then applied. */
import { parseJson } from '@heartbell/contract/json'
import type { Database } from '../../database/connect.ts'
import { applyMessage } from '../../domain/inbound/apply-inbound.ts'
import { type InboundMessage, keepMessage, postponeMessage } from '../../domain/inbound/inbound.ts'
import type { Hook } from '../../domain/integrations/hook-addresses.ts'
import type { Store } from '../../domain/stores/stores.ts'
import type { SafeFetch } from '../../net/safe-fetch.ts'
import { badSignature, type Listen, unknownHook, wrongTopic } from '../plumbing/incoming-hook.ts'
import { headerOf } from '../plumbing/raw-body.ts'
import type { Adapter } from './adapter.ts'
import { bigcommerce } from './bigcommerce.ts'
import { shopify } from './shopify.ts'
import { woocommerce } from './woocommerce.ts'

const adapters: readonly Adapter[] = [shopify, woocommerce, bigcommerce]

const listenWith =
  (adapter: Adapter): Listen =>
  async ({ store, hook, body, request, deps }) => {
    const letter = { header: (name: string) => headerOf(request, name), body }
    const stamp = adapter.verify(letter, hook.values, Date.now())
    if (!stamp) {
      if (hook.enabled && adapter.isGreeting?.(letter)) return {}
      throw badSignature()
    }
    if (!hook.enabled && !adapter.lastWords?.includes(stamp.topic)) throw unknownHook()
    const text = body.toString('utf8')
    const { topic } = stamp
    if (!adapter.fits({ topic, body: readText(text) }, hook.values)) throw wrongTopic(topic)
    if (text.includes('\0')) return {}
    const meaning = adapter.meaningOf(topic)
    const kept = await keepMessage(
      deps.sql,
      store,
      { source: adapter.source, ...stamp, meaning, body: text },
      request.id,
    )
    if (kept === 'other-meaning') throw wrongTopic(topic)
    const message = kept
    if (!message) return {}
    // The answer does not wait: a platform gives us seconds and counts the slow ones.
    setImmediate(() => {
      applyKept(deps, store, hook, message).catch((error) => request.log.warn({ err: error }, 'left for the clock'))
    })
    return {}
  }

export const platformListeners: Readonly<Record<string, Listen>> = Object.fromEntries(
  adapters.map((adapter) => [adapter.source, listenWith(adapter)]),
)

export type ApplyDeps = { sql: Database; fetch: SafeFetch }

/** What fails is tried again by the clock; what makes no sense is done, because it would make no more sense later. */
export async function applyKept(
  { sql, fetch }: ApplyDeps,
  store: Store,
  { values }: Pick<Hook, 'values'>,
  message: InboundMessage,
): Promise<void> {
  const adapter = adapters.find(({ source }) => source === message.source)!
  try {
    const body = readText(message.body)
    const events = body === undefined ? [] : await adapter.read({ topic: message.topic, body }, values, fetch)
    await applyMessage(sql, store, message, events)
  } catch (error) {
    await postponeMessage(sql, store, message, error instanceof Error ? error.message : String(error))
    throw error
  }
}

/** Undefined for what is no JSON. Whole numbers beyond 2^53 stay whole. */
function readText(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
