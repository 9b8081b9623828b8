/** Migrates a database: numbered SQL files, each run once, in order, in its own transaction, while the service keeps running. */
import { setTimeout as pause } from 'node:timers/promises'
import { isDistributed } from './citus/distribute.ts'
import { runSplit } from './citus/split-migration.ts'
import { type Database, poolerOf, type Sql, transaction } from './connect.ts'
import { isConcurrent, MIGRATIONS, type Migration, readMigrations } from './migration-files.ts'

type Applied = Pick<Migration, 'number' | 'name' | 'checksum' | 'needs'>

/** Returns the names of the migrations it ran. Safe when several processes start at the same time. */
export async function migrate(sql: Database, folder = MIGRATIONS): Promise<string[]> {
  // With nothing to do it writes nothing, so that a server also starts on a full disk.
  if ((await findPending(sql, folder)).length === 0) return []
  const known = await readMigrations(folder)
  await createTable(sql)
  const ran: string[] = []
  for (;;) {
    const name = await runPatiently(sql, known)
    if (name === null) return ran
    ran.push(name)
  }
}

/** The migrations that `migrate` would run. Throws when this release cannot work with the database at all. */
export async function findPending(sql: Sql, folder = MIGRATIONS): Promise<string[]> {
  const known = await readMigrations(folder)
  return choosePending(known, await readApplied(sql)).map(({ name }) => name)
}

/** Migrations of a newer release that this release can work with. */
export async function findUnknown(sql: Sql, folder = MIGRATIONS): Promise<string[]> {
  const known = await readMigrations(folder)
  return (await readApplied(sql)).filter(({ number }) => number > known.length).map(({ name }) => name)
}

/** A statement that waits for a lock blocks everyone behind it, so it gives up soon and tries again later. */
const LOCK_TIMEOUT = '2s'
const TRIES = 120

async function runPatiently(sql: Database, known: Migration[]): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await runNext(sql, known)
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error
      if (tries === TRIES) {
        const message =
          'A migration cannot lock a table because it is always in use. End the long transactions on it and start again.'
        throw new Error(message, { cause: error })
      }
      await pause(250 + Math.random() * 500)
    }
  }
}

async function runNext(sql: Database, known: Migration[]): Promise<string | null> {
  const next = await transaction(sql, async (sql) => {
    const next = await chooseNext(sql, known)
    if (!next || isConcurrent(next)) return next
    await sql`select set_config('lock_timeout', ${LOCK_TIMEOUT}, true)`
    if (await isDistributed(sql)) await runSplit(sql, next.text)
    else await sql.unsafe(next.text)
    await noteDone(sql, next)
    return next
  })
  if (next && isConcurrent(next)) await buildBeside(sql, next)
  return next?.name ?? null
}

/** Takes the lock, so that of several processes one runs the migration and the others find it done. */
async function chooseNext(sql: Sql, known: Migration[]): Promise<Migration | null> {
  // Changing a large table takes longer than a request may, and so does waiting for another process that does it.
  await sql`set local statement_timeout = 0`
  await sql`lock table migrations in exclusive mode`
  return choosePending(known, await readApplied(sql))[0] ?? null
}

const BUILDER = 7_451_802

/**
 * Builds an index concurrently, outside of a transaction. Two builds at once deadlock, and the one that is killed leaves an
 * invalid index. So one process builds; the others poll, without waiting inside the database.
 */
async function buildBeside(sql: Database, next: Migration): Promise<void> {
  // Behind a pooler a connection is ours only for one transaction: neither the lock nor the setting would last.
  if (poolerOf(sql) !== 'none')
    throw new Error(
      `Migration ${next.number} (${next.name}) builds an index concurrently, which is not possible through a pooler. Run heartbell migrate once with a DATABASE_URL that connects directly to PostgreSQL.`,
    )
  const session = await sql.reserve()
  try {
    while (!(await isMine(session))) await pause(100)
    await session`set statement_timeout = 0`
    if ((await readApplied(session)).some(({ number }) => number === next.number)) return
    await session.unsafe(next.text)
    await noteDone(session, next)
  } finally {
    await session`select pg_advisory_unlock_all()`.catch(() => undefined)
    await session`reset statement_timeout`.catch(() => undefined)
    session.release()
  }
}

async function isMine(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ mine: boolean }[]>`select pg_try_advisory_lock(${BUILDER}) as mine`
  return row!.mine
}

async function noteDone(sql: Sql, { number, name, checksum, needs }: Migration): Promise<void> {
  await sql`
    insert into migrations (number, name, checksum, needs)
    values (${number}, ${name}, ${checksum}, ${needs})
    on conflict (number) do nothing`
}

function choosePending(known: Migration[], applied: Applied[]): Migration[] {
  const byNumber = new Map(known.map((migration) => [migration.number, migration]))
  for (const { number, name, checksum, needs } of applied) {
    const ours = byNumber.get(number)
    if (!ours && needs <= known.length) continue
    if (!ours) {
      throw new Error(
        `The database is newer than this Heartbell: its migration ${number} (${name}) needs a release with migration ${needs}, and this release ends at ${known.length}. Install the newer release.`,
      )
    }
    if (ours.checksum !== checksum) {
      throw new Error(
        `Migration ${number} (${name}) differs from the one this database was migrated with. Applied migrations never change: install the release that the database was migrated with.`,
      )
    }
    byNumber.delete(number)
  }
  return [...byNumber.values()]
}

/** A database migrated by an early release has no column `needs`. */
async function readApplied(sql: Sql): Promise<Applied[]> {
  const [table] = await sql`select to_regclass('migrations') is not null as exists`
  if (!table?.exists) return []
  return await sql<Applied[]>`
    select number, name, checksum, coalesce((to_jsonb(migrations) ->> 'needs')::int, 0) as needs
    from migrations
    order by number`
}

async function createTable(sql: Sql): Promise<void> {
  await sql`
    create table if not exists migrations (
      number int primary key,
      name text not null,
      checksum text not null,
      needs int not null default 0,
      applied_at timestamptz not null default now()
    )`.catch(forgiveRace)
  const [column] = await sql`
    select
    from pg_attribute
    where attrelid = 'migrations'::regclass
      and attname = 'needs'`
  if (!column)
    await sql`alter table migrations add column if not exists needs int not null default 0`.catch(forgiveRace)
}

/** Another process did the same: 42P07 or 42701 when it had finished, 23505 or 42710 (the row type) while it was running. */
function forgiveRace(error: { code?: string }): void {
  if (!['42P07', '42701', '23505', '42710'].includes(error.code ?? '')) throw error
}
