/**
 * Room on the disk: before it is full nothing more is written and reading goes on. PostgreSQL itself falls when it can't write
 * its log, and can't get up again before there is room.
 */
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Session } from './owner-session.ts'

/** Four files of PostgreSQL's log: what was begun can end, and it can start anew. */
export const leastRoom = 64 * 1024 * 1024
/** Writing begins again with some more, so that it does not stop at once. */
const enoughRoom = leastRoom * 1.5
const often = 500

/** Bytes that are free for others than root. */
export async function roomOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

export type RoomEvents = {
  /** From now on nothing is written, or everything again. */
  onRoom?: (isEnough: boolean, free: number) => void
  /** For tests: a disk that fills when it is told to. */
  measure?: (folder: string) => Promise<number>
}

/** Given up when even the setting that stops writing would find no room. */
const spareFile = (data: string) => join(data, 'spare')
const spareBytes = 64 * 1024

type Kept = { data: string; session: () => Session } & RoomEvents

/** Looks once, then every half second; what it returns ends that. */
export async function keepRoom({ data, session, onRoom, measure = roomOf }: Kept): Promise<() => void> {
  let isReadOnly = await asksReadOnly(session())
  const look = async () => {
    const free = await measure(data)
    if (isReadOnly ? free < enoughRoom : free >= leastRoom) return
    if (!isReadOnly) await rm(spareFile(data), { force: true })
    await setReadOnly(session(), !isReadOnly)
    isReadOnly = !isReadOnly
    if (!isReadOnly) await leaveSpare(data)
    onRoom?.(!isReadOnly, free)
  }
  await look()
  await leaveSpare(data)
  let isLooking = false
  const clock = setInterval(async () => {
    if (isLooking) return
    isLooking = true
    // While PostgreSQL is away it writes nothing either.
    await look().catch(() => {})
    isLooking = false
  }, often).unref()
  return () => clearInterval(clock)
}

const leaveSpare = (data: string) => writeFile(spareFile(data), Buffer.alloc(spareBytes)).catch(() => {})

async function asksReadOnly({ sql }: Session): Promise<boolean> {
  const [row] =
    await sql`select reset_val = 'on' as is_on from pg_settings where name = 'default_transaction_read_only'`
  return row?.isOn === true
}

/** For every new transaction of everybody, commands and workers too; written down, so that a restart in between keeps to it. */
async function setReadOnly({ sql }: Session, isOn: boolean): Promise<void> {
  await sql.unsafe(
    `alter system ${isOn ? 'set default_transaction_read_only = on' : 'reset default_transaction_read_only'}`,
  )
  await sql`select pg_reload_conf()`
}
