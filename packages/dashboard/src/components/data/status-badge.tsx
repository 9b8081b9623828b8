/** The status of a subscription or a message as a badge: green for success, amber for waiting, red for errors only. */
import { Badge } from '@mantine/core'
import { useT } from '../../words/translate.ts'

const marks: Record<string, [name: string, color: string]> = {
  unconfirmed: ['Not confirmed', 'gray'],
  waiting: ['Waiting', 'yellow'],
  told: ['Notified', 'green'],
  bought: ['Bought', 'green'],
  left: ['Unsubscribed', 'gray'],
  expired: ['Expired', 'gray'],
  suppressed: ['Suppressed', 'gray'],
  due: ['Queued', 'yellow'],
  sent: ['Sent', 'green'],
  withheld: ['Not sent', 'gray'],
  failed: ['Failed', 'red'],
}

export function StatusBadge({ state }: { state: string }) {
  const t = useT()
  const [name, color] = marks[state] ?? [state, 'gray']
  return <Badge color={color}>{t(name)}</Badge>
}
