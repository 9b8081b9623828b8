/** One delivery on its way through the steps of sending, and what can become of it. */
import type { DueDelivery } from '../../domain/deliveries/deliveries.ts'
import type { Store } from '../../domain/stores/stores.ts'
import type { Provider } from '../providers/providers.ts'

/** A delivery that this worker has claimed. */
export type ClaimedDelivery = { store: Store; delivery: DueDelivery }

/** One that passed the check at `checkedAt` (milliseconds of `performance.now()`) and waits for its provider. */
export type QueuedDelivery = ClaimedDelivery & { provider: Provider; checkedAt: number }

/**
 * `retry`: the provider did not accept it; the next attempt is in `after` milliseconds. `later`: not tried, it is not the time.
 * `withheld`: the check says no. `failed`: no further attempt. `detail` is for people.
 */
export type UnsentOutcome = { reason: string; detail?: string } & (
  | { kind: 'retry'; after: number }
  | { kind: 'later'; until: Date }
  | { kind: 'withheld' }
  | { kind: 'failed'; isAddressFault?: boolean | undefined }
)

export type SentOutcome = {
  kind: 'sent'
  provider: string
  providerId: string
  /** What the message was made of, to show it again. */
  template: string
  values: Record<string, unknown>
}

export type DeliveryOutcome = SentOutcome | UnsentOutcome
