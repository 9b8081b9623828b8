/**
 * Processes of a killed PostgreSQL that can't leave by themselves. Most notice within a moment that their postmaster is gone; one
 * that waits for a lock of a process that was killed as well waits for ever, and holds the shared memory that the next start needs.
 */
import { readdir, readFile, readlink } from 'node:fs/promises'
import { isPostmaster } from './postmaster.ts'

/** Kills those of this folder whose postmaster is gone, and gives their numbers. Linux only: elsewhere nothing says whose they are. */
export async function endOrphans(folder: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const ended: number[] = []
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry)
    if (!Number.isInteger(pid) || !(await isOrphan(pid, folder))) continue
    try {
      process.kill(pid, 'SIGKILL')
      ended.push(pid)
    } catch {
      // It left meanwhile.
    }
  }
  return ended
}

/** PostgreSQL's processes work in their data folder and name themselves. */
async function isOrphan(pid: number, folder: string): Promise<boolean> {
  const nothing = () => ''
  if ((await readlink(`/proc/${pid}/cwd`).catch(nothing)) !== folder) return false
  if (!(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(nothing)).startsWith('postgres: ')) return false
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(nothing)
  const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1])
  return Number.isInteger(parent) && !(await isPostmaster(parent, folder))
}
