/** Recent calls of a connection. */
import { Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api.ts'
import { StatusBadge } from '../../components/data/status-badge.tsx'
import { ScrollArea } from '../../components/layout/scroll-area.tsx'
import { useStore } from '../../session.ts'
import { useFormats, useT } from '../../words/translate.ts'

type Call = { at: string; way: 'in' | 'out'; what: string; state: string; detail: string | null }

export function RecentCalls({ kind }: { kind: string }) {
  const t = useT()
  const { time } = useFormats()
  const { path } = useStore()
  const { data } = useQuery({
    queryKey: [path, 'calls', kind],
    queryFn: () => ask<{ rows: Call[] }>(`${path}/integrations/calls`, { kind }),
    refetchInterval: 10_000,
  })
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
