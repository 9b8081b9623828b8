/** Deliveries in this worker's hands, on their way to their providers: so many at once, each store in turn, never stale. */
import type { Channel } from '../../channels/channel.ts'
import type { DueDelivery } from '../../domain/deliveries/deliveries.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { type Circuit, type CircuitOptions, makeCircuit } from '../pacing/circuit.ts'
import { makeRateWindow, type RateWindow } from '../pacing/rate-window.ts'
import type { Provider } from '../providers/providers.ts'

export type Parcel = { store: Store; provider: Provider; delivery: DueDelivery; askedAt: number }

/** Gives whether the provider was there, and if it asked to be left alone, for how long. */
export type Sending = (parcel: Parcel) => Promise<{ isAnswered: boolean; after?: number | undefined }>

export type SendQueueOptions = {
  send: Sending
  /** Which of them are still to be sent. */
  ask: (parcels: Parcel[]) => Promise<Set<Parcel>>
  /** Takes back what was not tried. */
  giveBack: (parcels: Parcel[]) => void
  /** There is room for more. */
  onRoom: () => void
  circuit?: CircuitOptions | undefined
}

/** How many more, or in how many milliseconds to ask again. */
export type Room = { most: number } | { after: number }

export type SendQueue = {
  room(storeId: number, provider: Provider): Room
  add(parcels: Parcel[]): void
  circuits(): { name: string; isOpen: boolean }[]
  /** Gives back what has not begun, and ends when the rest has. */
  stop(): Promise<void>
}

/** Twice what a pooled mail channel has connections, and more than any HTTP provider needs to be kept busy. */
const atOnce = 20
/** Of one store with one provider. */
const mostWaiting = 200
/** Whoever leaves is heeded within a second, so what was asked longer ago is asked again right before it goes. */
const freshFor = 500

const trialTime = 1_000

/** No more than goes out in two seconds: the rest is better off with another worker. */
const fitting = ({ limits }: Provider) => Math.min(mostWaiting, Math.max(1, 2 * (limits?.perSecond ?? mostWaiting)))

type Lane = { waiting: Parcel[]; isAsking: boolean; isFull: boolean }
type Gate = { name: string; circuit: Circuit; rate: RateWindow; running: number; lanes: Map<number, Lane> }

