/** What one store's outcomes are in the database: deliveries settled, events emitted, faulty addresses suppressed. */
import { type Database, transaction } from '../../database/connect.ts'
import { markMessages } from '../../domain/deliveries/feedback.ts'
import { type Sent, settleSent } from '../../domain/deliveries/settle-deliveries.ts'
import { settleUnsent, type Unsent } from '../../domain/deliveries/settle-unsent.ts'
import { linesToTell } from '../../domain/digests/digest-lines.ts'
import { dropDigests, lockDigested, type SentDigest, settleSentDigests } from '../../domain/digests/settle-digests.ts'
import { followUpAfter } from '../../domain/follow-ups/follow-up-time.ts'
import { suppress } from '../../domain/messages/suppressions.ts'
import type { AnyRecipient } from '../../domain/shoppers/addresses.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { emitEvents, type StoreEvent, wantsEvent } from '../../domain/webhooks/events.ts'
import type { ClaimedDelivery, DeliveryOutcome } from './deliveries.ts'
import { makePersistentWrite } from './persistent-write.ts'

type Warn = (sentence: string, error?: unknown) => void

export type WrittenOutcome = { claimed: ClaimedDelivery; outcome: DeliveryOutcome }

/** All of one store. */
export async function writeOutcomes(sql: Database, store: Store, some: WrittenOutcome[], warn: Warn): Promise<void> {
  const sent: Sent[] = []
  const unsent: Unsent[] = []
  const refused: AnyRecipient[] = []
  const digests = new Map<string, SentDigest>()
  for (const { claimed, outcome } of some) {
    const { subscriptionId, triggerId, channel, attempts, medium, subscription } = claimed.delivery
    const key = { subscriptionId, triggerId, channel, attempts }
    const { digest } = claimed.delivery
    if (digest) digests.set(triggerId, { subscriptionId, triggerId, told: linesToTell(digest, store) })
    if (outcome.kind === 'sent')
      sent.push({ ...key, ...outcome, followUpAfter: followUpAfter(store, claimed.delivery) })
    else unsent.push({ ...key, ...outcome })
    if (outcome.kind === 'failed' && outcome.isAddressFault) refused.push({ medium, address: subscription.address })
  }
  const write = makePersistentWrite((attempts, error) =>
    warn(`the outcome of some alerts could not be written; ${attempts} attempts`, error),
  )
  await write(sent, (rows, isLast) => settleAndEmit(sql, store, rows, digests, isLast))
  await write(unsent, async (rows) => {
    await settleUnsent(sql, store.storeId, rows, store.settings.offerWindow)
    const withheld = rows.flatMap(({ kind, triggerId }) => (kind === 'withheld' ? (digests.get(triggerId) ?? []) : []))
    if (withheld.length > 0) await dropDigests(sql, store, withheld)
  })
  // The provider says that nobody has this address: everything else that it waits for ends too.
  for (const reach of refused)
    await suppress(sql, store, reach, 'refused').catch((error) =>
      warn('a refused address could not be suppressed', error),
    )
}

/**
 * The event goes out in the same transaction, and what the provider has reported already counts. `isBare`: only that it was
 * sent, when all else of it was refused. Without that the same person would get the message at the end of each lease.
 */
async function settleAndEmit(
  sql: Database,
  store: Store,
  sent: Sent[],
  digests: ReadonlyMap<string, SentDigest>,
  isBare: boolean,
): Promise<void> {
  const sentDigests = sent.flatMap(({ triggerId }) => digests.get(triggerId) ?? [])
  await transaction(sql, async (sql) => {
    if (sentDigests.length > 0) await lockDigested(sql, store.storeId, sentDigests)
    const written = isBare ? sent.map((one) => ({ ...one, providerId: '', values: {} })) : sent
    const early = await settleSent(sql, store.storeId, written)
    if (sentDigests.length > 0) await settleSentDigests(sql, store, sentDigests)
    if (isBare) return
    if (wantsEvent(store, 'alert.sent')) await emitEvents(sql, store, sent.map(sentEvent))
    await markMessages(sql, store, early)
  })
}

const sentEvent = ({ subscriptionId, triggerId, channel, provider, values }: Sent): StoreEvent => ({
  type: 'alert.sent',
  data: { subscriptionId, triggerId, medium: channel, provider, ...subjectOf(values) },
})

/** What the message was about, as far as its values say. */
function subjectOf({ topic, variantId, productId, title }: Sent['values']) {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return { topic: text(topic), variantId: text(variantId), productId: text(productId), title: text(title) }
}
