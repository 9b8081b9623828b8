/** What doctor looks at on the machine itself. */
import { stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { secretFile } from '../settings/secret.ts'
import type { Check } from './check.ts'

export function checkNode(version: string): Check {
  const good = Number.parseInt(version, 10) >= 20
  const advice = good ? '' : ': install Node.js 20 or newer'
  return { name: 'node', state: good ? 'ok' : 'fail', says: `Node.js ${version}${advice}` }
}

const GIGABYTE = 1e9

/** Before the first start there is no folder yet: the disk is the one it will be made on. */
export async function checkDisk(data: string): Promise<Check> {
  const space = await statfs(data).catch(() => null)
  if (!space)
    return dirname(data) === data ? { name: 'disk', state: 'warn', says: 'unknown' } : checkDisk(dirname(data))
  return judgeDisk(space.bavail * space.bsize, data)
}

export function judgeDisk(free: number, data: string): Check {
  const says = `${(free / GIGABYTE).toFixed(1)} GB free at ${data}`
  if (free > GIGABYTE) return { name: 'disk', state: 'ok', says }
  const advice = 'make room, or move the data folder: PostgreSQL stops when the disk is full'
  return { name: 'disk', state: free > GIGABYTE / 10 ? 'warn' : 'fail', says: `${says}: ${advice}` }
}

/** Whoever reads the secret opens every backup. Nothing where there is no file. */
export async function checkSecretFile(data: string): Promise<Check[]> {
  const file = secretFile(data)
  const found = await stat(file).catch(() => null)
  if (!found) return []
  if ((found.mode & 0o077) === 0) return [{ name: 'secret file', state: 'ok', says: 'nobody else can read it' }]
  return [{ name: 'secret file', state: 'fail', says: `others can read it: run chmod 600 ${file}` }]
}
