/** The shopper's lists from the last fetch, with wire names, fresh for five minutes. */

import type { WireRecord } from '../names.ts'
import type { Identity } from './identity.ts'
import type { LocalData } from './local-data.ts'
import { singleFlight } from './single-flight.ts'

type Cached = { at: number; lists: WireRecord[] }

export type ListCache = {
  cached(): WireRecord[]
  /** From the cache while it is fresh. */
  fetchAll(): Promise<WireRecord[]>
  isFresh(): boolean
  /** Any write makes the cache outdated. */
  drop(): void
}

export function openListCache(localData: LocalData, { who, ask }: Identity, beginFetch: () => () => void): ListCache {
  /** Five minutes, in milliseconds. */
  const FRESH = 300_000
  const entry = () => localData.read<Cached>('lists')
  const cached = () => entry()?.lists ?? []
  const isFresh = () => Date.now() - (entry()?.at ?? 0) < FRESH
  const store = (at: number, lists: WireRecord[]) => localData.write('lists', { at, lists })

  const fetchOnce = singleFlight(async () => {
    // without an identity nothing is saved, and a visitor who saves nothing causes no call
    while (who()) {
      const before = entry()?.at
      const fetched = beginFetch()
      const lists = (await ask('lists/fetch-lists')) as WireRecord[]
      // a write happened during the fetch, in this or another tab
      if (before !== entry()?.at) continue
      store(Date.now(), lists)
      fetched()
      return lists
    }
    return []
  })

  return {
    cached,
    isFresh,
    fetchAll: async () => (isFresh() ? cached() : await fetchOnce()),
    // different each time, so that a fetch in another tab notices it
    drop: () => store(-Math.random(), cached()),
  }
}
