/** The client with callbacks, for older scripts: wire names in and out, errors in the shape of a failed XHR. */
import type { Client } from './client/client.ts'
import { type WireRecord, writeItem } from './client/names.ts'
import type { Problem } from './client/sync/call-api.ts'
import { writeNow } from './client/sync/write-now.ts'

// biome-ignore lint/suspicious/noExplicitAny: callers pass and receive untyped records
type Anything = any
export type Then = ((answered: Anything) => void) | null | undefined
type Product = WireRecord

/** The fields of a failed XMLHttpRequest. */
export const asXhr = ({ status = 0, text = '', message }: Partial<Problem>) => ({
  status,
  responseText: text,
  description: message,
  readyState: 4,
})

/** Event names that listeners of this API family expect. */
export const JSEvents = {
  addedToWishlist: 'sw:addedtowishlist',
  removedFromWishlist: 'sw:removedfromwishlist',
  addedToWatchlist: 'sw:addedtowatchlist',
  addedToCart: 'sw:addedtocart',
  registered: 'sw:registered',
  customerInfoRefreshed: 'sw:customerinforefreshed',
  createdList: 'sw:listcreated',
  updatedList: 'sw:listupdated',
  deletedList: 'sw:listdeleted',
} as const

type EventName = (typeof JSEvents)[keyof typeof JSEvents]
type Options = { callbackFn?: Then; errorFn?: Then; lty?: string }

