/** The numbered SQL files, as a release brings them, and what each says about itself. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Migration = {
  number: number
  name: string
  checksum: string
  text: string
  /** The migration that a release must know to work on what this one leaves; 0 when any may, because it only adds. */
  needs: number
}

/** Seen from here, and from the file that this one is joined into. */
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

/** An index of a table in use is built beside its writers, which PostgreSQL does outside of a transaction only. */
export const isConcurrent = ({ text }: Migration) => /^create (unique )?index concurrently\b/m.test(text)
