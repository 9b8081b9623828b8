/** Erasures requested by a shop platform: their date, and a button to cancel one. */
import { Badge, Button, Card, Stack, Table, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { StoreData } from '../../../api.ts'
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.tsx'
import { ErrorAlert } from '../../../components/feedback/error-alert.tsx'
import { ScrollArea } from '../../../components/layout/scroll-area.tsx'
import { useStoreAction } from '../../../hooks/use-action.ts'
import { useStoreQuery } from '../../../hooks/use-store-query.ts'
import { useStore } from '../../../session.ts'
import { useFormats, useT } from '../../../words/translate.ts'

type Redaction = StoreData<'/privacy/redactions'>['rows'][number]

const statusNames = { held: 'Pending', pending: 'Pending', done: 'Erased', cancelled: 'Cancelled' } as const

/** Renders nothing if no platform has requested any. */
export function RequestedErasures() {
  const t = useT()
  const { time } = useFormats()
  const { may } = useStore()
  const [asked, setAsked] = useState<Redaction | null>(null)
  const all = useStoreQuery('/privacy/redactions', {}, { enabled: may('admin') })
  const cancel = useStoreAction('/privacy/redactions/cancel', {
    done: t('Cancelled. Nobody is erased for this request.'),
    next: () => setAsked(null),
  })
  if (all.isError) return <ErrorAlert error={all.error} />
  if (!all.data || all.data.rows.length === 0) return null
  const whom = ({ scope, person, requestId }: Redaction) =>
    scope === 'shop'
      ? t('Every shopper of this store')
      : [person?.email, person?.phone].filter(Boolean).join(' · ') || t('Customer {id}', { id: requestId })
  return (
    <Card component="section" aria-label={t('Erasures requested by your shop platform')}>
      <Stack>
        <Title order={2} size="h4">
          {t('Erasures requested by your shop platform')}
        </Title>
        <Text size="sm">{t('They are carried out at the time shown. Cancel one that you don’t recognise.')}</Text>
        <ScrollArea label={t('Erasures requested by your shop platform')}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('Who')}</Table.Th>
                <Table.Th>{t('Requested by')}</Table.Th>
                <Table.Th>{t('Erasure date')}</Table.Th>
                <Table.Th>{t('Status')}</Table.Th>
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
                    {one.dueAt ? time(one.dueAt) : t('48 hours after the connection is switched off')}
                  </Table.Td>
                  <Table.Td>
                    <Badge variant="light" color={one.status === 'pending' ? 'red' : 'gray'}>
                      {t(statusNames[one.status])}
                    </Badge>
                  </Table.Td>
                  <Table.Td>
                    {(one.status === 'held' || one.status === 'pending') && (
                      <Button size="xs" onClick={() => setAsked(one)}>
                        {t('Cancel the erasure')}
                      </Button>
                    )}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      </Stack>
      <ConfirmDialog
        title={t('Cancel this erasure?')}
        action={t('Cancel the erasure')}
        isOpen={asked !== null}
        isBusy={cancel.isPending}
        onConfirm={() => asked && cancel.mutate({ redactionId: asked.redactionId })}
        onClose={() => setAsked(null)}
      >
        <Text size="sm">{t('If a customer really asked for it, you have to erase them yourself within 30 days.')}</Text>
      </ConfirmDialog>
    </Card>
  )
}
