/** Problems that need attention; renders nothing when there are none. */
import { Alert, Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { StoreData } from '../../api.ts'
import { useStore } from '../../session.ts'
import { useFormats, useT } from '../../words/translate.ts'

type Problems = StoreData<'/home'>['attention']

export function Attention({ problems }: { problems: Problems }) {
  const t = useT()
  const { number, time } = useFormats()
  const { store } = useStore()
  const { deadLetters, retrying, senderSays, failingWebhooks, disabledWebhooks, catalogAt, isStale, redactions } =
    problems
  /** Counts end at 1000 in the answer. */
  const upTo1000 = (count: number) => (count >= 1000 ? `${number(1000)}+` : number(count))
  const notes: [text: string, path: string, search?: object][] = []
  if (redactions > 0)
    notes.push([
      t.plural(
        redactions,
        'Your shop platform requested an erasure. It is pending and can be cancelled.',
        'Your shop platform requested {count} erasures. They are pending and can be cancelled.',
      ),
      '/settings/privacy',
    ])
  if (deadLetters > 0)
    notes.push([
      t.plural(
        deadLetters,
        '{count} message failed for good in the last 7 days.',
        '{count} messages failed for good in the last 7 days.',
        { count: upTo1000(deadLetters) },
      ) + (senderSays ? ` “${senderSays}”` : ''),
      '/outbox',
      { status: 'failed' },
    ])
  if (retrying > 0)
    notes.push([
      t.plural(
        retrying,
        'The provider does not accept {count} message at the moment.',
        'The provider does not accept {count} messages at the moment.',
        { count: upTo1000(retrying) },
      ),
      '/outbox',
      { status: 'due' },
    ])
  if (isStale)
    notes.push([
      catalogAt
        ? t('The catalog was last updated {time}.', { time: time(catalogAt) })
        : t('The connected catalog has sent no data yet.'),
      '/integrations',
    ])
  if (disabledWebhooks > 0)
    notes.push([
      t.plural(
        disabledWebhooks,
        '{count} webhook was switched off after repeated failures.',
        '{count} webhooks were switched off after repeated failures.',
      ),
      '/webhooks',
    ])
  if (failingWebhooks > 0)
    notes.push([t.plural(failingWebhooks, '{count} webhook is failing.', '{count} webhooks are failing.'), '/webhooks'])
  if (notes.length === 0) return null
  return (
    <Alert color="red" title={t('Needs attention')} role="region" aria-label={t('Needs attention')}>
      {notes.map(([text, path, search]) => (
        <div key={text}>
          {text}{' '}
          <Anchor component={Link} size="sm" {...({ to: `/${store}${path}`, search } as object)} underline="always">
            {t('View')}
          </Anchor>
        </div>
      ))}
    </Alert>
  )
}
