/** What became of a subscription or a message, as a small mark: green for good, amber for waiting, red for errors only. */
import { Badge } from '@mantine/core'
import { useSay } from '../words/words.ts'

const marks: Record<string, [name: string, color: string]> = {
  unconfirmed: ['Not confirmed', 'gray'],
  waiting: ['Waiting', 'yellow'],
  told: ['Told', 'green'],
  bought: ['Bought', 'green'],
  left: ['Left', 'gray'],
  expired: ['Expired', 'gray'],
  suppressed: ['Suppressed', 'gray'],
  due: ['Queued', 'yellow'],
  sent: ['Sent', 'green'],
  withheld: ['Not sent', 'gray'],
  failed: ['Failed', 'red'],
}

export function State({ state }: { state: string }) {
  const say = useSay()
  const [name, color] = marks[state] ?? [state, 'gray']
  return <Badge color={color}>{say(name)}</Badge>
}

const media: Record<string, string> = { email: 'E-mail', sms: 'SMS', push: 'Push', webhook: 'Webhook' }

export const mediumName = (medium: string) => media[medium] ?? medium

const topics: Record<string, string> = { backinstock: 'Back in stock', comingsoon: 'Coming soon' }

/** The topics every store has are known by a name; its own by the word it chose. */
export const topicName = (topic: string) => topics[topic] ?? topic
