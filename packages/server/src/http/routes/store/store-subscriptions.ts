/** Routes that list a store's subscriptions, each with its timeline. */
import { writeProductKey } from '@heartbell/contract/fields'
import { badCatalogCursor, unknownSubscription } from '@heartbell/contract/refusals'
import * as words from '@heartbell/contract/store-subscriptions'
import type { FastifyInstance } from 'fastify'
import { findOwnedList } from '../../../domain/people/find-list-owner.ts'
import {
  browseSubscriptions,
  findSubscription,
  readSubscriptionCursor,
  type SubscriptionLine,
} from '../../../domain/reports/browse-subscriptions.ts'
import { readAddress } from '../../../domain/shoppers/addresses.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { readTimeline, type TimelineLine } from '../../../domain/timeline/timeline.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindStore } from '../../plumbing/bind.ts'

export const showSubscription = (one: SubscriptionLine) =>
  words.storeSubscription.write({
    ...one,
    variantId: writeProductKey(one.variantId),
    productId: writeProductKey(one.productId),
    title: one.title ?? '',
    waitingSince: one.waitingSince.getTime(),
    toldAt: one.toldAt?.getTime() ?? null,
    createdAt: one.createdAt.getTime(),
  })

export const showTimeline = (timeline: TimelineLine[]) =>
  timeline.map((line) => words.timelineLine.write({ ...line, at: line.at.getTime() }))

/** The forms in which an address may be stored. */
const formsOf = ({ settings }: Store, address: string) =>
  [readAddress('email', address, settings.country), readAddress('sms', address, settings.country), address].filter(
    (form) => form !== null,
  )

function isPlace(cursor: string): boolean {
  const [at, id] = readSubscriptionCursor(cursor)
  return !Number.isNaN(Date.parse(at ?? '')) && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id ?? '')
}

export function storeSubscriptionRoutes(app: FastifyInstance, context: AppContext): void {
  bindStore(app, context, words.browseSubscriptions, async (store, { sql, fields }) => {
    const { cursor, limit = 100, variantId, address, listId, ...filter } = fields
    if (cursor !== undefined && !isPlace(cursor)) throw badCatalogCursor()
    const { rows, next } = await browseSubscriptions(sql, store, {
      ...filter,
      variantIds: variantId === undefined ? undefined : [variantId],
      addresses: address === undefined ? undefined : formsOf(store, address),
      ofList: listId === undefined ? undefined : await findOwnedList(sql, store, listId),
      after: cursor,
      limit,
    })
    return words.subscriptionsPage.write({ subscriptions: rows.map(showSubscription), cursor: next })
  })

  bindStore(app, context, words.fetchTimeline, async (store, { sql, fields: { subscriptionId } }) => {
    const subscription = await findSubscription(sql, store, subscriptionId)
    if (!subscription) throw unknownSubscription()
    const timeline = await readTimeline(sql, store, subscriptionId)
    return words.timelineAnswer.write({
      subscription: showSubscription(subscription),
      timeline: showTimeline(timeline),
    })
  })
}
