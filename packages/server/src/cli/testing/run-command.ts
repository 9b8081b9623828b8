/** For tests: runs the built command as an operator does, and a server in its own process. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { packageFolder } from '../../database/package-folder.ts'
import { main } from '../main.ts'

export const bin = fileURLToPath(new URL('bin/heartbell.js', packageFolder))

export type CommandResult = { code: number; stdout: string; stderr: string }

/** The same without starting a process, which costs 0.4 s each. */
export async function call(args: string[], env: Record<string, string> = {}): Promise<CommandResult> {
  let stdout = ''
  let stderr = ''
  const code = await main(args, {
    env,
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text) },
  })
  return { code, stdout, stderr }
}

/** The environment without Heartbell's settings. */
export const clean = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(HEARTBELL_|DATABASE_URL|PORT$|HOST$|LOG_LEVEL)/.test(name)),
)

/** Runs `heartbell …args` until it exits. */
export async function run(args: string[], env: Record<string, string> = {}): Promise<CommandResult> {
  const child = spawn(process.execPath, [bin, ...args], { env: { ...clean, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (text) => (stdout += text))
  child.stderr.on('data', (text) => (stderr += text))
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}

export type RunningServer = {
  child: ChildProcess
  url: string
  /** The log line that said it was ready. */
  ready: Record<string, unknown>
  log: Record<string, unknown>[]
  /** Sends the signal and returns the exit code. */
  end: (signal: NodeJS.Signals) => Promise<number | null>
}

/** Starts `heartbell serve …args` on a free port and waits until it is ready. */
export async function startServer(args: string[], env: Record<string, string> = {}): Promise<RunningServer> {
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
