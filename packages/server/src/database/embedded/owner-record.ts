/**
 * The record that an owner writes to the data folder: how to reach its PostgreSQL, where it runs, and a heartbeat (the file's
 * mtime).
 */
import { readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type OwnerRecord = { url: string; port: number; pid: number }

const HEARTBEAT_MILLIS = 1_000
const recordFile = (data: string) => join(data, 'postgres.json')

/** Identifies the machine and container, because pids mean nothing outside them. */
async function findMachine(): Promise<string> {
  const space = await readlink('/proc/self/ns/pid').catch(() => '')
  return `${hostname()} ${space}`.trim()
}

export async function writeRecord(data: string, record: OwnerRecord): Promise<void> {
  const draft = `${recordFile(data)}.${process.pid}`
  await writeFile(draft, `${JSON.stringify({ ...record, place: await findMachine() }, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, recordFile(data))
}

/** Returns how to stop, which also removes the record. */
export function startHeartbeat(data: string): () => Promise<void> {
  const heartbeat = () => utimes(recordFile(data), new Date(), new Date()).catch(() => {})
  const timer = setInterval(heartbeat, HEARTBEAT_MILLIS).unref()
  return async () => {
    clearInterval(timer)
    await rm(recordFile(data), { force: true })
  }
}

/** Two containers on one volume cannot see each other's processes or locks, but they see the record's mtime change. */
export async function refuseOtherMachine(data: string, heartbeat = HEARTBEAT_MILLIS): Promise<void> {
  const path = recordFile(data)
  const place: unknown = await readFile(path, 'utf8').then(
    (text) => JSON.parse(text).place,
    () => null,
  )
  if (!place || place === (await findMachine())) return
  const before = await stat(path).catch(() => null)
  await pause(4 * heartbeat)
  const after = await stat(path).catch(() => null)
  if (before && after && after.mtimeMs > before.mtimeMs) {
    throw new Error(
      `Another Heartbell on ${place} already uses the data folder ${data}. Stop it first, or use DATABASE_URL.`,
    )
  }
}
