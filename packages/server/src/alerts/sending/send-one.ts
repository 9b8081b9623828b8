/** Composes one message and gives it to its provider. What goes wrong is an outcome, not an exception. */
import type { Message, Outcome } from '../../channels/channel.ts'
import { safeText } from '../../database/safe-text.ts'
import type { DueDelivery } from '../../domain/deliveries/deliveries.ts'
import { backoffSince, type Waits } from '../../domain/schedule/backoff.ts'
import type { Store } from '../../domain/stores/stores.ts'
import type { DeliveryOutcome, QueuedDelivery, UnsentOutcome } from './deliveries.ts'
import type { ProviderAnswer } from './provider-queue.ts'

export type AlertMessage = Message & { template: string; values: Record<string, unknown> }

export type SendOneOptions = {
  compose: (store: Store, delivery: DueDelivery) => Promise<AlertMessage>
  warn: (sentence: string, error?: unknown) => void
  /** Between the attempts of what failed. */
  waits?: Waits | undefined
}

export async function sendOne(
  { compose, warn, waits }: SendOneOptions,
  { store, provider, delivery }: QueuedDelivery,
): Promise<{ outcome: DeliveryOutcome; answer: ProviderAnswer }> {
  let message: AlertMessage
  try {
    message = await compose(store, delivery)
  } catch (error) {
    // The template's author can correct it and retry; the provider has nothing to do with it.
    warn(`an alert could not be composed (store ${store.storeId})`, error)
    return {
      outcome: { kind: 'failed', reason: 'not-composed', detail: plain(error) },
      answer: { isAnswered: true },
    }
  }
  const outcome = await provider.channel
    .send(message)
    // A fault that the channel did not foresee may be gone at the next attempt.
    .catch((error): Outcome => ({ kind: 'retry', reason: plain(error) }))
  if (outcome.kind === 'retry') {
    const { after, onlyThis } = outcome
    const answer = onlyThis ? { isAnswered: true } : { isAnswered: false, after }
    return { outcome: retryOf(delivery, outcome, waits), answer }
  }
  if (outcome.kind === 'refused') return { outcome: refusalOf(outcome), answer: { isAnswered: true } }
  const { template, values } = message
  return {
    outcome: { kind: 'sent', provider: provider.name, providerId: outcome.providerId, template, values },
    answer: { isAnswered: true },
  }
}

function retryOf(
  { triedAt, claimedAt }: DueDelivery,
  { reason, after }: Outcome & { kind: 'retry' },
  waits?: Waits,
): UnsentOutcome {
  const delay = after ?? backoffSince(triedAt, claimedAt, waits)
  return { kind: 'retry', reason: 'not-taken', detail: plain(reason), after: delay }
}

const refusalOf = ({ reason, addressFault }: Outcome & { kind: 'refused' }): UnsentOutcome => ({
  ...{ kind: 'failed', reason: 'refused', detail: plain(reason), isAddressFault: addressFault },
})

/** Stored with the delivery for people to read. */
const plain = (error: unknown) => safeText(String((error as Error)?.message ?? error), 500)
