/** The path of a platform's message: verified, stored, answered, and only then applied. */
import { storeInboundMessage } from '../../domain/inbound/inbound.ts'
import { attemptAndSettle } from '../../domain/schedule/leased-work.ts'
import { badSignature, type HookHandler, unknownHook, wrongTopic } from '../plumbing/incoming-hook.ts'
import { headerOf, readExactJson } from '../plumbing/raw-body.ts'
import type { Adapter } from './adapter.ts'
import { adapters } from './adapters.ts'
import { makeInboundWork } from './inbound-work.ts'

const handleWith =
  (adapter: Adapter): HookHandler =>
  async ({ store, hook, body, request, deps }) => {
    const raw = { header: (name: string) => headerOf(request, name), body }
    const stamp = adapter.verify(raw, hook.values, Date.now())
    if (!stamp) {
      if (hook.enabled && adapter.isGreeting?.(raw)) return {}
      throw badSignature()
    }
    if (!hook.enabled && !adapter.lastWords?.includes(stamp.topic)) throw unknownHook()
    const text = body.toString('utf8')
    const { topic } = stamp
    if (!adapter.fits({ topic, body: readExactJson(text) }, hook.values)) throw wrongTopic(topic)
    if (text.includes('\0')) return {}
    const meaning = adapter.meaningOf(topic)
    const kept = await storeInboundMessage(
      deps.sql,
      store,
      { source: adapter.source, ...stamp, meaning, body: text },
      request.id,
    )
    if (kept === 'other-meaning') throw wrongTopic(topic)
    const message = kept
    if (!message) return {}
    // The answer does not wait: a platform allows seconds and counts slow answers as failures.
    const warn = (sentence: string, error?: unknown) => request.log.warn({ err: error }, sentence)
    const item = { store, message, attempts: message.attempts, values: hook.values }
    setImmediate(() => {
      attemptAndSettle(makeInboundWork({ ...deps, warn }), store.pid, item).catch((error) =>
        warn('a message of a platform is left for the next look', error),
      )
    })
    return {}
  }

export const platformHandlers: Readonly<Record<string, HookHandler>> = Object.fromEntries(
  adapters.map((adapter) => [adapter.source, handleWith(adapter)]),
)
