/** One installation on several machines: processes that share only a database and a secret. */
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect, type Database } from '../../../packages/server/src/database/connect.ts'
import { makeVault } from '../../../packages/server/src/domain/secrets/vault.ts'
import { parseSettings } from '../../../packages/server/src/domain/settings/settings.ts'
import { createStore, findStore, type NewStore, type Store } from '../../../packages/server/src/domain/stores/stores.ts'
import { type Running, startProcess } from '../../setup/process.ts'
import { command, openDataFolder } from '../../setup/server.ts'
import { closeWhenStopped } from '../../setup/stopping.ts'

export type Machines = {
  /** A folder of the whole run, removed at its end. */
  home: string
  env: Record<string, string>
  start(words: string[]): Promise<Running>
  /** Runs `heartbell …words` to its end, with more environment variables if given; returns its output. */
  run(words: string[], more?: Record<string, string>): Promise<string>
  /** Called in reverse order. */
  onClose(work: () => Promise<unknown>): void
  close(): Promise<void>
}

export const secret = 'the secret of a fault run, which guards nothing'

export async function openMachines(): Promise<Machines> {
  const { data: home } = await openDataFolder()
  const ends: (() => Promise<unknown>)[] = [() => rm(home, { recursive: true, force: true })]
  const env: Record<string, string> = { HEARTBELL_SECRET: secret, HEARTBELL_DATA: join(home, 'data') }
  const close = async () => {
    forget()
    for (const end of ends.splice(0).reverse()) await end().catch(() => {})
  }
  const forget = closeWhenStopped(close)
  return {
    ...{ home, env, close },
    async start(words) {
      const running = await startProcess([command, ...words], env)
      ends.push(() => running.end('SIGKILL'))
      return running
    },
    run: (words, more) => runCommand(words, { ...env, ...more }),
    onClose: (work) => void ends.push(work),
  }
}

async function runCommand(words: string[], env: Record<string, string>): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [command, ...words], {
    env: { ...process.env, ...env },
  })
  return stdout
}

/** Its log entries of level error (pino: 50) and above. */
export const errorsOf = ({ log }: Running): string[] =>
  log.filter(({ level }) => Number(level) >= 50).map((entry) => JSON.stringify(entry))

export type Tenant = { sql: Database; keys: NewStore; store: Store }

/** A store of this installation, with a connection to its database. */
export async function openTenant({ onClose }: Machines, url: string, settings: string[] = []): Promise<Tenant> {
  const sql = connect({ url, connections: 2, name: 'heartbell faults' })
  onClose(() => sql.end({ timeout: 1 }))
  const vault = makeVault(secret)
  const keys = await createStore(sql, vault, { name: 'Faults', settings: parseSettings(settings) })
  return { sql, keys, store: (await findStore(sql, vault, keys.pid))! }
}

/** The headers that a store's server sends. */
export const authorize = ({ pid, apiKey }: Pick<NewStore, 'pid' | 'apiKey'>) => ({
  authorization: `Basic ${Buffer.from(`${pid}:${apiKey}`).toString('base64')}`,
})
