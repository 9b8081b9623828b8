/** Routes of alert topics: settings, and sending alerts of a topic by hand. */
import { writeProductKey } from '@heartbell/contract/fields'
import * as words from '@heartbell/contract/topics'
import type { FastifyInstance } from 'fastify'
import { forecastAlerts } from '../../../domain/planning/dry-run.ts'
import { triggerTopic } from '../../../domain/planning/trigger-topic.ts'
import type { Topic } from '../../../domain/rules/rule.ts'
import { foldTopic } from '../../../domain/rules/standard-topics.ts'
import { fetchTopics, saveTopics } from '../../../domain/stores/topics.ts'
import type { AppContext } from '../../plumbing/app-context.ts'
import { bindStore } from '../../plumbing/bind.ts'
import { bindStoreAct } from '../../plumbing/bind-audited.ts'
import { showForecast } from './dry-run-answers.ts'

const show = (topics: Topic[]) =>
  words.topicsAnswer.write({ topics: topics.map((topic) => words.topicRecord.write(topic)) })

export function topicRoutes(app: FastifyInstance, context: AppContext): void {
  bindStore(app, context, words.fetchTopics, async (store, { sql }) => show(await fetchTopics(sql, store)))

  bindStoreAct(app, context, words.saveTopics, async (store, { sql, fields: { topics } }) => {
    const named = new Set(topics.map(({ topic }) => foldTopic(topic)))
    const pick = (all: Topic[]) =>
      Object.fromEntries(all.filter(({ topic }) => named.has(foldTopic(topic))).map((t) => [t.topic, t]))
    const before = pick(await fetchTopics(sql, store))
    const saved = await saveTopics(sql, store, topics)
    const after = pick(saved)
    return { answer: show(saved), entry: { facts: { topic: Object.keys(after).join(', ') }, before, after } }
  })

  bindStoreAct(
    app,
    context,
    words.triggerTopic,
    async (store, { sql, request, fields: { topic, products, dryRun } }) => {
      if (!dryRun) {
        const triggered = await triggerTopic(sql, store, topic, products, request.id)
        return {
          answer: words.triggerAnswer.write({ triggered: triggered.map(writeProductKey) }),
          entry: { facts: { topic, variantId: triggered.slice(0, 100).join(', '), count: triggered.length } },
        }
      }
      let triggered: string[] = []
      const told = await forecastAlerts(sql, store, products, async (sql) => {
        triggered = await triggerTopic(sql, store, topic, products)
      })
      const answer = words.triggerAnswer.write({
        triggered: triggered.map(writeProductKey),
        told: told.map(showForecast),
      })
      return { answer, entry: null }
    },
  )
}
