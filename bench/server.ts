/** The built server as an operator runs it: a process of its own, on a data folder with a durable PostgreSQL. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'

const command = join(dirname(createRequire(import.meta.url).resolve('heartbell/package.json')), 'bin', 'heartbell.js')

const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(HEARTBELL_|DATABASE_URL|PORT$|HOST$|LOG_LEVEL|TRUST_)/.test(name)),
)

export type Server = {
  url: URL
  /** Where its PostgreSQL answers. */
  databaseUrl: string
  data: string
  process: ChildProcess
  /** Sends the signal and waits for the end. */
  end(signal?: NodeJS.Signals): Promise<void>
}

export async function openDataFolder(): Promise<{ data: string; remove: () => Promise<void> }> {
  const data = await mkdtemp(join(tmpdir(), 'heartbell-bench-'))
  // Temporary folders are closed to others, and under root PostgreSQL is another.
  await chmod(data, 0o711)
  return { data, remove: () => rm(data, { recursive: true, force: true }) }
}

export type ServerOptions = {
  port?: number
  /** Flags of Node itself, such as `--cpu-prof`. */
  nodeFlags?: string[]
}

export async function startServer(data: string, { port = 0, nodeFlags = [] }: ServerOptions = {}): Promise<Server> {
  const args = [...nodeFlags, command, 'serve', '--port', String(port), '--data', data]
  const child = spawn(process.execPath, args, { env: { ...environment, LOG_LEVEL: 'info' } })
  const exited = once(child, 'close')
  const said: string[] = []
  child.stderr.on('data', (text) => said.push(String(text)))
  const ready = new Promise<{ url: string }>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      said.push(line)
      const entry = line.startsWith('{') ? JSON.parse(line) : {}
      if (entry.msg === 'ready') resolve(entry)
    })
    exited.then(() => reject(new Error(`The server ended before it was ready: ${said.slice(-5).join('\n')}`)), reject)
  })
  const url = new URL((await ready).url)
  const { url: databaseUrl } = JSON.parse(await readFile(join(data, 'postgres.json'), 'utf8'))
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    await exited
  }
  return { url, databaseUrl, data, process: child, end }
}
