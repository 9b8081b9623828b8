/** A base backup without extra tools: the files are copied while the server runs, between two statements of one session. */
import { execFile } from 'node:child_process'
import { chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { connect } from '../../../packages/server/src/database/connect.ts'
import type { Cluster } from './postgres-cluster.ts'

/** Files of the running server that are no data. */
const left = ['postmaster.pid', 'postmaster.opts', 'postgresql.auto.conf']

export async function copyCluster(from: Cluster, to: Cluster): Promise<void> {
  const pool = connect({ url: from.url('postgres'), connections: 1 })
  const sql = await pool.reserve()
  try {
    await sql`select pg_backup_start('heartbell', true)`
    // Files that change or vanish during the copy are repaired from the WAL; `cp` reports them with exit code 1.
    await promisify(execFile)('cp', ['-a', from.folder, to.folder]).catch((error) => {
      if (error.code !== 1) throw error
    })
    const [end] = await sql`select labelfile from pg_backup_stop(false)`
    for (const name of left) await rm(join(to.folder, name), { force: true })
    for (const name of await readdir(join(to.folder, 'pg_wal')))
      await rm(join(to.folder, 'pg_wal', name), { recursive: true })
    await mkdir(join(to.folder, 'pg_wal', 'archive_status'), { mode: 0o700 })
    await writeFile(join(to.folder, 'backup_label'), end!.labelfile)
    await writeFile(join(to.folder, 'postgresql.auto.conf'), '')
    await ownAll(to)
  } finally {
    sql.release()
    await pool.end({ timeout: 1 })
  }
}

/** Files written by root must belong to the account that PostgreSQL runs as. */
async function ownAll({ folder, account: { ids } }: Cluster): Promise<void> {
  if (!ids) return
  for (const name of ['pg_wal/archive_status', 'backup_label', 'postgresql.auto.conf'])
    await chown(join(folder, name), ids.uid, ids.gid)
}
