/** The database as a command or the server opens it: embedded or given, reachable, new enough, up to date. */
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Database } from '../database/connect.ts'
import { type EmbeddedOptions, startEmbedded } from '../database/embedded.ts'
import { migrate } from '../database/migrate.ts'
import { isVaultOf } from '../domain/maintenance.ts'
import { makeVault, type Vault } from '../domain/vault.ts'
import type { Config } from './config.ts'
import { readSecret, secretFile } from './secret.ts'

export type Opened = { url: string; stop: () => Promise<void> }

export async function openDatabase(config: Config, options: Omit<EmbeddedOptions, 'data'>): Promise<Opened> {
  if (config.databaseUrl) return { url: config.databaseUrl, stop: async () => {} }
  return await startEmbedded({ ...options, data: config.data })
}

/** For the duration of one command; also while a server runs on the same data. */
export async function useDatabase<Answer>(
  config: Config,
  work: (sql: Database, vault: Vault) => Promise<Answer>,
): Promise<Answer> {
  const opened = await openDatabase(config, { role: 'command' })
  const sql = connect({ url: opened.url, connections: 1, name: 'heartbell command' })
  try {
    await awaitDatabase(sql, opened.url, 0)
    await migrate(sql)
    return await work(sql, await openVault(sql, config))
  } finally {
    await sql.end({ timeout: 1 })
    await opened.stop()
  }
}

export async function openVault(sql: Database, config: Config): Promise<Vault> {
  const vault = makeVault(await readSecret(config))
  if (await isVaultOf(sql, vault)) return vault
  throw new Error(wrongSecret(config))
}

export const wrongSecret = ({ secret, data }: Config) =>
  `${secret ? 'HEARTBELL_SECRET' : `The secret in ${secretFile(data)}`} is not the one this database was made with: give that one with HEARTBELL_SECRET.`

const OLDEST = 15
const AWAY = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'CONNECT_TIMEOUT', '57P03'])

/** A database that starts beside us (compose files do so) is waited for, `patience` milliseconds at most. */
export async function awaitDatabase(sql: Database, url: string, patience: number): Promise<void> {
  const deadline = Date.now() + patience
  for (;;) {
    try {
      const version = await readServerVersion(sql)
      if (version >= OLDEST) return
      throw new Error(`The database is PostgreSQL ${version}; Heartbell needs ${OLDEST} or newer.`)
    } catch (error) {
      const { code } = error as { code?: string }
      if (!AWAY.has(code ?? '')) throw error
      if (Date.now() > deadline) throw new Error(unreachable(url, code!), { cause: error })
      await pause(250)
    }
  }
}

const unreachable = (url: string, code: string) =>
  `The database at ${hidePassword(url)} can't be reached (${code}): start it, or correct DATABASE_URL.`

export async function readServerVersion(sql: Database): Promise<number> {
  const [row] = await sql`select current_setting('server_version_num')::int / 10000 as major`
  return row?.major
}

export function hidePassword(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
