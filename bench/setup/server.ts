/** The built server as an operator runs it: its own process, on a data folder with a durable PostgreSQL. */
import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { type Running, startProcess } from './process.ts'
import { closeWhenStopped, waitIfStopping } from './stopping.ts'

export const serverFolder = dirname(createRequire(import.meta.url).resolve('heartbell/package.json'))

/** The command of this build. */
export const command = join(serverFolder, 'bin', 'heartbell.js')

export type Server = Running & {
  data: string
  /** The URL of its PostgreSQL. */
  databaseUrl: string
}

export async function openDataFolder(): Promise<{ data: string; remove: () => Promise<void> }> {
  const data = await mkdtemp(join(tmpdir(), 'heartbell-bench-'))
  // Temporary folders are closed to other users, and as root PostgreSQL runs as another user.
  await chmod(data, 0o711)
  const remove = () => rm(data, { recursive: true, force: true })
  const forget = closeWhenStopped(remove)
  return { data, remove: () => remove().then(forget) }
}

/** A data folder with cluster and tables, used as a template: a copy costs less than creating them again. */
let pattern: string | null = null

/** From now on every shop starts on a copy. Returns how to remove the template. */
export async function makePattern(): Promise<() => Promise<void>> {
  const { data, remove } = await openDataFolder()
  try {
    const server = await startServer(data, { flags: ['--no-alerts'] })
    await server.end()
  } catch (error) {
    await waitIfStopping()
    await remove()
    throw error
  }
  pattern = data
  return async () => {
    pattern = null
    await remove()
  }
}

/** Copies the template into an empty folder, if there is one. */
export async function copyPattern(data: string): Promise<void> {
  // Node's own copy would change the owner, and PostgreSQL may run as another user.
  if (pattern) await promisify(execFile)('cp', ['-a', `${pattern}/.`, data])
}

export type ServerOptions = {
  port?: number
  /** Flags of Node itself, such as `--cpu-prof`. */
  nodeFlags?: string[]
  /** Flags of the command, such as `--no-alerts`. */
  flags?: string[]
  /** Settings of the installation. */
  env?: Record<string, string>
  /** A `heartbell.js` other than the one of this build. */
  program?: string
}

export async function startServer(data: string, options: ServerOptions = {}): Promise<Server> {
  const { port = 0, nodeFlags = [], flags = [], env, program = command } = options
  const args = [...nodeFlags, program, 'serve', '--port', String(port), '--data', data, ...flags]
  const running = await startProcess(args, env)
  const { url: databaseUrl } = JSON.parse(await readFile(join(data, 'postgres.json'), 'utf8'))
  return { ...running, data, databaseUrl }
}
