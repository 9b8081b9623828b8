/** The shopper's lists as the service told them last, kept for five minutes in the wire's words. */
import type { Identity } from './identity.ts'
import type { WireRecord } from './names.ts'
import { once } from './once.ts'
import type { Shelf } from './shelf.ts'

type Kept = { at: number; lists: WireRecord[] }

export type Lists = {
  kept(): WireRecord[]
  /** From the shelf while it is fresh. */
  fetchAll(): Promise<WireRecord[]>
  isFresh(): boolean
  /** Any write makes what is kept out of date. */
  drop(): void
}

export function openLists(shelf: Shelf, { who, ask }: Identity, beginFetch: () => () => void): Lists {
  /** Spec 4.6. */
  const FRESH = 300_000
  let drops = 0
  const take = () => shelf.take<Kept>('lists')
  const kept = () => take()?.lists ?? []
  const isFresh = () => Date.now() - (take()?.at ?? 0) < FRESH
  const keep = (at: number, lists: WireRecord[]) => shelf.put('lists', { at, lists })

  const fetchOnce = once(async () => {
    for (;;) {
      const before = drops
      const fetched = beginFetch()
      const lists = (await ask('lists/fetch-lists')) as WireRecord[]
      // a write passed it on its way
      if (before !== drops) continue
      keep(Date.now(), lists)
      fetched()
      return lists
    }
  })

  return {
    kept,
    isFresh,
    fetchAll: async () => {
      if (isFresh()) return kept()
      // nobody yet, so nothing is saved: a visitor who only looks costs no call
      if (!who()) return []
      return await fetchOnce()
    },
    drop: () => {
      drops++
      keep(0, kept())
    },
  }
}
