/** The result of a dry run: who would be notified, in order, and why. */
import { Alert, Table, Text } from '@mantine/core'
import type { StoreAnswer } from '../../api.ts'
import { ScrollArea } from '../../components/layout/scroll-area.tsx'
import { useFormats, useT } from '../../words/translate.ts'

type Forecast = StoreAnswer<'/products/dry-run'>['notified'][number]

export function DryRun({ notified, waiting }: { notified: Forecast[]; waiting: number }) {
  const t = useT()
  const { number, time } = useFormats()
  if (notified.length === 0)
    return <Alert color="gray">{t(waiting === 0 ? 'Nobody is waiting for it.' : 'Nobody would be notified.')}</Alert>
  return (
    <div>
      <Text size="sm" mb="xs">
        {t('{notified} of {waiting} would be notified. Nothing was sent.', {
          notified: number(notified.length),
          waiting: number(Math.max(waiting, notified.length)),
        })}
      </Text>
      <ScrollArea label={t('Who would be notified')}>
        <Table horizontalSpacing="xs" verticalSpacing={6} aria-label={t('Who would be notified')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th className="number">{t('Place')}</Table.Th>
              <Table.Th>{t('Person')}</Table.Th>
              <Table.Th>{t('When')}</Table.Th>
              <Table.Th>{t('Why')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {notified.slice(0, 100).map((one) => (
              <Table.Tr key={`${one.address} ${one.topic}`}>
                <Table.Td className="number">{number(one.position)}</Table.Td>
                <Table.Td>{one.address}</Table.Td>
                <Table.Td>{time(one.at)}</Table.Td>
                <Table.Td>{one.reason}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea>
      {notified.length > 100 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('and {count} more', { count: number(notified.length - 100) })}
        </Text>
      )}
    </div>
  )
}
