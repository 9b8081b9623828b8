/**
 * The pacing of a round is what the settings said when it began. A narrower setting applies at once; a wider one only to later rounds,
 * so that a change of settings notifies nobody by surprise.
 */
import type { Sql } from '../../database/connect.ts'
import type { Pacing } from '../rules/rule.ts'
import { pacingOf, settingsOf } from '../rules/rules.ts'
import { scheduleWork } from '../schedule/scheduled-work.ts'
import type { StoreSettings } from '../settings/settings.ts'
import type { Store } from '../stores/stores.ts'

/** Null: a round of an earlier release, which follows the settings. */
export type RoundPacing = { offerRatio: number | null; minStock: number | null }

export const narrowerSettings = (settings: StoreSettings, { offerRatio, minStock }: RoundPacing): StoreSettings => ({
  ...settings,
  offerRatio: Math.min(settings.offerRatio, offerRatio ?? settings.offerRatio),
  minStock: Math.max(settings.minStock, minStock ?? settings.minStock),
})

export type ReleasedRound = { triggerId: string; variantId: string; topic: string }

/** The settings as they are now, by topic. */
function pacingNow({ topics, settings }: Store) {
  return topics.map((topic) => {
    const { offerRatio, minStock } = settingsOf(settings, topic)
    const pacing: Pacing = pacingOf(settings, topic)
    return { topic: topic.topic, offer_ratio: offerRatio, min_stock: minStock, pacing }
  })
}

/** The running rounds that would notify more people if they followed the settings. */
export const findNarrowRounds = (sql: Sql, store: Store) => sql<ReleasedRound[]>`
  with now_set as (
    select *
    from jsonb_to_recordset(${sql.json(pacingNow(store))}) as now_set (
      topic text, offer_ratio double precision, min_stock integer, pacing text
    )
  )
  select trigger.trigger_id, trigger.variant_id, trigger.topic
  from triggers trigger
  join now_set using (topic)
  where trigger.store_id = ${store.storeId}
    and superseded_at is null
    and (
      trigger.offer_ratio < now_set.offer_ratio
      or trigger.min_stock > now_set.min_stock
      or (trigger.pacing = 'offers' and now_set.pacing = 'everyone')
    )
  order by trigger.variant_id, trigger.topic
  limit ${mostReleased}`

/** In one call: the locks of the rounds are short. */
const mostReleased = 1000

/**
 * The merchant confirms: the running rounds follow the settings from now on, and whose turn it is then is notified. Returns the
 * rounds that this changes. Variants are locked first, as everywhere.
 */
export async function releaseRounds(sql: Sql, store: Store): Promise<ReleasedRound[]> {
  const { storeId } = store
  const narrow = await findNarrowRounds(sql, store)
  if (narrow.length === 0) return []
  await sql`
    select
    from variants
    where store_id = ${storeId}
      and variant_id = any(${narrow.map(({ variantId }) => variantId)})
    order by variant_id
    for update`
  const released = await sql<ReleasedRound[]>`
    update triggers trigger
    set offer_ratio = now_set.offer_ratio,
        min_stock = now_set.min_stock,
        pacing = now_set.pacing
    from jsonb_to_recordset(${sql.json(pacingNow(store))}) as now_set (
      topic text, offer_ratio double precision, min_stock integer, pacing text
    )
    where trigger.store_id = ${storeId}
      and trigger.trigger_id = any(${narrow.map(({ triggerId }) => triggerId)})
      and superseded_at is null
      and now_set.topic = trigger.topic
    returning trigger.trigger_id, trigger.variant_id, trigger.topic`
  await scheduleWork(
    sql,
    storeId,
    released.map(({ triggerId }) => ({ work: 'plan', triggerId })),
  )
  return released
}
