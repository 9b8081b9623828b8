/** The shopper's lists from the last fetch, with wire names, fresh for five minutes. */
import type { WireRecord } from '../names.ts'
import type { LocalData } from './local-data.ts'

export type CachedLists = { at: number; lists: WireRecord[] }

export type ListCache = {
  cached(): WireRecord[]
  isFresh(): boolean
  /** Any write makes the cache outdated. */
  drop(lists?: WireRecord[]): void
}

export function openListCache(localData: LocalData): ListCache {
  /** Five minutes, in milliseconds. */
  const FRESH = 300_000
  const entry = () => localData.read<CachedLists>('lists')
  const cached = () => entry()?.lists ?? []
  return {
    cached,
    // not a number, and so not less, if nothing was fetched
    isFresh: () => Date.now() - (entry()?.at as number) < FRESH,
    // different each time, so that a fetch in another tab notices it
    drop: (lists = cached()) => localData.write('lists', { at: -Math.random(), lists }),
  }
}
