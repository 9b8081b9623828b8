/** The server in a process of its own: started, restarted on the same data, and stopped together with its PostgreSQL. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { print, say } from './lines.ts'

export type ServerProcess = {
  /** Resolves with false when the server ended before it was ready. */
  start(): Promise<boolean>
  stop(): Promise<void>
  /** The port of a server that is ready; waits for one that starts. Null: there is none until the next change. */
  port(): Promise<number | null>
}

type Options = { program: string; args: string[]; env: NodeJS.ProcessEnv }

/** The server stops by itself within ten seconds. One that doesn't is in an endless loop. */
const LONGEST_STOP = 12_000

export function openServerProcess({ program, args, env }: Options): ServerProcess {
  let child: ChildProcess | null = null
  let port: Promise<number | null> = Promise.resolve(null)
  /** Answers those who wait for a server that starts. */
  let announce: ((port: number | null) => void) | null = null

  const expectPort = () => {
    port = new Promise((resolve) => {
      announce = resolve
    })
  }
  const settlePort = (found: number | null) => {
    announce?.(found)
    announce = null
    port = Promise.resolve(found)
  }

  async function start(): Promise<boolean> {
    if (!announce) expectPort()
    const flags = ['--enable-source-maps', program, 'serve', '--port', '0', ...args]
    // In a process group of its own: a terminal's signals would reach it before its time.
    const started = spawn(process.execPath, flags, { env, detached: true, stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
    child = started
    createInterface(started.stdout!).on('line', (line) => {
      const entry = readEntry(line)
      if (entry?.msg === 'ready' && child === started) settlePort(Number(entry.port))
      showEntry(line, entry, env.LOG_LEVEL !== undefined)
    })
    started.once('exit', (code, signal) => {
      if (child !== started) return
      child = null
      settlePort(null)
      say(
        'server',
        `ended with ${signal ?? `code ${code}`}; the next change starts it again (LOG_LEVEL=debug shows more)`,
      )
    })
    return (await port) !== null
  }

  /** From here on requests wait for the next start. */
  async function stop(): Promise<void> {
    const stopped = child
    if (!stopped) return
    child = null
    expectPort()
    const timer = setTimeout(() => stopped.kill('SIGKILL'), LONGEST_STOP)
    stopped.kill('SIGTERM')
    const [, signal] = await once(stopped, 'exit')
    clearTimeout(timer)
    if (signal === 'SIGKILL') await stopDatabase()
  }

  /** Any command that finds a PostgreSQL without a server stops it when it is done. */
  async function stopDatabase(): Promise<void> {
    say('server', 'did not stop and was killed')
    await promisify(execFile)(process.execPath, [program, 'store', 'list', ...dataOf(args)], { env }).catch(() => {})
  }

  return { start, stop, port: () => port }
}

const dataOf = (args: string[]) => args.slice(args.indexOf('--data'), args.indexOf('--data') + 2)

type Entry = { level?: string; msg?: string; port?: number; err?: { stack?: string } }

function readEntry(line: string): Entry | null {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** As on a terminal: warnings and errors as plain lines. Somebody who sets LOG_LEVEL gets every line as it is. */
function showEntry(line: string, entry: Entry | null, isAsked: boolean): void {
  if (isAsked || entry === null) print(line)
  else if (['warn', 'error', 'fatal'].includes(entry.level ?? ''))
    say('server', [entry.level, entry.msg, entry.err?.stack].filter(Boolean).join('  '))
}
