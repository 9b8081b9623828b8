/** One endpoint: trying it, a new secret beside the old, what was sent there and how it was answered, sending it again. */
import { Alert, Badge, Button, Code, Divider, Drawer, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { Choice } from '../../parts/choice.tsx'
import { Confirm } from '../../parts/confirm.tsx'
import { Empty } from '../../parts/empty.tsx'
import { State } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useAddress } from '../../parts/use-address.ts'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'
import { type Endpoint, Works } from './endpoint.tsx'
import { EndpointForm, NewSecret } from './endpoint-form.tsx'

type Delivery = {
  eventId: string
  type: string
  status: string
  attempts: number
  response: number | null
  reason: string | null
  dueAt: string | null
  sentAt: string | null
  createdAt: string
  payload: string
}

const states = [
  ['', 'All'],
  ['sent', 'Sent'],
  ['due', 'Queued'],
  ['failed', 'Failed'],
] as const

export function OneEndpoint({ endpoint, types }: { endpoint: Endpoint; types: string[] }) {
  const say = useSay()
  const { path, may } = useStore()
  const { change } = useAddress()
  const [doing, setDoing] = useState<'change' | 'remove' | 'rotate' | null>(null)
  const { endpointId, url } = endpoint
  const close = () => change({ endpoint: undefined, status: undefined })
  const test = useAct<object, { ok: boolean; says: string }>(`${path}/webhooks/test`)
  const rotate = useAct<object, { secret: string }>(`${path}/webhooks/rotate`)
  const replay = useAct<object, { replayed: number }>(`${path}/webhooks/replay`, {
    done: ({ replayed }) => say('{count} are sent again.', { count: replayed }),
  })
  const remove = useAct<object>(`${path}/webhooks/remove`, { done: say('The endpoint is gone.'), next: close })
  return (
    <Drawer opened onClose={close} title={say('Endpoint')} size="xl" closeButtonProps={{ 'aria-label': say('Close') }}>
      <Stack gap="lg">
        <div>
          <Title order={3} size="h5" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Title>
          <Works endpoint={endpoint} />
        </div>
        {may('admin') && (
          <Group gap="xs">
            <Button loading={test.isPending} onClick={() => test.mutate({ endpointId })}>
              {say('Send a test')}
            </Button>
            <Button onClick={() => setDoing('change')}>{say('Change')}</Button>
            <Button onClick={() => setDoing('rotate')}>{say('New secret')}</Button>
            <Button loading={replay.isPending} onClick={() => replay.mutate({ endpointId })}>
              {say('Send all that failed again')}
            </Button>
            <Button variant="subtle" color="red" onClick={() => setDoing('remove')}>
              {say('Delete')}
            </Button>
          </Group>
        )}
        {test.data && (
          <Alert color={test.data.ok ? 'green' : 'red'} role="status">
            {test.data.says}
          </Alert>
        )}
        <Divider />
        <Deliveries
          endpointId={endpointId}
          onReplay={may('admin') ? (eventId) => replay.mutate({ endpointId, eventId }) : null}
        />
      </Stack>
      {doing === 'change' && <EndpointForm types={types} endpoint={endpoint} onClose={() => setDoing(null)} />}
      <Modal opened={doing === 'rotate'} onClose={() => setDoing(null)} title={say('New secret')}>
        {rotate.data ? (
          <NewSecret secret={rotate.data.secret} onClose={() => setDoing(null)} />
        ) : (
          <Stack>
            <Text size="sm">
              {say(
                'For a day everything is signed with the old secret and the new one, so that you can change over without losing anything.',
              )}
            </Text>
            <Group justify="flex-end">
              <Button variant="filled" loading={rotate.isPending} onClick={() => rotate.mutate({ endpointId })}>
                {say('Make a new secret')}
              </Button>
            </Group>
          </Stack>
        )}
      </Modal>
      <Confirm
        title={say('Delete this endpoint?')}
        action={say('Delete')}
        isOpen={doing === 'remove'}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ endpointId })}
        onClose={() => setDoing(null)}
      >
        {say('{url} is told nothing any more, and what was sent there is forgotten.', { url })}
      </Confirm>
    </Drawer>
  )
}

type DeliveriesProps = { endpointId: string; onReplay: ((eventId: string) => void) | null }

function Deliveries({ endpointId, onReplay }: DeliveriesProps) {
  const say = useSay()
  const { time } = useFormats()
  const { path } = useStore()
  const columns: Column<Delivery>[] = [
    {
      head: say('Event'),
      cell: ({ type, payload }) => (
        <details>
          <summary>{type}</summary>
          <Code block>{payload}</Code>
        </details>
      ),
    },
    { head: say('State'), cell: ({ status }) => <State state={status} /> },
    {
      head: say('Attempts'),
      cell: ({ attempts, response, reason }) => (
        <Group gap={6}>
          {attempts}
          {response && <Badge color={response < 300 ? 'green' : 'gray'}>{response}</Badge>}
          <Text size="xs" c="dimmed">
            {reason}
          </Text>
        </Group>
      ),
    },
    {
      head: say('When'),
      cell: ({ createdAt, dueAt }) => (
        <>
          {time(createdAt)}
          {dueAt && (
            <Text size="xs" c="dimmed">
              {say('next {time}', { time: time(dueAt) })}
            </Text>
          )}
        </>
      ),
    },
    {
      head: say('Actions'),
      cell: ({ eventId, type }) =>
        onReplay && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => onReplay(eventId)}
            aria-label={say('Send {type} again', { type })}
          >
            {say('Send again')}
          </Button>
        ),
    },
  ]
  return (
    <Table
      label={say('Deliveries')}
      path={`${path}/webhooks/deliveries`}
      columns={columns}
      rowKey={({ eventId }) => eventId}
      always={{ endpoint: endpointId }}
      filterWords={['status']}
      filters={<Choice label={say('State')} word="status" choices={states} />}
      every={5_000}
      empty={<Empty title={say('Nothing was sent yet')} />}
    />
  )
}
