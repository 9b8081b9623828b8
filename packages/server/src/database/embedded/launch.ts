/** Launches PostgreSQL on a free port, with settings that make it durable, or fast for tests. */
import { open, readFile, rename, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { type SystemAccount, spawnAs } from './account.ts'
import { findPostmaster, type Postmaster } from './postmaster.ts'

export type Launch = {
  postgres: string
  folder: string
  account: SystemAccount
  durable: boolean
  log: string
  /** Set when others already know the port; otherwise any free port. */
  port?: number
}

const DURABLE = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on']

// Autovacuum is off, because it would block the cloning of a test database.
const QUICK = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'autovacuum=off', 'max_connections=300']

// The log contains starts, stops and crashes but no statement errors: their detail would quote shoppers' data.
const COMMON = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'jit=off',
  'max_parallel_workers_per_gather=0',
]
const LOGGING = ['log_min_messages=log', 'log_checkpoints=off', 'log_line_prefix=%m ', 'log_timezone=UTC']

const LARGEST_LOG = 5_000_000

/** Null when another process started it first, or when backends of a killed PostgreSQL have not exited yet. */
export async function launchPostmaster(launch: Launch): Promise<Postmaster | null> {
  for (let attempt = 1; ; attempt += 1) {
    const port = launch.port ?? (await findFreePort())
    const outcome = await tryLaunch(launch, port)
    if (typeof outcome !== 'string') return outcome
    if (/lock file .* (already exists|is empty)|pre-existing shared memory/.test(outcome)) return null
    // The port was free when we chose it, but another process bound it first.
    const isPortInUse = outcome.includes('could not bind')
    if (isPortInUse && attempt < 10) await pause(launch.port ? 100 : 0)
    else throw new Error(`The embedded PostgreSQL did not start: ${findReason(outcome)} Its log is ${launch.log}.`)
  }
}

/** The postmaster once it accepts connections, or its output if it failed. */
async function tryLaunch(launch: Launch, port: number): Promise<Postmaster | string> {
  const { postgres, folder, account, durable } = launch
  const settings = [`port=${port}`, ...COMMON, ...LOGGING, ...(durable ? DURABLE : QUICK)]
  const log = await openLog(launch.log)
  const child = spawnAs(account, postgres, ['-D', folder, ...settings.flatMap((one) => ['-c', one])], log.handle.fd)
  let failure: string | null = null
  child.on('error', (error) => (failure = `FATAL:  ${error.message}`))
  child.on('exit', (code, signal) => (failure = `FATAL:  it exited with ${signal ?? code}`))
  // We find it by its lock file, as any other process does, so it need not keep our process alive.
  child.unref()
  await log.handle.close()
  for (;;) {
    if (failure) return (await readFile(launch.log, 'utf8')).slice(log.size) || failure
    const found = await findPostmaster(folder)
    if (found?.ready && found.pid === child.pid) return found
    await pause(10)
  }
}

async function openLog(path: string) {
  const found = await stat(path).catch(() => null)
  if (found && found.size > LARGEST_LOG) await rename(path, `${path}.1`)
  const handle = await open(path, 'a', 0o600)
  return { handle, size: (await handle.stat()).size }
}

function findReason(output: string): string {
  const fatal = output.split('\n').findLast((line) => line.includes('FATAL:') || line.includes('error'))
  return `${(fatal ?? output.trim()).replace(/^.*FATAL:\s*/, '')}.`
}

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
