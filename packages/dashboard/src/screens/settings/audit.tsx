/** What was done in the dashboard, by whom and when. */
import { Code, Text } from '@mantine/core'
import { Empty } from '../../parts/empty.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'
import { SettingsFrame } from './frame.tsx'

type Entry = { entryId: string; userName: string; act: string; facts: Record<string, unknown>; happenedAt: string }

export function Audit() {
  const say = useSay()
  const { time } = useFormats()
  const { path } = useStore()
  const columns: Column<Entry>[] = [
    { head: say('When'), cell: ({ happenedAt }) => time(happenedAt) },
    { head: say('Who'), cell: ({ userName }) => userName },
    { head: say('What'), cell: ({ act }) => <Code>{act}</Code> },
    { head: say('Details'), cell: ({ facts }) => <Facts facts={facts} /> },
  ]
  return (
    <SettingsFrame about={say('What was done in the dashboard, newest first. Nothing here can be changed.')}>
      <Table
        label={say('Audit log')}
        path={`${path}/audit`}
        columns={columns}
        rowKey={({ entryId }) => entryId}
        empty={<Empty title={say('Nothing done yet')} />}
      />
    </SettingsFrame>
  )
}

function Facts({ facts }: { facts: Record<string, unknown> }) {
  const show = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))
  return (
    <Text size="xs" c="dimmed" maw={520} className="wrap">
      {Object.entries(facts)
        .map(([word, value]) => `${word}: ${show(value)}`)
        .join(' · ')}
    </Text>
  )
}
