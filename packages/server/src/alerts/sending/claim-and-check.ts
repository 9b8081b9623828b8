/** The first steps of sending, for one store and one medium: claim what the provider has room for, and check it. */
import type { Database } from '../../database/connect.ts'
import { claimDeliveries } from '../../domain/deliveries/claim-deliveries.ts'
import type { Store } from '../../domain/stores/stores.ts'
import type { ProviderMedium, Providers } from '../providers/providers.ts'
import { checkDeliveries } from './check-deliveries.ts'
import type { ClaimedDelivery, QueuedDelivery, UnsentOutcome } from './deliveries.ts'
import type { HeldDeliveries } from './held-deliveries.ts'
import type { EngineMetrics } from './metrics.ts'
import type { OutcomeWriter } from './outcome-writer.ts'
import type { SendQueue } from './send-queue.ts'

export type ClaimOptions = {
  providers: Pick<Providers, 'find'>
  metrics?: EngineMetrics | undefined
  /** Milliseconds for which a delivery is claimed; renewed while it is being sent. */
  lease: number
}

/** What one worker remembers between the steps. */
export type Worker = { held: HeldDeliveries; queue: SendQueue; outcomes: OutcomeWriter }

export type Claim = {
  ready: QueuedDelivery[]
  /** The store may have more that is due. */
  hasMore?: boolean
  /** The provider's queue has no room for this store. */
  isFull?: boolean
  /** The provider is away; claim again after so many milliseconds. */
  after?: number
}

/** Without a provider each is put off, so the number bounds one statement. */
const mostWithoutProvider = 200
/** The merchant may connect a provider meanwhile. */
const noProviderWait = 15 * 60_000

export async function claimAndCheck(
  sql: Database,
  { held, queue, outcomes }: Worker,
  { providers, metrics, lease }: ClaimOptions,
  { store, medium }: { store: Store; medium: ProviderMedium },
): Promise<Claim> {
  const provider = await providers.find(store, medium)
  const room = provider ? queue.room(store.storeId, provider) : { most: mostWithoutProvider }
  if ('after' in room) return { ready: [], after: room.after }
  if (room.most === 0) return { ready: [], isFull: true }
  const checkedAt = performance.now()
  const { deliveries, mayHaveMore } = await claimDeliveries(sql, store.storeId, medium, { most: room.most, lease })
  const claimed = deliveries.map((delivery): ClaimedDelivery => ({ store, delivery }))
  held.add(claimed)
  metrics?.claimed(deliveries)
  const verdicts = await checkDeliveries(sql, store, deliveries, lease).catch((error) => {
    held.release(claimed)
    throw error
  })
  const ready: QueuedDelivery[] = []
  for (const [place, one] of claimed.entries()) {
    const verdict = verdicts[place]!
    if (verdict.kind !== 'send') outcomes.add(one, verdict)
    else if (!provider) outcomes.add(one, noProvider(one))
    else if (provider.takesOver) outcomes.add(one, { kind: 'withheld', reason: 'provider-tells' })
    else ready.push({ ...one, provider, checkedAt })
  }
  return { ready, hasMore: mayHaveMore }
}

const noProvider = ({ delivery }: ClaimedDelivery): UnsentOutcome => ({
  ...{ kind: 'later', reason: 'no-provider', until: new Date(delivery.claimedAt.getTime() + noProviderWait) },
})
