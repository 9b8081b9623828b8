/** The client of a storefront: what a shopper saved, saved for later and wants to hear of, as promises. No page is touched here. */
import { newKey, openIdentity, type Who } from './identity.ts'
import { openLists } from './lists.ts'
import { callNames, itemNames, listNames, savedForLater, type WireRecord, wishlist, write } from './names.ts'
import { openQueue } from './queue.ts'
import { type Change, type Edit, type Item, isSame, type List, type Product, readItem, readList } from './records.ts'
import { type Area, openShelf } from './shelf.ts'
import { openWire, type Problem } from './wire.ts'

export type ClientOptions = {
  /** The store's pid. */
  store: string
  /** Where the service is; without it, where the page is. */
  api?: string | undefined
  /** What the first wishlist is called when it is made. */
  listName?: (() => string) | undefined
  /** The shopper has not agreed to anything yet: everything stays on the device until `allow()`. */
  deviceOnly?: boolean | undefined
  fetch?: typeof fetch | undefined
  storage?: (() => Area) | undefined
}

export type AlertRequest = {
  medium?: string | undefined
  address: string
  topic?: string | undefined
  mailingList?: boolean | undefined
  product: Product
}

/** `change`: what is seen changed, here or in another tab. */
export type EventName = 'change' | 'added' | 'removed' | 'alert' | 'identity' | 'refused' | 'cart'
// biome-ignore lint/suspicious/noExplicitAny: what is told depends on the event
export type Listener = (detail: any) => void

export type Client = ReturnType<typeof openClient>

