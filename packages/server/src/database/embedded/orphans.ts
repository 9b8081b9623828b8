/**
 * Processes of a killed PostgreSQL that cannot exit by themselves. Most notice at once that their postmaster is gone. One that
 * waits for a lock of another killed process waits forever and blocks the shared memory that the next start needs.
 */
import { readdir, readFile, readlink } from 'node:fs/promises'
import { isPostmaster } from './postmaster.ts'

/**
 * Kills the processes of this folder whose postmaster is gone and returns their pids. Linux only: elsewhere nothing shows their
 * folder.
 */
export async function killOrphans(folder: string): Promise<number[]> {
  if (process.platform !== 'linux') return []
  const ended: number[] = []
  for (const entry of await readdir('/proc')) {
    const pid = Number(entry)
    if (!Number.isInteger(pid) || !(await isOrphan(pid, folder))) continue
    try {
      process.kill(pid, 'SIGKILL')
      ended.push(pid)
    } catch {
      // It exited meanwhile.
    }
  }
  return ended
}

/** PostgreSQL processes have the data folder as working directory and `postgres: ` as process title. */
async function isOrphan(pid: number, folder: string): Promise<boolean> {
  const nothing = () => ''
  if ((await readlink(`/proc/${pid}/cwd`).catch(nothing)) !== folder) return false
  if (!(await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(nothing)).startsWith('postgres: ')) return false
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(nothing)
  const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1])
  return Number.isInteger(parent) && !(await isPostmaster(parent, folder))
}
