/** A queue that is fair: each store in turn, and within it each shopper; nobody waits longer than its share allows. */
import type { Share } from './shares.ts'

/** Holds whatever is over its share, or finds no free place. */
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
    if (share) share.waiting++
    if (share) this.#timer ??= setInterval(() => this.#sweep(), 100).unref()
  }

  /** The first that is accepted, in turn; whoever was served goes to the end of the line. */
  take(accept: (item: Item) => boolean): Item | null {
    for (const [store, holders] of this.#stores) {
      for (const [share, waiting] of holders) {
        if (!accept(waiting[0]!.item)) continue
        const { item } = waiting.shift()!
        this.size--
        if (share) share.waiting--
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
          if (share) share.waiting--
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
