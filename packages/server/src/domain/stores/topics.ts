/** The topics of a store's alerts: their rules, options and channels. */
import { topicMedia } from '@heartbell/contract/dashboard/messages'
import { badField } from '@heartbell/contract/errors'
import { topicNames } from '@heartbell/contract/names'
import type { Sql } from '../../database/connect.ts'
import type { RuleName, Topic } from '../rules/rule.ts'
import {
  foldTopic,
  isStandardTopic,
  readTopics,
  spellTopic,
  type TopicRow,
  topicSettings,
} from '../rules/standard-topics.ts'
import { findSettingFault, notifyStoreChanged, type SettingTexts } from '../settings/settings.ts'
import type { Store } from './stores.ts'
import { respellSubscriptions } from './unite-spellings.ts'

/** Fields that are not sent stay as they are. */
export type TopicChange = {
  topic: string
  rule?: RuleName | undefined
  options?: Record<string, string | number> | undefined
  channels?: string[] | undefined
  enabled?: boolean | undefined
}

/** From the database, not from the cache, so that a caller sees its own change. */
export async function fetchTopics(sql: Sql, { storeId }: Store): Promise<Topic[]> {
  const rows = await sql<TopicRow[]>`
    select topic, rule, rule_options as options, channels, enabled
    from topics
    where store_id = ${storeId}
    order by topic`
  return readTopics(rows)
}

/**
 * Changes the named topics; the others stay. A topic has the spelling with which it was set up first: another letter case is the
 * same topic.
 */
export async function saveTopics(sql: Sql, store: Store, changes: TopicChange[]): Promise<Topic[]> {
  const known = await fetchTopics(sql, store)
  const spelled = spellChanges(known, changes)
  const rows = spelled.map((change, index) => topicRow(change, findKnown(known, change), index))
  await sql`
    insert into topics (store_id, topic, rule, rule_options, channels, enabled)
    select distinct on (topic) ${store.storeId}, topic, rule, options, channels, enabled
    from jsonb_to_recordset(${sql.json(rows)}) as saved (
      topic text, rule text, options jsonb, channels text[], enabled boolean, place integer
    )
    order by topic, place desc
    on conflict (store_id, topic) do update
    set rule = excluded.rule,
        rule_options = excluded.rule_options,
        channels = excluded.channels,
        enabled = excluded.enabled,
        updated_at = now()`
  const added = spelled.filter((change) => !findKnown(known, change)).map(({ topic }) => topic)
  // So that the topic's rule finds the subscriptions made before it was set up.
  if (added.length > 0) await respellSubscriptions(sql, store, added)
  await notifyStoreChanged(sql, store.storeId)
  return await fetchTopics(sql, store)
}

const findKnown = (known: Topic[], { topic }: TopicChange) => known.find((one) => one.topic === topic)

function spellChanges(known: Topic[], changes: TopicChange[]): TopicChange[] {
  const first = new Map<string, string>()
  return changes.map((change) => {
    const spelling = spellTopic(known, change.topic)
    const folded = foldTopic(spelling)
    if (!first.has(folded)) first.set(folded, spelling)
    return { ...change, topic: first.get(folded)! }
  })
}

function topicRow(change: TopicChange, known: Topic | undefined, place: number): TopicRow & { place: number } {
  const at = (...path: PropertyKey[]) => [topicNames.topics, place, ...path]
  const rule = change.rule ?? known?.rule ?? 'manual'
  if (isStandardTopic(change.topic) && rule !== known?.rule)
    throw badField(at(topicNames.rule), `of ${change.topic} is ${known?.rule} in every store`)
  const options = change.options ? readOptions(change.options, at(topicNames.options)) : (known?.options ?? {})
  if (rule === 'reminder' && options.after === undefined)
    throw badField(at(topicNames.options, 'after'), 'is required: how long after the asking, such as 3d')
  const { channels = known?.channels ?? [...topicMedia], enabled = known?.enabled ?? true } = change
  return { topic: change.topic, rule, options, channels, enabled, place }
}

function readOptions(options: Record<string, string | number>, path: PropertyKey[]): SettingTexts {
  const words: readonly string[] = [...topicSettings, 'tag', 'after']
  return Object.fromEntries(
    Object.entries(options).map(([word, value]) => {
      if (!words.includes(word)) throw badField([...path, word], `is not an option; there are: ${words.join(', ')}`)
      const fault = word === 'tag' ? null : findSettingFault(word === 'after' ? 'offer-window' : word, String(value))
      if (fault) throw badField([...path, word], fault)
      return [word, String(value)]
    }),
  )
}
