/** Backup and restore of the embedded database: into one file while it serves, and from the file into a new folder. */
import { mkdir, readdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Head, readBackup, UnusableBackup, type Written, writeBackup } from './backup/backup-file.ts'
import { copyCluster, measureCluster } from './backup/base-backup.ts'
import { restoreCluster, type Unpacked } from './backup/restore-cluster.ts'
import { connect } from './connect.ts'
import { chooseAccount } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import { readVersion } from './embedded/cluster.ts'
import { startEmbedded } from './embedded.ts'

/** For a progress bar. */
export type Watch = { onSize?: (bytes: number) => void; onBytes?: (bytes: number) => void }

export type BackupOptions = Watch & {
  data: string
  file: string
  release: string
  /** Kept in the file, in clear. */
  notes?: unknown
}

/** `finishedAt`: every write that was acknowledged before this moment is in the file. */
export type BackedUp = Written & { finishedAt: Date }

/** Also while a server runs on the folder. */
export async function backUp({ data, file, release, notes = null, ...watch }: BackupOptions): Promise<BackedUp> {
  const postgres = await readVersion(join(data, 'postgres'))
  if (postgres === null) throw new Error(`There is no database in ${data}: name its folder with --data.`)
  const embedded = await startEmbedded({ data, role: 'command' })
  try {
    const folder = await realpath(join(data, 'postgres'))
    watch.onSize?.(await measureCluster(folder))
    const sql = connect({ url: embedded.adminUrl, connections: 1, name: 'heartbell backup' })
    try {
      const session = await sql.reserve()
      const head = { release, postgres, startedAt: new Date().toISOString(), notes }
      let finishedAt = new Date(0)
      const parts = copyCluster(session, folder, (moment) => (finishedAt = moment))
      const written = await writeBackup(file, head, parts, watch.onBytes)
      return { ...written, finishedAt }
    } finally {
      // Ends the session, and with it whatever of the backup is still open.
      await sql.end({ timeout: 0 })
    }
  } finally {
    await embedded.stop()
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
