/** For tests of the pages: the app with their routes, a product in three sizes, and shoppers who wait for it. */
import { type SentTo, writeUnsubscribe } from '../../domain/shoppers/links.ts'
import type { NewStore, Store } from '../../domain/stores/stores.ts'
import { openTestApp } from '../../http/testing/test-app.ts'
import { pageRoutes } from '../routes.ts'
import { sharedRoutes } from '../shared/shared-list.ts'

export const home = 'https://wishes.example'

export type Waiting = {
  subscriptionId: string
  status: string
  variantId: string
  waitingSince: Date
  passedOver: boolean
}

export async function openPages() {
  const t = await openTestApp({ publicUrl: () => home, mounts: [pageRoutes, sharedRoutes] })
  const stock = (of: NewStore = t.store) =>
    t.admin(
      'v3/catalog/products',
      {
        products: [1, 2, 3].map((epi) => ({
          epi,
          empi: 1,
          du: 'https://shop.example/products/shirt',
          dt: 'A <green> shirt',
          vi: ['S', 'M', 'L'][epi - 1],
          iu: 'https://cdn.example/shirt.jpg',
          pr: 19.9,
          currency: 'EUR',
          stk: 0,
        })),
      },
      of,
    )
  await stock()
  const subscribe = async (address: string, epi: number, of: NewStore = t.store) => {
    const { status, body } = await t.admin(
      'bispa/subscriptions/create',
      {
        medium: 'email',
        mediumvalue: address,
        products: [{ epi, empi: 1, du: 'https://shop.example/products/shirt' }],
        topics: ['backinstock'],
      },
      of,
    )
    if (status !== 200) throw new Error(JSON.stringify(body))
    return (await alertsOf(address)).at(-1)!.subscriptionId
  }
  const alertsOf = async (address: string) =>
    await t.sql<Waiting[]>`
      -- every store: a test looks wherever the address is
      select subscription_id, status, variant_id, waiting_since, passed_over
      from subscriptions
      where address = ${address}
      order by created_at, subscription_id`
  /** What a link in a mail about this subscription names. */
  const sentTo = async (subscriptionId: string): Promise<SentTo> => {
    const [row] = await t.sql<{ address: string }[]>`
      -- every store: a test looks wherever the subscription is
      select address
      from subscriptions
      where subscription_id = ${subscriptionId}`
    return { subscriptionId, address: row!.address }
  }
  const post = (url: string, fields: Record<string, string> = {}, headers: Record<string, string> = {}) =>
    t.app.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    })
  const look = (url: string, headers: Record<string, string> = {}) => t.app.inject({ method: 'GET', url, headers })
  const store: Store = await t.storeNow()
  return {
    ...t,
    stock,
    subscribe,
    alertsOf,
    post,
    look,
    own: store,
    sentTo,
    unsubscribeOf: async (subscriptionId: string) => `/u/${writeUnsubscribe(store, await sentTo(subscriptionId))}`,
    status: async (address: string) => (await alertsOf(address)).map(({ status }) => status),
  }
}
