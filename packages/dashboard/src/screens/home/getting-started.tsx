/** The set-up steps to the first alert; each is ticked when it is done. */
import { Anchor, Card, Progress, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { StoreData } from '../../api.ts'
import { useStore } from '../../session.ts'
import { useT } from '../../words/translate.ts'

type Setup = StoreData<'/home'>['setup']

const steps: [key: keyof Setup, name: string, path: string][] = [
  ['hasPassword', 'Choose a password', '/account'],
  ['hasCatalog', 'Connect the catalog', '/products'],
  ['hasWidget', 'Add the heart to your shop', '/widgets'],
  ['hasSender', 'Connect a sender', '/integrations'],
  ['hasSubscription', 'First subscription', '/subscriptions'],
  ['hasAlert', 'First alert sent', '/outbox'],
]

export function GettingStarted({ setup }: { setup: Setup }) {
  const t = useT()
  const { store } = useStore()
  const done = steps.filter(([key]) => setup[key]).length
  return (
    <Card component="section" aria-label={t('Getting started')}>
      <Title order={2} size="h5">
        {t(done === steps.length ? 'All set up' : 'Getting started')}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        {t('{done} of {all} done', { done, all: steps.length })}
      </Text>
      <Progress value={(100 * done) / steps.length} aria-label={t('Getting started')} size="sm" mb="xs" />
      <ul className="guide">
        {steps.map(([key, name, path]) => (
          <li key={key}>
            <span className="guide-mark" data-done={setup[key]} aria-hidden="true">
              {setup[key] ? '✓' : ''}
            </span>
            {setup[key] ? (
              <span className="guide-done">
                {t(name)} <span className="sr-only">({t('done')})</span>
              </span>
            ) : (
              <Anchor component={Link} size="sm" {...({ to: `/${store}${path}` } as object)}>
                {t(name)}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
