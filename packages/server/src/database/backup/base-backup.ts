/**
 * A base backup of a running cluster: copies its files while they change, plus the write-ahead log (WAL) that makes them
 * consistent as of the end of the backup.
 */
import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from '../connect.ts'
import type { TarEntry } from './tar.ts'

export type BackupPart = TarEntry & { content: () => AsyncIterable<Buffer> }

/** Folders whose content belongs to the running server. The WAL is copied at the end. */
const emptiedFolders = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
])

/**
 * Files that are not copied. The password gives access to the running server; a restored cluster gets a new one.
 * postgresql.auto.conf contains only one setting, written while the disk is full.
 */
const notCopied =
  /^(postmaster\.(pid.*|opts)|postgresql\.auto\.conf.*|heartbell-password|backup_label.*|tablespace_map.*|backup_manifest|current_logfiles.*)$/

/** Temporary files, caches that PostgreSQL rebuilds, and files that other programs may have put there. */
const temporary = /^(pgsql_tmp.*|pg_internal\.init.*|.*\.partial|\..*)$/

const control = 'global/pg_control'

/** Bytes to copy, without the WAL. For the progress bar only. */
export async function measureCluster(folder: string): Promise<number> {
  let bytes = 0
  for await (const { size } of walk(folder, '')) bytes += size
  return bytes
}

/**
 * `sql` is one superuser session: when it ends for any reason, PostgreSQL aborts the backup. Every write acknowledged before the
 * moment passed to `onEnd` is in the copy.
 */
export async function* copyCluster(
  sql: Sql,
  folder: string,
  onEnd: (moment: Date) => void,
): AsyncGenerator<BackupPart> {
  // The slot retains the WAL from here until the session ends. The first checkpoint may take longer than the usual statement
  // timeout.
  await sql`select set_config('statement_timeout', '0', false)`
  await sql`select pg_create_physical_replication_slot(${`heartbell_backup_${process.pid}`}, true, true)`
  await sql`select pg_backup_start('heartbell backup', true)`
  for await (const entry of walk(folder, '')) if (entry.name !== control) yield partOf(folder, entry)
  // Last, as pg_basebackup does: it must not name a checkpoint that is older than a copied file.
  yield textPart(control, await readSteadily(join(folder, control)))
  const [stopped] = await sql<{ label: string }[]>`select labelfile as label from pg_backup_stop(false)`
  const { label } = stopped!
  yield textPart('backup_label', Buffer.from(label))
  yield* copyLog(sql, folder, /\(file ([0-9A-F]{24})\)/.exec(label)![1]!, onEnd)
}

/** Rounds to catch up with concurrent writes. What a restore needs is copied in the first round. */
const mostRounds = 50

/** From the first segment to the current one, so that writes made after the files were copied are included. */
async function* copyLog(
  sql: Sql,
  folder: string,
  first: string,
  onEnd: (moment: Date) => void,
): AsyncGenerator<BackupPart> {
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
    for (; next < now; next = nextSegment(next)) yield await segment(next)
    // Copying took time. Continue until only the newest segment is left, so that writes made meanwhile are included too.
    if (isBehind) continue
    // At the very start of a segment, nothing may be written to it yet, and the file may not exist.
    const newest = await segment(now).catch(allowMissing)
    if (newest) yield newest
    return onEnd(moment)
  }
}

/** The next segment's name: timeline, high and low number. 256 segments of 16 MB share one high number. */
function nextSegment(name: string): string {
  const number = BigInt(`0x${name.slice(8, 16)}`) * 256n + BigInt(`0x${name.slice(16)}`) + 1n
  const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
  return name.slice(0, 8) + hex(number / 256n) + hex(number % 256n)
}

async function* walk(folder: string, under: string): AsyncGenerator<TarEntry> {
  const found = await readdir(join(folder, under), { withFileTypes: true }).catch(allowMissing)
  for (const one of (found ?? []).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = under ? `${under}/${one.name}` : one.name
    if (temporary.test(one.name) || (!under && notCopied.test(one.name))) continue
    if (one.isDirectory()) {
      yield { name, kind: 'folder', size: 0 }
      if (!emptiedFolders.has(name)) yield* walk(folder, name)
    } else if (one.isFile()) {
      const size = (await stat(join(folder, name)).catch(allowMissing))?.size
      // A file that is missing belongs to a table dropped meanwhile; the WAL drops it too.
      if (size !== undefined) yield { name, kind: 'file', size }
    }
  }
}

function allowMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

const textPart = (name: string, text: Buffer): BackupPart => ({
  ...{ name, kind: 'file', size: text.length },
  content: async function* () {
    yield text
  },
})

const partOf = (folder: string, entry: TarEntry): BackupPart => ({
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
      // The file shrank or disappeared after it was measured. The WAL contains the same change, so zeros are safe.
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

/** PostgreSQL may write the file while we read it. Two equal reads in a row are a consistent copy. */
async function readSteadily(path: string): Promise<Buffer> {
  let before: Buffer = Buffer.alloc(0)
  for (;;) {
    const file = await open(path)
    const now = await file.readFile().finally(() => file.close())
    if (now.equals(before)) return now
    before = now
  }
}
