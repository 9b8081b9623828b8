/** Single statements: a few connections carry all of them, several on their way on each; none stands behind a slow one while another is free. */
import type { Connection } from '../wire/connection.ts'
import { ConnectionError } from '../wire/errors.ts'
import { FairQueue } from './fair-queue.ts'
import type { Share } from './shares.ts'

export type Job = {
  share: Share | null
  /** Sends it, and calls back when the answer is there. */
  run(connection: Connection, done: () => void): void
  fail(error: Error): void
}

type Lane = {
  readonly place: number
  connection: Connection | null
  opening: Promise<Connection> | null
  inFlight: number
  /** Since when the statement at its head is the head. */
  headSince: number
}

export type LaneOptions = {
  lanes: number
  /** Statements in flight on one lane. */
  depth: number
  /** Milliseconds after which a lane counts as slow, and gets no more until it moves on. */
  slowAfter: number
}

export class Lanes {
  readonly #lanes: Lane[]
  readonly #options: LaneOptions
  readonly #open: () => Promise<Connection>
  readonly #queue = new FairQueue<Job>(({ fail }) => fail(busy()))
  #inFlight = 0
  onIdle: (() => void) | null = null

  constructor(options: LaneOptions, open: () => Promise<Connection>) {
    this.#options = options
    this.#open = open
    this.#lanes = Array.from({ length: options.lanes }, (_, place) => ({
      place,
      connection: null,
      opening: null,
      inFlight: 0,
      headSince: 0,
    }))
  }

  submit(job: Job): void {
    const lane = this.#choose(job.share)
    if (lane) this.#start(lane, job)
    else this.#queue.push(job)
  }

  get isIdle(): boolean {
    return this.#inFlight === 0 && this.#queue.size === 0
  }

  get figures() {
    const now = performance.now()
    const { slowAfter } = this.#options
    const busyLanes = this.#lanes.filter(({ inFlight }) => inFlight > 0)
    return {
      lanes: this.#lanes.length,
      busy: busyLanes.length,
      slow: busyLanes.filter(({ headSince }) => now - headSince > slowAfter).length,
      inFlight: this.#inFlight,
      waiting: this.#queue.size,
    }
  }

  /** Of those this share may use: a free one, or one that moves, with the fewest before it; null when each stands still. */
  #choose(share: Share | null): Lane | null {
    const { depth, slowAfter } = this.#options
    const now = performance.now()
    let best: Lane | null = null
    let bestStands = Number.POSITIVE_INFINITY
    let closed: Lane | null = null
    for (const lane of this.#lanes) {
      if (lane.inFlight >= depth || (share && !share.admitsTo(lane.place))) continue
      if (!isOpen(lane)) {
        if (lane.inFlight === 0) closed ??= lane
        else best ??= lane
        continue
      }
      if (lane.inFlight === 0) return lane
      const age = now - lane.headSince
      if (age > slowAfter) continue
      // What moved on a moment ago will soon do so again; what stands for milliseconds may stand for seconds.
      const stands = Math.floor(age)
      if (!best || stands < bestStands || (stands === bestStands && lane.inFlight < best.inFlight)) {
        best = lane
        bestStands = stands
      }
    }
    // Opening a lane takes less than what may stand before this one on another.
    return closed ?? best
  }

  #reopen(lane: Lane): Promise<Connection> {
    lane.opening ??= this.#open().then(
      (connection) => {
        lane.opening = null
        lane.connection = connection
        this.#dispatch()
        return connection
      },
      (error) => {
        lane.opening = null
        throw error
      },
    )
    return lane.opening
  }

  #start(lane: Lane, job: Job): void {
    if (lane.inFlight++ === 0) lane.headSince = performance.now()
    this.#inFlight++
    job.share?.enter(lane.place)
    const done = () => this.#leave(lane, job)
    if (isOpen(lane)) job.run(lane.connection!, done)
    else
      this.#reopen(lane).then(
        (connection) => {
          lane.headSince = performance.now()
          job.run(connection, done)
        },
        (error) => {
          job.fail(error)
          done()
        },
      )
  }

  #leave(lane: Lane, { share }: Job): void {
    lane.inFlight--
    lane.headSince = performance.now()
    this.#inFlight--
    share?.leave(lane.place)
    if (this.#queue.size > 0) this.#dispatch()
    else if (this.#inFlight === 0) this.onIdle?.()
  }

  #dispatch(): void {
    while (this.#queue.size > 0) {
      let lane: Lane | null = null
      const job = this.#queue.take(({ share }) => {
        lane = this.#choose(share)
        return lane !== null
      })
      if (!job) return
      this.#start(lane!, job)
    }
  }

  end(error: Error): void {
    for (const { fail } of this.#queue.drain()) fail(error)
  }
}

const isOpen = ({ connection }: Lane) => connection !== null && connection.lost === null

export const busy = () =>
  new ConnectionError('POOL_BUSY', 'too much is under way for this store or shopper; this waited its turn in vain')
