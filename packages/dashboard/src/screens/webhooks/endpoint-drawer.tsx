/** One webhook endpoint: test, new secret, deliveries with their answers, resend. */
import { Alert, Badge, Button, Code, Divider, Drawer, Group, Modal, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { TableRow } from '../../api.ts'
import { UrlFilter } from '../../components/data/filter-chips.tsx'
import { StatusBadge } from '../../components/data/status-badge.tsx'
import { type Column, Table } from '../../components/data/table.tsx'
import { ConfirmDialog } from '../../components/feedback/confirm-dialog.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { useStoreAction } from '../../hooks/use-action.ts'
import { useUrlState } from '../../hooks/use-url-state.ts'
import { useStore } from '../../session.ts'
import { useFormats, useT } from '../../words/translate.ts'
import { EndpointForm, NewSecret } from './endpoint-form.tsx'
import { type Endpoint, type EventType, Works } from './endpoint-status.tsx'

type Delivery = TableRow<'/webhooks/deliveries'>

const states = [
  ['', 'All'],
  ['sent', 'Sent'],
  ['due', 'Queued'],
  ['failed', 'Failed'],
] as const

export function EndpointDrawer({ endpoint, types }: { endpoint: Endpoint; types: readonly EventType[] }) {
  const t = useT()
  const { may } = useStore()
  const { change } = useUrlState()
  const [doing, setDoing] = useState<'change' | 'remove' | 'rotate' | null>(null)
  const { endpointId, url } = endpoint
  const close = () => change({ endpoint: undefined, status: undefined })
  const test = useStoreAction('/webhooks/test')
  const rotate = useStoreAction('/webhooks/rotate')
  const replay = useStoreAction('/webhooks/replay', {
    done: ({ replayed }) => t.plural(replayed, '{count} event is being resent.', '{count} events are being resent.'),
  })
  const remove = useStoreAction('/webhooks/remove', { done: t('The endpoint is deleted.'), next: close })
  return (
    <Drawer opened onClose={close} title={t('Endpoint')} size="xl" closeButtonProps={{ 'aria-label': t('Close') }}>
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
              {t('Send a test')}
            </Button>
            <Button onClick={() => setDoing('change')}>{t('Change')}</Button>
            <Button onClick={() => setDoing('rotate')}>{t('New secret')}</Button>
            <Button loading={replay.isPending} onClick={() => replay.mutate({ endpointId })}>
              {t('Resend all failed events')}
            </Button>
            <Button variant="subtle" color="red" onClick={() => setDoing('remove')}>
              {t('Delete')}
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
      <Modal opened={doing === 'rotate'} onClose={() => setDoing(null)} title={t('New secret')}>
        {rotate.data ? (
          <NewSecret secret={rotate.data.secret} onClose={() => setDoing(null)} />
        ) : (
          <Stack>
            <Text size="sm">
              {t(
                'For one day, events are signed with both the old and the new secret, so that you can switch without losing any.',
              )}
            </Text>
            <Group justify="flex-end">
              <Button variant="filled" loading={rotate.isPending} onClick={() => rotate.mutate({ endpointId })}>
                {t('Create a new secret')}
              </Button>
            </Group>
          </Stack>
        )}
      </Modal>
      <ConfirmDialog
        title={t('Delete this endpoint?')}
        action={t('Delete')}
        isOpen={doing === 'remove'}
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ endpointId })}
        onClose={() => setDoing(null)}
      >
        {t('{url} receives no more events, and its delivery history is deleted.', { url })}
      </ConfirmDialog>
    </Drawer>
  )
}

type DeliveriesProps = { endpointId: string; onReplay: ((eventId: string) => void) | null }

function Deliveries({ endpointId, onReplay }: DeliveriesProps) {
  const t = useT()
  const { time } = useFormats()
  const columns: Column<Delivery>[] = [
    {
      head: t('Event'),
      cell: ({ type, payload }) => (
        <details>
          <summary>{type}</summary>
          <Code block>{payload}</Code>
        </details>
      ),
    },
    { head: t('State'), cell: ({ status }) => <StatusBadge state={status} /> },
    {
      head: t('Attempts'),
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
      head: t('When'),
      cell: ({ createdAt, dueAt }) => (
        <>
          {time(createdAt)}
          {dueAt && (
            <Text size="xs" c="dimmed">
              {t('next {time}', { time: time(dueAt) })}
            </Text>
          )}
        </>
      ),
    },
    {
      head: t('Actions'),
      cell: ({ eventId, type }) =>
        onReplay && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => onReplay(eventId)}
            aria-label={t('Send {type} again', { type })}
          >
            {t('Send again')}
          </Button>
        ),
    },
  ]
  return (
    <Table
      label={t('Deliveries')}
      route="/webhooks/deliveries"
      columns={columns}
      rowKey={({ eventId }) => eventId}
      fixedFields={{ endpoint: endpointId }}
      filterParameters={['status']}
      filters={<UrlFilter label={t('State')} parameter="status" options={states} />}
      every={5_000}
      empty={<EmptyState title={t('Nothing was sent yet')} />}
    />
  )
}
