/** Backup and restore of the embedded database: to one file while the server runs, and from the file into a new folder. */
import { mkdir, readdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { connect, type Database } from '../connect.ts'
import { chooseAccount } from '../embedded/account.ts'
import { findBinaries } from '../embedded/binaries.ts'
import { readVersion } from '../embedded/cluster.ts'
import { startEmbedded } from '../embedded/open-embedded.ts'
import { type BackupHead, type BackupSize, InvalidBackup, readBackup, writeBackup } from './backup-file.ts'
import { copyCluster, measureCluster } from './base-backup.ts'
import { type RestoredFiles, restoreCluster } from './restore-cluster.ts'

/** For a progress bar. */
export type BackupProgress = { onSize?: (bytes: number) => void; onBytes?: (bytes: number) => void }

export type BackupOptions = BackupProgress & {
  data: string
  file: string
  release: string
  /** Stored in the file, unencrypted. */
  notes?: unknown
  /**
   * Called before the copy starts, with a connection to the application's database. Not called when an older release created the
   * database.
   */
  onOpen?: (sql: Database) => Promise<void>
  /** Called after the last file is copied. If it throws, the backup fails and leaves no file. */
  onCopied?: () => Promise<void>
}

/** `finishedAt`: every write acknowledged before this moment is in the file. */
export type BackupResult = BackupSize & { finishedAt: Date }

/** Works while a server runs on the same folder. */
export async function backUp(options: BackupOptions): Promise<BackupResult> {
  const { data, file, release, notes = null, onOpen, onCopied, ...progress } = options
  const postgres = await readVersion(join(data, 'postgres'))
  if (postgres === null) throw new Error(`There is no database in ${data}. Give its folder with --data.`)
  const embedded = await startEmbedded({ data, role: 'command' })
  try {
    if (onOpen) await openLog(embedded.url, onOpen)
    const folder = await realpath(join(data, 'postgres'))
    progress.onSize?.(await measureCluster(folder))
    const sql = connect({ url: embedded.adminUrl, connections: 1, name: 'heartbell backup' })
    try {
      const session = await sql.reserve()
      const head = { release, postgres, startedAt: new Date().toISOString(), notes }
      let finishedAt = new Date(0)
      const parts = async function* () {
        yield* copyCluster(session, folder, (moment) => (finishedAt = moment))
        await onCopied?.()
      }
      const written = await writeBackup(file, head, parts(), progress.onBytes)
      return { ...written, finishedAt }
    } finally {
      // Ends the session and with it a backup that is still open.
      await sql.end({ timeout: 0 })
    }
  } finally {
    await embedded.stop()
  }
}

/** A backup runs no migrations. Before an upgrade the schema is the old one, which may have no installation log yet. */
async function openLog(url: string, note: (sql: Database) => Promise<void>): Promise<void> {
  const sql = connect({ url, connections: 1, name: 'heartbell backup' })
  try {
    const [found] = await sql<{ hasLog: boolean }[]>`select to_regclass('installation_log') is not null as has_log`
    if (found!.hasLog) await note(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

export type RestoreOptions = BackupProgress & {
  data: string
  file: string
  /** Called with the file's header before anything is written. If it throws, the restore stops. */
  onHead?: (head: BackupHead) => Promise<void>
}

/** Restores into a folder that is empty or does not exist yet. */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredFiles & { head: BackupHead }> {
  const { file, onHead, onBytes } = options
  const data = resolve(options.data)
  const found = await readdir(data).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (found.length > 0) throw new InvalidBackup(`${data} is not empty. Restore into a new folder.`)
  const binaries = await findBinaries()
  return await readBackup(file, async ({ head, parts }) => {
    if (head.postgres !== binaries.major)
      throw new InvalidBackup(
        `${file} contains data files of PostgreSQL ${head.postgres}, but this Heartbell ships PostgreSQL ${binaries.major}. Restore it with heartbell ${head.release}, which created it.`,
      )
    await onHead?.(head)
    await mkdir(data, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    const folder = join(await realpath(data), 'postgres')
    const account = await chooseAccount(folder, data, binaries)
    return { ...(await restoreCluster({ folder, account, binaries }, parts, onBytes)), head }
  })
}
