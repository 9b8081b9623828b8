/** A fair queue: each store in turn, and within a store each shopper. No one waits longer than its share allows. */
import type { Share } from './shares.ts'

/** Contains the work that is above its share or found no free connection. */
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
    let users = this.#stores.get(store)
    if (!users) {
      users = new Map()
      this.#stores.set(store, users)
    }
    const waiting = users.get(share)
    const entry = { item, since: performance.now() }
    if (waiting) waiting.push(entry)
    else users.set(share, [entry])
    this.size++
    if (share) share.waiting++
    if (share) this.#timer ??= setInterval(() => this.#sweep(), 100).unref()
  }

  /** The first item in turn that is accepted; its store and shopper then go to the end of the line. */
  takeNext(accept: (item: Item) => boolean): Item | null {
    for (const [store, users] of this.#stores) {
      for (const [share, waiting] of users) {
        if (!accept(waiting[0]!.item)) continue
        const { item } = waiting.shift()!
        this.size--
        if (share) share.waiting--
        users.delete(share)
        if (waiting.length > 0) users.set(share, waiting)
        this.#stores.delete(store)
        if (users.size > 0) this.#stores.set(store, users)
        return item
      }
    }
    return null
  }

  /** Fails items that have waited too long. */
  #sweep(): void {
    const now = performance.now()
    for (const [store, users] of this.#stores) {
      for (const [share, waiting] of users) {
        const maxWaitMillis = share?.limits.maxWaitMillis ?? Number.POSITIVE_INFINITY
        while (waiting.length > 0 && now - waiting[0]!.since > maxWaitMillis) {
          this.size--
          if (share) share.waiting--
          this.#expire(waiting.shift()!.item)
        }
        if (waiting.length === 0) users.delete(share)
      }
      if (users.size === 0) this.#stores.delete(store)
    }
    if (this.size === 0) this.#stop()
  }

  #stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  /** Removes and returns everything that waits. */
  drain(): Item[] {
    const items = [...this.#stores.values()].flatMap((users) => [...users.values()].flat().map(({ item }) => item))
    this.#stores.clear()
    this.size = 0
    this.#stop()
    return items
  }
}
