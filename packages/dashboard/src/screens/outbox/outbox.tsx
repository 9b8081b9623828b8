/** Every message that left or tried to; it looks again by itself. */
import { Button, Text } from '@mantine/core'
import { Choice } from '../../parts/choice.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Page } from '../../parts/page.tsx'
import { mediumName, State, topicName } from '../../parts/state.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useAddress } from '../../parts/use-address.ts'
import { useStore } from '../../session.ts'
import { type Say, useFormats, useSay } from '../../words/words.ts'
import type { Message } from './message.ts'
import { OneMessage } from './one-message.tsx'

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

const about = (say: Say, { purpose, topic, title, variantInfo, subject }: Message) =>
  purpose === 'alert'
    ? `${say(topicName(topic ?? ''))}: ${[title, variantInfo].filter(Boolean).join(', ')}`
    : `${say(purposes[purpose] ?? purpose)}: ${subject ?? ''}`

export function Outbox() {
  const say = useSay()
  const { time } = useFormats()
  const { path, may } = useStore()
  const { search, change } = useAddress()
  const again = useAct<object, { resent: number }>(`${path}/outbox/resend-failed`, {
    done: ({ resent }) => say('{count} are tried again.', { count: resent }),
  })
  const columns: Column<Message>[] = [
    { head: say('To'), cell: ({ recipient }) => recipient },
    { head: say('Message'), cell: (row) => <span className="message-about">{about(say, row)}</span> },
    { head: say('By'), cell: ({ medium }) => mediumName(medium) },
    {
      head: say('State'),
      cell: ({ status, reason, clickedAt }) => (
        <>
          <State state={status} />
          {clickedAt ? (
            <Text size="xs" c="dimmed">
              {say('clicked')}
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
    { head: say('When'), cell: ({ at }) => time(at) },
  ]
  return (
    <Page
      title={say('Outbox')}
      about={say('Every message, word for word, with the reason it was sent or wasn’t.')}
      actions={
        search.status === 'failed' &&
        may('marketer') && (
          <Button variant="filled" loading={again.isPending} onClick={() => again.mutate({})}>
            {say('Try all that failed again')}
          </Button>
        )
      }
    >
      <Table
        label={say('Outbox')}
        path={`${path}/outbox`}
        columns={columns}
        rowKey={({ messageKey }) => messageKey}
        searchWord="q"
        searchLabel={say('E-mail or phone')}
        filterWords={['status']}
        filters={<Choice label={say('State')} word="status" choices={states} />}
        onOpen={({ messageKey }) => change({ open: messageKey }, false)}
        openLabel={(row) => say('Message to {address}: {about}', { address: row.recipient, about: about(say, row) })}
        every={3_000}
        empty={
          <Empty title={say('Nothing left yet')}>
            {say('As soon as a restock tells somebody, the message stands here a moment later.')}
          </Empty>
        }
      />
      <OneMessage />
    </Page>
  )
}
