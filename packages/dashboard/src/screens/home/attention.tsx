/** What needs a look: shown only when something does. */
import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'

export type Looked = {
  deadLetters: number
  retrying: number
  senderSays: string | null
  failingWebhooks: number
  disabledWebhooks: number
  /** Erasures that a platform asked for and that wait. */
  redactions: number
  catalogAt: string | null
  isStale: boolean
}

export function Attention({ looked }: { looked: Looked }) {
  const say = useSay()
  const { number, time } = useFormats()
  const { store } = useStore()
  const { deadLetters, retrying, senderSays, failingWebhooks, disabledWebhooks, catalogAt, isStale, redactions } =
    looked
  const many = (count: number) => (count >= 1000 ? `${number(1000)}+` : number(count))
  const notes: [text: string, path: string, search?: object][] = []
  if (redactions > 0)
    notes.push([
      say('Your shop platform asked to erase shoppers: {count} requests wait and can be cancelled.', {
        count: number(redactions),
      }),
      '/settings/privacy',
    ])
  if (deadLetters > 0)
    notes.push([
      say('{count} messages were given up within the last week.', { count: many(deadLetters) }) +
        (senderSays ? ` “${senderSays}”` : ''),
      '/outbox',
      { status: 'failed' },
    ])
  if (retrying > 0)
    notes.push([
      say('The sender does not take {count} messages at the moment.', { count: many(retrying) }),
      '/outbox',
      { status: 'due' },
    ])
  if (isStale)
    notes.push([
      catalogAt
        ? say('The catalog was last told of {time}.', { time: time(catalogAt) })
        : say('The connected catalog never told us anything.'),
      '/integrations',
    ])
  if (disabledWebhooks > 0)
    notes.push([
      say('{count} webhooks were switched off because nothing arrived.', { count: disabledWebhooks }),
      '/webhooks',
    ])
  if (failingWebhooks > 0)
    notes.push([say('{count} webhooks take nothing at the moment.', { count: failingWebhooks }), '/webhooks'])
  if (notes.length === 0) return null
  return (
    <Alert color="red" title={say('Needs a look')} role="region" aria-label={say('Needs a look')}>
      {notes.map(([text, path, search]) => (
        <div key={text}>
          {text}{' '}
          <Anchor component={Link} size="sm" {...({ to: `/${store}${path}`, search } as object)} underline="always">
            {say('Look')}
          </Anchor>
        </div>
      ))}
    </Alert>
  )
}
