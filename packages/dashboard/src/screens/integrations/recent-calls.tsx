/** What went over a connection of late. */
import { Table, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../calls.ts'
import { Scroll } from '../../parts/scroll.tsx'
import { State } from '../../parts/state.tsx'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'

type Call = { at: string; way: 'in' | 'out'; what: string; state: string; detail: string | null }

export function RecentCalls({ kind }: { kind: string }) {
  const say = useSay()
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
        {say('Recent calls')}
      </Title>
      {data?.rows.length === 0 && (
        <Text size="sm" c="dimmed">
          {say('None yet.')}
        </Text>
      )}
      {data && data.rows.length > 0 && (
        <Scroll label={say('Recent calls')}>
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
                    <State state={call.state} />
                  </Table.Td>
                  <Table.Td className="answer">{call.detail}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Scroll>
      )}
    </div>
  )
}
