/** How much of a pool each user may occupy: a store, one of its shoppers, the dashboard and background work each have a limit. */

export type PoolLimits = {
  /** Lanes that may carry this user's statements, and how many of them on one lane. */
  lanes: number
  depth: number
  /** Connections in use by transactions. */
  sessions: number
  /** Milliseconds that a statement or transaction of this user may wait for its turn. */
  maxWaitMillis: number
  /** Milliseconds that its transactions wait for a lock, if different from the pool's setting. */
  lockTimeout?: number
}

export class Share {
  readonly limits: PoolLimits
  /** A shopper's share is part of its store's. */
  readonly parent: Share | null
  readonly onLane: number[] = []
  lanes = 0
  sessions = 0
  waiting = 0

  constructor(limits: PoolLimits, parent: Share | null) {
    this.limits = limits
    this.parent = parent
  }

  /** An idle share can be removed from the registry. */
  get isIdle(): boolean {
    return this.lanes === 0 && this.sessions === 0 && this.waiting === 0
  }

  /** Whether one more statement may use this lane. */
  allowsLane(lane: number): boolean {
    const here = this.onLane[lane] ?? 0
    const isWithin = here > 0 ? here < this.limits.depth : this.lanes < this.limits.lanes
    return isWithin && (this.parent === null || this.parent.allowsLane(lane))
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

  allowsSession(): boolean {
    return this.sessions < this.limits.sessions && (this.parent === null || this.parent.allowsSession())
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

/**
 * Whose work it is: a store's, a shopper's of a store, a store's background work, the dashboard's, or the whole service's
 * background work.
 */
export type PoolUser = { store: number; shopper?: string; isBackground?: boolean } | 'dashboard' | 'background'

export type ShareLimits = { store: PoolLimits; shopper: PoolLimits; dashboard: PoolLimits; background: PoolLimits }

/** Milliseconds: longer than a healthy queue needs, shorter than the timeout of callers. */
const maxWaitMillis = 5_000

/** One store may use 2/3 of the lanes and 1/2 of the sessions, so that another store always finds some. */
export function defaultShareLimits(lanes: number, sessions: number): ShareLimits {
  const part = (whole: number, share: number) => Math.max(1, Math.ceil(whole * share))
  return {
    store: { lanes: part(lanes, 2 / 3), depth: 16, sessions: part(sessions, 1 / 2), maxWaitMillis },
    shopper: { lanes: part(lanes, 1 / 3), depth: 4, sessions: part(sessions, 1 / 4), maxWaitMillis },
    dashboard: { lanes: part(lanes, 1 / 2), depth: 8, sessions: part(sessions, 1 / 2), maxWaitMillis },
    background: {
      lanes: part(lanes, 1 / 3),
      depth: 4,
      sessions: part(sessions, 1 / 4),
      maxWaitMillis: 60_000,
      lockTimeout: 30_000,
    },
  }
}

/** Above this number, idle shares are removed. */
const maxShares = 10_000

/** The shares of a pool, by user. */
export class ShareRegistry {
  readonly #limits: ShareLimits
  readonly #kept = new Map<string | number, Share>()

  constructor(limits: ShareLimits) {
    this.#limits = limits
  }

  of(user: PoolUser): Share {
    if (typeof user === 'string') return this.#find(user, this.#limits[user], null)
    const store = this.#find(user.store, this.#limits.store, null)
    if (user.isBackground) return this.#find(`${user.store} later`, this.#limits.background, store)
    if (user.shopper === undefined) return store
    return this.#find(`${user.store} ${user.shopper}`, this.#limits.shopper, store)
  }

  #find(name: string | number, limits: PoolLimits, parent: Share | null): Share {
    const found = this.#kept.get(name)
    if (found) return found
    if (this.#kept.size >= maxShares) this.#forgetIdle()
    const share = new Share(limits, parent)
    this.#kept.set(name, share)
    return share
  }

  #forgetIdle(): void {
    for (const [name, share] of this.#kept) if (share.isIdle) this.#kept.delete(name)
  }
}
