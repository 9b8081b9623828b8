/** Calls about the shopper's lists and their items. */
import type { WireRecord } from '../client/names.ts'
import { type Anything, answer, type Then } from './answer.ts'
import { type CallContext, complete, idsOf, isWishlist } from './call-context.ts'
import { JSEvents } from './events.ts'

type Product = WireRecord
type Options = { callbackFn?: Then; errorFn?: Then; lty?: string }
type ListId = string | { lid: string }

const idOf = (list: ListId) => (typeof list === 'string' ? list : list.lid)

export function makeListCalls({ client, dispatch, lists, change, own }: CallContext) {
  const eachAdded = <T>(items: T[]) => {
    for (const item of items) dispatch(JSEvents.addedToWishlist, item)
    return items
  }
  const eachRemoved = <T>(items: T[]) => {
    for (const item of items) dispatch(JSEvents.removedFromWishlist, item)
    return items
  }
  const add = async (lid: string, products: Product[]): Promise<Anything[]> =>
    eachAdded((await change(lid, { a: products.map(complete) })).a)
  const remove = async (lid: string, products: Product[]): Promise<Anything[]> =>
    eachRemoved((await change(lid, { d: products.map(idsOf) })).d)
  const removeOne = async (lid: string, product: Product) => {
    const [item] = await remove(lid, [product])
    // one that is not there is removed, too
    return item ?? eachRemoved([product])[0]
  }
  const about = async (name: 'createdList' | 'updatedList' | 'deletedList', asked: Promise<Anything>) => {
    const list = await asked
    dispatch(JSEvents[name], list)
    return list
  }
  /** A copy, because scripts change what they get. They take the first of all lists for the wishlist. */
  const fetchAll = async (lty?: string) => {
    const all = structuredClone(await client.fetchAll())
    if (lty) return all.filter((list) => list.lty === lty)
    if (!all.length || all.some(isWishlist)) return all
    await own()
    return structuredClone(await client.fetchAll())
  }
  const fetchItems = (list: ListId, ok?: Then, err?: Then) =>
    answer(client.ask('lists/fetch-ctx', { lid: idOf(list) }), ok, err)

  return {
    calls: {
      createList: (list: WireRecord, ok?: Then, err?: Then) =>
        answer(about('createdList', lists('create', list)), ok, err),
      updateList: (list: WireRecord, ok?: Then, err?: Then) =>
        answer(about('updatedList', lists('update', list)), ok, err),
      deleteList: (list: ListId, ok?: Then, err?: Then) =>
        answer(about('deletedList', lists('delete-list', { lid: idOf(list) })), ok, err),
      /** From the five-minute cache, which every write drops. */
      fetchLists: ({ callbackFn, errorFn, lty }: Options = {}) => answer(fetchAll(lty), callbackFn, errorFn),
      fetchListDetails: (list: ListId, ok?: Then, err?: Then) =>
        answer(client.ask('lists/fetch-list-with-contents', { lid: idOf(list), limit: 500 }), ok, err),
      fetchListCtx: fetchItems,
      fetchListContents: fetchItems,

      addToList: (lid: string, product: Product, ok?: Then, err?: Then) =>
        answer(
          add(lid, [product]).then(([item]) => item),
          ok,
          err,
        ),
      addCustomProductToList: (lid: string, product: Product, ok?: Then, err?: Then) =>
        answer(
          add(lid, [product]).then(([item]) => item),
          ok,
          err,
        ),
      deleteFromList: (lid: string, product: Product, ok?: Then, err?: Then) =>
        answer(removeOne(lid, product), ok, err),
      updateListItem: (lid: string, product: Product, ok?: Then, err?: Then) =>
        answer(
          change(lid, { u: [product] }).then(({ u }) => u[0]),
          ok,
          err,
        ),
      addProductsToList: (lid: string, products: Product[], ok?: Then, err?: Then) =>
        answer(add(lid, products), ok, err),
      removeProductsFromList: (lid: string, products: Product[], ok?: Then, err?: Then) =>
        answer(remove(lid, products), ok, err),
      addProductToLists: (product: Product, lids: string[], ok?: Then, err?: Then) =>
        answer(
          lists('update-multiple-ctx', { lids, a: [complete(product)] }).then(({ a }) => eachAdded(a)),
          ok,
          err,
        ),
      removeProductFromLists: (product: Product, lids: string[], ok?: Then, err?: Then) =>
        answer(
          lists('update-multiple-ctx', { lids, d: [idsOf(product)] }).then(({ d }) => eachRemoved(d)),
          ok,
          err,
        ),
    },
    add,
    removeOne,
  }
}
