/** Whether everything runs: the database, its migrations, the engine, the mail. */
import { Badge, Button, Card, Group, SimpleGrid, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../calls.ts'
import { Failure } from '../../parts/failure.tsx'
import { useStore } from '../../session.ts'
import { type Say, useFormats, useSay } from '../../words/words.ts'
import { SettingsFrame } from './frame.tsx'

type Facts = Record<string, string | number | null>
type Check = { name: keyof typeof names; isWell: boolean; facts: Facts }
type Health = { publicUrl: string; node: string; checks: Check[] }

const names = { database: 'Database', migrations: 'Migrations', engine: 'Alerts', mail: 'Messages' }

export function HealthScreen() {
  const say = useSay()
  const { time } = useFormats()
  const { path } = useStore()
  const health = useQuery({
    queryKey: [path, 'health'],
    queryFn: () => ask<Health>(`${path}/health`),
    refetchInterval: 10_000,
  })
  return (
    <SettingsFrame
      about={say('Looked at again every ten seconds.')}
      actions={<Button onClick={() => health.refetch()}>{say('Look again')}</Button>}
    >
      {health.error && <Failure error={health.error} again={health.refetch} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        {health.data?.checks.map((check) => (
          <Card key={check.name} component="section" aria-label={say(names[check.name])}>
            <Group justify="space-between" mb="xs">
              <Title order={2} size="h4">
                {say(names[check.name])}
              </Title>
              {check.isWell ? <Badge>{say('Well')}</Badge> : <Badge color="red">{say('Needs a look')}</Badge>}
            </Group>
            <Text size="sm">{tell(check, say, time)}</Text>
          </Card>
        ))}
      </SimpleGrid>
      {health.data && (
        <Text size="sm" c="dimmed">
          {say('Reached at {url} · Node.js {node}', { url: health.data.publicUrl, node: health.data.node })}
        </Text>
      )}
    </SettingsFrame>
  )
}

function tell({ name, isWell, facts }: Check, say: Say, time: (value: string) => string): string {
  const since = typeof facts.waitsSince === 'string' ? time(facts.waitsSince) : ''
  if (name === 'database')
    return say('PostgreSQL {version}, answered within {took} ms.', {
      version: facts.version ?? '',
      took: facts.took ?? 0,
    })
  if (name === 'migrations')
    return isWell
      ? say('The database is up to date.')
      : say('{pending} migrations did not run: heartbell migrate runs them.', { pending: facts.pending ?? 0 })
  if (name === 'engine')
    return isWell
      ? say('What is due gets done.')
      : say('Work is due since {since} and nobody does it: start heartbell serve or heartbell work.', { since })
  if (Number(facts.failed) > 0)
    return say('{failed} messages were given up within a day: look into the outbox.', { failed: facts.failed ?? 0 })
  if (!isWell) return say('Messages are due since {since} and don’t leave.', { since })
  return typeof facts.lastSentAt === 'string'
    ? say('The last message left {when}.', { when: time(facts.lastSentAt) })
    : say('No message was sent yet.')
}
