/**
 * Watches free disk space: before the disk is full, writing stops and reading continues. PostgreSQL itself crashes when it cannot
 * write its log, and cannot start again until there is space.
 */
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OwnerSession } from './owner-lock.ts'

/** Four WAL segments: enough to finish running transactions and to restart. */
export const minFreeBytes = 64 * 1024 * 1024
/** Writing resumes only with some more space, so that it does not stop again at once. */
const resumeFreeBytes = minFreeBytes * 1.5
const checkMillis = 500

/** Bytes free for users other than root. */
export async function freeDiskSpace(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export type DiskSpaceEvents = {
  /** Writing stopped, or resumed. */
  onDiskSpace?: (isEnough: boolean, free: number) => void
  /** For tests: a disk that fills on demand. */
  measure?: (folder: string) => Promise<number>
}

/** Deleted to make space for the setting that stops writing. */
const spareFile = (data: string) => join(data, 'spare')
const spareBytes = 64 * 1024

type DiskWatchOptions = { data: string; session: () => OwnerSession } & DiskSpaceEvents

/** Checks now and then every half second. Returns how to stop. */
export async function watchDiskSpace({
  data,
  session,
  onDiskSpace,
  measure = freeDiskSpace,
}: DiskWatchOptions): Promise<() => void> {
  let isReadOnly = await isSetReadOnly(session())
  const check = async () => {
    const free = await measure(data)
    if (isReadOnly ? free < resumeFreeBytes : free >= minFreeBytes) return
    if (!isReadOnly) await rm(spareFile(data), { force: true })
    await setReadOnly(session(), !isReadOnly)
    isReadOnly = !isReadOnly
    if (!isReadOnly) await writeSpare(data)
    onDiskSpace?.(!isReadOnly, free)
  }
  await check()
  await writeSpare(data)
  let isChecking = false
  const clock = setInterval(async () => {
    if (isChecking) return
    isChecking = true
    // While PostgreSQL is down it writes nothing either.
    await check().catch(() => {})
    isChecking = false
  }, checkMillis).unref()
  return () => clearInterval(clock)
}

const writeSpare = (data: string) => writeFile(spareFile(data), Buffer.alloc(spareBytes)).catch(() => {})

async function isSetReadOnly({ sql }: OwnerSession): Promise<boolean> {
  const [row] =
    await sql`select reset_val = 'on' as is_on from pg_settings where name = 'default_transaction_read_only'`
  return row?.isOn === true
}

/** Applies to every new transaction of every process. It is stored, so it survives a restart. */
async function setReadOnly({ sql }: OwnerSession, isOn: boolean): Promise<void> {
  await sql.unsafe(
    `alter system ${isOn ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`,
  )
  await sql`select pg_reload_conf()`
}
