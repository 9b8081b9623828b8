/** Doctor's checks of the machine itself. */
import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { secretFile } from '../settings/secret.ts'
import type { DoctorCheck } from './check.ts'

export function checkNode(version: string): DoctorCheck {
  const good = Number.parseInt(version, 10) >= 20
  const advice = good ? '' : ': install Node.js 20 or newer'
  return { name: 'node', state: good ? 'ok' : 'fail', says: `Node.js ${version}${advice}` }
}

const GIGABYTE = 1e9

/** Before the first start the folder does not exist: check the disk it will be created on. */
export async function checkDisk(data: string): Promise<DoctorCheck> {
  const space = await statfs(data).catch(() => null)
  if (!space)
    return dirname(data) === data ? { name: 'disk', state: 'warn', says: 'unknown' } : checkDisk(dirname(data))
  return assessDisk(space.bavail * space.bsize, data)
}

export function assessDisk(free: number, data: string): DoctorCheck {
  const says = `${(free / GIGABYTE).toFixed(1)} GB free at ${data}`
  if (free > GIGABYTE) return { name: 'disk', state: 'ok', says }
  const advice = 'free some space, or move the data folder: nothing can be saved when the disk is full'
  return { name: 'disk', state: free > GIGABYTE / 10 ? 'warn' : 'fail', says: `${says}: ${advice}` }
}

/** With the secret, every backup can be opened. Returns nothing when there is no file. */
export async function checkSecretFile(data: string): Promise<DoctorCheck[]> {
  const file = secretFile(data)
  const found = await stat(file).catch(() => null)
  if (!found) return []
  if ((found.mode & 0o077) === 0) return [{ name: 'secret file', state: 'ok', says: 'only its owner can read it' }]
  return [{ name: 'secret file', state: 'fail', says: `other users can read it: run chmod 600 ${file}` }]
}
