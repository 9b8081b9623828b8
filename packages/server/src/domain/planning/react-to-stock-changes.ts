/** Reacts to changed variants, in the transaction that changed them: creates triggers, schedules planning, withdraws offers. */
import { databaseTime } from '../../database/clock.ts'
import type { Sql } from '../../database/connect.ts'
import { recordSavedChanges } from '../digests/saved-changes.ts'
import type { VariantChange } from '../rules/rule.ts'
import { pacingOf, rules, settingsOf } from '../rules/rules.ts'
import type { Store } from '../stores/stores.ts'
import { emitEvents, type StoreEvent, wantsEvent, wantsWebhook } from '../webhooks/events.ts'
import { withdrawOffers } from './offers.ts'
import { type NewTrigger, pullTriggers, wakeRounds } from './triggers.ts'

/**
 * The caller has locked the variants' rows. These are separate statements after that lock, so that each sees what the previous
 * owner of the lock has written.
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
    await emitEvents(sql, store, changes.filter(isBack(store)).filter(isWorthEvent(store)).map(restockEvent))
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
  await recordSavedChanges(sql, store, changes, settled)
}

/** Only a settle time needs the database's clock. */
const isSettling = ({ settings, topics }: Store) =>
  [settings, ...topics.map((topic) => topic.settings)].some(({ settleTime }) => settleTime)

const isBack =
  ({ settings: { minStock } }: Store) =>
  ({ isCounted, stockBefore, stockAfter }: VariantChange) =>
    isCounted && (stockBefore ?? 0) < minStock && (stockAfter ?? 0) >= minStock

/** The first figures of a new catalog would be a million events, which a feed alone does not need. */
const isWorthEvent =
  (store: Store) =>
  ({ stockBefore }: VariantChange) =>
    stockBefore !== null || wantsWebhook(store, 'stock.restocked')

const restockEvent = ({ variantId, stockBefore, stockAfter: stock }: VariantChange): StoreEvent => ({
  type: 'stock.restocked',
  data: { variantId, stockBefore, stock },
})

const isFall = ({ isCounted, stockBefore, stockAfter }: VariantChange) =>
  isCounted && stockBefore !== null && stockAfter !== null && stockAfter < stockBefore

/** The first stock figure of a variant is not a rise: there was no stock to be notified of before. */
const isRise = ({ isCounted, stockBefore, stockAfter, wasDeleted }: VariantChange) =>
  isCounted && stockAfter !== null && stockBefore !== null && (stockAfter > stockBefore || wasDeleted)

/** Each enabled topic's rule is applied to each change. */
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
      const { offerRatio, minStock } = settings
      const trigger = {
        ...cause,
        variantId,
        topic: topic.topic,
        pacing,
        offerRatio,
        minStock,
        stockMove: isOfStock ? stockMove : null,
      }
      return [{ ...trigger, forSavers, planAt: isOfStock ? planAt : undefined }]
    })
  })
}
