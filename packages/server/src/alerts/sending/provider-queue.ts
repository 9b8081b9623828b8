/**
 * The deliveries that wait for one provider: each store in turn, `atOnce` on their way, none sent on an old check. Plain data and
 * functions; `nextStep` says what to do, the caller does it.
 */
import { type Circuit, type CircuitOptions, makeCircuit } from '../pacing/circuit.ts'
import { makeRateWindow, type RateWindow } from '../pacing/rate-window.ts'
import type { Provider } from '../providers/providers.ts'
import type { QueuedDelivery } from './deliveries.ts'

type StoreLane = { waiting: QueuedDelivery[]; isRechecking: boolean; isFull: boolean }

export type ProviderQueue = {
  readonly provider: Provider
  readonly circuit: Circuit
  readonly rate: RateWindow
  /** By store, in the order of their turns. */
  readonly lanes: Map<number, StoreLane>
  running: number
  isPausing: boolean
}

export type Step =
  /** Then call `endSend`. */
  | { kind: 'send'; storeId: number; queued: QueuedDelivery }
  /** Ask the database whether these are still to be sent, then call `endRecheck`. */
  | { kind: 'recheck'; storeId: number; queued: QueuedDelivery[]; startedAt: number }
  /** The provider is away. Another worker may have a provider that is not, and a lease is not for waiting. */
  | { kind: 'release'; queued: QueuedDelivery[] }
  /** The provider's rate is used up; call `endPause` after so many milliseconds. */
  | { kind: 'pause'; millis: number }

export type RecheckStep = Step & { kind: 'recheck' }

/** Twice the connections of a pooled mail channel, and more than any HTTP provider needs to be kept busy. */
const atOnce = 20
/** Of one store with one provider. */
const mostWaiting = 200
/** Who leaves gets no message after a second, so an older check is repeated right before sending. */
export const freshFor = 500
const trialTime = 1_000

export const makeProviderQueue = (provider: Provider, circuit?: CircuitOptions): ProviderQueue => ({
  ...{ provider, circuit: makeCircuit(circuit), rate: makeRateWindow(provider.limits), lanes: new Map() },
  ...{ running: 0, isPausing: false },
})

/** How many more of the store to claim, or in how many milliseconds to ask again. */
export type Room = { most: number } | { after: number }

export function findRoom({ provider, circuit, lanes, running }: ProviderQueue, storeId: number, now: number): Room {
  const until = circuit.openUntil()
  if (until !== null && until > now) return { after: until - now }
  const lane = lanes.get(storeId)
  const waiting = lane?.waiting.length ?? 0
  // Away until now: a single delivery finds out whether it still is.
  if (until !== null) return running + waiting === 0 ? { most: 1 } : { after: trialTime }
  const fits = capacity(provider)
  if (!lane || (waiting <= fits / 2 && !lane.isRechecking)) return { most: fits - waiting }
  lane.isFull = true
  return { most: 0 }
}

/** No more than goes out in two seconds: the rest is better off with another worker. */
const capacity = ({ limits }: Provider) => Math.min(mostWaiting, Math.max(1, 2 * (limits?.perSecond ?? mostWaiting)))

export function enqueue({ lanes }: ProviderQueue, queued: QueuedDelivery): void {
  const { storeId } = queued.store
  const lane = lanes.get(storeId) ?? { waiting: [], isRechecking: false, isFull: false }
  lanes.set(storeId, lane)
  lane.waiting.push(queued)
}

/** What can begin now; null when nothing can. What it returns is begun: it counts as running, rechecking or withPauses. */
export function nextStep(queue: ProviderQueue, now: number): Step | null {
  const { circuit, rate, running } = queue
  if (running >= atOnce || queue.isPausing || !hasWaiting(queue)) return null
  if (circuit.room(running, now) === 0) {
    const isAway = (circuit.openUntil() ?? 0) > now
    return isAway ? { kind: 'release', queued: takeAll(queue) } : null
  }
  const millis = rate.wait(now)
  if (millis === 0) return nextOfStores(queue, now)
  queue.isPausing = true
  return { kind: 'pause', millis }
}

function hasWaiting({ lanes }: ProviderQueue): boolean {
  for (const { waiting } of lanes.values()) if (waiting.length > 0) return true
  return false
}

/** The first store that has something to do; one that may send goes to the end of the line. */
function nextOfStores(queue: ProviderQueue, now: number): Step | null {
  for (const [storeId, lane] of queue.lanes) {
    const [first] = lane.waiting
    if (!first || lane.isRechecking) continue
    if (now - first.checkedAt > freshFor) {
      lane.isRechecking = true
      return { kind: 'recheck', storeId, queued: lane.waiting.splice(0), startedAt: now }
    }
    lane.waiting.shift()
    queue.lanes.delete(storeId)
    queue.lanes.set(storeId, lane)
    queue.running++
    queue.rate.take(now)
    return { kind: 'send', storeId, queued: first }
  }
  return null
}

/**
 * Puts back what is still due. However long the answer took, something goes before the next recheck: a slow database makes
 * sending late, never silent.
 */
export function endRecheck(
  queue: ProviderQueue,
  { storeId, queued, startedAt }: RecheckStep,
  stillDue: Set<QueuedDelivery>,
  now: number,
): void {
  const lane = queue.lanes.get(storeId)!
  lane.isRechecking = false
  for (const one of stillDue) one.checkedAt = Math.max(startedAt, now - freshFor / 2)
  lane.waiting.unshift(...queued.filter((one) => stillDue.has(one)))
}

export function endPause(queue: ProviderQueue): void {
  queue.isPausing = false
}

/** Whether the provider was there, and for how many milliseconds it asked to be left alone. */
export type ProviderAnswer = { isAnswered: boolean; after?: number | undefined }

export function endSend(queue: ProviderQueue, { isAnswered, after }: ProviderAnswer, now: number): void {
  queue.running--
  if (isAnswered) queue.circuit.answered()
  else queue.circuit.failed(now, after)
}

/** True when the store found its lane full and has room again. An empty lane goes. */
export function hasRoomAgain({ provider, lanes }: ProviderQueue, storeId: number): boolean {
  const lane = lanes.get(storeId)
  if (!lane) return false
  const isRelieved = lane.isFull && lane.waiting.length <= capacity(provider) / 2
  if (isRelieved) lane.isFull = false
  if (lane.waiting.length === 0 && !lane.isRechecking) lanes.delete(storeId)
  return isRelieved
}

export function takeAll({ lanes }: ProviderQueue): QueuedDelivery[] {
  const taken: QueuedDelivery[] = []
  for (const [storeId, { waiting, isRechecking }] of lanes) {
    taken.push(...waiting.splice(0))
    if (!isRechecking) lanes.delete(storeId)
  }
  return taken
}

/** Nothing waits or runs, and there is nothing to remember of the provider. */
export const isUnused = ({ provider, circuit, lanes, running }: ProviderQueue): boolean =>
  running === 0 && lanes.size === 0 && circuit.openUntil() === null && !provider.limits
