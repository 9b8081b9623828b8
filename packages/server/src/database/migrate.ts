/** Brings a database up to date: numbered SQL files, each run once, in order, in a transaction of its own, beside a service that goes on. */
import { setTimeout as pause } from 'node:timers/promises'
import { isDistributed } from './citus/distribute.ts'
import { runDivided } from './citus/take-apart.ts'
import { type Database, poolerOf, type Sql, transaction } from './connect.ts'
import { isConcurrent, MIGRATIONS, type Migration, readMigrations } from './migration-files.ts'

type Applied = Pick<Migration, 'number' | 'name' | 'checksum' | 'needs'>

/** Returns the names of the migrations it ran; safe when several processes start together. */
export async function migrate(sql: Database, folder = MIGRATIONS): Promise<string[]> {
  // Nothing is written where nothing is to be done: a server starts also on a disk that is full.
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

/** What `migrate` would run; throws when this build can't work with the database at all. */
export async function findPending(sql: Sql, folder = MIGRATIONS): Promise<string[]> {
  const known = await readMigrations(folder)
  return choosePending(known, await readApplied(sql)).map(({ name }) => name)
}

/** What a newer release has added, and this one may go on without knowing. */
export async function findUnknown(sql: Sql, folder = MIGRATIONS): Promise<string[]> {
  const known = await readMigrations(folder)
  return (await readApplied(sql)).filter(({ number }) => number > known.length).map(({ name }) => name)
}

/** A statement that waits for a lock makes all who come after it wait too: it gives up soon and comes back later. */
const LOCK_TIMEOUT = '2s'
const TRIES = 120

async function runPatiently(sql: Database, known: Migration[]): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await runNext(sql, known)
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error
      if (tries === TRIES) {
        const says =
          'A migration waits for a table that is in use all the time: end the long transactions on it and start again.'
        throw new Error(says, { cause: error })
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
    if (await isDistributed(sql)) await runDivided(sql, next.text)
    else await sql.unsafe(next.text)
    await noteDone(sql, next)
    return next
  })
  if (next && isConcurrent(next)) await buildBeside(sql, next)
  return next?.name ?? null
}

/** Under the lock, so that of several processes one runs it and the others find it done. */
async function chooseNext(sql: Sql, known: Migration[]): Promise<Migration | null> {
  // A large table takes longer to change than a request may, and so does waiting for another process that changes it.
  await sql`set local statement_timeout = 0`
  await sql`lock table migrations in exclusive mode`
  return choosePending(known, await readApplied(sql))[0] ?? null
}

const BUILDER = 7_451_802

/**
 * Without a transaction to hold others off. Two that build at once wait for each other and one is killed, leaving an index
 * that is none; so one builds, and the others ask now and then, without waiting in the database, whether it has.
 */
async function buildBeside(sql: Database, next: Migration): Promise<void> {
  // There no connection is one's own for longer than a transaction: neither the lock nor the setting would hold.
  if (poolerOf(sql) !== 'none')
    throw new Error(
      `Migration ${next.number} (${next.name}) builds an index beside the writers, which no pooler can carry: run heartbell migrate once with a DATABASE_URL that leads to PostgreSQL itself.`,
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
        `The database is newer than this Heartbell: its migration ${number} (${name}) needs a release that knows ${needs} of them, and this one knows ${known.length}. Install the newer release.`,
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

/** A database that was made before migrations said what they need has no such column. */
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

/** Another process did it since: 42P07 or 42701 when it was done, 23505 or 42710 (its row type) when it was at it. */
function forgiveRace(error: { code?: string }): void {
  if (!['42P07', '42701', '23505', '42710'].includes(error.code ?? '')) throw error
}
