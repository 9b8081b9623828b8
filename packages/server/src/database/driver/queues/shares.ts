/** Who may hold how much of a pool: a store, a shopper of it, and work in the background each have a limit. */

export type Limits = {
  /** Lanes with statements of this holder in flight, and how many of them on one lane. */
  lanes: number
  depth: number
  /** Connections held by transactions. */
  sessions: number
  /** Milliseconds that a statement or a transaction of this holder waits for its turn. */
  patience: number
  /** Milliseconds that its transactions wait for a lock, where that is not what the pool says. */
  lockTimeout?: number
}

export class Share {
  readonly limits: Limits
  /** A shopper's share is part of its store's. */
  readonly parent: Share | null
  readonly onLane: number[] = []
  lanes = 0
  sessions = 0
  waiting = 0

  constructor(limits: Limits, parent: Share | null) {
    this.limits = limits
    this.parent = parent
  }

  /** One that holds nothing and waits for nothing can be forgotten. */
  get isIdle(): boolean {
    return this.lanes === 0 && this.sessions === 0 && this.waiting === 0
  }

  /** Whether one more statement may go on this lane. */
  admitsTo(lane: number): boolean {
    const here = this.onLane[lane] ?? 0
    const isWithin = here > 0 ? here < this.limits.depth : this.lanes < this.limits.lanes
    return isWithin && (this.parent === null || this.parent.admitsTo(lane))
  }

  enter(lane: number): void {
    const here = this.onLane[lane] ?? 0
    if (here === 0) this.lanes++
    this.onLane[lane] = here + 1
    this.parent?.enter(lane)
  }

  leave(lane: number): void {
    if (--this.onLane[lane]! === 0) this.lanes--
    this.parent?.leave(lane)
  }

  admitsSession(): boolean {
    return this.sessions < this.limits.sessions && (this.parent === null || this.parent.admitsSession())
  }

  openSession(): void {
    this.sessions++
    this.parent?.openSession()
  }

  closeSession(): void {
    this.sessions--
    this.parent?.closeSession()
  }
}

/** Whose work it is: a store's, one of its shoppers', what is left to do for a store, the dashboard's, the whole service's. */
export type Holder = { store: number; shopper?: string; isBackground?: boolean } | 'dashboard' | 'background'

export type ShareLimits = { store: Limits; shopper: Limits; dashboard: Limits; background: Limits }

/** Milliseconds; longer than a healthy queue ever is, shorter than callers' own patience. */
const patience = 5_000

/** Of so many lanes and sessions: two thirds and a half for one store, so that another always finds some. */
export function usualLimits(lanes: number, sessions: number): ShareLimits {
  const part = (whole: number, share: number) => Math.max(1, Math.ceil(whole * share))
  return {
    store: { lanes: part(lanes, 2 / 3), depth: 16, sessions: part(sessions, 1 / 2), patience },
    shopper: { lanes: part(lanes, 1 / 3), depth: 4, sessions: part(sessions, 1 / 4), patience },
    dashboard: { lanes: part(lanes, 1 / 2), depth: 8, sessions: part(sessions, 1 / 2), patience },
    background: {
      lanes: part(lanes, 1 / 3),
      depth: 4,
      sessions: part(sessions, 1 / 4),
      patience: 60_000,
      lockTimeout: 30_000,
    },
  }
}

/** More than this are looked through for those that are idle. */
const mostKept = 10_000

/** The shares of a pool, by holder. */
export class ShareBook {
  readonly #limits: ShareLimits
  readonly #kept = new Map<string | number, Share>()

  constructor(limits: ShareLimits) {
    this.#limits = limits
  }

  of(holder: Holder): Share {
    if (typeof holder === 'string') return this.#find(holder, this.#limits[holder], null)
    const store = this.#find(holder.store, this.#limits.store, null)
    if (holder.isBackground) return this.#find(`${holder.store} later`, this.#limits.background, store)
    if (holder.shopper === undefined) return store
    return this.#find(`${holder.store} ${holder.shopper}`, this.#limits.shopper, store)
  }

  #find(name: string | number, limits: Limits, parent: Share | null): Share {
    const found = this.#kept.get(name)
    if (found) return found
    if (this.#kept.size >= mostKept) this.#forgetIdle()
    const share = new Share(limits, parent)
    this.#kept.set(name, share)
    return share
  }

  #forgetIdle(): void {
    for (const [name, share] of this.#kept) if (share.isIdle) this.#kept.delete(name)
  }
}
