/**
 * Work that waits in a table: claim it under a lease → attempt it → settle it. One shape for messages, staff mails, webhooks,
 * forwards, inbound messages and feeds; only their statements differ. A worker that dies settles nothing, and the lease expires.
 * Alerts have their own pipeline (alerts/sending): at a thousand a second they are claimed and settled in batches.
 */
import type { Database } from '../../database/connect.ts'
import { type BackgroundLoop, startLoop, wakeOnNotices } from './background-loop.ts'
import { backoff, type Waits } from './backoff.ts'

/** To be tried again, after so many milliseconds if the other side said so. */
export type Retry = { kind: 'retry'; reason: string; after?: number | undefined }
export type ScheduledRetry = { kind: 'retry'; reason: string; after: number }

type Attempted = { attempts: number }
type AnyOutcome = { kind: string }
type Final<Outcome> = Exclude<Outcome, { kind: 'retry' }>

/** `Place` is where the work is: a store, in most cases. */
export type LeasedWork<Place, Item extends Attempted, Outcome extends AnyOutcome> = {
  /** Where something is due, the longest waiting first. */
  findPlaces(): Promise<Place[]>
  /** Claims a few items. Other workers skip them until the lease expires. */
  claim(place: Place): Promise<Item[]>
  attempt(place: Place, item: Item): Promise<Outcome | Retry>
  /** Writes the outcome, unless the lease has expired and another worker has claimed the item. */
  settle(place: Place, item: Item, outcome: Final<Outcome> | ScheduledRetry): Promise<void>
  warn: (sentence: string, error?: unknown) => void
  waits?: Waits | undefined
  /** Items of one place are attempted one after the other. */
  isOrdered?: boolean
}

/** One turn of each place that has something due; true when there was something, so that there may be more. */
export async function serveDue<Place, Item extends Attempted, Outcome extends AnyOutcome>(
  work: LeasedWork<Place, Item, Outcome>,
  isStopped = () => false,
): Promise<boolean> {
  let hasMore = false
  for (const place of await work.findPlaces()) {
    if (isStopped()) return false
    if (await servePlace(work, place)) hasMore = true
  }
  return hasMore
}

async function servePlace<Place, Item extends Attempted, Outcome extends AnyOutcome>(
  work: LeasedWork<Place, Item, Outcome>,
  place: Place,
): Promise<boolean> {
  try {
    const items = await work.claim(place)
    if (work.isOrdered) for (const item of items) await attemptAndSettle(work, place, item)
    else await Promise.all(items.map((item) => attemptAndSettle(work, place, item)))
    return items.length > 0
  } catch (error) {
    // A fault of one place stops no other.
    work.warn('the work of a store is left for the next look', error)
    return false
  }
}

/** A fault that nobody foresaw may be gone at the next attempt. */
export async function attemptAndSettle<Place, Item extends Attempted, Outcome extends AnyOutcome>(
  work: LeasedWork<Place, Item, Outcome>,
  place: Place,
  item: Item,
): Promise<void> {
  const outcome = await work
    .attempt(place, item)
    .catch((error): Retry => ({ kind: 'retry', reason: String(error?.message ?? error) }))
  const settled = isFinal(outcome) ? outcome : schedule(outcome as Retry, item.attempts, work.waits)
  await work.settle(place, item, settled)
}

const isFinal = <Outcome extends AnyOutcome>(outcome: Outcome | Retry): outcome is Final<Outcome> =>
  outcome.kind !== 'retry'

const schedule = ({ reason, after }: Retry, attempts: number, waits?: Waits): ScheduledRetry => ({
  ...{ kind: 'retry', reason, after: after ?? backoff(attempts, waits) },
})

export type LeasedWorkOptions = {
  /** Milliseconds between two looks when nothing wakes it. */
  tick: number
  /** For the log. */
  name: string
  /** The database's notices on this channel say that something was added. */
  channel?: string
}

/** Serves the places in turn. */
export async function startLeasedWork<Place, Item extends Attempted, Outcome extends AnyOutcome>(
  sql: Database,
  work: LeasedWork<Place, Item, Outcome>,
  { name, tick, channel }: LeasedWorkOptions,
): Promise<BackgroundLoop> {
  const loop = startLoop({
    tick,
    look: (isStopped) => serveDue(work, isStopped),
    warn: (error) => work.warn(`${name}: a look failed; the next one goes on`, error),
  })
  return channel === undefined ? loop : await wakeOnNotices(sql, channel, loop)
}

/** Serves the places side by side, for work in which a slow place must not delay another. */
export async function startParallelWork<Place, Item extends Attempted, Outcome extends AnyOutcome>(
  sql: Database,
  work: LeasedWork<Place, Item, Outcome>,
  { name, tick, channel }: LeasedWorkOptions & { channel: string },
): Promise<BackgroundLoop> {
  const running = new Map<Place, Promise<void>>()
  const begin = async (place: Place) => {
    const hadSome = await servePlace(work, place)
    running.delete(place)
    if (hadSome) loop.wake()
  }
  const loop = startLoop({
    tick,
    look: async (isStopped) => {
      for (const place of await work.findPlaces())
        if (!isStopped() && !running.has(place)) running.set(place, begin(place))
      return false
    },
    warn: (error) => work.warn(`${name}: a look failed; the next one goes on`, error),
  })
  const listening = await wakeOnNotices(sql, channel, loop)
  return {
    wake: loop.wake,
    stop: async () => {
      await listening.stop()
      await Promise.all(running.values())
    },
  }
}
