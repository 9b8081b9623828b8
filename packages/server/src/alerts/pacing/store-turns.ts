/** Which stores have work for the engine, and each store's turn at it. */
import type { Sql } from '../../database/connect.ts'
import type { BackgroundLook } from '../../domain/schedule/background-loop.ts'
import { findOverdue, findStoresWithDueWork, scheduleForgottenWork } from '../../domain/schedule/due-stores.ts'
import type { Store } from '../../domain/stores/stores.ts'

export type StoreTurnOptions = {
  stores: { find(pid: string): Promise<Store | null> }
  warn: (sentence: string, error?: unknown) => void
}

/** True when the store has more to do at once. */
type Serve = (store: Store) => Promise<boolean>

type FindStores = (sql: Sql) => PromiseLike<{ pid: string }[]>

export function makeStoreTurns(sql: Sql, { stores, warn }: StoreTurnOptions) {
  /** One turn of each store that has such work: the rest of a long queue waits until every store had its turn. */
  const among =
    (work: string, find: FindStores, serve: Serve): BackgroundLook =>
    async (isStopped) => {
      let hasMore = false
      for (const { pid } of await find(sql)) {
        if (isStopped()) return false
        try {
          const store = await stores.find(pid)
          if (store && (await serve(store))) hasMore = true
        } catch (error) {
          // A fault of one store stops no other.
          warn(`the alerts of a store are left for the next look (${work})`, error)
        }
      }
      return hasMore
    }
  return {
    among,
    of: (work: 'plan' | 'send' | 'saved', serve: Serve): BackgroundLook =>
      among(work, (sql) => findStoresWithDueWork(sql, work), serve),
    scheduleForgotten: () => scheduleForgottenWork(sql),
    findOverdue: () => findOverdue(sql),
  }
}
