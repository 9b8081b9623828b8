/** A separate PostgreSQL for a fault run, with any settings: to be copied, replicated, killed and restored. */
import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { appendFile, chown, mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../../../packages/server/src/database/connect.ts'
import type { Row } from '../../../packages/server/src/database/driver/wire/rows.ts'
import { chooseAccount, type SystemAccount, spawnAs } from '../../../packages/server/src/database/embedded/account.ts'
import { findBinaries } from '../../../packages/server/src/database/embedded/binaries.ts'
import { freePort } from '../../../packages/server/src/http/testing/redis.ts'

export type Cluster = {
  folder: string
  port: number
  /** Connects as the superuser; `name` is the database. */
  url(name: string): string
  /** Resolves when it accepts connections. */
  start(settings?: Record<string, string>): Promise<void>
  stop(signal?: NodeJS.Signals): Promise<void>
  account: SystemAccount
}

const password = randomBytes(12).toString('hex')
const usual = { listen_addresses: '127.0.0.1', unix_socket_directories: '', jit: 'off' }

/** Other accounts must be able to enter `home`: under root, PostgreSQL runs as another account. */
export async function makeCluster(home: string, name: string): Promise<Cluster> {
  const cluster = await describeCluster(home, name)
  const { initdb } = await findBinaries()
  const words = join(home, `${name}.password`)
  await writeFile(words, password)
  await ownedFolder(cluster.folder, cluster.account)
  const flags = ['-D', cluster.folder, '-U', 'postgres', '-A', 'scram-sha-256', `--pwfile=${words}`, '-E', 'UTF8']
  const made = spawnAs(cluster.account, initdb, [...flags, '--locale=C', '--no-instructions'], 'ignore')
  const [code] = await once(made, 'exit')
  if (code !== 0) throw new Error(`initdb ended with ${code}.`)
  return cluster
}

export async function ownedFolder(folder: string, { ids }: SystemAccount): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  if (ids) await chown(folder, ids.uid, ids.gid)
}

/** Also for a folder that a copy fills. */
export async function describeCluster(home: string, name: string): Promise<Cluster> {
  const folder = join(home, name)
  const binaries = await findBinaries()
  const account = await chooseAccount(folder, home, binaries)
  const port = await freePort()
  const log = join(home, `${name}.log`)
  let child: ChildProcess | null = null
  const url = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  return {
    ...{ folder, port, url, account },
    async start(settings = {}) {
      const words = Object.entries({ ...usual, port: String(port), ...settings }).flatMap(([key, value]) => [
        '-c',
        `${key}=${value}`,
      ])
      const output = await open(log, 'a')
      child = spawnAs(account, binaries.postgres, ['-D', folder, ...words], output.fd)
      await output.close()
      await awaitAnswers(child, url('postgres'), log)
    },
    async stop(signal = 'SIGINT') {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill(signal)
      await gone
    },
  }
}

async function awaitAnswers(child: ChildProcess, url: string, log: string): Promise<void> {
  for (;;) {
    if (child.exitCode !== null)
      throw new Error(`PostgreSQL did not start: ${(await readFile(log, 'utf8')).slice(-600)}`)
    if (
      await ask(url, 'select 1').then(
        () => true,
        () => false,
      )
    )
      return
    await pause(50)
  }
}

/** One statement on a connection of its own. */
export async function ask(url: string, statement: string): Promise<Row[]> {
  const sql = connect({
    url: `${url}${url.includes('?') ? '&' : '?'}connect_timeout=2&pooler=prepared`,
    connections: 1,
  })
  return await sql
    .unsafe(statement)
    .then((rows) => [...rows])
    .finally(() => sql.end({ timeout: 0 }))
}

/** Creates an empty `standby.signal` or `recovery.signal`, which sets the mode in which PostgreSQL starts. */
export async function signal({ folder, account: { ids } }: Cluster, name: string): Promise<void> {
  await writeFile(join(folder, name), '')
  if (ids) await chown(join(folder, name), ids.uid, ids.gid)
}

/** Appends lines to its settings; later lines win. */
export const configure = ({ folder }: Cluster, lines: string[]) =>
  appendFile(join(folder, 'postgresql.auto.conf'), `${lines.join('\n')}\n`)
