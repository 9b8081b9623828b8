/** The client of a storefront: what a shopper saved, as promises, seen at once and sent when it can be. No page is touched here. */
import { hush } from './hush.ts'
import { openIdentity } from './identity.ts'
import { openLists } from './lists.ts'
import { callNames, listNames, type WireRecord, wishlist, writeItem } from './names.ts'
import { openQueue } from './queue.ts'
import { applyChange, type Change, type Id, isSame, type List, type Product, readList } from './records.ts'
import { type Area, openShelf } from './shelf.ts'
import { openWire } from './wire.ts'

export type ClientOptions = {
  /** The store's pid. */
  store: string
  /** Where the service is; without it, where the page is. */
  api?: string | undefined
  /** What the first wishlist is called when it is made. */
  listName?: (() => string | undefined) | undefined
  /** The shopper has not agreed to anything yet: everything stays on the device until `allow()`. */
  deviceOnly?: boolean | undefined
  fetch?: typeof fetch | undefined
  storage?: (() => Area) | undefined
}

/** `change`: what is seen changed, here or in another tab. */
export type EventName = 'change' | 'added' | 'removed' | 'alert' | 'identity' | 'refused' | 'cart'
// biome-ignore lint/suspicious/noExplicitAny: what is told depends on the event
export type Listener = (detail: any) => void

export type Client = ReturnType<typeof openClient>

export function openClient({
  store,
  api = '',
  listName,
  deviceOnly,
  fetch: call = (...asked) => fetch(...asked),
  storage,
}: ClientOptions) {
  const shelf = openShelf(`heartbell:${store.slice(0, 12)}:`, storage)
  const identity = openIdentity(shelf, openWire(api, store, call))
  const { ask, who } = identity
  const listeners: Partial<Record<EventName, Set<Listener>>> = {}
  let isAllowed = !deviceOnly

  /** A page of hearts asks a hundred times in a row; the shelf is read once. */
  let memo: List[] | null
  const forget = () => {
    memo = null
  }

  const emit = (name: EventName = 'change', detail?: unknown) => {
    forget()
    for (const listener of [...(listeners[name] ?? [])]) listener(detail)
  }

  /** The first wishlist, as far as it is known; made where there is none. */
  const findWishlist = async (key: string): Promise<unknown> => {
    const look = () => lists.kept().find((list) => list[listNames.type] === wishlist)
    if (!look()) await lists.fetchAll()
    const list =
      look() ?? (await ask('lists/create', { [listNames.name]: listName?.() ?? 'My wishlist' }, `${key}-list`))
    return (list as WireRecord)[listNames.listId]
  }

  const send = async ({ key, list, to, add, remove }: Change): Promise<unknown> => {
    let listId: unknown = to ?? list
    if (listId === wishlist) {
      listId = await findWishlist(key)
      queue.amend(key, { to: listId as string })
    }
    const fields = {
      [listNames.listId]: listId,
      [callNames.add]: add?.map(writeItem),
      [callNames.remove]: remove?.map(writeItem),
    }
    const answer = await ask('lists/update-ctx', fields, key)
    // what was fetched while it was on its way does not show it
    lists.drop()
    return answer
  }

  const queue = openQueue(shelf, {
    send,
    isAllowed: () => isAllowed,
    onQueued: () => {
      lists.drop()
      emit()
    },
    onRefused: ({ key, to, ...change }, problem) => {
      // what was known may be wrong: a list made or deleted on another device
      hush(refresh())
      emit('refused', { problem, retry: () => queue.add(change) })
    },
  })

  const lists = openLists(shelf, identity, () => {
    const shown = queue.changes().filter(({ sent }) => sent)
    return () => {
      for (const { key } of shown) queue.amend(key, null)
    }
  })

  const seen = (): List[] => {
    if (!memo) queueMicrotask(forget)
    memo ??= queue.changes().reduce(applyChange, lists.kept().map(readList))
    return memo
  }
  const holding = (variantId: Id) =>
    seen().filter((list) => list.type === wishlist && list.items.some((item) => isSame(item, { variantId })))

  const fetchAll = async () => {
    if (!isAllowed) return []
    await queue.flush()
    return await lists.fetchAll()
  }

  /** Everything again, as far as it is not fresh. */
  const refresh = async (): Promise<List[]> => {
    await fetchAll()
    emit()
    return seen()
  }

  return {
    identity,
    shelf,
    ask,
    emit,
    seen,
    api,
    /** In the wire's words, from the five minutes' shelf; what is on its way goes first. */
    fetchAll,
    dropCache: lists.drop,
    isFresh: lists.isFresh,
    flush: queue.flush,
    /** Changes that have not reached the service yet. */
    waiting: () => queue.changes().filter(({ sent }) => !sent).length,

    refresh,

    /** Gives back a function that ends it. */
    on: (name: EventName, listener: Listener): (() => void) => {
      listeners[name] ??= new Set()
      listeners[name].add(listener)
      return () => listeners[name]!.delete(listener)
    },

    isSaved: (variantId: Id): boolean => !!holding(variantId)[0],
    count: (): number => seen().reduce((sum, list) => sum + (list.type === wishlist ? list.count : 0), 0),
    /** Into the first wishlist, or another; what is there already is changed. */
    add: (product: Product, list: string = wishlist): Promise<unknown> => {
      const answered = queue.add({ list, add: [product] })
      emit('added', { product, list })
      return answered
    },
    /** From one list, or from every wishlist that holds it. */
    remove: (product: { variantId: Id }, from?: string): Promise<unknown> => {
      const { variantId } = product
      const held = from ? [from] : holding(variantId).map(({ listId }) => listId)
      const answered = held.map((list) => queue.add({ list, remove: [{ variantId }] }))
      emit('removed', { product, list: from })
      return Promise.all(answered)
    },

    isSignedIn: (): boolean => !!(who() && identity.account()),
    /** The shopper agreed: what was kept on the device goes to the service. */
    allow: (): Promise<List[]> => {
      isAllowed = true
      return refresh()
    },
  }
}
