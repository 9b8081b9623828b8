/** Available integrations and those that are connected. */
import './integrations.css'
import { Badge, Box, Button, Card, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { Page } from '../../components/layout/page.tsx'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { useUrlState } from '../../hooks/use-url-state.ts'
import { useStore } from '../../session.ts'
import { useT } from '../../words/translate.ts'
import { ConnectionDrawer } from './connection-drawer.tsx'
import type { Connected, Kind } from './kind.ts'

export function Integrations() {
  const t = useT()
  const { search } = useUrlState()
  const { data, error, refetch } = useStoreQuery('/integrations', {})
  const connectedTo = (kind: string) => data?.connected.find((one) => one.kind === kind)
  const open = data?.kinds.find(({ kind }) => kind === search.open)
  return (
    <Page
      title={t('Integrations')}
      about={t('Without a sender of your own, messages stay in the outbox, where you can read them.')}
    >
      {error && <ErrorAlert error={error} again={refetch} />}
      {!data && !error && (
        <Box p="xl" ta="center">
          <Loader size="sm" aria-label={t('Loading')} />
        </Box>
      )}
      {data &&
        groups.map(([name, kinds]) => (
          <Stack key={name} gap="sm" component="section" aria-label={t(name)}>
            <Title order={2} size="h5">
              {t(name)}
            </Title>
            <div className="gallery">
              {data.kinds
                .filter(({ kind }) => groupOf(kind) === kinds)
                .map((kind) => (
                  <KindCard key={kind.kind} kind={kind} connected={connectedTo(kind.kind)} />
                ))}
            </div>
          </Stack>
        ))}
      {open && <ConnectionDrawer key={open.kind} kind={open} connected={connectedTo(open.kind)} />}
    </Page>
  )
}

/** Kinds in no list report deliveries. */
const groups: [name: string, kinds: string[]][] = [
  ['Your shop', ['shopify', 'woocommerce', 'bigcommerce', 'google-feed']],
  ['Senders', ['smtp', 'sendgrid', 'postmark', 'ses', 'mailgun', 'twilio', 'whatsapp', 'klaviyo', 'web-push']],
  ['Delivery reports', []],
]

const groupOf = (kind: string) => (groups.find(([, kinds]) => kinds.includes(kind)) ?? groups.at(-1)!)[1]

function KindCard({ kind, connected }: { kind: Kind; connected: Connected | undefined }) {
  const t = useT()
  const { may } = useStore()
  const { change } = useUrlState()
  return (
    <Card component="section" aria-label={kind.title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={3} size="h5">
          {kind.title}
        </Title>
        {connected && (
          <Badge color={connected.enabled ? 'green' : 'gray'}>
            {t(connected.enabled ? 'Connected' : 'Switched off')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" mt={4} mb="md" flex={1}>
        {t(kind.what)}
      </Text>
      <div>
        <Button
          onClick={() => change({ open: kind.kind }, false)}
          aria-label={t(connected || !may('admin') ? 'Open {title}' : 'Connect {title}', { title: kind.title })}
        >
          {t(connected || !may('admin') ? 'Open' : 'Connect')}
        </Button>
      </div>
    </Card>
  )
}
