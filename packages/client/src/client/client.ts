/** The client of a storefront: saved items, shown at once and sent when the network allows. It does not use the page. */

import { type WireRecord, wishlist } from './names.ts'
import {
  applyChange,
  type Change,
  type Edit,
  findList,
  type Id,
  isSame,
  type List,
  type Product,
  readList,
} from './records.ts'
import type { Base, Outcome, ServiceOptions } from './sync/base.ts'
import type { Who } from './sync/identity.ts'
import { ignoreFailure } from './sync/ignore-failure.ts'
import { openListCache } from './sync/list-cache.ts'
import { loadService } from './sync/load-service.ts'
import { type Area, openLocalData } from './sync/local-data.ts'
import { newKey } from './sync/new-key.ts'
import type { Service } from './sync/service.ts'

export type ClientOptions = ServiceOptions & {
  /** Without the shopper's consent: everything stays on the device until `allow()`. Empty as an attribute means true. */
  deviceOnly?: boolean | '' | undefined
  storage?: (() => Area) | undefined
}

/** `change`: the visible state changed, in this or another tab. */
export type EventName = 'change' | 'added' | 'removed' | 'alert' | 'identity' | 'refused' | 'cart'
// biome-ignore lint/suspicious/noExplicitAny: the detail depends on the event
export type Listener = (detail: any, from?: EventTarget) => void

/** `from`: the element that was pressed, which fires the event. */
export type SaveOptions = { listId?: string | undefined; from?: EventTarget | undefined }

type HasVariant = { variantId: Id }

type Remove = {
  (product: HasVariant, options: SaveOptions & { undoable: true }): () => unknown
  (product: HasVariant, options?: string | SaveOptions): Promise<unknown>
}

const optionsOf = (options: string | (SaveOptions & { undoable?: true }) = {}) =>
  // of the two only a text has `at`; shorter than `typeof`
  ((options as string).at ? { listId: options } : options) as SaveOptions & { undoable?: true }

export type Client = ReturnType<typeof openClient>

