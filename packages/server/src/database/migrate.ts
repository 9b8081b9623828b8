/** Brings a database up to date: numbered SQL files, each run once, in order, in a transaction of its own. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Database, type Sql, transaction } from './connect.ts'

export type Migration = { number: number; name: string; checksum: string; text: string }
type Applied = { number: number; name: string; checksum: string }

const MIGRATIONS = fileURLToPath(new URL('./migrations', import.meta.url))

/** Returns the names of the migrations it ran; safe when several processes start together. */
export async function migrate(sql: Database, folder = MIGRATIONS): Promise<string[]> {
  // Nothing is written where nothing is to be done: a server starts also on a disk that is full.
  if ((await findPending(sql, folder)).length === 0) return []
  const known = await readMigrations(folder)
  await createTable(sql)
  const ran: string[] = []
  for (;;) {
    const name = await transaction(sql, (sql) => runNext(sql, known))
    if (name === null) return ran
    ran.push(name)
  }
}

/** What `migrate` would run; throws when this build can't work with the database at all. */
export async function findPending(sql: Sql, folder = MIGRATIONS): Promise<string[]> {
  const known = await readMigrations(folder)
  const [table] = await sql`select to_regclass('migrations') is not null as exists`
  const applied = table?.exists ? await readApplied(sql) : []
  return choosePending(known, applied).map(({ name }) => name)
}

async function runNext(sql: Sql, known: Migration[]): Promise<string | null> {
  // A large table takes longer to change than a request may, and so does waiting for another process that changes it.
  await sql`set local statement_timeout = 0`
  await sql`lock table migrations in exclusive mode`
  const [next] = choosePending(known, await readApplied(sql))
  if (!next) return null
  await sql.unsafe(next.text)
  await sql`
    insert into migrations (number, name, checksum)
    values (${next.number}, ${next.name}, ${next.checksum})`
  return next.name
}

function choosePending(known: Migration[], applied: Applied[]): Migration[] {
  const byNumber = new Map(known.map((migration) => [migration.number, migration]))
  for (const { number, name, checksum } of applied) {
    const ours = byNumber.get(number)
    if (!ours) {
      throw new Error(
        `The database is newer than this Heartbell: it has migration ${number} (${name}) and this release knows ${known.length}. Install the newer release.`,
      )
    }
    if (ours.checksum !== checksum) {
      throw new Error(
        `Migration ${number} (${name}) is not the one this database was made with: applied migrations never change, install the release it came from.`,
      )
    }
    byNumber.delete(number)
  }
  return [...byNumber.values()]
}

const readApplied = (sql: Sql) =>
  sql<Applied[]>`
    select number, name, checksum
    from migrations
    order by number`

async function createTable(sql: Sql): Promise<void> {
  const [table] = await sql`select to_regclass('migrations') is not null as exists`
  if (table?.exists) return
  await sql`
    create table migrations (
      number int primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`.catch((error) => {
    // Another process created it since: 42P07 when it was done, 23505 or 42710 (its row type) when it was at it.
    if (!['42P07', '23505', '42710'].includes(error.code)) throw error
  })
}

/** `0007-quiet-hours.sql` is number 7, `quiet-hours`. */
export async function readMigrations(folder = MIGRATIONS): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file, index) => {
      const [, digits, name] = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file) ?? []
      if (!name || Number(digits) !== index + 1) {
        throw new Error(`${file} should be the migration ${String(index + 1).padStart(4, '0')}-name.sql.`)
      }
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
      return { number: index + 1, name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}
