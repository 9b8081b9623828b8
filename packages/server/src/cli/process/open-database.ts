/** The database as a command or the server opens it: embedded or given, reachable, new enough, up to date. */
import { setTimeout as pause } from 'node:timers/promises'
import { readAddress, withPooler } from '../../database/address.ts'
import { distribute } from '../../database/citus/distribute.ts'
import { connect, type Database } from '../../database/connect.ts'
import { type EmbeddedOptions, startEmbedded } from '../../database/embedded/open-embedded.ts'
import { migrate } from '../../database/migrate.ts'
import { findPooler } from '../../database/pooler.ts'
import { type Keyring, makeVault } from '../../domain/secrets/vault.ts'
import { findCheckValue, isVaultOf } from '../../domain/stores/maintenance.ts'
import type { Config } from '../settings/config.ts'
import { readSecrets, secretFile } from '../settings/secret.ts'

export type Opened = { url: string; stop: () => Promise<void> }

export type OpenOptions = Omit<EmbeddedOptions, 'data'> & {
  /** Milliseconds for which a given database is waited for: compose files start it beside us. */
  patience?: number
}

/** The address says what stands before the database, so that nobody after us needs to find that out again. */
export async function openDatabase(config: Config, { patience = 0, ...options }: OpenOptions): Promise<Opened> {
  const { databaseUrl } = config
  if (!databaseUrl) return await startEmbedded({ ...options, data: config.data })
  const pooler = await awaitAnswer(databaseUrl, patience, () => findPooler(databaseUrl))
  return { url: withPooler(databaseUrl, pooler), stop: async () => {} }
}

/** For the duration of one command; also while a server runs on the same data. */
export async function useDatabase<Answer>(
  config: Config,
  work: (sql: Database, vault: Keyring) => Promise<Answer>,
): Promise<Answer> {
  const opened = await openDatabase(config, { role: 'command' })
  const sql = connect({ url: opened.url, connections: 1, name: 'heartbell command' })
  try {
    await awaitDatabase(sql, opened.url, 0)
    await bringUpToDate(sql, config)
    return await work(sql, await openVault(sql, config))
  } finally {
    await sql.end({ timeout: 1 })
    await opened.stop()
  }
}

/** Gives the migrations that ran. On a Citus cluster the tables are then divided by store. */
export async function bringUpToDate(sql: Database, { citus }: Pick<Config, 'citus'>): Promise<string[]> {
  const ran = await migrate(sql)
  if (citus) await distribute(sql)
  return ran
}

export async function openVault(sql: Database, config: Config): Promise<Keyring> {
  const [secret, ...older] = await readSecrets(config)
  const vault = makeVault(secret!, ...older)
  if (!(await isVaultOf(sql, vault))) throw new Error(wrongSecret(config))
  vault.adopt([secret!, ...older], (await findCheckValue(sql)) ?? vault.checkValue)
  return vault
}

export const wrongSecret = ({ secret, data }: Config) =>
  `${secret ? 'HEARTBELL_SECRET' : `The secret in ${secretFile(data)}`} is not the one this database was made with: give that one with HEARTBELL_SECRET.`

const OLDEST = 15
const AWAY = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'CONNECT_TIMEOUT', '57P03'],
  // Of a cluster only standbys answer; a pooler has no database behind it.
  ...['CONNECTION_DESTROYED', '08P01'],
])

/** Reachable, and new enough. */
export async function awaitDatabase(sql: Database, url: string, patience: number): Promise<void> {
  const version = await awaitAnswer(url, patience, () => readServerVersion(sql))
  if (version < OLDEST) throw new Error(`The database is PostgreSQL ${version}; Heartbell needs ${OLDEST} or newer.`)
}

async function awaitAnswer<Answer>(url: string, patience: number, ask: () => Promise<Answer>): Promise<Answer> {
  const deadline = Date.now() + patience
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const { code } = error as { code?: string }
      if (!AWAY.has(code ?? '')) throw error
      if (Date.now() > deadline) throw new Error(unreachable(url, error as Error & { code: string }), { cause: error })
      await pause(250)
    }
  }
}

const unreachable = (url: string, { code, message }: Error & { code: string }) => {
  const why = code === '08P01' ? message : code
  return `The database at ${hidePassword(url)} can't be reached (${why}): start it, or correct DATABASE_URL.`
}

export async function readServerVersion(sql: Database): Promise<number> {
  const [row] = await sql`select current_setting('server_version_num')::int / 10000 as major`
  return row?.major
}

export const hidePassword = (url: string): string => readAddress(url)?.place ?? 'an address that can’t be read'