export function openClient(options: ClientOptions) {
  const { store = '', deviceOnly, storage } = options
  const localData = openLocalData(`heartbell:${store.slice(0, 12)}:`, storage)
  const listCache = openListCache(localData)
  const changes = () => localData.read<Change[]>('queue') ?? []
  const listeners: Partial<Record<EventName, Set<Listener>>> = {}
  const outcomes: Record<string, Outcome> = {}
  let allowed = !deviceOnly && deviceOnly !== ''

  /** A page with a hundred hearts reads the local data once. */
  let memo: List[] | null
  const forget = () => {
    memo = null
  }

  const emit = (name: EventName = 'change', detail?: unknown, from?: EventTarget) => {
    forget()
    // biome-ignore lint/suspicious/useIterableCallbackReturn: shorter
    listeners[name]?.forEach((listener) => listener(detail, from))
  }

  const who = () => localData.read<Who>('who')
  const account = () => localData.read<string>('account')
  const isAllowed = () => allowed
  const waiting = (): number => changes().filter(({ sent }) => !sent).length

  const connect = (): Promise<Service> => loadService(base)

  const seen = (): List[] => {
    if (!memo) queueMicrotask(forget)
    // biome-ignore lint/suspicious/noAssignInExpressions: shorter
    return (memo ??= changes().reduce(applyChange, listCache.cached().map(readList)))
  }
  const wishlists = () => seen().filter(({ type }) => type === wishlist)
  const listsOf = (variantId: Id) =>
    wishlists().filter(({ items }) => items.some((item) => isSame(item, { variantId })))

  /** A list that the service has created; of a type, the first. */
  const known = (which?: string) =>
    findList(
      seen().filter((list) => list.name),
      which,
    )

  /** Settles when the service has answered; when offline, that is later. */
  const queueChange = (asked: Omit<Change, 'key'>): Promise<unknown> => {
    const key = newKey()
    localData.write('queue', [...changes(), { ...asked, key }])
    const answered = new Promise((done, failed) => {
      outcomes[key] = { done, failed }
    })
    // callers may ignore the result
    ignoreFailure(answered)
    listCache.drop()
    emit()
    if (allowed) ignoreFailure(connect().then((service) => service.soon()))
    return answered
  }

  /** Without an identity nothing is saved; without changes and with fresh lists there is nothing to ask. */
  const fetchAll = async (): Promise<WireRecord[]> =>
    allowed && (waiting() || (who() && !listCache.isFresh())) ? (await connect()).fetchAll() : listCache.cached()

  /** Fetches the lists again unless they are fresh. */
  const refresh = async (): Promise<List[]> => {
    await fetchAll()
    emit()
    return seen()
  }

  const base: Base = { options, localData, listCache, changes, outcomes, isAllowed, emit, refresh, queueChange, known }

  /** Adds to the list that the shopper chose last, otherwise to the first wishlist; an existing item is updated. */
  const add = (product: Product, options?: string | SaveOptions): Promise<unknown> => {
    const { listId, from } = optionsOf(options)
    const list = listId ?? findList(wishlists(), localData.read('chosen'))?.listId ?? wishlist
    const answered = queueChange({ list, add: [product] })
    emit('added', { product, list: known(list) }, from)
    return answered
  }

  /**
   * Removes from one list, or from every wishlist that contains it. `undoable`: shown at once, sent after eight seconds;
   * returns the function that undoes it.
   */
  const remove = ((product: HasVariant, options?: string | (SaveOptions & { undoable?: true })): unknown => {
    const { listId, from, undoable } = optionsOf(options)
    const until = undoable && Date.now() + 8e3
    const lists = listId ? [listId] : listsOf(product.variantId).map(({ listId }) => listId)
    const removal = { product, lists, until, from }
    const answered = lists.map((list) => queueChange({ list, remove: [product], until }))
    emit('removed', { product, list: known(listId) }, from)
    // at once, so that a list shows the row again before it moves the focus there
    const undo = () =>
      base.service ? base.service.restoreItem(removal) : connect().then((service) => service.restoreItem(removal))
    return undoable ? undo : Promise.all(answered)
  }) as Remove

  return {
    identity: { who, account },
    localData,
    emit,
    seen,
    api: options.api,
    isAllowed,
    isFresh: listCache.isFresh,
    dropCache: listCache.drop,
    /** The number of changes that have not reached the service yet. */
    waiting,
    /** The half that calls the service. */
    connect,
    ask: (...asked: [path: string, fields?: WireRecord, key?: string]): Promise<unknown> =>
      connect().then((service) => service.ask(...asked)),
    /** Sends pending changes at once. */
    flush: async (): Promise<unknown> => waiting() && (await connect()).flush(),
    /** The lists with wire names, from the five-minute cache; pending changes are sent first. */
    fetchAll,
    refresh,

    /** Returns a function that removes the listener. */
    on: (name: EventName, listener: Listener): (() => void) => {
      // biome-ignore lint/suspicious/noAssignInExpressions: shorter
      const all = (listeners[name] ??= new Set())
      all.add(listener)
      return () => all.delete(listener)
    },

    /** In any of the wishlists. */
    isSaved: (variantId: Id): boolean => !!listsOf(variantId)[0],
    /** The wishlists that contain it. */
    listsOf,
    count: (): number => wishlists().reduce((sum, { count }) => sum + count, 0),
    add,
    /** Sends only the given fields of an item; `note: null` removes the note. */
    edit: (listId: string, { variantId }: HasVariant, changes: Omit<Edit, 'variantId'>): Promise<unknown> =>
      queueChange({ list: listId, update: [{ variantId, ...changes }] }),
    remove,

    isSignedIn: (): boolean => !!account(),
    /** Call this after the shopper's consent: sends what is stored on the device to the service. */
    allow: (): Promise<List[]> => {
      allowed = true
      return refresh()
    },
  }
}
