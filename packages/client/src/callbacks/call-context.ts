/** What the calls with callbacks share: writes that drop the cache, the default wishlist, products as they are sent. */
import type { Client } from '../client/client.ts'
import type { WireRecord } from '../client/names.ts'
import { ignoreFailure } from '../client/sync/ignore-failure.ts'
import { newKey } from '../client/sync/new-key.ts'
import { singleFlight } from '../client/sync/single-flight.ts'
import { writeNow } from '../client/sync/write-now.ts'
import type { Anything } from './answer.ts'
import type { Dispatch } from './events.ts'

export type CallContext = ReturnType<typeof openCallContext>

export const isWishlist = ({ lty }: WireRecord) => lty === 'wl'

export function openCallContext(client: Client, dispatch: Dispatch) {
  const post = async (path: string, fields: WireRecord): Promise<Anything> => {
    const answered = await writeNow(client, path, fields)
    // updates the hearts on the page; a later fetch of the lists waits for the same answer
    ignoreFailure(client.refresh())
    return answered
  }
  const lists = (call: string, fields: WireRecord) => post(`lists/${call}`, fields)

  return {
    client,
    dispatch,
    post,
    lists,
    /** `a`, `u` and `d` are the items to add, update and delete. */
    change: (lid: string, items: WireRecord): Promise<Anything> => lists('update-ctx', { lid, ...items }),
    /** The default wishlist as fetched, or undefined. */
    first: async (): Promise<Anything> => (await client.fetchAll()).find(isWishlist),
    /** The id of the default wishlist, which is created at first use. Two calls at once create one list. */
    own: singleFlight(async (): Promise<string> => {
      const lid = await (await client.connect()).findWishlist(newKey())
      client.dropCache()
      return lid
    }),
  }
}

/** An item to delete needs no more; a whole record would also send texts. */
export const idsOf = ({ epi, empi, du }: WireRecord): WireRecord => ({ epi, empi, du })

/** As it is sent: with an absolute address, because mails link to it, and without the placeholder of a lazy picture. */
export function complete({ iu, ...product }: WireRecord): WireRecord {
  const { du } = product
  const here = globalThis.location?.href
  const isAddress = typeof du === 'string' && here && URL.canParse(du, here)
  return {
    ...product,
    ...(isAddress && { du: new URL(du, here).href }),
    ...(iu !== undefined && !/^data:/.test(`${iu}`) && { iu }),
  }
}
