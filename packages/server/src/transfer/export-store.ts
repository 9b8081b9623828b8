/** Exports a whole store to files: a consistent snapshot, read as a stream; the folder gets its name only when it is complete. */
import { randomBytes, randomUUID } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Database, Sql } from '../database/connect.ts'
import { readSchemaVersion } from '../database/inspect/server-facts.ts'
import {
  countStoreRows,
  RowsDigestBuilder,
  readColumns,
  setPortableFormats,
  streamRows,
} from '../domain/portability/store-rows.ts'
import { type StoreTable, storeTables } from '../domain/portability/store-tables.ts'
import type { Vault } from '../domain/secrets/vault.ts'
import type { Store } from '../domain/stores/stores.ts'
import { writeLines } from './files.ts'
import { formatVersion, type Manifest, type StoreFile, writeManifest } from './manifest.ts'
import { makePassphraseVault } from './passphrase.ts'

export type ExportOptions = {
  to: string
  release: string
  /** Without one the export does not include the store's secrets and cannot be imported. */
  passphrase?: string | undefined
  tables?: readonly StoreTable[]
  onCounted?: (rows: number) => void
  onRows?: (rows: number) => void
}

export async function exportStore(
  sql: Database,
  vault: Vault,
  store: Store,
  { to, tables = storeTables, ...options }: ExportOptions,
): Promise<Manifest> {
  const folder = resolve(to)
  if ((await readdir(folder).catch(() => [])).length > 0) throw new Error(`${folder} is not empty.`)
  const draft = `${folder}.part-${randomBytes(4).toString('hex')}`
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const manifest = await writeStore(sql, vault, store, draft, { tables, ...options })
    await writeManifest(draft, manifest)
    // Also replaces an empty folder.
    await rename(draft, folder)
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

type StoreWriteOptions = Required<Pick<ExportOptions, 'tables'>> & Omit<ExportOptions, 'to' | 'tables'>

async function writeStore(
  sql: Database,
  vault: Vault,
  { storeId, pid, name }: Store,
  folder: string,
  { tables, release, passphrase, onCounted, onRows }: StoreWriteOptions,
): Promise<Manifest> {
  const encryption = passphrase === undefined ? null : await makePassphraseVault(passphrase)
  const secrets: string[] = []
  const collectSecret: CollectSecret = (table, key, column, secret) => {
    if (!encryption) return
    const clear = typeof secret === 'string' ? Buffer.from(secret) : vault.open(storeId, secret)
    const value = encryption.vault.seal(storeId, clear).toString('base64')
    secrets.push(`${JSON.stringify({ table, key: JSON.parse(key), column, value })}\n`)
  }
  const moment = 'isolation level repeatable read read only'
  return (await sql.begin(moment, async (sql) => {
    await setPortableFormats(sql)
    const { schema, at } = await readSchemaVersion(sql)
    if (onCounted) onCounted(await countStoreRows(sql, storeId, tables))
    const files: StoreFile[] = []
    for (const table of tables) files.push(await writeTable(sql, storeId, table, folder, { collectSecret, onRows }))
    const file = 'secrets.ndjson' as const
    const sealed = encryption && { ...encryption.how, file, ...(await writeLines(join(folder, file), each(secrets))) }
    const what = { format: 'heartbell-export', version: formatVersion, release, schema } as const
    return { ...what, exportId: randomUUID(), exportedAt: at.toISOString(), pid, storeId, name, secrets: sealed, files }
  })) as Manifest
}

async function* each(texts: string[]): AsyncGenerator<string> {
  yield* texts
}

/** Bytes are sealed for this installation; a string is clear text. */
type CollectSecret = (table: string, key: string, column: string, secret: Buffer | string) => void

type ExportCallbacks = {
  collectSecret: CollectSecret
  onRows: ExportOptions['onRows']
}

async function writeTable(
  sql: Sql,
  storeId: number,
  table: StoreTable,
  folder: string,
  { collectSecret, onRows }: ExportCallbacks,
): Promise<StoreFile> {
  const columns = await readColumns(sql, table)
  const digesting = new RowsDigestBuilder()
  const lines = async function* () {
    for await (const rows of streamRows(sql, storeId, table, columns)) {
      for (const { line, key, sealed, secrets } of rows) {
        digesting.add(line)
        for (const [column, value] of Object.entries({ ...sealed, ...secrets }))
          if (value) collectSecret(table.name, key, column, value)
      }
      yield rows.map(({ line }) => `${line}\n`).join('')
      onRows?.(rows.length)
    }
  }
  const file = `${table.name}.ndjson.gz`
  const written = await writeLines(join(folder, file), lines())
  return { file, table: table.name, columns: [...columns.names], ...digesting.end(), ...written }
}
