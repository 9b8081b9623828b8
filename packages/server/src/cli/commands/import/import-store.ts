/** `heartbell import --as heartbell`: an export becomes a store again. */
import { stat } from 'node:fs/promises'
import { readMigrations } from '../../../database/migration-files.ts'
import { noteInstallationAct } from '../../../domain/audit/audit.ts'
import type { Arrival } from '../../../transfer/import-store.ts'
import { commandActor } from '../../plumbing/audited-command.ts'
import type { Call, Reply } from '../../plumbing/command.ts'
import { readPassphrase } from '../../plumbing/passphrase.ts'
import { showProgress } from '../../plumbing/progress.ts'
import { useDatabase } from '../../process/open-database.ts'
import { WrongCall } from '../../settings/usage-error.ts'

export async function importArchive(call: Call): Promise<Reply> {
  const folder = call.words[0]!
  if (!(await stat(folder).catch(() => null))?.isDirectory()) throw new Error(`There is no folder ${folder}.`)
  const passphrase = await readPassphrase(call)
  const { importStore } = await import('../../../transfer/import-store.ts')
  const { readManifest } = await import('../../../transfer/manifest.ts')
  const wanted = call.flag('store')
  if (wanted && (await readManifest(folder)).pid !== wanted)
    throw new WrongCall(`The export in ${folder} is of another store; without --store it is taken as what it is.`)
  const progress = showProgress(process.stderr, null)
  const arrival = await useDatabase(call.config(), async (sql, vault) => {
    const schema = (await readMigrations()).length
    const { pid, name } = await readManifest(folder)
    await noteInstallationAct(sql, commandActor(), { act: 'store-imported', facts: { kind: 'heartbell', name } }, pid)
    const watching = { onSize: progress.expect, onBytes: progress.advance, onRows: progress.add }
    return await importStore(sql, vault, folder, { passphrase, schema, ...watching })
  }).finally(progress.end)
  return { data: arrival, text: writeReport(arrival), code: arrival.outcome === 'refused' ? 1 : 0 }
}

function writeReport({ pid, name, rows, outcome, refused, strangers }: Arrival): string {
  if (outcome === 'same') return `"${name}" is here already, exactly as it was exported.`
  if (outcome === 'refused')
    return [
      `${refused.length} rows were refused, so the store stays closed:`,
      ...refused.map(({ file, line, message }) => `  ${file}:${line}: ${message}`),
    ].join('\n')
  return [
    `"${name}" has arrived: ${rows} rows, each as it was exported.`,
    `It sleeps: it is served, but nobody is told anything. When its old place is shut: heartbell store wake ${pid}`,
    ...(strangers > 0 ? [`${strangers} of its team are not known here: invite them in the dashboard.`] : []),
  ].join('\n')
}
