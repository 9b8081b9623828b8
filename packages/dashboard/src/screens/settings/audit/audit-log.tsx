/** The audit log of a store; filters are in the URL and apply to the CSV file too. */
import { Button, NativeSelect, Text, TextInput } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type Column, Table } from '../../../components/data/table.tsx'
import { EmptyState } from '../../../components/feedback/empty-state.tsx'
import { useUrlState } from '../../../hooks/use-url-state.ts'
import { useFormats, useT } from '../../../words/translate.ts'
import { SettingsLayout } from '../settings-layout.tsx'
import { actGroups } from './act-groups.ts'
import { Actor, type Entry, Origin, What } from './audit-entry.tsx'

const filterParameters = ['act', 'since', 'until']

export function AuditLog() {
  const t = useT()
  const { time } = useFormats()
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const wide: Column<Entry>[] = [
    { head: t('When'), cell: ({ happenedAt }) => time(happenedAt) },
    { head: t('Who'), cell: (entry) => <Actor entry={entry} /> },
    { head: t('What'), cell: (entry) => <What entry={entry} /> },
    { head: t('From where'), cell: (entry) => <Origin entry={entry} /> },
  ]
  // Four columns would push the act off a phone's screen.
  const narrow: Column<Entry> = {
    head: t('What'),
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
  const about = t('Who did what in this store, from every entry point, newest first. Nothing here can be changed.')
  return (
    <SettingsLayout about={about}>
      <Table
        label={t('Audit log')}
        route="/audit"
        columns={isPhone ? [narrow] : wide}
        rowKey={({ entryId }) => entryId}
        searchParameter="who"
        searchLabel={t('Search by person or key')}
        filterParameters={filterParameters}
        filters={<Filters />}
        toFields={readDays}
        empty={
          <EmptyState title={t('Nothing recorded yet')}>
            {t('Sign-ins, changes, exports and messages sent by hand appear here by themselves.')}
          </EmptyState>
        }
      />
    </SettingsLayout>
  )
}

/** The URL contains local days, both inclusive; the route takes timestamps, the last exclusive. */
export function readDays({ since, until, ...others }: Record<string, string | undefined>) {
  return { ...others, since: midnight(since, 0), until: midnight(until, 1) }
}

function midnight(day: string | undefined, daysLater: number): string | undefined {
  const [, year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day ?? '') ?? []
  return year ? new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString() : undefined
}

function Filters() {
  const t = useT()
  const { search, change } = useUrlState()
  const isFiltered = ['who', ...filterParameters].some((word) => search[word])
  const groups = actGroups.map(({ title, acts }) => ({
    group: t(title),
    items: acts.map(([value, sentence]) => ({ value, label: t(sentence).replace(/\{\w+\}/g, '…') })),
  }))
  const day = (word: 'since' | 'until', label: string) => (
    <TextInput
      type="date"
      aria-label={label}
      leftSection={<Text size="xs">{t(word)}</Text>}
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
        aria-label={t('Act')}
        data={[{ value: '', label: t('All acts') }, ...groups]}
        value={search.act ?? ''}
        onChange={(event) => change({ act: event.currentTarget.value })}
        w={{ base: '100%', xs: 240 }}
      />
      {day('since', t('From day'))}
      {day('until', t('To day'))}
      {isFiltered && (
        <Button variant="subtle" onClick={() => change({ who: '', act: '', since: '', until: '' })}>
          {t('Clear filters')}
        </Button>
      )}
    </>
  )
}