export function makeCallbacks(client: Client) {
  const evtLayer = new EventTarget()
  /** `d` is the object of the event; `e` is its kind. */
  const dispatch = (name: EventName, d: unknown, e: string = name) =>
    evtLayer.dispatchEvent(Object.assign(new Event(name), { detail: { d, e } }))

  const answer = async <T>(asked: Promise<T>, ok?: Then, err?: Then): Promise<T | undefined> => {
    let answered: T
    try {
      answered = await asked
    } catch (problem) {
      err?.(asXhr(problem as Problem))
      return
    }
    ok?.(answered)
    return answered
  }

  const post = async (path: string, fields: WireRecord): Promise<Anything> => {
    const answered = await writeNow(client, path, fields)
    // updates the hearts on the page; a later fetch of the lists waits for the same answer
    client.refresh().catch(() => {})
    return answered
  }
  const lists = (call: string, fields: WireRecord) => post(`lists/${call}`, fields)
  const change = async (lid: string, fields: WireRecord) => await lists('update-ctx', { lid, ...fields })

  const first = async (): Promise<Anything> => ((await client.fetchAll()) as Anything[]).find(({ lty }) => lty === 'wl')
  const own = async (): Promise<string> => ((await first()) ?? (await lists('create', { lname: 'My Wishlist' }))).lid

  const add = async (lid: string, product: Product) => {
    const [item] = (await change(lid, { a: [product] })).a
    dispatch(JSEvents.addedToWishlist, item)
    return item
  }
  const remove = async (lid: string, product: Product) => {
    const { epi, empi, du } = product
    const [item = product] = (await change(lid, { d: [{ epi, empi, du }] })).d
    dispatch(JSEvents.removedFromWishlist, item)
    return item
  }
  const aboutList = async (name: EventName, asked: Promise<Anything>) => {
    const list = await asked
    dispatch(name, list)
    return list
  }
  const watch = async (value: string, medium: string, product: Product, joins: unknown, topic: string) => {
    const { epi, empi, du } = product
    const answered = await post('subscriptions/create', {
      medium,
      mediumvalue: value,
      topics: [topic],
      products: [{ epi, empi, du }],
      addtomailinglist: joins ? 1 : 0,
    })
    dispatch(JSEvents.addedToWatchlist, product)
    return answered
  }
  const isIn = async ({ epi, empi }: Product) =>
    ((await first())?.listcontents ?? []).some((item: Product) =>
      epi ? `${item.epi}` === `${epi}` : `${item.empi}` === `${empi}`,
    )

  /** `init` returns the list and creates it if needed; after that the list id is optional in the other calls. */
  const sfl = async (call: string, given: Anything[]) => {
    const lid = typeof given[0] === 'string' ? given.shift() : client.localData.read('sfl')
    const items = given[0]
    return await lists(`sfl/${call}`, { lid, items: Array.isArray(items) ? items : [items] })
  }
  const openSfl = async () => {
    const page = (await client.ask('lists/sfl/fetch')) as { list: WireRecord }
    client.localData.write('sfl', page.list.lid)
    return page
  }
  /** `(…values, onSuccess, onError)`, with any number of values. */
  const given = (args: unknown[]): [Anything[], Then, Then] => {
    const [ok, err] = args.filter((arg) => typeof arg === 'function') as Then[]
    return [args.filter((arg) => typeof arg !== 'function'), ok, err]
  }
  const saved =
    (call: string) =>
    (...args: unknown[]) => {
      const [what, ok, err] = given(args)
      return answer(sfl(call, what), ok, err)
    }

  client.on('added', ({ product }) => dispatch(JSEvents.addedToWishlist, writeItem(product)))
  client.on('removed', ({ product }) => dispatch(JSEvents.removedFromWishlist, writeItem(product)))
  client.on('alert', ({ product }) => dispatch(JSEvents.addedToWatchlist, writeItem(product)))
  client.on('cart', (about) => about && dispatch(JSEvents.addedToCart, writeItem(about.product)))
  client.on('identity', () => {
    dispatch(JSEvents.registered, client.identity.who())
    dispatch(JSEvents.customerInfoRefreshed, client.identity.who())
  })

  return {
    evtLayer,
    JSEvents,
    dispatch,
    isIn,
    createList: (list: WireRecord, ok?: Then, err?: Then) =>
      answer(aboutList(JSEvents.createdList, lists('create', list)), ok, err),
    updateList: (list: WireRecord, ok?: Then, err?: Then) =>
      answer(aboutList(JSEvents.updatedList, lists('update', list)), ok, err),
    deleteList: (lid: string, ok?: Then, err?: Then) =>
      answer(aboutList(JSEvents.deletedList, lists('delete-list', { lid })), ok, err),
    fetchLists: ({ callbackFn, errorFn, lty }: Options = {}) =>
      answer(
        client.fetchAll().then((all) => (lty ? all.filter((list) => list.lty === lty) : all)),
        callbackFn,
        errorFn,
      ),
    fetchListDetails: ({ lid }: { lid: string }, ok?: Then, err?: Then) =>
      answer(client.ask('lists/fetch-list-with-contents', { lid, limit: 500 }), ok, err),
    fetchListCtx: ({ lid }: { lid: string }, ok?: Then, err?: Then) =>
      answer(client.ask('lists/fetch-ctx', { lid }), ok, err),

    addToList: (lid: string, product: Product, ok?: Then, err?: Then) => answer(add(lid, product), ok, err),
    deleteFromList: (lid: string, product: Product, ok?: Then, err?: Then) => answer(remove(lid, product), ok, err),
    updateListItem: (lid: string, product: Product, ok?: Then, err?: Then) =>
      answer(
        change(lid, { u: [product] }).then(({ u }) => u[0]),
        ok,
        err,
      ),
    addProductsToList: (lid: string, products: Product[], ok?: Then, err?: Then) =>
      answer(
        change(lid, { a: products }).then(({ a }) => a),
        ok,
        err,
      ),
    removeProductsFromList: (lid: string, products: Product[], ok?: Then, err?: Then) =>
      answer(
        change(lid, { d: products.map(({ epi }) => ({ epi })) }).then(({ d }) => d),
        ok,
        err,
      ),
    addProductToLists: (product: Product, lids: string[], ok?: Then, err?: Then) =>
      answer(
        lists('update-multiple-ctx', { lids, a: [product] }).then(({ a }) => a),
        ok,
        err,
      ),
    removeProductFromLists: ({ epi }: Product, lids: string[], ok?: Then, err?: Then) =>
      answer(
        lists('update-multiple-ctx', { lids, d: [{ epi }] }).then(({ d }) => d),
        ok,
        err,
      ),
    addCustomProductToList: (lid: string, product: Product, ok?: Then, err?: Then) =>
      answer(add(lid, product), ok, err),

    SaveForLater: {
      init: (ok?: Then, err?: Then) => answer(openSfl(), ok, err),
      fetch: (...args: unknown[]) => {
        const [, ok, err] = given(args)
        return answer(openSfl(), ok, err)
      },
      add: saved('add'),
      remove: saved('remove'),
      update: saved('update'),
      moveToCart: saved('moved-to-cart'),
    },

    markListPublic: (lid: string, ok?: Then, err?: Then) => answer(lists('markPublic', { lid }), ok, err),
    markListPrivate: (lid: string, ok?: Then, err?: Then) => answer(lists('markPrivate', { lid }), ok, err),
    generateSharedListURL: (lid: string, ok?: Then, err?: Then) =>
      answer(
        lists('markPublic', { lid }).then((list) => `${client.api}/shared/${list.lid}`),
        ok,
        err,
      ),
    sendListViaEmail: (about: WireRecord, ok?: Then, err?: Then) => answer(lists('emailList', about), ok, err),
    shareListSocial: (...args: unknown[]) => {
      const [[lid, fromname, medium], ok, err] = given(args)
      const about = typeof lid === 'object' ? lid : { lid, fromname, medium }
      return answer(lists('reportShare', { medium: 'link', ...about }), ok, err)
    },

    sendWatchlist: (value: string, medium: string, product: Product, ok?: Then, err?: Then, joins?: unknown) =>
      answer(watch(value, medium, product, joins, 'backinstock'), ok, err),
    subscribeForProductAlert: (
      value: string,
      medium: string,
      product: Product,
      ok?: Then,
      err?: Then,
      joins?: unknown,
      topic = 'backinstock',
    ) => answer(watch(value, medium, product, joins, topic), ok, err),
    fetchSubscriptions: (...args: unknown[]) => {
      const [[about], ok, err] = given(args)
      return answer(client.ask('subscriptions/fetch-subs', about), ok, err)
    },

    wishlist: {
      getSocialCount: ({ empi }: Product, ok?: Then, err?: Then) =>
        answer(client.ask('product/wishlist/social-count', { empi }), ok, err),
      getSocialCountBatch: ({ empis }: Product, ok?: Then, err?: Then) =>
        answer(client.ask('product/wishlist/social-count-batch', { empis }), ok, err),
      fetchUserLists: (...args: unknown[]) => {
        const [, ok, err] = given(args)
        return answer(client.ask('lists/fetch-user-lists'), ok, err)
      },
    },

    addToWishList: (product: Product, ok?: Then, err?: Then) =>
      answer(
        own().then((lid) => add(lid, product)),
        ok,
        err,
      ),
    removeFromWishList: (product: Product, ok?: Then, err?: Then) =>
      answer(
        own().then((lid) => remove(lid, product)),
        ok,
        err,
      ),
    fetch: (ok?: Then, err?: Then) =>
      answer(
        first().then((list) => list?.listcontents ?? []),
        ok,
        err,
      ),
    /** Event type 4 is the wishlist, 8 the alerts. */
    fetchWrtEventTypeET: (ok?: Then, et: unknown = 4, err?: Then) =>
      answer(
        Number(et) === 8
          ? client
              .ask('subscriptions/fetch-subs', { limit: 100 })
              .then((answered) => (answered as Anything).subscriptions)
          : first().then((list) => list?.listcontents ?? []),
        ok,
        err,
      ),
    wishlistCount: (ok?: Then) =>
      answer(
        first().then((list) => list?.cnt ?? 0),
        ok,
      ),
    isInWishlist: (product: Product, ok?: Then) => answer(isIn(product), ok),
    authCheck: (ok?: Then, err?: Then) =>
      answer(
        client.isSignedIn()
          ? Promise.resolve(client.identity.who())
          : Promise.reject({ status: 401, message: 'login-required' }),
        ok,
        err,
      ),
    platform: { isLoggedIn: () => client.isSignedIn() },
  }
}

export type Callbacks = ReturnType<typeof makeCallbacks>
