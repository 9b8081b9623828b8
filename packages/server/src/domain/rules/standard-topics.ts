/** The topics of a store: the standard ones, with the store's settings for them, and its own. */
import { topicMedia } from '@heartbell/contract/dashboard/messages'

import { readPartialSettings, type SettingTexts } from '../settings/settings.ts'
import type { RuleName, Topic } from './rule.ts'
import { savedTopic } from './saved-items.ts'

/** Settings that a topic may override. */
export const topicSettings = [
  ...(['pacing', 'offer-ratio', 'offer-window', 'min-stock', 'low-stock', 'settle-time', 'follow-up'] as const),
  ...(['holdout', 'holdout-window'] as const),
] as const

export type TopicRow = { topic: string; rule: RuleName; options: SettingTexts; channels: string[]; enabled: boolean }

const standard: TopicRow[] = [
  { topic: 'backinstock', rule: 'back-in-stock', options: {}, channels: [...topicMedia], enabled: true },
  { topic: 'comingsoon', rule: 'coming-soon', options: {}, channels: [...topicMedia], enabled: true },
  { topic: 'pricedrop', rule: 'price-drop', options: {}, channels: [...topicMedia], enabled: true },
  // Its rule triggers nothing: digests are made of what shoppers saved.
  { topic: savedTopic, rule: 'manual', options: {}, channels: ['email'], enabled: true },
]

/** Topic names are the same in any letter case. */
export const foldTopic = (topic: string) => topic.toLowerCase()

const isSame = (topic: string) => {
  const folded = foldTopic(topic)
  return (row: { topic: string }) => foldTopic(row.topic) === folded
}

export const isStandardTopic = (topic: string) => standard.some(isSame(topic))

export function readTopics(rows: TopicRow[]): Topic[] {
  // A store that set up a topic in another letter case before it became a standard one keeps its spelling.
  const own = new Map(rows.map((row) => [foldTopic(row.topic), row]))
  const others = rows.filter(({ topic }) => !isStandardTopic(topic))
  return [...standard.map((row) => own.get(row.topic) ?? row), ...others].map(readTopic)
}

function readTopic(row: TopicRow): Topic {
  const { tag, after, ...texts } = row.options
  return { ...row, settings: readPartialSettings(texts), tag: tag ?? null, after: after ? readAfter(after) : null }
}

/** A duration with the same syntax and limits as `offer-window`. */
const readAfter = (text: string) => readPartialSettings({ 'offer-window': text }).offerWindow ?? null

const findTopic = (topics: readonly Topic[], topic: string) =>
  topics.find((one) => one.topic === topic) ?? topics.find(isSame(topic))

/** The name as the store set it up; the name as sent if it set up none. */
export const spellTopic = (topics: readonly Topic[], topic: string): string => findTopic(topics, topic)?.topic ?? topic

/** A topic that is not set up is accepted, and triggered by hand. */
export const topicNamed = (topics: readonly Topic[], topic: string): Topic =>
  findTopic(topics, topic) ??
  readTopic({ topic, rule: 'manual', options: {}, channels: [...topicMedia], enabled: true })
