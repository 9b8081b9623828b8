/**
 * Imports an export as a store: checks it before anything is written, resumes an interrupted import, enables the store when every
 * row is equal.
 */
import { join } from 'node:path'
import { type Database, transaction } from '../database/connect.ts'
import { finishStoreImport, pidWhileImporting } from '../domain/portability/import-in-progress.ts'
import { digestRows, readColumns, setPortableFormats } from '../domain/portability/store-rows.ts'
import { type StoreTable, storeTables } from '../domain/portability/store-tables.ts'
import type { Vault } from '../domain/secrets/vault.ts'
import { findPid, storeIdOf } from '../domain/stores/stores.ts'
import { hashFile } from './files.ts'
import { loadFile, type RefusedRow } from './load-file.ts'
import { BadExport, type Manifest, readManifest, type StoreFile } from './manifest.ts'
import { openPassphraseVault } from './passphrase.ts'
import { type ExportSecrets, readSecrets } from './secrets.ts'

export type ImportOptions = {
  passphrase?: string | undefined
  /** The newest migration of this release. */
  schema: number
  /** The number of bytes to read, and how many were just read. */
  onSize?: (bytes: number) => void
  onBytes?: (bytes: number) => void
  onRows?: (rows: number) => void
}

export type StoreImportResult = {
  pid: string
  name: string
  rows: number
  /**
   * `arrived`: the import is complete. `same`: the store was already there, identical. `refused`: some rows were refused, so the
   * store stays disabled.
   */
  outcome: 'arrived' | 'same' | 'refused'
  refused: RefusedRow[]
  /** Team members who have no account in this installation. */
  strangers: number
}

export async function importStore(
  sql: Database,
  vault: Vault,
  folder: string,
  options: ImportOptions,
): Promise<StoreImportResult> {
  const manifest = await readManifest(folder)
  const { pid, name, exportId, storeId } = manifest
  const rows = manifest.files.reduce((sum, file) => sum + file.rows, 0)
  if (manifest.schema > options.schema)
    throw new BadExport(
      `The export was made by a newer Heartbell (${manifest.release}). Install that release or a later one.`,
    )
  if (storeIdOf(pid) !== storeId) throw new BadExport('The pid and the number in the manifest do not belong together.')
  const secrets = await checkExport(folder, manifest, options)
  const files = await chooseFiles(sql, manifest)
  const here = await findPid(sql, storeId)
  if (here === pid) {
    // Which team members it knows depends on this installation.
    const different = (await findDifferent(sql, storeId, files)).filter((table) => table !== 'members')
    if (different.length === 0) return { pid, name, rows, outcome: 'same', refused: [], strangers: 0 }
    throw new BadExport(
      `The store ${pid} already exists and differs from the export (${different.join(', ')}). Nothing was changed. To replace it with the export, first run heartbell store delete ${pid}.`,
    )
  }
  const marker = pidWhileImporting(exportId, pid)
  if (here !== null && here !== marker) throw new BadExport(conflictMessage(here, pid))
  const loading = { storeId, vault, secrets, marker, onBytes: options.onBytes, onRows: options.onRows }
  const refused: RefusedRow[] = []
  let strangers = 0
  // Tables that an interrupted import has completed are not read again.
  const missing = new Set(
    here === null ? files.map(({ file }) => file.table) : await findDifferent(sql, storeId, files),
  )
  for (const { table, file } of files) {
    if (!missing.has(table.name)) {
      options.onBytes?.(file.bytes)
      options.onRows?.(file.rows)
      continue
    }
    const loaded = await loadFile(sql, join(folder, file.file), table, file, loading)
    refused.push(...loaded.refused)
    strangers += loaded.strangers
  }
  const different = await findDifferent(sql, storeId, files)
  if (refused.length > 0 || different.some((table) => table !== 'members' || strangers === 0)) {
    if (refused.length === 0)
      throw new BadExport(`These tables differ from the export: ${different.join(', ')}. The store stays disabled.`)
    return { pid, name, rows, outcome: 'refused', refused, strangers }
  }
  await finishStoreImport(sql, storeId, exportId, pid)
  return { pid, name, rows, outcome: 'arrived', refused, strangers }
}

const conflictMessage = (here: string, pid: string) =>
  here.endsWith(` ${pid}`)
    ? `An import of another export of this store, or its deletion, was interrupted here. Finish that, or run heartbell store delete ${pid}.`
    : 'Another store already has this store’s number here. That happens once in 280,000,000,000,000; import this store into another installation.'

/** Checks that every file is complete and the passphrase is right, before anything is written. */
async function checkExport(
  folder: string,
  { secrets, files, storeId }: Manifest,
  { passphrase, onSize, onBytes }: ImportOptions,
): Promise<ExportSecrets> {
  if (!secrets)
    throw new BadExport(
      'The export was made without a passphrase, so it is for reading only. It does not contain the store’s keys: without them no shopper would find their lists, and people who must not get messages could get some. Export again with a passphrase.',
    )
  if (!passphrase) throw new BadExport('The export is encrypted. Give its passphrase with --passphrase-file FILE.')
  const exportVault = await openPassphraseVault(passphrase, secrets)
  if (!exportVault) throw new BadExport('This is not the passphrase of the export.')
  onSize?.(files.reduce((sum, { bytes }) => sum + bytes, 0) * 2)
  for (const { file, bytes, sha256 } of [...files, secrets]) {
    const found = await hashFile(join(folder, file))
    if (!found) throw new BadExport(`${file} is missing from the export.`)
    if (found.sha256 !== sha256) throw new BadExport(`${file} is damaged: its checksum differs from the manifest.`)
    onBytes?.(bytes)
  }
  return await readSecrets(join(folder, secrets.file), storeId, exportVault)
}

type ImportFile = { table: StoreTable; file: StoreFile }

/** In the order of import. An older export lacks tables that did not exist then; a newer one is refused. */
async function chooseFiles(sql: Database, { files }: Manifest): Promise<ImportFile[]> {
  const byTable = new Map(files.map((file) => [file.table, file]))
  const chosen = storeTables.flatMap((table) => {
    const file = byTable.get(table.name)
    return file ? [{ table, file }] : []
  })
  const unknown = files.find((file) => !storeTables.some(({ name }) => name === file.table))
  if (unknown)
    throw new BadExport(
      `This release does not know the table ${unknown.table}: the export was made by a newer release.`,
    )
  for (const { table, file } of chosen) {
    const { names } = await readColumns(sql, table)
    const column = file.columns.find((one) => !names.includes(one) && !table.secrets.includes(one))
    if (column)
      throw new BadExport(
        `This release does not know the column ${table.name}.${column}. Install the release of the export.`,
      )
  }
  return chosen
}

/** The tables whose rows are incomplete or different. */
async function findDifferent(sql: Database, storeId: number, files: ImportFile[]): Promise<string[]> {
  return await transaction(sql, async (sql) => {
    await setPortableFormats(sql)
    const different: string[] = []
    for (const { table, file } of files) {
      const { rows, digest } = await digestRows(sql, storeId, table, file.columns)
      if (rows !== file.rows || digest !== file.digest) different.push(table.name)
    }
    return different
  })
}
