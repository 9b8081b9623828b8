/** Starts a program that serves HTTP in its own process, until it reports its address. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { closeWhenStopped } from './stopping.ts'

export type Running = {
  url: URL
  process: ChildProcess
  /** Its output so far, and a callback for each further line. */
  log: LogEntry[]
  onEntry(listener: (entry: LogEntry) => void): void
  /** Sends the signal and waits for the exit. */
  end(signal?: NodeJS.Signals): Promise<void>
}

export type LogEntry = { msg?: string; pid?: number; [word: string]: unknown }

const environment = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(HEARTBELL_|DATABASE_URL|REDIS_URL|PORT$|HOST$|LOG_LEVEL|TRUST_)/.test(name),
  ),
)

/** Runs `node …args`, which writes lines of JSON, one of them `{ msg: 'ready', url }`. */
export async function startProcess(args: string[], env: Record<string, string> = {}): Promise<Running> {
  const child = spawn(process.execPath, args, { env: { ...environment, LOG_LEVEL: 'info', ...env } })
  const exited = once(child, 'close')
  const said: string[] = []
  const log: LogEntry[] = []
  const listeners = new Set<(entry: LogEntry) => void>()
  child.stderr.on('data', (text) => said.push(String(text)))
  const ready = new Promise<{ url?: string }>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      if (said.push(line) > 20) said.shift()
      const entry = readEntry(line)
      if (entry.msg === 'ready') resolve(entry)
      log.push(entry)
      for (const listener of listeners) listener(entry)
    })
    exited.then(() => reject(new Error(`The server ended before it was ready: ${said.slice(-5).join('\n')}`)), reject)
  })
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    await exited
  }
  exited.then(closeWhenStopped(end), () => {})
  // A worker serves no address.
  const { url = 'http://127.0.0.1' } = await ready
  return { url: new URL(url), process: child, log, onEntry: (listener) => void listeners.add(listener), end }
}

/** A dying process writes other text too. */
function readEntry(line: string): LogEntry & { url?: string } {
  try {
    return line.startsWith('{') ? JSON.parse(line) : {}
  } catch {
    return {}
  }
}
