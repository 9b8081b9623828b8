/** Webhook endpoints of a store. */
import { Button, Card, Table as MantineTable } from '@mantine/core'
import { useState } from 'react'
import { EmptyState } from '../../components/feedback/empty-state.tsx'
import { ErrorAlert } from '../../components/feedback/error-alert.tsx'
import { Page } from '../../components/layout/page.tsx'
import { ScrollArea } from '../../components/layout/scroll-area.tsx'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { useUrlState } from '../../hooks/use-url-state.ts'
import { useStore } from '../../session.ts'
import { useFormats, useT } from '../../words/translate.ts'
import { EndpointDrawer } from './endpoint-drawer.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { Works } from './endpoint-status.tsx'

export function Webhooks() {
  const t = useT()
  const { date } = useFormats()
  const { may } = useStore()
  const { search, change } = useUrlState()
  const [isAdding, setAdding] = useState(false)
  const { data, error, refetch } = useStoreQuery('/webhooks', {})
  const open = data?.rows.find(({ endpointId }) => endpointId === search.endpoint)
  const add = may('admin') && (
    <Button variant="filled" onClick={() => setAdding(true)}>
      {t('New endpoint')}
    </Button>
  )
  return (
    <Page
      title={t('Webhooks')}
      about={t('Signed events for your own server (Standard Webhooks), retried for three days.')}
      actions={add}
    >
      {error && <ErrorAlert error={error} again={refetch} />}
      {data?.rows.length === 0 && (
        <Card>
          <EmptyState title={t('No endpoint yet')} action={add}>
            {t('Your server can receive every alert, restock and list event as it happens.')}
          </EmptyState>
        </Card>
      )}
      {data && data.rows.length > 0 && (
        <Card padding={0}>
          <ScrollArea label={t('Endpoints')}>
            <MantineTable aria-label={t('Endpoints')}>
              <MantineTable.Thead>
                <MantineTable.Tr>
                  <MantineTable.Th>{t('Address')}</MantineTable.Th>
                  <MantineTable.Th>{t('Events')}</MantineTable.Th>
                  <MantineTable.Th>{t('State')}</MantineTable.Th>
                  <MantineTable.Th>{t('Created')}</MantineTable.Th>
                  <MantineTable.Th>{t('Actions')}</MantineTable.Th>
                </MantineTable.Tr>
              </MantineTable.Thead>
              <MantineTable.Tbody>
                {data.rows.map((endpoint) => (
                  <MantineTable.Tr key={endpoint.endpointId}>
                    <MantineTable.Td style={{ overflowWrap: 'anywhere' }}>{endpoint.url}</MantineTable.Td>
                    <MantineTable.Td>
                      {endpoint.types.length === 0 ? t('all') : endpoint.types.join(', ')}
                    </MantineTable.Td>
                    <MantineTable.Td>
                      <Works endpoint={endpoint} />
                    </MantineTable.Td>
                    <MantineTable.Td>{date(endpoint.createdAt)}</MantineTable.Td>
                    <MantineTable.Td>
                      <Button
                        size="xs"
                        onClick={() => change({ endpoint: endpoint.endpointId }, false)}
                        aria-label={t('Open {title}', { title: endpoint.url })}
                      >
                        {t('Open')}
                      </Button>
                    </MantineTable.Td>
                  </MantineTable.Tr>
                ))}
              </MantineTable.Tbody>
            </MantineTable>
          </ScrollArea>
        </Card>
      )}
      {open && <EndpointDrawer key={open.endpointId} endpoint={open} types={data!.types} />}
      {isAdding && data && <EndpointForm types={data.types} onClose={() => setAdding(false)} />}
    </Page>
  )
}
