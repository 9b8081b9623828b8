/** Erasures that a shop platform asked for: when each is carried out, and a button to cancel it before. */
import { Badge, Button, Card, Stack, Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../calls.ts'
import { Confirm } from '../../parts/confirm.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { useAct } from '../../parts/use-act.ts'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'

type Redaction = {
  redactionId: string
  source: string
  scope: 'shop' | 'customer'
  requestId: string
  person: { email?: string; phone?: string } | null
  status: 'held' | 'pending' | 'done' | 'cancelled'
  requestedAt: string
  dueAt: string | null
}

const statusNames = { held: 'Waits', pending: 'Waits', done: 'Erased', cancelled: 'Cancelled' } as const

/** Nothing is shown where no platform ever asked. */
export function Redactions() {
  const say = useSay()
  const { time } = useFormats()
  const { path, may } = useStore()
  const [asked, setAsked] = useState<Redaction | null>(null)
  const all = useQuery({
    queryKey: [path, 'redactions'],
    queryFn: () => ask<{ rows: Redaction[] }>(`${path}/privacy/redactions`),
    enabled: may('admin'),
  })
  const cancel = useAct<{ redactionId: string }>(`${path}/privacy/redactions/cancel`, {
    done: say('Cancelled. Nobody is erased for this request.'),
    next: () => setAsked(null),
  })
  if (all.isError) return <Failure error={all.error} />
  if (!all.data || all.data.rows.length === 0) return null
  const whom = ({ scope, person, requestId }: Redaction) =>
    scope === 'shop'
      ? say('Every shopper of this store')
      : [person?.email, person?.phone].filter(Boolean).join(' · ') || say('Customer {id}', { id: requestId })
  return (
    <Card component="section" aria-label={say('Erasures your shop platform asked for')}>
      <Stack>
        <Title order={2} size="h4">
          {say('Erasures your shop platform asked for')}
        </Title>
        <Text size="sm">{say('They are carried out at the time shown. Cancel one that you don’t recognise.')}</Text>
        <Scroll label={say('Erasures your shop platform asked for')}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{say('Who')}</Table.Th>
                <Table.Th>{say('Asked by')}</Table.Th>
                <Table.Th>{say('Carried out')}</Table.Th>
                <Table.Th>{say('Status')}</Table.Th>
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {all.data.rows.map((one) => (
                <Table.Tr key={one.redactionId}>
                  <Table.Td className="wrap">{whom(one)}</Table.Td>
                  <Table.Td>
                    {one.source}, {time(one.requestedAt)}
                  </Table.Td>
                  <Table.Td>
                    {one.dueAt ? time(one.dueAt) : say('48 hours after the connection is switched off')}
                  </Table.Td>
                  <Table.Td>
                    <Badge variant="light" color={one.status === 'pending' ? 'red' : 'gray'}>
                      {say(statusNames[one.status])}
                    </Badge>
                  </Table.Td>
                  <Table.Td>
                    {(one.status === 'held' || one.status === 'pending') && (
                      <Button size="xs" onClick={() => setAsked(one)}>
                        {say('Cancel the erasure')}
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Scroll>
      </Stack>
      <Confirm
        title={say('Cancel this erasure?')}
        action={say('Cancel the erasure')}
        isOpen={asked !== null}
        isBusy={cancel.isPending}
        onConfirm={() => asked && cancel.mutate({ redactionId: asked.redactionId })}
        onClose={() => setAsked(null)}
      >
        <Text size="sm">
          {say('If a customer really asked for it, you have to erase them yourself within 30 days.')}
        </Text>
      </Confirm>
    </Card>
  )
}
