/** Who did what in the store, from where and when; filters are kept in the address and hold for the file too. */
import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Empty } from '../../parts/empty.tsx'
import { type Column, Table } from '../../parts/table.tsx'
import { useAddress } from '../../parts/use-address.ts'
import { useStore } from '../../session.ts'
import { useFormats, useSay } from '../../words/words.ts'
import { actGroups } from './acts.ts'
import { Actor, type Entry, Origin, What } from './audit-entry.tsx'
import { SettingsFrame } from './frame.tsx'

const filterWords = ['act', 'since', 'until']

export function Audit() {
  const say = useSay()
  const { time } = useFormats()
  const { path } = useStore()
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const wide: Column<Entry>[] = [
    { head: say('When'), cell: ({ happenedAt }) => time(happenedAt) },
    { head: say('Who'), cell: (entry) => <Actor entry={entry} /> },
    { head: say('What'), cell: (entry) => <What entry={entry} /> },
    { head: say('From where'), cell: (entry) => <Origin entry={entry} /> },
  ]
  // Four columns beside each other would hide what was done.
  const narrow: Column<Entry> = {
    head: say('What'),
    cell: (entry) => (
      <div className="audit-narrow">
        <What entry={entry} />
        <Text size="xs" c="dimmed">
          {time(entry.happenedAt)}
        </Text>
        <Text size="sm" component="div">
          <Actor entry={entry} />
        </Text>
        <Text size="xs" component="div">
          <Origin entry={entry} />
        </Text>
      </div>
    ),
  }
  const about = say('Who did what in this store, from every entry point, newest first. Nothing here can be changed.')
  return (
    <SettingsFrame about={about}>
      <Table
        label={say('Audit log')}
        path={`${path}/audit`}
        columns={isPhone ? [narrow] : wide}
        rowKey={({ entryId }) => entryId}
        searchWord="who"
        searchLabel={say('Search by person or key')}
        filterWords={filterWords}
        filters={<Filters />}
        toCall={readDays}
        empty={
          <Empty title={say('Nothing recorded yet')}>
            {say('Sign-ins, changes, exports and messages sent by hand appear here by themselves.')}
          </Empty>
        }
      />
    </SettingsFrame>
  )
}

/** The address holds days of the reader's own calendar, both included; the call takes moments, the last excluded. */
export function readDays({ since, until, ...others }: Record<string, string | undefined>) {
  return { ...others, since: midnight(since, 0), until: midnight(until, 1) }
}

function midnight(day: string | undefined, daysLater: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  return year ? new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString() : undefined
}

function Filters() {
  const say = useSay()
  const { search, change } = useAddress()
  const isFiltered = ['who', ...filterWords].some((word) => search[word])
  const groups = actGroups.map(({ title, acts }) => ({
    group: say(title),
    items: acts.map(([value, sentence]) => ({ value, label: say(sentence).replace(/\{\w+\}/g, '…') })),
  }))
  const day = (word: 'since' | 'until', label: string) => (
    <TextInput
      type="date"
      aria-label={label}
      leftSection={<Text size="xs">{say(word)}</Text>}
      leftSectionWidth={44}
      value={search[word] ?? ''}
      onChange={(event) => change({ [word]: event.currentTarget.value })}
      {...(word === 'since' && search.until && { max: search.until })}
      {...(word === 'until' && search.since && { min: search.since })}
    />
  )
  return (
    <>
      <NativeSelect
        aria-label={say('Act')}
        data={[{ value: '', label: say('All acts') }, ...groups]}
        value={search.act ?? ''}
        onChange={(event) => change({ act: event.currentTarget.value })}
        w={{ base: '100%', xs: 240 }}
      />
      {day('since', say('From day'))}
      {day('until', say('To day'))}
      {isFiltered && (
        <Button variant="subtle" onClick={() => change({ who: '', act: '', since: '', until: '' })}>
          {say('Clear filters')}
        </Button>
      )}
    </>
  )
}
