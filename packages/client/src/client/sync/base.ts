/** What the first half of the client, which every page loads, shares with the half that calls the service. */
import type { Change, Id, List } from '../records.ts'
import type { Problem } from './call-api.ts'
import type { ListCache } from './list-cache.ts'
import type { LocalData } from './local-data.ts'

export type Outcome = { done(answer: unknown): void; failed(problem: Problem): void }

export type ServiceOptions = {
  /** The store's pid. */
  store?: string | undefined
  /** The service's address; by default the page's own origin. */
  api?: string | undefined
  /** The name of the first wishlist when it is created. */
  listName?: (() => string | undefined) | undefined
  /** Milliseconds in which quick changes join into one call. */
  joinTime?: number | undefined
  fetch?: typeof fetch | undefined
}

export type Removal = {
  product: { variantId: Id }
  lists: string[]
  until: number | undefined
  from?: EventTarget | undefined
}

export type Base = {
  /** The other half, once it is loaded. */
  service?: { restoreItem(removal: Removal): void }
  options: ServiceOptions
  localData: LocalData
  listCache: ListCache
  changes(): Change[]
  /** By the key of a change that this tab waits for. */
  outcomes: Record<string, Outcome>
  isAllowed(): boolean
  emit(name: 'refused' | 'change' | 'added', detail?: object, from?: EventTarget): void
  refresh(): Promise<List[]>
  queueChange(change: Omit<Change, 'key'>): Promise<unknown>
  known(which?: string): List | undefined
}
