/** Recent calls of a connection. */
import { Table, Text, Title } from '@mantine/core'
import { StatusBadge } from '../../components/data/status-badge.tsx'
import { ScrollArea } from '../../components/layout/scroll-area.tsx'
import { useStoreQuery } from '../../hooks/use-store-query.ts'
import { useFormats, useT } from '../../words/translate.ts'

export function RecentCalls({ kind }: { kind: string }) {
  const t = useT()
  const { time } = useFormats()
  const { data } = useStoreQuery('/integrations/calls', { kind }, { every: 10_000 })
  return (
    <div>
      <Title order={3} size="h5" mb="xs">
        {t('Recent calls')}
      </Title>
      {data?.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('None yet.')}
        </Text>
      )}
      {data && data.rows.length > 0 && (
        <ScrollArea label={t('Recent calls')}>
          <Table horizontalSpacing="xs" verticalSpacing={6}>
            <Table.Tbody>
              {data.rows.map((call, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the list is read anew as a whole.
                <Table.Tr key={place}>
                  <Table.Td>{time(call.at)}</Table.Td>
                  <Table.Td>
                    {call.way === 'in' ? '←' : '→'} {call.what}
                  </Table.Td>
                  <Table.Td>
                    <StatusBadge state={call.state} />
                  </Table.Td>
                  <Table.Td className="answer">{call.detail}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      )}
    </div>
  )
}
