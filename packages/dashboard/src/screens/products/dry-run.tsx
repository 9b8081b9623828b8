/** Who would be told, in the order of the line, and why. Nothing was sent. */
import { Alert, Table, Text } from '@mantine/core'
import { Scroll } from '../../parts/scroll.tsx'
import { useFormats, useSay } from '../../words/words.ts'

export type Forecast = { medium: string; address: string; topic: string; position: number; at: string; reason: string }

export function DryRun({ told, waiting }: { told: Forecast[]; waiting: number }) {
  const say = useSay()
  const { number, time } = useFormats()
  if (told.length === 0)
    return <Alert color="gray">{say(waiting === 0 ? 'Nobody waits for it.' : 'Nobody would be told.')}</Alert>
  return (
    <div>
      <Text size="sm" mb="xs">
        {say('{told} of {waiting} would be told. Nothing was sent.', {
          told: number(told.length),
          waiting: number(Math.max(waiting, told.length)),
        })}
      </Text>
      <Scroll label={say('Who would be told')}>
        <Table horizontalSpacing="xs" verticalSpacing={6} aria-label={say('Who would be told')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th className="number">{say('Place')}</Table.Th>
              <Table.Th>{say('Person')}</Table.Th>
              <Table.Th>{say('When')}</Table.Th>
              <Table.Th>{say('Why')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {told.slice(0, 100).map((one) => (
              <Table.Tr key={`${one.address} ${one.topic}`}>
                <Table.Td className="number">{number(one.position)}</Table.Td>
                <Table.Td>{one.address}</Table.Td>
                <Table.Td>{time(one.at)}</Table.Td>
                <Table.Td>{one.reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Scroll>
      {told.length > 100 && (
        <Text size="sm" c="dimmed" mt="xs">
          {say('and {count} more', { count: number(told.length - 100) })}
        </Text>
      )}
    </div>
  )
}
