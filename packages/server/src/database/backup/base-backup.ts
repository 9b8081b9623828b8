/**
 * A base backup of a running cluster: its files, copied while it is written to, and the part of its log that makes them one
 * moment again, that of the backup's end.
 */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '../connect.ts'
import type { Entry } from './tar.ts'

export type Part = Entry & { content: () => AsyncIterable<Buffer> }

/** Folders whose content belongs to the running server; the log is copied at the end. */
const emptied = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
])

/**
 * The password opens the running server to others on its machine, and a restored one gets its own. postgresql.auto.conf holds
 * a single setting, written while the disk is full.
 */
const left =
  /^(postmaster\.(pid.*|opts)|postgresql\.auto\.conf.*|heartbell-password|backup_label.*|tablespace_map.*|backup_manifest|current_logfiles.*)$/

/** Temporary files, caches that PostgreSQL makes again, and files that others may have put there. */
const passing = /^(pgsql_tmp.*|pg_internal\.init.*|.*\.partial|\..*)$/

const control = 'global/pg_control'

/** What will be copied before the log, in bytes; for the progress alone. */
export async function measureCluster(folder: string): Promise<number> {
  let bytes = 0
  for await (const { size } of walk(folder, '')) bytes += size
  return bytes
}

/**
 * `sql` is one session of the superuser: when it ends, however it ends, PostgreSQL forgets the backup. Every write that was
 * acknowledged before the moment that `onEnd` gets is in it.
 */
export async function* copyCluster(sql: Sql, folder: string, onEnd: (moment: Date) => void): AsyncGenerator<Part> {
  // Keeps the log from here on until the session ends. The first checkpoint may take longer than a usual statement may.
  await sql`select set_config('statement_timeout', '0', false)`
  await sql`select pg_create_physical_replication_slot(${`heartbell_backup_${process.pid}`}, true, true)`
  await sql`select pg_backup_start('heartbell backup', true)`
  for await (const entry of walk(folder, '')) if (entry.name !== control) yield partOf(folder, entry)
  // Last, as PostgreSQL's own tool does: it must not name a checkpoint that is older than a copied file.
  yield textPart(control, await readSteadily(join(folder, control)))
  const [stopped] = await sql<{ label: string }[]>`select labelfile as label from pg_backup_stop(false)`
  const { label } = stopped!
  yield textPart('backup_label', Buffer.from(label))
  yield* copyLog(sql, folder, /\(file ([0-9A-F]{24})\)/.exec(label)![1]!, onEnd)
}

/** Rounds to catch up with writers: what is needed is copied in the first. */
const mostRounds = 50

/** From its first segment to the one that is written now, so that writes are in it which came after the files were copied. */
async function* copyLog(sql: Sql, folder: string, first: string, onEnd: (moment: Date) => void): AsyncGenerator<Part> {
  const segment = async (name: string) => {
    const size = (await stat(join(folder, 'pg_wal', name))).size
    return partOf(folder, { name: `pg_wal/${name}`, kind: 'file', size })
  }
  let next = first
  for (let round = 1; ; round++) {
    const moment = new Date()
    const [row] = await sql<{ now: string }[]>`select pg_walfile_name(pg_current_wal_flush_lsn()) as now`
    const { now } = row!
    const isBehind = next < now && round < mostRounds
    for (; next < now; next = following(next)) yield await segment(next)
    // Copying took its time; what was written meanwhile is in it, too, once there is nothing to copy but the newest segment.
    if (isBehind) continue
    // At the very start of a segment, nothing may have been written to it, and it may not be there yet.
    const newest = await segment(now).catch(allowMissing)
    if (newest) yield newest
    return onEnd(moment)
  }
}

/** Timeline, upper and lower number; 256 segments of 16 MB have one upper number. */
function following(name: string): string {
  const number = BigInt(`0x${name.slice(8, 16)}`) * 256n + BigInt(`0x${name.slice(16)}`) + 1n
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return name.slice(0, 8) + hex(number / 256n) + hex(number % 256n)
}

async function* walk(folder: string, under: string): AsyncGenerator<Entry> {
  const found = await readdir(join(folder, under), { withFileTypes: true }).catch(allowMissing)
  for (const one of (found ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = under ? `${under}/${one.name}` : one.name
    if (passing.test(one.name) || (!under && left.test(one.name))) continue
    if (one.isDirectory()) {
      yield { name, kind: 'folder', size: 0 }
      if (!emptied.has(name)) yield* walk(folder, name)
    } else if (one.isFile()) {
      const size = (await stat(join(folder, name)).catch(allowMissing))?.size
      // A table that was dropped meanwhile is dropped in the log, too.
      if (size !== undefined) yield { name, kind: 'file', size }
    }
  }
}

function allowMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

const textPart = (name: string, text: Buffer): Part => ({
  ...{ name, kind: 'file', size: text.length },
  content: async function* () {
    yield text
  },
})

const partOf = (folder: string, entry: Entry): Part => ({
  ...entry,
  content: async function* () {
    if (entry.kind === 'folder') return
    const file = await open(join(folder, entry.name)).catch(allowMissing)
    try {
      let missing = entry.size
      if (file)
        for await (const chunk of readUpTo(file, entry.size)) {
          missing -= chunk.length
          yield chunk
        }
      // It shrank or went since it was measured; the log says the same.
      for (; missing > 0; missing -= Math.min(missing, empty.length)) yield empty.subarray(0, missing)
    } finally {
      await file?.close()
    }
  },
})

const empty = Buffer.alloc(64 * 1024)
const chunkBytes = 256 * 1024

async function* readUpTo(file: FileHandle, size: number): AsyncGenerator<Buffer> {
  for (let position = 0; position < size; ) {
    const wanted = Math.min(chunkBytes, size - position)
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(wanted), 0, wanted, position)
    if (bytesRead === 0) return
    position += bytesRead
    yield buffer.subarray(0, bytesRead)
  }
}

/** Written in one piece while we read it: two equal readings are a whole one. */
async function readSteadily(path: string): Promise<Buffer> {
  let before: Buffer = Buffer.alloc(0)
  for (;;) {
    const file = await open(path)
    const now = await file.readFile().finally(() => file.close())
    if (now.equals(before)) return now
    before = now
  }
}
