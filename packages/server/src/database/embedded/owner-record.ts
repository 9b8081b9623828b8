/** The note an owner leaves in the data folder: how to reach its PostgreSQL, where it runs, and a beat that shows it lives. */
import { readFile, readlink, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

export type Record = { url: string; port: number; pid: number }

const BEAT = 1_000
const recordFile = (data: string) => join(data, 'postgres.json')

/** Process numbers mean nothing in another container or on another machine. */
async function findPlace(): Promise<string> {
  const space = await readlink('/proc/self/ns/pid').catch(() => '')
  return `${hostname()} ${space}`.trim()
}

export async function writeRecord(data: string, record: Record): Promise<void> {
  const draft = `${recordFile(data)}.${process.pid}`
  await writeFile(draft, `${JSON.stringify({ ...record, place: await findPlace() }, null, 2)}\n`, { mode: 0o600 })
  await rename(draft, recordFile(data))
}

/** Returns how to stop, which takes the note away. */
export function keepBeating(data: string): () => Promise<void> {
  const beat = () => utimes(recordFile(data), new Date(), new Date()).catch(() => {})
  const beating = setInterval(beat, BEAT).unref()
  return async () => {
    clearInterval(beating)
    await rm(recordFile(data), { force: true })
  }
}

/** Two containers on one volume can't see each other's processes or locks, but they see the note being touched. */
export async function refuseOtherPlace(data: string, beat = BEAT): Promise<void> {
  const path = recordFile(data)
  const place: unknown = await readFile(path, 'utf8').then(
    (text) => JSON.parse(text).place,
    () => null,
  )
  if (!place || place === (await findPlace())) return
  const before = await stat(path).catch(() => null)
  await pause(4 * beat)
  const after = await stat(path).catch(() => null)
  if (before && after && after.mtimeMs > before.mtimeMs) {
    throw new Error(`Another Heartbell, on ${place}, uses the data folder ${data}: stop it first, or use DATABASE_URL.`)
  }
}
