/** The built server as an operator runs it: a process of its own, on a data folder with a durable PostgreSQL. */
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
  /** Where its PostgreSQL answers. */
  databaseUrl: string
}

export async function openDataFolder(): Promise<{ data: string; remove: () => Promise<void> }> {
  const data = await mkdtemp(join(tmpdir(), 'heartbell-bench-'))
  // Temporary folders are closed to others, and under root PostgreSQL is another.
  await chmod(data, 0o711)
  const remove = () => rm(data, { recursive: true, force: true })
  const forget = closeWhenStopped(remove)
  return { data, remove: () => remove().then(forget) }
}

/** A folder that a server was started on once, with its cluster and tables: a copy costs less than making them again. */
let pattern: string | null = null

/** From now on every shop starts on a copy. Gives the function that takes the pattern away. */
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

/** Puts a copy of the pattern into an empty folder, or nothing where there is none. */
export async function copyPattern(data: string): Promise<void> {
  // Node's own copy would give everything to whoever runs this, and PostgreSQL may be another.
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
  /** Another `heartbell.js` than that of this build. */
  program?: string
}

export async function startServer(data: string, options: ServerOptions = {}): Promise<Server> {
  const { port = 0, nodeFlags = [], flags = [], env, program = command } = options
  const args = [...nodeFlags, program, 'serve', '--port', String(port), '--data', data, ...flags]
  const running = await startProcess(args, env)
  const { url: databaseUrl } = JSON.parse(await readFile(join(data, 'postgres.json'), 'utf8'))
  return { ...running, data, databaseUrl }
}
