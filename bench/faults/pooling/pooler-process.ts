/** A real PgBouncer in transaction mode before a PostgreSQL, if it is installed on this machine. */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { spawnAs } from '../../../packages/server/src/database/embedded/account.ts'
import { freePort } from '../../../packages/server/src/http/testing/redis.ts'
import { ask, type Cluster } from '../clusters/postgres-cluster.ts'

/** Another PgBouncer than the installed one, to try a newer release. */
const program = process.env.PGBOUNCER ?? 'pgbouncer'

export const missing =
  'There is no pgbouncer: install it (apt-get install pgbouncer), or name one with PGBOUNCER=/path.'

/** Such as 1.18; null when there is none. */
export function findVersion(): { text: string; carriesPrepared: boolean } | null {
  try {
    const said = execFileSync(program, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
    const [text = '', major, minor] = /(\d+)\.(\d+)(\.\d+)?/.exec(said) ?? []
    return { text, carriesPrepared: Number(major) > 1 || Number(minor) >= 21 }
  } catch {
    return null
  }
}

export type PoolerProcess = { url: string; start(): Promise<void>; kill(): Promise<void> }

/** Fewer connections to PostgreSQL than clients have, so that clients must share them. */
const poolSize = 5

export type PoolerOptions = { home: string; user: string; password: string; name: string; prepared: number | null }

export async function describePooler(cluster: Cluster, options: PoolerOptions): Promise<PoolerProcess> {
  const { home, user, password, name, prepared } = options
  const port = await freePort()
  const users = join(home, 'pgbouncer-users.txt')
  const settings = join(home, 'pgbouncer.ini')
  const url = `postgres://${user}:${password}@127.0.0.1:${port}/${name}`
  await writeFile(users, `"${user}" "${password}"\n`, { mode: 0o644 })
  await writeFile(settings, writeSettings(cluster.port, port, users, prepared), { mode: 0o644 })
  let child: ChildProcess | null = null
  return {
    url,
    async start() {
      child = spawnAs(cluster.account, program, ['-q', settings], 'ignore')
      const lost = once(child, 'exit').then(([code]) => Promise.reject(new Error(`pgbouncer ended with ${code}.`)))
      lost.catch(() => {})
      const answers = async () => {
        while (
          !(await ask(url, 'select 1').then(
            () => true,
            () => false,
          ))
        )
          await pause(50)
      }
      await Promise.race([answers(), lost])
    },
    async kill() {
      if (!child || child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

const writeSettings = (target: number, port: number, users: string, prepared: number | null) => `
[databases]
* = host=127.0.0.1 port=${target}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 300
${prepared === null ? '' : `max_prepared_statements = ${prepared}`}
`