export function makeSendQueue({ send, ask, giveBack, onRoom, circuit }: SendQueueOptions): SendQueue {
  // A channel is one provider with one account: whoever shares it shares its limits and its bad days.
  const gates = new Map<Channel, Gate>()
  let isStopped = false
  let whenIdle = () => {}

  function gateOf({ name, channel, limits }: Provider): Gate {
    const known = gates.get(channel)
    if (known) return known
    const made = { name, circuit: makeCircuit(circuit), rate: makeRateWindow(limits), running: 0, lanes: new Map() }
    gates.set(channel, made)
    return made
  }

  /** Each store of the gate in turn: whoever was served goes to the end of the line. */
  function pump(gate: Gate): void {
    while (!isStopped && gate.running < atOnce) {
      const now = performance.now()
      const wait = gate.rate.wait(now)
      const isShut = gate.circuit.room(gate.running, now) === 0
      if (isShut) shut(gate)
      else if (wait > 0) setTimeout(() => pump(gate), wait).unref()
      const parcel = isShut || wait > 0 ? null : takeNext(gate, now)
      if (!parcel) break
      launch(gate, parcel, now)
    }
  }

  function takeNext(gate: Gate, now: number): Parcel | null {
    for (const [storeId, lane] of gate.lanes) {
      const parcel = next(gate, lane, now)
      if (!parcel) continue
      gate.lanes.delete(storeId)
      gate.lanes.set(storeId, lane)
      return parcel
    }
    return null
  }

  function next(gate: Gate, lane: Lane, now: number): Parcel | null {
    const [first] = lane.waiting
    if (!first || lane.isAsking) return null
    if (now - first.askedAt <= freshFor) return lane.waiting.shift()!
    void askAgain(gate, lane)
    return null
  }

  async function askAgain(gate: Gate, lane: Lane): Promise<void> {
    lane.isAsking = true
    const askedAt = performance.now()
    const asked = lane.waiting.splice(0)
    const still = await ask(asked).catch(() => null)
    lane.isAsking = false
    // Without a database nobody knows; what can't be known is not sent.
    if (!still) return giveBack(asked)
    // However long the answer took, something goes before the next question: a slow database makes us late, never silent.
    for (const parcel of still) parcel.askedAt = Math.max(askedAt, performance.now() - freshFor / 2)
    lane.waiting.unshift(...asked.filter((parcel) => still.has(parcel)))
    // Taken again they are told why not.
    giveBack(asked.filter((parcel) => !still.has(parcel)))
    pump(gate)
  }

  function launch(gate: Gate, parcel: Parcel, now: number): void {
    gate.running++
    gate.rate.take(now)
    send(parcel)
      .catch(() => ({ isAnswered: false, after: undefined }))
      .then(({ isAnswered, after }) => {
        gate.running--
        if (isAnswered) gate.circuit.answered()
        else gate.circuit.failed(performance.now(), after)
        if (makesRoom(gate, parcel)) onRoom()
        pump(gate)
        if (isIdle()) whenIdle()
      })
  }

  /** Whoever has nothing left leaves the line, and a provider nobody needs is forgotten. True when more was asked for before. */
  function makesRoom(gate: Gate, { store, provider }: Parcel): boolean {
    const lane = gate.lanes.get(store.storeId)
    const wasFull = lane?.isFull === true && lane.waiting.length <= fitting(provider) / 2
    if (wasFull) lane!.isFull = false
    if (lane && (lane.waiting.length > 0 || lane.isAsking)) return wasFull
    gate.lanes.delete(store.storeId)
    const isNeeded = gate.running > 0 || gate.lanes.size > 0 || gate.circuit.openUntil() !== null || provider.limits
    if (!isNeeded) gates.delete(provider.channel)
    return wasFull
  }

  /** Others may have a way that is open, and a lease is not for waiting. */
  function shut(gate: Gate): void {
    if ((gate.circuit.openUntil() ?? 0) <= performance.now()) return
    giveBack([...gate.lanes.values()].flatMap(({ waiting }) => waiting.splice(0)))
  }

  const isIdle = () => [...gates.values()].every(({ running }) => running === 0)

  return {
    room(storeId, provider) {
      const gate = gateOf(provider)
      const until = gate.circuit.openUntil()
      const now = performance.now()
      if (until !== null && until > now) return { after: until - now }
      const lane = gate.lanes.get(storeId)
      const waiting = lane?.waiting.length ?? 0
      // Away until now: a single one finds out whether it still is.
      if (until !== null) return gate.running + waiting === 0 ? { most: 1 } : { after: trialTime }
      const fits = fitting(provider)
      if (!lane || (waiting <= fits / 2 && !lane.isAsking)) return { most: fits - waiting }
      lane.isFull = true
      return { most: 0 }
    },
    add(parcels) {
      const touched = new Set<Gate>()
      for (const parcel of parcels) {
        const gate = gateOf(parcel.provider)
        const { storeId } = parcel.store
        const lane = gate.lanes.get(storeId) ?? { waiting: [], isAsking: false, isFull: false }
        gate.lanes.set(storeId, lane)
        lane.waiting.push(parcel)
        touched.add(gate)
      }
      for (const gate of touched) pump(gate)
    },
    circuits: () => [...gates.values()].map(({ name, circuit }) => ({ name, isOpen: circuit.openUntil() !== null })),
    async stop() {
      isStopped = true
      giveBack(
        [...gates.values()].flatMap(({ lanes }) => [...lanes.values()].flatMap(({ waiting }) => waiting.splice(0))),
      )
      if (!isIdle()) await new Promise<void>((resolve) => (whenIdle = resolve))
    },
  }
}
