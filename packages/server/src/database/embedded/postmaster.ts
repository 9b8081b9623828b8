/** The running PostgreSQL of a cluster: finds it, tells it from an unrelated process with the same pid, signals and stops it. */
import { execFile } from 'node:child_process'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'

export type Postmaster = { pid: number; port: number; ready: boolean }

const lockFile = (folder: string) => join(folder, 'postmaster.pid')

/** Null when none runs. Removes the lock file of a dead one, so that the next can start. */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const text = await readLock(folder)
  if (text === null) return null
  const lines = text.split('\n')
  const pid = Number.parseInt(lines[0] ?? '', 10)
  // The file has eight lines, written over time: line 4 is the port, line 8 the state.
  if (await isPostmaster(pid, folder)) return { pid, port: Number(lines[3]), ready: lines[7]?.trim() === 'ready' }
  if (isAlive(pid) || (text === '' && (await isOld(lockFile(folder))))) await clearStaleLock(folder, text)
  return null
}

/**
 * PostgreSQL removes a dead postmaster's lock itself, but not when its pid now belongs to another process. Removing the file is
 * safe: PostgreSQL still refuses to start while old backends use the cluster's shared memory.
 */
async function clearStaleLock(folder: string, checked: string): Promise<void> {
  const aside = `${lockFile(folder)}.${process.pid}`
  await rename(lockFile(folder), aside).catch(() => {})
  const moved = await readFile(aside, 'utf8').catch(() => null)
  // Another process started meanwhile: the file we moved is not the one we checked.
  if (moved !== null && moved !== checked) await rename(aside, lockFile(folder))
  else await rm(aside, { force: true })
}

/** An empty lock file is being written right now, or is the result of a power failure. */
const isOld = (path: string) =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > 5_000,
    () => false,
  )

const readLock = (folder: string) =>
  readFile(lockFile(folder), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })

export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether process `pid` is the PostgreSQL of exactly this folder. A zombie has no command line, so it is not. */
export async function isPostmaster(pid: number, folder: string): Promise<boolean> {
  if (!isAlive(pid)) return false
  if (process.platform === 'linux') {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const words = line.split('\0')
    return words[words.indexOf('-D') + 1] === folder
  }
  const ps = await promisify(execFile)('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => ({ stdout: '' }))
  return ps.stdout.includes(`-D ${folder} `)
}

/** Signals only the postmaster of this cluster. False when it is gone. */
export async function signalPostmaster(folder: string, pid: number, signal: NodeJS.Signals): Promise<boolean> {
  return (await isPostmaster(pid, folder)) && process.kill(pid, signal)
}

/** Disconnects all clients, flushes everything and returns once the process has exited. */
export async function stopPostmaster(folder: string, pid: number): Promise<void> {
  await signalPostmaster(folder, pid, 'SIGINT')
  // Six seconds leave time to exit within ten. A hard stop loses nothing committed; the next start only replays more.
  if (await isGone(folder, pid, 6_000)) return
  await signalPostmaster(folder, pid, 'SIGQUIT')
  await isGone(folder, pid, 2_000)
}

export async function isGone(folder: string, pid: number, timeoutMillis: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMillis
  while (await isPostmaster(pid, folder)) {
    if (Date.now() > deadline) return false
    await pause(10)
  }
  return true
}
