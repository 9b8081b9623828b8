/** `wishlist`: how many shoppers saved a product, and the lists without their items; `shopper`: recently viewed products. */
import type { WireRecord } from '../client/names.ts'
import { type Anything, answer, splitArguments, type Then } from './answer.ts'
import type { CallContext } from './call-context.ts'

export function makeCountCalls({ client }: CallContext) {
  const count = async ({ empi }: WireRecord): Promise<Anything> => {
    const answered = (await client.ask('product/wishlist/social-count', { empi })) as { data: object }
    return { ...answered.data, ...answered }
  }
  /** `[{ empi }, …]`, `[empi, …]` or `{ empis: […] }`. */
  const countEach = async (given: Anything): Promise<Anything> => {
    const empis = (given?.empis ?? given).map((one: Anything) => one?.empi ?? one)
    return await client.ask('product/wishlist/social-count-batch', { empis })
  }

  return {
    wishlist: {
      getSocialCount: (product: WireRecord, ok?: Then, err?: Then) => answer(count(product), ok, err),
      getSocialCountBatch: (products: unknown, ok?: Then, err?: Then) => answer(countEach(products), ok, err),
      fetchUserLists: (...args: unknown[]) => {
        const [, ok, err] = splitArguments(args)
        return answer(client.ask('lists/fetch-user-lists'), ok, err)
      },
    },
    shopper: {
      fetchRecentlyViewedProducts: (ok?: Then, err?: Then) =>
        answer(client.ask('shopper/fetch-recently-viewed-products'), ok, err),
    },
  }
}
