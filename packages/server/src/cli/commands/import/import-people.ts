/** `heartbell import --as lists-csv|subscribers-csv`: people's data from other apps, imported without notifying them. */
import type { PeopleReport, PeopleTable } from '../../../transfer/people.ts'
import { announceAct } from '../../plumbing/audited-command.ts'
import type { CommandCall, CommandReply, Flag } from '../../plumbing/command.ts'
import { useNamedStore } from '../../plumbing/open-store.ts'
import { showProgress } from '../../plumbing/progress.ts'
import { UsageError } from '../../settings/usage-error.ts'
import { openSource } from './import-catalog.ts'

export const peopleFlags: Record<string, Flag> = {
  columns: {
    type: 'string',
    value: 'FIELD=COLUMN,…',
    what: 'CSV: which column contains which field, where its heading is not recognized',
  },
  'dry-run': { type: 'boolean', what: 'catalogs and CSV: report what would be imported, and change nothing' },
}

export async function importPeople(call: CommandCall, kind: string): Promise<CommandReply> {
  const people = await import('../../../transfer/people.ts')
  const [{ listsCsv }, { subscribersCsv }, { parseMapping }] = await Promise.all([
    import('../../../transfer/lists-csv.ts'),
    import('../../../transfer/subscribers-csv.ts'),
    import('../../../transfer/columns.ts'),
  ])
  const mapping = readMapping(call.flag('columns'), parseMapping)
  const isDryRun = call.has('dry-run')
  const table = (kind === 'lists-csv' ? listsCsv : subscribersCsv) as PeopleTable<object>
  const report = await useNamedStore(call, async (sql, store) => {
    const source = await openSource(call)
    if (!isDryRun) await announceAct(sql, store, { act: 'store-imported', facts: { kind } })
    const progress = showProgress(process.stderr, source.size)
    const bytes = progress.counting(source.bytes)
    try {
      return await people.importPeople(sql, store, bytes, table, { mapping, isDryRun, onRows: progress.entries })
    } finally {
      progress.end()
      await source.close()
    }
  })
  return { data: { ...report, dryRun: isDryRun }, text: writeReport(report, isDryRun) }
}

function readMapping<Mapping>(text: string | undefined, parse: (text: string) => Mapping): Mapping | undefined {
  try {
    return text === undefined ? undefined : parse(text)
  } catch (error) {
    throw new UsageError((error as Error).message)
  }
}

function writeReport({ rows, added, there, left, refused, lines, columns }: PeopleReport, isDryRun: boolean): string {
  const understood = Object.entries(columns).map(([field, column]) => `${field}=${column}`)
  return [
    `${rows} rows read: ${added} ${isDryRun ? 'would be new' : 'new'}, ${there} already present, ${refused} refused.`,
    `Columns recognized: ${understood.join(', ')}.`,
    ...Object.entries(left).map(([why, count]) => `${count} skipped: ${reasons[why] ?? why}.`),
    ...lines.map(({ line, message }) => `  ${line}: ${message}`),
  ].join('\n')
}

const reasons: Record<string, string> = {
  told: 'already notified',
  unsubscribed: 'unsubscribed or no longer waiting',
  unconfirmed: 'never confirmed',
  bounced: 'their address bounces',
  suppressed: 'on this store’s suppression list',
}
