/** Topics of alerts: rules, pacing and channels. */
import { ruleNames, topicMedia } from '@heartbell/contract/dashboard/messages'
import type { FastifyInstance } from 'fastify'
import type { RuleName, Topic } from '../../../domain/rules/rule.ts'
import { foldTopic, isStandardTopic, topicSettings } from '../../../domain/rules/standard-topics.ts'
import { readStoreSettings } from '../../../domain/stores/change-store.ts'
import type { Store } from '../../../domain/stores/stores.ts'
import { fetchTopics, saveTopics } from '../../../domain/stores/topics.ts'
import { bindStore, bindStoreAct } from '../../plumbing/bind.ts'
import type { DashboardContext } from '../../plumbing/dashboard-context.ts'

export function topicRoutes(scope: FastifyInstance, context: DashboardContext): void {
  const { sql } = context
  /** Options that a topic does not set are the store's. */
  const storeSettings = async ({ storeId }: Store) => {
    const all = await readStoreSettings(sql, storeId)
    return Object.fromEntries([...topicSettings, 'quiet-hours', 'timezone'].map((word) => [word, all[word]!]))
  }

  bindStore(scope, context, 'GET /topics', { needs: 'viewer' }, async ({ store }) => ({
    topics: (await fetchTopics(sql, store)).map(show),
    rules: ruleNames,
    media: topicMedia,
    settings: await storeSettings(store),
  }))

  bindStoreAct(scope, context, 'POST /topics', { needs: 'marketer' }, async ({ sql, store, fields }) => {
    const named = (topics: Topic[]) => topics.find(({ topic }) => foldTopic(topic) === foldTopic(fields.topic))
    const before = named(await fetchTopics(sql, store))
    const after = show(named(await saveTopics(sql, store, [fields as typeof fields & { rule?: RuleName }]))!)
    return {
      answer: after,
      act: { act: 'topic-saved', facts: { topic: after.topic }, before: before ? show(before) : null, after },
    }
  })
}

const show = ({ topic, rule, options, channels, enabled }: Topic) => ({
  topic,
  rule,
  options,
  channels,
  enabled,
  isStandard: isStandardTopic(topic),
})
