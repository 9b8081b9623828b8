/** An export made a store again: checked before anything is written, taken up where it broke off, opened when it is equal row by row. */
import { join } from 'node:path'
import { type Database, transaction } from '../database/connect.ts'
import { findPidOf, finishStoreImport, pidWhileImporting } from '../domain/portability/import-in-progress.ts'
import { digestRows, readColumns, setPortableFormats } from '../domain/portability/store-rows.ts'
import { type StoreTable, storeTables } from '../domain/portability/store-tables.ts'
import type { Vault } from '../domain/secrets/vault.ts'
import { storeIdOf } from '../domain/stores/stores.ts'
import { hashFile } from './files.ts'
import { loadFile, type RefusedRow } from './load-file.ts'
import { BadExport, type Manifest, readManifest, type StoreFile } from './manifest.ts'
import { openTravelled } from './passphrase.ts'
import { readSecrets, type Secrets } from './secrets.ts'

export type ImportOptions = {
  passphrase?: string | undefined
  /** The newest migration this release knows. */
  schema: number
  /** How many bytes there are to read, and how many were just now. */
  onSize?: (bytes: number) => void
  onBytes?: (bytes: number) => void
  onRows?: (rows: number) => void
}

export type Arrival = {
  pid: string
  name: string
  rows: number
  /** `arrived`: all of it is there. `same`: it was before. `refused`: some rows were not taken, so the store stays closed. */
  outcome: 'arrived' | 'same' | 'refused'
  refused: RefusedRow[]
  /** People of the team whom this installation does not know. */
  strangers: number
}

export async function importStore(
  sql: Database,
  vault: Vault,
  folder: string,
  options: ImportOptions,
): Promise<Arrival> {
  const manifest = await readManifest(folder)
  const { pid, name, exportId, storeId } = manifest
  const rows = manifest.files.reduce((sum, file) => sum + file.rows, 0)
  if (manifest.schema > options.schema)
    throw new BadExport(`The export was made by a newer Heartbell (${manifest.release}): install that or a later one.`)
  if (storeIdOf(pid) !== storeId) throw new BadExport('The manifest’s pid and number are not those of one store.')
  const secrets = await checkExport(folder, manifest, options)
  const files = await chooseFiles(sql, manifest)
  const here = await findPidOf(sql, storeId)
  if (here === pid) {
    // Whom of the team it knows is this installation's affair.
    const different = (await findDifferent(sql, storeId, files)).filter((table) => table !== 'members')
    if (different.length === 0) return { pid, name, rows, outcome: 'same', refused: [], strangers: 0 }
    throw new BadExport(
      `The store ${pid} is here already, and not as it was exported (${different.join(', ')}): nothing was changed. To put the export in its place, first run heartbell store delete ${pid}.`,
    )
  }
  const marker = pidWhileImporting(exportId, pid)
  if (here !== null && here !== marker) throw new BadExport(takenBy(here, pid))
  const loading = { storeId, vault, secrets, marker, onBytes: options.onBytes, onRows: options.onRows }
  const refused: RefusedRow[] = []
  let strangers = 0
  // What an import that broke off has brought whole is not read again.
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
      throw new BadExport(`Not as it was exported: ${different.join(', ')}. The store stays closed.`)
    return { pid, name, rows, outcome: 'refused', refused, strangers }
  }
  await finishStoreImport(sql, storeId, exportId, pid)
  return { pid, name, rows, outcome: 'arrived', refused, strangers }
}

const takenBy = (here: string, pid: string) =>
  here.endsWith(` ${pid}`)
    ? `An import of another export of this store, or its deletion, broke off here: finish that, or run heartbell store delete ${pid}.`
    : 'Another store has this one’s number here. That happens once in 280,000,000,000,000; the store needs an installation of its own.'

/** Every file is whole, and the passphrase right, before anything is written. */
async function checkExport(
  folder: string,
  { secrets, files, storeId }: Manifest,
  { passphrase, onSize, onBytes }: ImportOptions,
): Promise<Secrets> {
  if (!secrets)
    throw new BadExport(
      'The export was made without a passphrase: it is for reading. The store’s keys are not in it, and without them every shopper would be a stranger, with lists nobody can open, and those who must not be written to could be. Export again with a passphrase.',
    )
  if (!passphrase) throw new BadExport('The export is sealed: give its passphrase with --passphrase-file FILE.')
  const travelled = await openTravelled(passphrase, secrets)
  if (!travelled) throw new BadExport('That is not the passphrase the export was made with.')
  onSize?.(files.reduce((sum, { bytes }) => sum + bytes, 0) * 2)
  for (const { file, bytes, sha256 } of [...files, secrets]) {
    const found = await hashFile(join(folder, file))
    if (!found) throw new BadExport(`${file} is missing from the export.`)
    if (found.sha256 !== sha256) throw new BadExport(`${file} is damaged: its checksum is not the manifest’s.`)
    onBytes?.(bytes)
  }
  return await readSecrets(join(folder, secrets.file), storeId, travelled)
}

type Chosen = { table: StoreTable; file: StoreFile }

/** In the order in which they can arrive. An older export lacks what was not kept then; a newer one is refused. */
async function chooseFiles(sql: Database, { files }: Manifest): Promise<Chosen[]> {
  const byTable = new Map(files.map((file) => [file.table, file]))
  const chosen = storeTables.flatMap((table) => {
    const file = byTable.get(table.name)
    return file ? [{ table, file }] : []
  })
  const unknown = files.find((file) => !storeTables.some(({ name }) => name === file.table))
  if (unknown) throw new BadExport(`This release does not know ${unknown.table}: the export was made by a newer one.`)
  for (const { table, file } of chosen) {
    const { names } = await readColumns(sql, table)
    const column = file.columns.find((one) => !names.includes(one) && !table.secrets.includes(one))
    if (column) throw new BadExport(`This release does not know ${table.name}.${column}: install that of the export.`)
  }
  return chosen
}

/** The tables whose rows are not all there, or not as they were. */
async function findDifferent(sql: Database, storeId: number, files: Chosen[]): Promise<string[]> {
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
