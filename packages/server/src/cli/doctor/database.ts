/** Doctor's checks of the database: reachable, new enough, migrated, durable, the right secret, the same clock. */
import { join } from 'node:path'
import { connect, type Database } from '../../database/connect.ts'
import { readVersion } from '../../database/embedded/cluster.ts'
import { findUnsafeSettings, readClockMillis, readServerVersion } from '../../database/inspect/server-facts.ts'
import { findPending, findUnknown } from '../../database/migrate.ts'
import { makeVault } from '../../domain/secrets/vault.ts'
import { isVaultOf } from '../../domain/stores/maintenance.ts'
import { awaitDatabase, openDatabase, wrongSecret } from '../process/open-database.ts'
import { findSecret, readSecrets } from '../settings/secret.ts'
import type { Config } from '../settings/settings.ts'
import type { DoctorCheck } from './check.ts'
import { checkPooler } from './pooler.ts'
import { checkPostgres } from './postgres.ts'
import { checkWork } from './work.ts'

/** `more`: optional checks. */
export async function checkDatabase(
  config: Config,
  more?: (sql: Database) => Promise<DoctorCheck[]>,
): Promise<DoctorCheck[]> {
  if (!config.databaseUrl && (await readVersion(join(config.data, 'postgres'))) === null) {
    return [{ name: 'database', state: 'ok', says: `none yet: the first start creates one in ${config.data}` }]
  }
  try {
    const opened = await openDatabase(config, { role: 'command' })
    const sql = connect({ url: opened.url, connections: 1, name: 'heartbell doctor' })
    try {
      await awaitDatabase(sql, opened.url, 0)
      return [...(await checkInside(sql, config)), ...((await more?.(sql)) ?? [])]
    } finally {
      await sql.end({ timeout: 1 })
      await opened.stop()
    }
  } catch (error) {
    return [{ name: 'database', state: 'fail', says: (error as Error).message }]
  }
}

async function checkInside(sql: Database, config: Config): Promise<DoctorCheck[]> {
  const kind = config.databaseUrl ? 'from DATABASE_URL' : 'embedded'
  const reachable: DoctorCheck = {
    name: 'database',
    state: 'ok',
    says: `PostgreSQL ${await readServerVersion(sql)}, ${kind}, is reachable`,
  }
  const migrations = await checkMigrations(sql)
  const checks = [reachable, ...(await checkPooler(sql)), migrations, await checkDurability(sql), await checkClock(sql)]
  checks.push(...(await checkPostgres(sql, config)))
  // The checks of the domain need the tables of this release.
  return migrations.state === 'ok' ? [...checks, await checkSecret(sql, config), ...(await checkWork(sql))] : checks
}

async function checkMigrations(sql: Database): Promise<DoctorCheck> {
  try {
    const pending = await findPending(sql)
    const unknown = await findUnknown(sql)
    if (unknown.length > 0) {
      const says = `a newer release has added ${unknown.join(', ')}; this release works with it, but install the newer one here too`
      return { name: 'migrations', state: 'ok', says }
    }
    if (pending.length === 0) return { name: 'migrations', state: 'ok', says: 'the database is up to date' }
    const says = `${pending.join(', ')} not run yet: run heartbell migrate, or restart the server`
    return { name: 'migrations', state: 'fail', says }
  } catch (error) {
    return { name: 'migrations', state: 'fail', says: (error as Error).message }
  }
}

async function checkDurability(sql: Database): Promise<DoctorCheck> {
  const off = await findUnsafeSettings(sql)
  if (off.length === 0) return { name: 'durability', state: 'ok', says: 'acknowledged writes are on disk' }
  const names = off.join(', ')
  return { name: 'durability', state: 'fail', says: `${names} must be on, or a crash loses acknowledged writes` }
}

/** Assumes that the database read its clock in the middle of the round trip. */
async function checkClock(sql: Database): Promise<DoctorCheck> {
  const asked = Date.now()
  const now = await readClockMillis(sql)
  return assessClock(Math.abs(now - (asked + Date.now()) / 2))
}

export function assessClock(difference: number): DoctorCheck {
  const says = `${Math.round(difference)} ms difference between this machine and the database`
  if (difference < 1_000) return { name: 'clock', state: 'ok', says }
  return {
    name: 'clock',
    state: difference < 60_000 ? 'warn' : 'fail',
    says: `${says}: synchronize both with a time server`,
  }
}

async function checkSecret(sql: Database, config: Config): Promise<DoctorCheck> {
  if (!config.secret && !(await findSecret(config.data)))
    return { name: 'secret', state: 'warn', says: 'none yet: the next start creates one' }
  const [secret, ...older] = await readSecrets(config)
  if (!(await isVaultOf(sql, makeVault(secret!, ...older))))
    return { name: 'secret', state: 'fail', says: wrongSecret(config) }
  if (older.length === 0) return { name: 'secret', state: 'ok', says: 'matches this database' }
  return {
    name: 'secret',
    state: 'warn',
    says: 'a rotation is in progress: run heartbell secret rotate until it is done',
  }
}
