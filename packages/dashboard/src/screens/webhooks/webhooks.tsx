/** Where the store is told what happens: addresses, their secrets, and what was sent there. */
import { Button, Card, Table as MantineTable } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask } from '../../calls.ts'
import { Empty } from '../../parts/empty.tsx'
import { Failure } from '../../parts/failure.tsx'
import { Page } from '../../parts/page.tsx'
import { Scroll } from '../../parts/scroll.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'
import { type Endpoint, Works } from './endpoint.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { OneEndpoint } from './one-endpoint.tsx'

type Answer = { rows: Endpoint[]; types: string[] }

export function Webhooks() {
  const say = useSay()
  const { date } = useFormats()
  const { path, may } = useStore()
  const { search, change } = useAddress()
  const [isAdding, setAdding] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: [path, 'webhooks'],
    queryFn: () => ask<Answer>(`${path}/webhooks`),
  })
  const open = data?.rows.find(({ endpointId }) => endpointId === search.endpoint)
  const add = may('admin') && (
    <Button variant="filled" onClick={() => setAdding(true)}>
      {say('New endpoint')}
    </Button>
  )
  return (
    <Page
      title={say('Webhooks')}
      about={say('Signed messages to your own server, in the form of Standard Webhooks, tried again for three days.')}
      actions={add}
    >
      {error && <Failure error={error} again={refetch} />}
      {data?.rows.length === 0 && (
        <Card>
          <Empty title={say('No endpoint yet')} action={add}>
            {say('Your server can be told of every alert, restock and list as it happens.')}
          </Empty>
        </Card>
      )}
      {data && data.rows.length > 0 && (
        <Card padding={0}>
          <Scroll label={say('Endpoints')}>
            <MantineTable aria-label={say('Endpoints')}>
              <MantineTable.Thead>
                <MantineTable.Tr>
                  <MantineTable.Th>{say('Address')}</MantineTable.Th>
                  <MantineTable.Th>{say('Events')}</MantineTable.Th>
                  <MantineTable.Th>{say('State')}</MantineTable.Th>
                  <MantineTable.Th>{say('Made')}</MantineTable.Th>
                  <MantineTable.Th>{say('Actions')}</MantineTable.Th>
                </MantineTable.Tr>
              </MantineTable.Thead>
              <MantineTable.Tbody>
                {data.rows.map((endpoint) => (
                  <MantineTable.Tr key={endpoint.endpointId}>
                    <MantineTable.Td style={{ overflowWrap: 'anywhere' }}>{endpoint.url}</MantineTable.Td>
                    <MantineTable.Td>
                      {endpoint.types.length === 0 ? say('all') : endpoint.types.join(', ')}
                    </MantineTable.Td>
                    <MantineTable.Td>
                      <Works endpoint={endpoint} />
                    </MantineTable.Td>
                    <MantineTable.Td>{date(endpoint.createdAt)}</MantineTable.Td>
                    <MantineTable.Td>
                      <Button
                        size="xs"
                        onClick={() => change({ endpoint: endpoint.endpointId }, false)}
                        aria-label={say('Open {title}', { title: endpoint.url })}
                      >
                        {say('Open')}
                      </Button>
                    </MantineTable.Td>
                  </MantineTable.Tr>
                ))}
              </MantineTable.Tbody>
            </MantineTable>
          </Scroll>
        </Card>
      )}
      {open && <OneEndpoint key={open.endpointId} endpoint={open} types={data!.types} />}
      {isAdding && data && <EndpointForm types={data.types} onClose={() => setAdding(false)} />}
    </Page>
  )
}
