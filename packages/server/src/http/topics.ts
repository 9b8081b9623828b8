/** Topics over HTTP: what the store tells people about, and telling by hand. */
import { writeProductKey } from '@heartbell/contract/fields'
import * as words from '@heartbell/contract/topics'
import type { FastifyInstance } from 'fastify'
import { foresee } from '../domain/dry-run.ts'
import type { Topic } from '../domain/rules/rule.ts'
import { fetchTopics, saveTopics } from '../domain/topics.ts'
import { triggerTopic } from '../domain/trigger-topic.ts'
import { bindStore } from './bind.ts'
import { showForecast } from './forecasts.ts'
import type { Rooms } from './rooms.ts'

const show = (topics: Topic[]) =>
  words.topicsAnswer.write({ topics: topics.map((topic) => words.topicRecord.write(topic)) })

export function topicRoutes(app: FastifyInstance, rooms: Rooms): void {
  bindStore(app, rooms, words.fetchTopics, async (store, { sql }) => show(await fetchTopics(sql, store)))

  bindStore(app, rooms, words.saveTopics, async (store, { sql, fields: { topics } }) =>
    show(await saveTopics(sql, store, topics)),
  )

  bindStore(app, rooms, words.triggerTopic, async (store, { sql, request, fields: { topic, products, dryRun } }) => {
    if (!dryRun) {
      const triggered = await triggerTopic(sql, store, topic, products, request.id)
      return words.triggerAnswer.write({ triggered: triggered.map(writeProductKey) })
    }
    let triggered: string[] = []
    const told = await foresee(sql, store, products, async (sql) => {
      triggered = await triggerTopic(sql, store, topic, products)
    })
    return words.triggerAnswer.write({ triggered: triggered.map(writeProductKey), told: told.map(showForecast) })
  })
}
