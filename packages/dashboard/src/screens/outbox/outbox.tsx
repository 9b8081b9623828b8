/** The outbox: every message sent, queued or failed; it reloads by itself. */
import { Button, Text } from '@mantine/core'
import type { TableRow } from '../../api.ts'
import { UrlFilter } from '../../components/data/filter-chips.tsx'
import { StatusBadge } from '../../components/data/status-badge.tsx'
import { type Column, Table } from '../../components/data/table.tsx'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { Page } from '../../components/layout/page.tsx'
import { mediumName, topicName } from '../../display-names.ts'
import { useStoreAction } from '../../hooks/use-action.ts'
import { useUrlState } from '../../hooks/use-url-state.ts'
import { useStore } from '../../session.ts'
import { type Translate, useFormats, useT } from '../../words/translate.ts'
import { MessageDrawer } from './message-drawer.tsx'

type Message = TableRow<'/outbox'>

const states = [
  ['', 'All'],
  ['sent', 'Sent'],
  ['due', 'Queued'],
  ['withheld', 'Not sent'],
  ['failed', 'Failed'],
] as const

const purposes: Record<string, string> = {
  'shared-list': 'Shared list',
  'confirm-alert': 'Confirmation',
  'alerts-link': 'Link to my alerts',
  test: 'Test',
  owner: 'To the owner',
}

const about = (t: Translate, { purpose, topic, title, variantInfo, subject }: Message) =>
  purpose === 'alert'
    ? `${t(topicName(topic ?? ''))}: ${[title, variantInfo].filter(Boolean).join(', ')}`
    : `${t(purposes[purpose] ?? purpose)}: ${subject ?? ''}`

export function Outbox() {
  const t = useT()
  const { time } = useFormats()
  const { may } = useStore()
  const { search, change } = useUrlState()
  const again = useStoreAction('/outbox/resend-failed', {
    done: ({ resent }) => t.plural(resent, '{count} message is being retried.', '{count} messages are being retried.'),
  })
  const columns: Column<Message>[] = [
    { head: t('To'), cell: ({ recipient }) => recipient },
    { head: t('Message'), cell: (row) => <span className="message-about">{about(t, row)}</span> },
    { head: t('Channel'), cell: ({ medium }) => mediumName(medium) },
    {
      head: t('State'),
      cell: ({ status, reason, clickedAt }) => (
        <>
          <StatusBadge state={status} />
          {clickedAt ? (
            <Text size="xs" c="dimmed">
              {t('clicked')}
            </Text>
          ) : (
            reason && (
              <Text size="xs" c="dimmed">
                {reason.replaceAll('-', ' ')}
              </Text>
            )
          )}
        </>
      ),
    },
    { head: t('When'), cell: ({ at }) => time(at) },
  ]
  return (
    <Page
      title={t('Outbox')}
      about={t('Every message, word for word, with the reason it was sent or wasn’t.')}
      actions={
        search.status === 'failed' &&
        may('marketer') && (
          <Button variant="filled" loading={again.isPending} onClick={() => again.mutate({})}>
            {t('Retry all failed messages')}
          </Button>
        )
      }
    >
      <Table
        label={t('Outbox')}
        route="/outbox"
        columns={columns}
        rowKey={({ messageKey }) => messageKey}
        searchParameter="q"
        searchLabel={t('E-mail or phone')}
        filterParameters={['status']}
        filters={<UrlFilter label={t('State')} parameter="status" options={states} />}
        onOpen={({ messageKey }) => change({ open: messageKey }, false)}
        openLabel={(row) => t('Message to {address}: {about}', { address: row.recipient, about: about(t, row) })}
        every={3_000}
        empty={
          <EmptyState title={t('No messages yet')}>
            {t('Messages appear here as soon as a restock notifies somebody.')}
          </EmptyState>
        }
      />
      <MessageDrawer />
    </Page>
  )
}
