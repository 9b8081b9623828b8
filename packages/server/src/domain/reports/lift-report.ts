/** The measured effect of messages, by topic: who was notified at once, who later, and who bought. */
import type { Sql } from '../../database/connect.ts'
import { type MeasuredLift, measureLift } from '../lift/measure-lift.ts'
import type { Counted } from '../lift/newcombe.ts'
import { settingsOf } from '../rules/rules.ts'
import { savedTopic } from '../rules/saved-items.ts'
import { topicNamed } from '../rules/standard-topics.ts'
import type { Store } from '../stores/stores.ts'

export type TopicLift = MeasuredLift & {
  topic: string
  /** The share that is held out now; null: nobody. */
  holdout: number | null
  /** Milliseconds. */
  window: number
  notified: Counted
  heldOut: Counted
  /** Not counted yet: their time is not over. */
  running: number
}

type CountedTopic = {
  topic: string
  notified: number
  notifiedBought: number
  held: number
  heldBought: number
  running: number
}

/**
 * Topics that hold people out, and those that did in the last `days`. Only people of the newest share and time of a topic are
 * compared: with another share, the groups would be of different seasons, and the season would look like an effect.
 */
export async function readLiftReport(
  sql: Sql,
  store: Store,
  days: number,
  now: Date | null = null,
): Promise<TopicLift[]> {
  const counted = await countGroups(sql, store, days, now)
  const measuring = store.topics.filter(
    // messages about saved items hold nobody out
    (topic) => settingsOf(store.settings, topic).holdout !== null && topic.enabled && topic.topic !== savedTopic,
  )
  const names = [...new Set([...measuring.map(({ topic }) => topic), ...counted.map(({ topic }) => topic)])].sort()
  return names.map((topic) => {
    const { holdout, holdoutWindow: window } = settingsOf(store.settings, topicNamed(store.topics, topic))
    const found = counted.find((one) => one.topic === topic)
    const notified = { people: found?.notified ?? 0, bought: found?.notifiedBought ?? 0 }
    const heldOut = { people: found?.held ?? 0, bought: found?.heldBought ?? 0 }
    const measured = measureLift({ notified, held: heldOut })
    return { topic, holdout, window, notified, heldOut, running: found?.running ?? 0, ...measured }
  })
}

const countGroups = (sql: Sql, { storeId }: Store, days: number, now: Date | null) => sql<CountedTopic[]>`
  with clock as (
    select coalesce(${now}::timestamptz, now()) as now
  ),
  recent as materialized (
    select topic, is_held, share, assigned_at, ends_at, ends_at - assigned_at as length, bought_at
    from lift_assignments
    where store_id = ${storeId}
      and assigned_at > (select now from clock) - ${days} * interval '1 day'
  ),
  newest as (
    select distinct on (topic) topic, share, length
    from recent
    order by topic, assigned_at desc
  )
  select topic,
    count(*) filter (where not is_held and is_over)::integer as notified,
    count(bought_at) filter (where not is_held and is_over)::integer as notified_bought,
    count(*) filter (where is_held and is_over)::integer as held,
    count(bought_at) filter (where is_held and is_over)::integer as held_bought,
    count(*) filter (where not is_over)::integer as running
  from recent
  join newest using (topic, share, length)
  cross join lateral (select ends_at <= (select now from clock) as is_over) time
  group by topic`
