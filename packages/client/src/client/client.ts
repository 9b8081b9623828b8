/** The client of a storefront: saved items, shown at once and sent when the network allows. It does not use the page. */

import { callNames, listNames, type WireRecord, wishlist, writeItem } from './names.ts'
import { applyChange, type Change, type Edit, type Id, isSame, type List, type Product, readList } from './records.ts'
import { openApi } from './sync/call-api.ts'
import { openIdentity } from './sync/identity.ts'
import { ignoreFailure } from './sync/ignore-failure.ts'
import { openListCache } from './sync/list-cache.ts'
import { type Area, openLocalData } from './sync/local-data.ts'
import { openQueue } from './sync/queue.ts'

export type ClientOptions = {
  /** The store's pid. */
  store?: string | undefined
  /** The service's address; by default the page's own origin. */
  api?: string | undefined
  /** The name of the first wishlist when it is created. */
  listName?: (() => string | undefined) | undefined
  /** Without the shopper's consent: everything stays on the device until `allow()`. Empty as an attribute means true. */
  deviceOnly?: boolean | '' | undefined
  fetch?: typeof fetch | undefined
  storage?: (() => Area) | undefined
}

/** `change`: the visible state changed, in this or another tab. */
export type EventName = 'change' | 'added' | 'removed' | 'alert' | 'identity' | 'refused' | 'cart'
// biome-ignore lint/suspicious/noExplicitAny: the detail depends on the event
export type Listener = (detail: any) => void

/** A little longer than the message that offers it is shown, in milliseconds. */
const UNDO_TIME = 9e3

export type Client = ReturnType<typeof openClient>

export function openClient({
  store = '',
  api = '',
  listName,
  deviceOnly,
  fetch: call = (...asked) => fetch(...asked),
  storage,
}: ClientOptions) {
  const localData = openLocalData(`heartbell:${store.slice(0, 12)}:`, storage)
  const identity = openIdentity(localData, openApi(api, store, call))
  const { ask } = identity
  const listeners: Partial<Record<EventName, Set<Listener>>> = {}
  let isAllowed = !deviceOnly && deviceOnly !== ''

  /** A page with a hundred hearts reads the local data once. */
  let memo: List[] | null
  const forget = () => {
    memo = null
  }

  const emit = (name: EventName = 'change', detail?: unknown) => {
    forget()
    for (const listener of [...(listeners[name] ?? [])]) listener(detail)
  }

  /** The id of the first wishlist, which is created if there is none. */
  const findWishlist = async (key: string): Promise<unknown> => {
    const look = () => lists.cached().find((list) => list[listNames.type] === wishlist)
    if (!look()) await lists.fetchAll()
    const list =
      look() ?? (await ask('lists/create', { [listNames.name]: listName?.() ?? 'My wishlist' }, `${key}-list`))
    return (list as WireRecord)[listNames.listId]
  }

  const send = async ({ key, list, to, add, update, remove }: Change): Promise<unknown> => {
    let listId: unknown = to ?? list
    if (listId === wishlist) {
      listId = await findWishlist(key)
      queue.amend(key, { to: listId as string })
    }
    const answer = await ask(
      'lists/update-ctx',
      {
        [listNames.listId]: listId,
        [callNames.add]: add?.map(writeItem),
        [callNames.update]: update?.map(writeItem),
        [callNames.remove]: remove?.map(writeItem),
      },
      key,
    )
    // lists fetched during the call do not contain the change
    lists.drop()
    return answer
  }

  const queue = openQueue(localData, {
    send,
    isAllowed: () => isAllowed,
    onQueued: () => {
      lists.drop()
      emit()
    },
    onRefused: ({ key, to, ...change }, problem) => {
      // the cache may be outdated: a list created or deleted on another device
      ignoreFailure(refresh())
      emit('refused', { problem, retry: () => queue.add(change) })
    },
  })

  const lists = openListCache(localData, identity, () => {
    const shown = queue.changes().filter(({ sent }) => sent)
    return () => {
      for (const { key } of shown) queue.amend(key, null)
    }
  })

  const seen = (): List[] => {
    if (!memo) queueMicrotask(forget)
    memo ??= queue.changes().reduce(applyChange, lists.cached().map(readList))
    return memo
  }
  const listsOf = (variantId: Id) =>
    seen().filter((list) => list.type === wishlist && list.items.some((item) => isSame(item, { variantId })))

  const fetchAll = async () => {
    if (!isAllowed) return []
    await queue.flush()
    return await lists.fetchAll()
  }

  /** Fetches the lists again unless they are fresh. */
  const refresh = async (): Promise<List[]> => {
    await fetchAll()
    emit()
    return seen()
  }

  /**
   * Removes from one list, or from every wishlist that contains it. `undoable`: shown at once, sent after the time to undo it;
   * returns the function that undoes it.
   */
  function remove(product: { variantId: Id }, options: { listId?: string | undefined; undoable: true }): () => void
  function remove(product: { variantId: Id }, options?: string | { listId?: string | undefined }): Promise<unknown>
  function remove(
    product: { variantId: Id },
    options: string | { listId?: string | undefined; undoable?: true } = {},
  ): unknown {
    const { listId, undoable } = typeof options === 'string' ? { listId: options, undoable: undefined } : options
    const { variantId } = product
    const until = undoable && Date.now() + UNDO_TIME
    const held = listId ? [listId] : listsOf(variantId).map(({ listId }) => listId)
    const answered = held.map((list) => queue.add({ list, remove: [{ variantId }], until }))
    emit('removed', { product, list: listId })
    if (!undoable) return Promise.all(answered)
    return () => {
      for (const change of queue.changes())
        if (change.until === until && !change.sent && isSame(change.remove![0]!, product)) queue.amend(change.key, null)
      emit()
    }
  }

  return {
    identity,
    localData,
    ask,
    emit,
    seen,
    api,
    /** The lists with wire names, from the five-minute cache; pending changes are sent first. */
    fetchAll,
    dropCache: lists.drop,
    findWishlist,
    isFresh: lists.isFresh,
    flush: queue.flush,
    /** The number of changes that have not reached the service yet. */
    waiting: () => queue.changes().filter(({ sent }) => !sent).length,

    refresh,

    /** Returns a function that removes the listener. */
    on: (name: EventName, listener: Listener): (() => void) => {
      listeners[name] ??= new Set()
      listeners[name].add(listener)
      return () => listeners[name]!.delete(listener)
    },

    /** In any of the wishlists. */
    isSaved: (variantId: Id): boolean => !!listsOf(variantId)[0],
    /** The wishlists that contain it. */
    listsOf,
    count: (): number => seen().reduce((sum, list) => sum + (list.type === wishlist ? list.count : 0), 0),
    /** Adds to the first wishlist, or to another list; an existing item is updated. */
    add: (product: Product, list: string = wishlist): Promise<unknown> => {
      const answered = queue.add({ list, add: [product] })
      emit('added', { product, list })
      return answered
    },
    /** Sends only the given fields of an item; an empty note removes it. */
    edit: (listId: string, { variantId }: { variantId: Id }, changes: Omit<Edit, 'variantId'>): Promise<unknown> =>
      queue.add({ list: listId, update: [{ variantId, ...changes }] }),
    remove,

    /** Whether the service may be called: false without the shopper's consent. */
    isAllowed: () => isAllowed,
    isSignedIn: (): boolean => !!identity.account(),
    /** Call this after the shopper's consent: sends what is stored on the device to the service. */
    allow: (): Promise<List[]> => {
      isAllowed = true
      return refresh()
    },
  }
}
