/** How commands and the server open the database: embedded or external, reachable, new enough, migrated. */
import { setTimeout as pause } from 'node:timers/promises'
import { readAddress, withPooler } from '../../database/address.ts'
import { distribute } from '../../database/citus/distribute.ts'
import { connect, type Database } from '../../database/connect.ts'
import { type EmbeddedOptions, startEmbedded } from '../../database/embedded/open-embedded.ts'
import { readServerVersion } from '../../database/inspect/server-facts.ts'
import { migrate } from '../../database/migrate.ts'
import { findPooler } from '../../database/pooler.ts'
import { type Keyring, makeVault } from '../../domain/secrets/vault.ts'
import { findCheckValue, isVaultOf } from '../../domain/stores/maintenance.ts'
import { readSecrets, secretFile } from '../settings/secret.ts'
import type { Config } from '../settings/settings.ts'

export type OpenedDatabase = { url: string; stop: () => Promise<void> }

export type OpenDatabaseOptions = Omit<EmbeddedOptions, 'data'> & {
  /** Milliseconds to wait for an external database: compose files start it at the same time. */
  waitMillis?: number
}

/** The returned address includes the detected pooler, so that nobody has to detect it again. */
export async function openDatabase(
  config: Config,
  { waitMillis = 0, ...options }: OpenDatabaseOptions,
): Promise<OpenedDatabase> {
  const { databaseUrl } = config
  if (!databaseUrl) return await startEmbedded({ ...options, data: config.data })
  const pooler = await awaitAnswer(databaseUrl, waitMillis, () => findPooler(databaseUrl))
  return { url: withPooler(databaseUrl, pooler), stop: async () => {} }
}

/** For one command; works while a server runs on the same data. */
export async function useDatabase<Answer>(
  config: Config,
  work: (sql: Database, vault: Keyring) => Promise<Answer>,
): Promise<Answer> {
  const opened = await openDatabase(config, { role: 'command' })
  const sql = connect({ url: opened.url, connections: 1, name: 'heartbell command' })
  try {
    await awaitDatabase(sql, opened.url, 0)
    await migrateDatabase(sql, config)
    return await work(sql, await openVault(sql, config))
  } finally {
    await sql.end({ timeout: 1 })
    await opened.stop()
  }
}

/** Returns the migrations that ran. On a Citus cluster it then distributes the tables by store. */
export async function migrateDatabase(sql: Database, { citus }: Pick<Config, 'citus'>): Promise<string[]> {
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
  `${secret ? 'HEARTBELL_SECRET' : `The secret in ${secretFile(data)}`} is not the secret of this database. Set HEARTBELL_SECRET to the right one.`

const MIN_VERSION = 15
const UNREACHABLE_CODES = new Set([
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'CONNECT_TIMEOUT', '57P03'],
  // Only standbys of the cluster respond, or the pooler has no database behind it.
  ...['CONNECTION_DESTROYED', '08P01'],
])

/** Waits until it is reachable, and checks that it is new enough. */
export async function awaitDatabase(sql: Database, url: string, waitMillis: number): Promise<void> {
  const version = await awaitAnswer(url, waitMillis, () => readServerVersion(sql))
  if (version < MIN_VERSION)
    throw new Error(`The database is PostgreSQL ${version}, but Heartbell needs ${MIN_VERSION} or newer.`)
}

async function awaitAnswer<Answer>(url: string, waitMillis: number, ask: () => Promise<Answer>): Promise<Answer> {
  const deadline = Date.now() + waitMillis
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      const { code } = error as { code?: string }
      if (!UNREACHABLE_CODES.has(code ?? '')) throw error
      if (Date.now() > deadline) throw new Error(unreachable(url, error as Error & { code: string }), { cause: error })
      await pause(250)
    }
  }
}

const unreachable = (url: string, { code, message }: Error & { code: string }) => {
  const why = code === '08P01' ? message : code
  return `The database at ${hidePassword(url)} cannot be reached (${why}). Start it, or correct DATABASE_URL.`
}

export const hidePassword = (url: string): string => readAddress(url)?.place ?? 'an invalid address'
