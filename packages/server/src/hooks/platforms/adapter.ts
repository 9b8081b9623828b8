/** What a platform's adapter does: verifies a message, says what identifies it, and reads its events. */

import type { InboundEvent, Platform } from '../../domain/inbound/inbound-events.ts'
import type { Hook } from '../../domain/integrations/hook-addresses.ts'
import type { SafeFetch } from '../../net/safe-fetch.ts'

/** Headers that were sent once, by their names in lower case. */
export type RawHook = { header(name: string): string | undefined; body: Buffer }

/** `key`: the same for the same message. */
export type InboundKey = { key: string; topic: string }

export type ReadHook = { topic: string; body: unknown }

export type Adapter = {
  source: Platform
  /** Over the raw body, before it is read. Null: not the platform's. */
  verify(letter: RawHook, values: Hook['values'], now: number): InboundKey | null
  /**
   * Whether the body is one of this topic. Where a signature covers the body alone, the topic is only a claim: a genuine stock
   * message sent again as `shop/redact` must not count as one.
   */
  fits(told: ReadHook, values: Hook['values']): boolean
  /** What the topic means: topics that send the same body and are read alike share one. A body keeps the first meaning it came with. */
  meaningOf(topic: string): string
  /** True for what a platform sends unsigned and only wants to see answered. */
  isGreeting?(letter: RawHook): boolean
  /** Topics that count although the store let go of us. */
  lastWords?: readonly string[]
  /** A topic that nobody asked for says nothing. `shopUrl` is the store's setting. */
  read(
    told: ReadHook,
    values: Hook['values'],
    context: { fetch: SafeFetch; shopUrl: string | null },
  ): InboundEvent[] | Promise<InboundEvent[]>
}

/** Pages below the platform's own domain, where the store did not say its address: stored only for variants that have none. */
export function asFallbackPages(event: InboundEvent): InboundEvent {
  if (event.kind !== 'product') return event
  const isOther = (column: string) => column !== 'url' && column !== 'variant_url'
  const variants = event.variants.map((one) => ({ ...one, row: { ...one.row, sent: one.row.sent.filter(isOther) } }))
  return { ...event, variants }
}
