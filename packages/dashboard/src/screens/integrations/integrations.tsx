/** What the store can be connected to and what it is connected to. */
import './integrations.css'
import { Badge, Box, Button, Card, Group, Loader, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../calls.ts'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useStore } from '../../session.ts'
import { useSay } from '../../words/words.ts'
import { Connection } from './connection.tsx'
import type { Connected, Kind } from './kind.ts'

type Answer = { kinds: Kind[]; connected: Connected[] }

export function Integrations() {
  const say = useSay()
  const { path } = useStore()
  const { search } = useAddress()
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'integrations'],
    queryFn: () => ask<Answer>(`${path}/integrations`),
  })
  const connectedTo = (kind: string) => data?.connected.find((one) => one.kind === kind)
  const open = data?.kinds.find(({ kind }) => kind === search.open)
  return (
    <Page
      title={say('Integrations')}
      about={say('Without a sender of your own, messages stay in the outbox where you can read them.')}
    >
      {error && <Failure error={error} again={refetch} />}
      {!data && !error && (
        <Box p="xl" ta="center">
          <Loader size="sm" aria-label={say('Loading')} />
        </Box>
      )}
      {data &&
        groups.map(([name, kinds]) => (
          <Stack key={name} gap="sm" component="section" aria-label={say(name)}>
            <Title order={2} size="h5">
              {say(name)}
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
      {open && <Connection key={open.kind} kind={open} connected={connectedTo(open.kind)} />}
    </Page>
  )
}

/** What is in no group tells us something. */
const groups: [name: string, kinds: string[]][] = [
  ['Your shop', ['shopify', 'woocommerce', 'bigcommerce', 'google-feed']],
  ['Senders', ['smtp', 'twilio', 'klaviyo', 'web-push']],
  ['Reports of what arrived', []],
]

const groupOf = (kind: string) => (groups.find(([, kinds]) => kinds.includes(kind)) ?? groups.at(-1)!)[1]

function KindCard({ kind, connected }: { kind: Kind; connected: Connected | undefined }) {
  const say = useSay()
  const { may } = useStore()
  const { change } = useAddress()
  return (
    <Card component="section" aria-label={kind.title}>
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={3} size="h5">
          {kind.title}
        </Title>
        {connected && (
          <Badge color={connected.enabled ? 'green' : 'gray'}>
            {say(connected.enabled ? 'Connected' : 'Switched off')}
          </Badge>
        )}
      </Group>
      <Text size="sm" c="dimmed" mt={4} mb="md" flex={1}>
        {say(kind.what)}
      </Text>
      <div>
        <Button
          onClick={() => change({ open: kind.kind }, false)}
          aria-label={say(connected || !may('admin') ? 'Open {title}' : 'Connect {title}', { title: kind.title })}
        >
          {say(connected || !may('admin') ? 'Open' : 'Connect')}
        </Button>
      </div>
    </Card>
  )
}
