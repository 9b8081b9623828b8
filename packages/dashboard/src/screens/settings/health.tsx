/** Health checks: database, migrations, engine, mail. */
import { Badge, Button, Card, Group, SimpleGrid, Text, Title } from '@mantine/core'
import type { StoreData } from '../../api.ts'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { type Translate, useFormats, useT } from '../../words/translate.ts'
import { SettingsLayout } from './settings-layout.tsx'

type Check = StoreData<'/health'>['checks'][number]

const names: Record<Check['name'], string> = {
  database: 'Database',
  migrations: 'Migrations',
  engine: 'Alerts',
  mail: 'Messages',
}

export function HealthScreen() {
  const t = useT()
  const { time } = useFormats()
  const health = useStoreQuery('/health', {}, { every: 10_000 })
  return (
    <SettingsLayout
      about={t('Refreshed every ten seconds.')}
      actions={<Button onClick={() => health.refetch()}>{t('Refresh')}</Button>}
    >
      {health.error && <ErrorAlert error={health.error} again={health.refetch} />}
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        {health.data?.checks.map((check) => (
          <Card key={check.name} component="section" aria-label={t(names[check.name])}>
            <Group justify="space-between" mb="xs">
              <Title order={2} size="h4">
                {t(names[check.name])}
              </Title>
              {check.isWell ? <Badge>{t('OK')}</Badge> : <Badge color="red">{t('Needs attention')}</Badge>}
            </Group>
            <Text size="sm">{describeCheck(check, t, time)}</Text>
          </Card>
        ))}
      </SimpleGrid>
      {health.data && (
        <Text size="sm" c="dimmed">
          {t('Reached at {url} · Node.js {node}', { url: health.data.publicUrl, node: health.data.node })}
        </Text>
      )}
    </SettingsLayout>
  )
}

function describeCheck(check: Check, t: Translate, time: (value: string) => string): string {
  const { name, isWell, facts } = check
  if (name === 'database') return t('PostgreSQL {version}, answered within {took} ms.', facts)
  if (name === 'migrations')
    return isWell
      ? t('The database is up to date.')
      : t.plural(
          facts.pending,
          '{count} migration is pending: run heartbell migrate.',
          '{count} migrations are pending: run heartbell migrate.',
        )
  const since = facts.waitsSince ? time(facts.waitsSince) : ''
  if (name === 'engine')
    return isWell
      ? t('All due work is done.')
      : t('Work has been due since {since} and no process does it: start heartbell serve or heartbell work.', { since })
  if (facts.failed > 0)
    return t.plural(
      facts.failed,
      '{count} message failed within a day: see the outbox.',
      '{count} messages failed within a day: see the outbox.',
    )
  if (!isWell) return t('Messages have been due since {since} and are not sent.', { since })
  return facts.lastSentAt
    ? t('The last message was sent {when}.', { when: time(facts.lastSentAt) })
    : t('No message was sent yet.')
}
