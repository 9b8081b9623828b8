/** The older calls, which know one list: the default wishlist. */
import type { WireRecord } from '../client/names.ts'
import { type Anything, answer, type Then } from './answer.ts'
import type { CallContext } from './call-context.ts'
import { makeCounter } from './counter.ts'
import { EventTypes } from './events.ts'
import type { makeListCalls } from './lists.ts'
import { isSameProduct } from './same-product.ts'

type Product = WireRecord

export function makeDefaultListCalls(
  { client, own, first }: CallContext,
  { add, removeOne }: Pick<ReturnType<typeof makeListCalls>, 'add' | 'removeOne'>,
) {
  /** With the kind and the id that older scripts read. */
  const items = async (): Promise<Product[]> => {
    const saved: Product[] = (await first())?.listcontents ?? []
    return saved.map((item) => ({ et: EventTypes.addToWishList, _id: item.id, ...item }))
  }
  const alerts = async (): Promise<Product[]> =>
    ((await client.ask('subscriptions/fetch-subs', { limit: 100 })) as Anything).subscriptions

  const count = async (): Promise<number> => (await first())?.cnt ?? 0

  return {
    renderWishlistCount: makeCounter(client, count),
    addToWishList: (product: Product, ok?: Then, err?: Then) =>
      answer(
        own().then(async (lid) => (await add(lid, [product]))[0]),
        ok,
        err,
      ),
    removeFromWishList: (product: Product, ok?: Then, err?: Then) =>
      answer(
        own().then((lid) => removeOne(lid, product)),
        ok,
        err,
      ),
    fetch: (ok?: Then, err?: Then) => answer(items(), ok, err),
    fetchWrtEventTypeET: (ok?: Then, type: unknown = EventTypes.addToWishList, err?: Then) =>
      answer(Number(type) === EventTypes.addToWatchlist ? alerts() : items(), ok, err),
    wishlistCount: (ok?: Then, err?: Then) => answer(count(), ok, err),
    isInWishlist: (product: Product, ok?: Then, err?: Then) =>
      answer(
        items().then((all) => all.some((item) => isSameProduct(item, product))),
        ok,
        err,
      ),
  }
}
