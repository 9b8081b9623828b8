/** The half of the client that calls the service: who the shopper is, fetching lists, sending changes. Loaded when it is needed. */
import { listNames, type WireRecord, wishlist } from '../names.ts'
import type { Base, Removal } from './base.ts'
import { openApi } from './call-api.ts'
import { type Identity, openIdentity } from './identity.ts'
import type { CachedLists } from './list-cache.ts'
import { reportProblems } from './report-problems.ts'
import { openSender, type Sender } from './sending/sender.ts'
import { undoRemoval } from './sending/undo.ts'
import { singleFlight } from './single-flight.ts'
import { openAmend } from './stored-queue.ts'

export type Service = Identity &
  Sender & {
    /** Sends what is due; then the lists, from the cache while it is fresh. */
    fetchAll(): Promise<WireRecord[]>
    findWishlist(key: string): Promise<string>
    restoreItem(removal: Removal): void
  }

/** One service for a client, however often it is asked for. */
export function serviceOf(base: Base): Service {
  base.service ??= openService(base)
  return base.service as Service
}

function openService(base: Base): Service {
  const { options, localData, listCache, changes } = base
  const { api = '', store = '', listName, fetch: call = (...asked) => fetch(...asked) } = options
  const identity = openIdentity(localData, reportProblems(openApi(api, store, call), { api, store }))
  const amend = openAmend(localData)
  const fetchedAt = () => localData.read<CachedLists>('lists')?.at
  const who = () => localData.read('who')

  const fetchOnce = singleFlight(async () => {
    // without an identity nothing is saved, and a visitor who saves nothing causes no call
    while (who()) {
      const before = fetchedAt()
      const shown = new Set(changes().flatMap(({ sent, key }) => (sent ? key : [])))
      const lists = (await identity.ask('lists/fetch-lists')) as WireRecord[]
      // a write happened during the fetch, in this or another tab
      if (before !== fetchedAt()) continue
      localData.write('lists', { at: Date.now(), lists } satisfies CachedLists)
      amend(({ key }) => shown.has(key), null)
      return lists
    }
    return []
  })

  const findWishlist = async (key: string): Promise<string> => {
    const isKnown = who()
    const look = () => listCache.cached().find((list) => list[listNames.type] === wishlist)
    if (!look() && !identity.isNew) await fetchOnce()
    // signed out meanwhile: the next person must not get this one's change
    if (isKnown && !who()) throw new Error('Signed out.')
    let list = look()
    if (!list) {
      const name = listName?.() ?? 'My wishlist'
      list = (await identity.ask('lists/create', { [listNames.name]: name }, `${key}-list`)) as WireRecord
      // the next change finds it without a call
      listCache.drop([...listCache.cached(), list])
      // it has a name now, which the page may show
      base.emit('change')
    }
    return list[listNames.listId] as string
  }

  const sender = openSender(base, identity, findWishlist)
  // without a page (tests, server rendering) there are no events
  globalThis.addEventListener?.('pagehide', () => sender.leave(true))
  globalThis.document?.addEventListener('visibilitychange', () => document.hidden && sender.leave(false))
  return Object.assign(identity, sender, {
    findWishlist,
    restoreItem: (removal: Removal) => undoRemoval(base, amend, removal),
    fetchAll: async () => {
      await sender.flush()
      return listCache.isFresh() ? listCache.cached() : await fetchOnce()
    },
  })
}
