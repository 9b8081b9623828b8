/** The way to the first alert; each step ticks itself when it is done. */
import { Anchor, Card, Progress, Text, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useStore } from '../../session.ts'
import { useSay } from '../../words/words.ts'

export type Setup = {
  hasCatalog: boolean
  hasSender: boolean
  hasSubscription: boolean
  hasAlert: boolean
  hasPassword: boolean
  hasWidget: boolean
}

const steps: [key: keyof Setup, name: string, path: string][] = [
  ['hasPassword', 'Give yourself a password', '/account'],
  ['hasCatalog', 'Connect the catalog', '/products'],
  ['hasWidget', 'Put the heart on the shop', '/widgets'],
  ['hasSender', 'Connect a sender', '/integrations'],
  ['hasSubscription', 'Somebody asks to be told', '/subscriptions'],
  ['hasAlert', 'The first alert is told', '/outbox'],
]

export function Guide({ setup }: { setup: Setup }) {
  const say = useSay()
  const { store } = useStore()
  const done = steps.filter(([key]) => setup[key]).length
  return (
    <Card component="section" aria-label={say('Getting started')}>
      <Title order={2} size="h5">
        {say(done === steps.length ? 'All set up' : 'Getting started')}
      </Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        {say('{done} of {all} done', { done, all: steps.length })}
      </Text>
      <Progress value={(100 * done) / steps.length} aria-label={say('Getting started')} size="sm" mb="xs" />
      <ul className="guide">
        {steps.map(([key, name, path]) => (
          <li key={key}>
            <span className="guide-mark" data-done={setup[key]} aria-hidden="true">
              {setup[key] ? '✓' : ''}
            </span>
            {setup[key] ? (
              <span className="guide-done">
                {say(name)} <span className="sr-only">({say('done')})</span>
              </span>
            ) : (
              <Anchor component={Link} size="sm" {...({ to: `/${store}${path}` } as object)}>
                {say(name)}
              </Anchor>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
