/** The client of a storefront: saved items, shown at once and sent when the network allows. It does not use the page. */

import { type WireRecord, wishlist } from './names.ts'
import { applyChange, type Change, type Edit, type Id, isSame, type List, type Product, readList } from './records.ts'
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
export type Listener = (detail: any) => void

/** How long a removal can be undone, in milliseconds. */
export const UNDO_TIME = 8e3

/** `from`: the element that was pressed, which fires the event. */
export type SaveOptions = { listId?: string | undefined; from?: EventTarget | undefined }

type HasVariant = { variantId: Id }

const optionsOf = (options: string | (SaveOptions & { undoable?: true }) = {}) =>
  ((options as string).trim ? { listId: options } : options) as SaveOptions & { undoable?: true }

export type Client = ReturnType<typeof openClient>

export function openClient(options: ClientOptions) {
  const { store = '', api = '', deviceOnly, storage } = options
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

  const emit = (name: EventName = 'change', detail?: unknown) => {
    forget()
    for (const listener of listeners[name] ?? []) listener(detail)
  }

  const who = () => localData.read<Who>('who')
  const account = (): string => localData.read('account') ?? ''
  const isAllowed = () => allowed
  const waiting = (): number => changes().filter(({ sent }) => !sent).length

  const connect = (): Promise<Service> => loadService(base)

  const seen = (): List[] => {
    if (!memo) queueMicrotask(forget)
    memo ??= changes().reduce(applyChange, listCache.cached().map(readList))
    return memo
  }
  const wishlists = () => seen().filter(({ type }) => type === wishlist)
  const listsOf = (variantId: Id) =>
    wishlists().filter(({ items }) => items.some((item) => isSame(item, { variantId })))

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

  const base: Base = { options, localData, listCache, changes, outcomes, isAllowed, emit, refresh, queueChange }

  /** Adds to the list that the shopper chose last, otherwise to the first wishlist; an existing item is updated. */
  const add = (product: Product, options?: string | SaveOptions): Promise<unknown> => {
    const { listId, from } = optionsOf(options)
    const chosen = localData.read<string>('chosen')
    const list = listId ?? (wishlists().some((one) => one.listId === chosen) ? chosen! : wishlist)
    const answered = queueChange({ list, add: [product] })
    emit('added', { product, list, from })
    return answered
  }

  /**
   * Removes from one list, or from every wishlist that contains it. `undoable`: shown at once, sent after `UNDO_TIME`; returns
   * the function that undoes it.
   */
  function remove(product: HasVariant, options: SaveOptions & { undoable: true }): () => unknown
  function remove(product: HasVariant, options?: string | SaveOptions): Promise<unknown>
  function remove(product: HasVariant, options?: string | (SaveOptions & { undoable?: true })): unknown {
    const { listId, from, undoable } = optionsOf(options)
    const { variantId } = product
    const until = undoable && Date.now() + UNDO_TIME
    const lists = listId ? [listId] : listsOf(variantId).map(({ listId }) => listId)
    const answered = lists.map((list) => queueChange({ list, remove: [{ variantId }], until }))
    emit('removed', { product, list: listId, from })
    if (!undoable) return Promise.all(answered)
    const removal = { product, lists, until, from }
    // at once, so that a list shows the row again before it moves the focus there
    return () =>
      base.service ? base.service.restoreItem(removal) : connect().then((service) => service.restoreItem(removal))
  }

  return {
    identity: { who, account },
    localData,
    emit,
    seen,
    api,
    isAllowed,
    isFresh: listCache.isFresh,
    dropCache: listCache.drop,
    /** The number of changes that have not reached the service yet. */
    waiting,
    /** The half that calls the service. */
    connect,
    ask: (path: string, fields?: WireRecord, key?: string): Promise<unknown> =>
      connect().then((service) => service.ask(path, fields, key)),
    /** Sends pending changes at once. */
    flush: async (): Promise<void> => {
      if (waiting()) await (await connect()).flush()
    },
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
