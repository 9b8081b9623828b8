/** What follows from changed variants, in the transaction that changed them: triggers pulled, rounds woken, offers taken back. */

import { databaseTime } from '../../database/clock.ts'
import type { Sql } from '../../database/connect.ts'
import type { VariantChange } from '../rules/rule.ts'
import { pacingOf, rules, settingsOf } from '../rules/rules.ts'
import type { Store } from '../stores/stores.ts'
import { type Event, emitEvents, wantsEvent } from '../webhooks/events.ts'
import { withdrawOffers } from './offers.ts'
import { type NewTrigger, pullTriggers, wakeRounds } from './triggers.ts'

/**
 * The variants' rows are held by the caller, and these are statements of their own after that lock, so each sees what whoever
 * held them before has written.
 */
export async function reactToStockChanges(
  sql: Sql,
  store: Store,
  changes: VariantChange[],
  requestId: string | null = null,
): Promise<void> {
  const now = isSettling(store) ? await databaseTime(sql) : new Date()
  const falls = changes.filter(isFall).map(({ variantId, stockAfter }) => ({ variantId, stock: stockAfter ?? 0 }))
  if (falls.length > 0) await withdrawOffers(sql, store, falls)
  if (wantsEvent(store, 'stock.restocked'))
    await emitEvents(sql, store, changes.filter(isBack(store)).map(restockEvent))
  const pulled = await pullTriggers(sql, store, findCauses(store, changes, now), requestId)
  const begun = new Set(pulled.map(({ variantId }) => variantId))
  const rises = changes.filter((change) => isRise(change) && !begun.has(change.variantId))
  const settled = store.settings.settleTime === null ? undefined : new Date(now.getTime() + store.settings.settleTime)
  await wakeRounds(
    sql,
    store,
    rises.map(({ variantId }) => variantId),
    settled,
  )
}

/** Only what has to lie still for a while needs to know the time. */
const isSettling = ({ settings, topics }: Store) =>
  [settings, ...topics.map((topic) => topic.settings)].some(({ settleTime }) => settleTime)

const isBack =
  ({ settings: { minStock } }: Store) =>
  ({ isCounted, stockBefore, stockAfter }: VariantChange) =>
    isCounted && (stockBefore ?? 0) < minStock && (stockAfter ?? 0) >= minStock

const restockEvent = ({ variantId, stockBefore, stockAfter: stock }: VariantChange): Event => ({
  type: 'stock.restocked',
  data: { variantId, stockBefore, stock },
})

const isFall = ({ isCounted, stockBefore, stockAfter }: VariantChange) =>
  isCounted && stockBefore !== null && stockAfter !== null && stockAfter < stockBefore

/** The first figure of a variant is no rise of something there was: nobody was told of it before. */
const isRise = ({ isCounted, stockBefore, stockAfter, wasDeleted }: VariantChange) =>
  isCounted && stockAfter !== null && stockBefore !== null && (stockAfter > stockBefore || wasDeleted)

/** Every rule is asked about every change. */
function findCauses(store: Store, changes: VariantChange[], now: Date): NewTrigger[] {
  const topics = store.topics.filter(({ enabled }) => enabled)
  return topics.flatMap((topic) => {
    const settings = settingsOf(store.settings, topic)
    const pacing = pacingOf(store.settings, topic)
    const planAt = settings.settleTime === null ? undefined : new Date(now.getTime() + settings.settleTime)
    return changes.flatMap((change) => {
      const cause = rules[topic.rule].causeOf(change, topic, settings)
      if (!cause) return []
      const { variantId, move: stockMove } = change
      const forSavers = topic.rule === 'low-stock'
      const isOfStock = topic.rule === 'back-in-stock' || topic.rule === 'low-stock'
      const trigger = { ...cause, variantId, topic: topic.topic, pacing, stockMove: isOfStock ? stockMove : null }
      return [{ ...trigger, forSavers, planAt: isOfStock ? planAt : undefined }]
    })
  })
}
