/** `heartbell import --as heartbell`: creates a store from an export. */
import { stat } from 'node:fs/promises'
import { readMigrations } from '../../../database/migration-files.ts'
import { recordInstallationAct } from '../../../domain/audit/audit.ts'
import type { StoreImportResult } from '../../../transfer/import-store.ts'
import { commandActor } from '../../plumbing/audited-command.ts'
import type { CommandCall, CommandReply } from '../../plumbing/command.ts'
import { readPassphrase } from '../../plumbing/passphrase.ts'
import { showProgress } from '../../plumbing/progress.ts'
import { useDatabase } from '../../process/open-database.ts'
import { UsageError } from '../../settings/usage-error.ts'

export async function importStoreExport(call: CommandCall): Promise<CommandReply> {
  if (call.has('dry-run')) throw new UsageError('--dry-run is not possible with --as heartbell.')
  const folder = call.args[0]!
  if (!(await stat(folder).catch(() => null))?.isDirectory()) throw new Error(`The folder ${folder} does not exist.`)
  const passphrase = await readPassphrase(call)
  const { importStore } = await import('../../../transfer/import-store.ts')
  const { readManifest } = await import('../../../transfer/manifest.ts')
  const wanted = call.flag('store')
  if (wanted && (await readManifest(folder)).pid !== wanted)
    throw new UsageError(`The export in ${folder} belongs to another store. Omit --store to import it.`)
  const progress = showProgress(process.stderr, null)
  const arrival = await useDatabase(call.config(), async (sql, vault) => {
    const schema = (await readMigrations()).length
    const { pid, name } = await readManifest(folder)
    await recordInstallationAct(sql, commandActor(), { act: 'store-imported', facts: { kind: 'heartbell', name } }, pid)
    const watching = { onSize: progress.expect, onBytes: progress.advance, onRows: progress.add }
    return await importStore(sql, vault, folder, { passphrase, schema, ...watching })
  }).finally(progress.end)
  return { data: arrival, text: writeReport(arrival), code: arrival.outcome === 'refused' ? 1 : 0 }
}

function writeReport({ pid, name, rows, outcome, refused, strangers }: StoreImportResult): string {
  if (outcome === 'same') return `"${name}" already exists and is identical to the export.`
  if (outcome === 'refused')
    return [
      `${refused.length} rows were refused, so the store stays disabled:`,
      ...refused.map(({ file, line, message }) => `  ${file}:${line}: ${message}`),
    ].join('\n')
  return [
    `"${name}" was imported: ${rows} rows, identical to the export.`,
    `It is paused: it serves requests but sends no messages. When the old installation is shut down, run heartbell store wake ${pid}`,
    ...(strangers > 0 ? [`${strangers} of its team members have no account here. Invite them in the dashboard.`] : []),
  ].join('\n')
}
