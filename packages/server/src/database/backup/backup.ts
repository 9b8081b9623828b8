/** Backup and restore of the embedded database: into one file while it serves, and from the file into a new folder. */
import { mkdir, readdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { connect, type Database } from '../connect.ts'
import { chooseAccount } from '../embedded/account.ts'
import { findBinaries } from '../embedded/binaries.ts'
import { readVersion } from '../embedded/cluster.ts'
import { startEmbedded } from '../embedded/open-embedded.ts'
import { type Head, readBackup, UnusableBackup, type Written, writeBackup } from './backup-file.ts'
import { copyCluster, measureCluster } from './base-backup.ts'
import { restoreCluster, type Unpacked } from './restore-cluster.ts'

/** For a progress bar. */
export type Watch = { onSize?: (bytes: number) => void; onBytes?: (bytes: number) => void }

export type BackupOptions = Watch & {
  data: string
  file: string
  release: string
  /** Kept in the file, in clear. */
  notes?: unknown
  /** Before anything is copied, with the service's own database. Not for a database that an older release made. */
  onOpen?: (sql: Database) => Promise<void>
  /** After the last file is copied; what it throws ends the backup, and no file is left. */
  onCopied?: () => Promise<void>
}

/** `finishedAt`: every write that was acknowledged before this moment is in the file. */
export type BackedUp = Written & { finishedAt: Date }

/** Also while a server runs on the folder. */
export async function backUp(options: BackupOptions): Promise<BackedUp> {
  const { data, file, release, notes = null, onOpen, onCopied, ...watch } = options
  const postgres = await readVersion(join(data, 'postgres'))
  if (postgres === null) throw new Error(`There is no database in ${data}: name its folder with --data.`)
  const embedded = await startEmbedded({ data, role: 'command' })
  try {
    if (onOpen) await openLog(embedded.url, onOpen)
    const folder = await realpath(join(data, 'postgres'))
    watch.onSize?.(await measureCluster(folder))
    const sql = connect({ url: embedded.adminUrl, connections: 1, name: 'heartbell backup' })
    try {
      const session = await sql.reserve()
      const head = { release, postgres, startedAt: new Date().toISOString(), notes }
      let finishedAt = new Date(0)
      const parts = async function* () {
        yield* copyCluster(session, folder, (moment) => (finishedAt = moment))
        await onCopied?.()
      }
      const written = await writeBackup(file, head, parts(), watch.onBytes)
      return { ...written, finishedAt }
    } finally {
      // Ends the session, and with it whatever of the backup is still open.
      await sql.end({ timeout: 0 })
    }
  } finally {
    await embedded.stop()
  }
}

/** A backup changes no schema: before an upgrade it is taken of the old one, which may have no log of the installation. */
async function openLog(url: string, note: (sql: Database) => Promise<void>): Promise<void> {
  const sql = connect({ url, connections: 1, name: 'heartbell backup' })
  try {
    const [found] = await sql<{ hasLog: boolean }[]>`select to_regclass('installation_log') is not null as has_log`
    if (found!.hasLog) await note(sql)
  } finally {
    await sql.end({ timeout: 1 })
  }
}

export type RestoreOptions = Watch & {
  data: string
  file: string
  /** Called before anything is written, with what the file says of itself; what it throws ends the restore. */
  onHead?: (head: Head) => Promise<void>
}

/** Into a folder that is empty or not there yet. */
export async function restoreBackup(options: RestoreOptions): Promise<Unpacked & { head: Head }> {
  const { file, onHead, onBytes } = options
  const data = resolve(options.data)
  const found = await readdir(data).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (found.length > 0) throw new UnusableBackup(`${data} is not empty: restore into a new folder.`)
  const binaries = await findBinaries()
  return await readBackup(file, async ({ head, parts }) => {
    if (head.postgres !== binaries.major)
      throw new UnusableBackup(
        `${file} holds files of PostgreSQL ${head.postgres}, and this Heartbell brings PostgreSQL ${binaries.major}: restore it with heartbell ${head.release}, which made it.`,
      )
    await onHead?.(head)
    await mkdir(data, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
    const folder = join(await realpath(data), 'postgres')
    const account = await chooseAccount(folder, data, binaries)
    return { ...(await restoreCluster({ folder, account, binaries }, parts, onBytes)), head }
  })
}
