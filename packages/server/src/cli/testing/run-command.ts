/** For tests: the built command run as an operator runs it, and a server in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../database/package-folder.ts'
import { main } from '../main.ts'

export const bin = fileURLToPath(new URL('bin/heartbell.js', packageFolder))

export type Ran = { code: number; stdout: string; stderr: string }

/** The same without the cost of a process: 0.4 s each. */
export async function call(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  let stdout = ''
  let stderr = ''
  const code = await main(args, {
    env,
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  })
  return { code, stdout, stderr }
}

/** The environment without our own settings. */
export const clean = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(HEARTBELL_|DATABASE_URL|PORT$|HOST$|LOG_LEVEL)/.test(name)),
)

/** `heartbell …args`, to its end. */
export async function run(args: string[], env: Record<string, string> = {}): Promise<Ran> {
  const child = spawn(process.execPath, [bin, ...args], { env: { ...clean, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => (stdout += text))
  child.stderr.on('data', (text) => (stderr += text))
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

export type Running = {
  child: ChildProcess
  url: string
  /** The line of the log that said it was ready. */
  ready: Record<string, unknown>
  log: Record<string, unknown>[]
  /** Sends the signal and gives the exit code. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

/** `heartbell serve …args` on a free port, until it says that it is ready. */
export async function startServer(args: string[], env: Record<string, string> = {}): Promise<Running> {
  const child = spawn(process.execPath, [bin, 'serve', '--port', '0', ...args], { env: { ...clean, ...env } })
  let stderr = ''
  child.stderr.on('data', (text) => (stderr += text))
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  const log: Record<string, unknown>[] = []
  const ready = await new Promise<Record<string, unknown>>((resolve, reject) => {
    createInterface(child.stdout).on('line', (line) => {
      const entry = JSON.parse(line)
      log.push(entry)
      if (entry.msg === 'ready') resolve(entry)
    })
    exited.then((code) => reject(new Error(`The server ended with ${code}: ${stderr}`)))
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  return { child, url: String(ready.url), ready, log, end }
}
