/** The numbered SQL files of this release, and what each declares about itself. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Migration = {
  number: number
  name: string
  checksum: string
  text: string
  /** The migration a release must know to work with the schema after this one; 0 when any release can, because it only adds. */
  needs: number
}

/** The path is right from this file and from the bundle that contains it. */
export const MIGRATIONS = fileURLToPath(new URL('../database/migrations', import.meta.url))

/** `-- needs 0015: nobody reads the column any more` */
const needing = /^-- needs (\d{4}): \S/m

/** `0007-quiet-hours.sql` is number 7, `quiet-hours`. */
export async function readMigrations(folder = MIGRATIONS): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(files.map((file, index) => readMigration(folder, file, index + 1)))
}

async function readMigration(folder: string, file: string, number: number): Promise<Migration> {
  const [, digits, name] = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file) ?? []
  if (!name || Number(digits) !== number) {
    throw new Error(`${file} should be the migration ${String(number).padStart(4, '0')}-name.sql.`)
  }
  const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
  const needs = Number(needing.exec(text)?.[1] ?? 0)
  if (needs > number) throw new Error(`${file} needs ${needs}, which comes after it.`)
  return { number, name, text, needs, checksum: createHash('sha256').update(text).digest('hex') }
}

/** PostgreSQL builds an index concurrently with writes only outside of a transaction. */
export const isConcurrent = ({ text }: Migration) => /^create (unique )?index concurrently\b/m.test(text)
