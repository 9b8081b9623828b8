/** Who may hold how much of a pool: a store, a shopper of it, and work in the background each have a limit. */

export type Limits = {
  /** Lanes with statements of this holder in flight, and how many of them on one lane. */
  lanes: number
  depth: number
  /** Connections held by transactions. */
  sessions: number
  /** Milliseconds that a statement or a transaction of this holder waits for its turn. */
  patience: number
}

export class Share {
  readonly limits: Limits
  /** A shopper's share is part of its store's. */
  readonly parent: Share | null
  readonly onLane: number[] = []
  lanes = 0
  sessions = 0
  /** What is queued or in flight; a share that holds nothing is forgotten. */
  held = 0

  constructor(limits: Limits, parent: Share | null) {
    this.limits = limits
    this.parent = parent
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

/** Waits of whoever is over its share, or finds no place: each store in turn, and within it each shopper. */
export class FairQueue<Item extends { share: Share | null }> {
  readonly #stores = new Map<Share | null, Map<Share | null, { item: Item; since: number }[]>>()
  readonly #expire: (item: Item) => void
  #timer: NodeJS.Timeout | null = null
  size = 0

  constructor(expire: (item: Item) => void) {
    this.#expire = expire
  }

  push(item: Item): void {
    const { share } = item
    const store = share?.parent ?? share
    let holders = this.#stores.get(store)
    if (!holders) {
      holders = new Map()
      this.#stores.set(store, holders)
    }
    const waiting = holders.get(share)
    const entry = { item, since: performance.now() }
    if (waiting) waiting.push(entry)
    else holders.set(share, [entry])
    this.size++
    if (share) this.#timer ??= setInterval(() => this.#sweep(), 100).unref()
  }

  /** The first that is accepted, in turn; whoever was served goes to the end of the line. */
  take(accept: (item: Item) => boolean): Item | null {
    for (const [store, holders] of this.#stores) {
      for (const [share, waiting] of holders) {
        if (!accept(waiting[0]!.item)) continue
        const { item } = waiting.shift()!
        this.size--
        holders.delete(share)
        if (waiting.length > 0) holders.set(share, waiting)
        this.#stores.delete(store)
        if (holders.size > 0) this.#stores.set(store, holders)
        return item
      }
    }
    return null
  }

  /** Those who waited as long as they may are told. */
  #sweep(): void {
    const now = performance.now()
    for (const [store, holders] of this.#stores) {
      for (const [share, waiting] of holders) {
        const patience = share?.limits.patience ?? Number.POSITIVE_INFINITY
        while (waiting.length > 0 && now - waiting[0]!.since > patience) {
          this.size--
          this.#expire(waiting.shift()!.item)
        }
        if (waiting.length === 0) holders.delete(share)
      }
      if (holders.size === 0) this.#stores.delete(store)
    }
    if (this.size === 0) this.#stop()
  }

  #stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  /** Everyone who waits, for an end. */
  drain(): Item[] {
    const items = [...this.#stores.values()].flatMap((holders) => [...holders.values()].flat().map(({ item }) => item))
    this.#stores.clear()
    this.size = 0
    this.#stop()
    return items
  }
}