export function openClient(options: ClientOptions) {
  const shelf = openShelf(`heartbell:${options.store.slice(0, 12)}:`, options.storage)
  const send: typeof fetch = options.fetch ?? ((...given) => fetch(...given))
  const identity = openIdentity(shelf, openWire(options.api ?? '', options.store, send))
  const { ask, who } = identity
  const lists = openLists(shelf, identity)
  const listeners: Partial<Record<EventName, Set<Listener>>> = {}
  let allowed = !options.deviceOnly

  const emit = (name: EventName, detail?: unknown) => {
    for (const listener of [...(listeners[name] ?? [])]) listener(detail)
  }
  const changed = () => emit('change')

  /** The first list of a type; made where there is none. */
  const firstOf = async (type: string, key: string): Promise<string> => {
    const look = async () => {
      await lists.fetch()
      return lists.seen([]).find((list) => list.type === type)?.listId
    }
    const known = lists.seen([]).find((list) => list.type === type)?.listId ?? (await look())
    if (known) return known
    if (type === savedForLater) return lists.learn(((await ask('v3/lists/sfl/fetch')) as { list: WireRecord }).list)
    try {
      const name = options.listName?.() ?? 'My wishlist'
      return lists.learn((await ask('v3/lists/create', { [listNames.name]: name }, `${key}-list`)) as WireRecord)
    } catch (problem) {
      // made elsewhere meanwhile
      if ((problem as Problem).status !== 409) throw problem
      lists.drop()
      return (await look())!
    }
  }

  const sendChange = async (change: Change) => {
    const { key, add, update, remove } = change
    const isType = change.list === wishlist || change.list === savedForLater
    let list = isType ? await firstOf(change.list, key) : change.list
    if (isType) queue.amend({ ...change, list })
    const items = (some?: object[]) => some?.map((item) => write(itemNames, item))
    const fields = {
      [callNames.add]: items(add),
      [callNames.update]: items(update),
      [callNames.remove]: items(remove),
    }
    const post = (key: string) =>
      ask('v3/lists/update-ctx', { [listNames.listId]: list, ...fields }, key) as Promise<Record<string, WireRecord[]>>
    const answer = await post(key).catch(async (problem: Problem) => {
      if (!isType || problem.type !== 'unknown-list') throw problem
      // deleted on another device: the next one takes its place
      lists.forget()
      list = await firstOf(change.list, key)
      return await post(`${key}-again`)
    })
    lists.patch(list, answer)
    return (answer[callNames.add]?.[0] ?? answer[callNames.update]?.[0] ?? answer[callNames.remove]?.[0]) as WireRecord
  }

  const queue = openQueue(shelf, {
    send: sendChange,
    isAllowed: () => allowed,
    onQueued: () => {
      lists.drop()
      changed()
    },
    onRefused: (change, problem) => {
      changed()
      emit('refused', { change, problem, retry: () => queue.add(change) })
    },
  })

  const seen = () => lists.seen(queue.changes())
  /** The wishlists that hold a variant. */
  const holding = (variantId: string | number, type = wishlist) =>
    seen().filter((list) => list.type === type && list.items.some((item) => isSame(item, { variantId })))

  /** A write that waits for nobody's return: refused when offline. What was queued goes first. */
  const push = async (path: string, fields: WireRecord): Promise<unknown> => {
    await queue.flush()
    lists.drop()
    try {
      return await ask(path, fields, newKey())
    } finally {
      lists.drop()
    }
  }
  const writeList = async (path: string, fields: WireRecord): Promise<List> => {
    const list = readList((await push(`v3/lists/${path}`, fields)) as WireRecord)
    await refresh()
    return list
  }

  const refresh = async (): Promise<List[]> => {
    if (allowed) {
      await queue.flush()
      await lists.fetch()
    }
    changed()
    return seen()
  }

  return {
    ask,
    write: push,
    emit,
    refresh,
    who: (): Who | null => who(),
    wireLists: async () => {
      await queue.flush()
      return await lists.fetch()
    },
    dropCache: lists.drop,
    isFresh: lists.isFresh,
    /** Changes that have not reached the service yet. */
    waiting: () => queue.changes().length,
    flush: queue.flush,
    /** Another tab wrote: look again. */
    isOurs: (key: string | null) => !key || key.startsWith(shelf.prefix),
    shelf,

    /** Gives back a function that ends it. */
    on: (name: EventName, listener: Listener) => {
      listeners[name] ??= new Set()
      listeners[name].add(listener)
      return () => listeners[name]?.delete(listener)
    },

    seen,
    isSaved: (variantId: string | number) => holding(variantId).length > 0,
    count: () => seen().reduce((sum, list) => sum + (list.type === wishlist ? list.count : 0), 0),
    add: (product: Product, list: string = wishlist): Promise<unknown> => {
      const answered = queue.add({ list, add: [product] })
      emit('added', { product, list })
      return answered
    },
    update: (list: string, item: Edit): Promise<unknown> => queue.add({ list, update: [item] }),
    /** From one list, or from every wishlist that holds it. */
    remove: async (product: Pick<Item, 'variantId'>, list?: string): Promise<void> => {
      const from = list ? [list] : holding(product.variantId).map(({ listId }) => listId)
      const { variantId } = product
      const answered = from.map((list) => queue.add({ list, remove: [{ variantId }] }))
      emit('removed', { product, list })
      await Promise.all(answered)
    },

    createList: (name: string) => writeList('create', { [listNames.name]: name.trim() }),
    renameList: (listId: string, name: string) =>
      writeList('update', { [listNames.listId]: listId, [listNames.name]: name.trim() }),
    removeList: (listId: string) => writeList('delete-list', { [listNames.listId]: listId }),
    /** Only for a shopper who is signed in; gives the list's public page. */
    shareList: async (listId: string): Promise<string> => {
      const list = await writeList('markPublic', { [listNames.listId]: listId })
      return `${options.api || globalThis.location?.origin || ''}/shared/${list.listId}`
    },
    /** Anybody's list, when it is public. */
    fetchList: async (listId: string): Promise<List> => {
      const page = await ask('v3/lists/fetch-list-with-contents', { [listNames.listId]: listId, limit: 500 })
      const { list, items } = page as { list: WireRecord; items: WireRecord[] }
      return { ...readList(list), items: items.map(readItem) }
    },

    /** The place in line, where the service tells it. */
    subscribe: async ({ medium = 'email', address, topic = 'backinstock', mailingList, product }: AlertRequest) => {
      const { variantId, productId, url } = product
      await push('v3/subscriptions/create', {
        [callNames.medium]: medium,
        [callNames.address]: address,
        [callNames.topics]: [topic],
        [callNames.products]: [write(itemNames, { variantId, productId, url })],
        [callNames.mailingList]: mailingList ? 1 : 0,
      })
      const asked = { ...shelf.take<Record<string, 1>>('alerts'), [`${topic} ${variantId}`]: 1 }
      shelf.put('alerts', asked)
      emit('alert', { product, topic, medium })
    },
    isSubscribed: (variantId: string | number, topic = 'backinstock') =>
      !!shelf.take<Record<string, 1>>('alerts')?.[`${topic} ${variantId}`],
    /** Gives the shopper's alerts in the wire's words. */
    alerts: async (topic?: string): Promise<WireRecord[]> =>
      who()
        ? ((await ask('v3/subscriptions/fetch-subs', { topic, limit: 100 })) as { subscriptions: [] }).subscriptions
        : [],

    signIn: async (token: string): Promise<void> => {
      if (!(await identity.signIn(token))) return
      lists.drop()
      emit('identity')
      await refresh()
    },
    /** On a shared device the next one begins with nothing. */
    signOut: (): void => {
      identity.signOut()
      lists.forget()
      shelf.put('alerts', {})
      emit('identity')
      changed()
    },
    isSignedIn: () => !!who()?.account,
    /** The shopper agreed: what was kept on the device goes to the service. */
    allow: (): Promise<List[]> => {
      allowed = true
      return refresh()
    },
  }
}
