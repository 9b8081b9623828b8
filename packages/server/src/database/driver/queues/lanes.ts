/**
 * Runs single statements: a few connections carry all of them, pipelined. No statement waits behind a slow one while another lane
 * is free.
 */
import type { Connection } from '../wire/connection.ts'
import { ConnectionError } from '../wire/errors.ts'
import { FairQueue } from './fair-queue.ts'
import type { Share } from './shares.ts'

export type LaneJob = {
  share: Share | null
  /** Sends the statement and calls `done` when its result has arrived. */
  run(connection: Connection, done: () => void): void
  fail(error: Error): void
}

type PipelineLane = {
  readonly place: number
  connection: Connection | null
  opening: Promise<Connection> | null
  inFlight: number
  /** Since when the statement at the head of the lane has been running. */
  headSince: number
}

export type LaneOptions = {
  lanes: number
  /** Statements in flight on one lane. */
  depth: number
  /** Milliseconds after which a lane counts as slow and gets no more statements until it moves on. */
  slowAfter: number
}

export class Lanes {
  readonly #lanes: PipelineLane[]
  readonly #options: LaneOptions
  readonly #open: () => Promise<Connection>
  readonly #queue = new FairQueue<LaneJob>(({ fail }) => fail(busy()))
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

  submit(job: LaneJob): void {
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

  /**
   * The best lane that this share may use: an idle one, or a moving one with the fewest statements. Null when every lane is
   * stuck.
   */
  #choose(share: Share | null): PipelineLane | null {
    const { depth, slowAfter } = this.#options
    const now = performance.now()
    let best: PipelineLane | null = null
    let bestAge = Number.POSITIVE_INFINITY
    let closed: PipelineLane | null = null
    for (const lane of this.#lanes) {
      if (lane.inFlight >= depth || (share && !share.allowsLane(lane.place))) continue
      if (!isOpen(lane)) {
        if (lane.inFlight === 0) closed ??= lane
        else best ??= lane
        continue
      }
      if (lane.inFlight === 0) return lane
      const age = now - lane.headSince
      if (age > slowAfter) continue
      // A lane that moved a moment ago will move again soon; one that is stuck for milliseconds may be stuck for seconds.
      const wholeAge = Math.floor(age)
      if (!best || wholeAge < bestAge || (wholeAge === bestAge && lane.inFlight < best.inFlight)) {
        best = lane
        bestAge = wholeAge
      }
    }
    // Opening a lane is faster than waiting for an unknown statement on another.
    return closed ?? best
  }

  #reopen(lane: PipelineLane): Promise<Connection> {
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

  #start(lane: PipelineLane, job: LaneJob): void {
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

  #leave(lane: PipelineLane, { share }: LaneJob): void {
    lane.inFlight--
    lane.headSince = performance.now()
    this.#inFlight--
    share?.leave(lane.place)
    if (this.#queue.size > 0) this.#dispatch()
    else if (this.#inFlight === 0) this.onIdle?.()
  }

  #dispatch(): void {
    while (this.#queue.size > 0) {
      let lane: PipelineLane | null = null
      const job = this.#queue.takeNext(({ share }) => {
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

const isOpen = ({ connection }: PipelineLane) => connection !== null && connection.lost === null

export const busy = () =>
  new ConnectionError(
    'POOL_BUSY',
    'this store or shopper has too much work in progress; this statement waited too long for its turn',
  )
