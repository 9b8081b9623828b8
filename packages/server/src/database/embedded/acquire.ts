/** Acquires a cluster: finds or launches its PostgreSQL, then becomes its owner, or for a command a user of it. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { type Launch, launchPostmaster } from './launch.ts'
import { killOrphans } from './orphans.ts'
import { findOwner, type OwnerRole, type OwnerSession, openSession } from './owner-lock.ts'
import { findPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts'

export type ClusterHome = { data: string; cluster: Cluster; launch: Launch }
export type AcquiredCluster = { postmaster: Postmaster; session: OwnerSession }

/**
 * Returns a session that owns the cluster, or for a command one that may use it. Each iteration starts over, so a race costs one
 * iteration.
 */
export async function acquireCluster(
  { data, cluster, launch }: ClusterHome,
  role: OwnerRole,
  ours?: number,
): Promise<AcquiredCluster> {
  let blockedSince: number | null = null
  for (;;) {
    const found = await findPostmaster(cluster.folder)
    const postmaster = found ?? (await launchPostmaster(launch))
    blockedSince = postmaster ? null : (blockedSince ?? performance.now())
    if (blockedSince !== null && performance.now() - blockedSince > exitMillis) {
      await killOrphans(cluster.folder)
      blockedSince = null
    }
    const session = postmaster && (await openSession(cluster, postmaster, role))
    if (!session) {
      await pause(25)
    } else if (session.owned && role === 'server' && found && found.pid !== ours) {
      // A killed server left it running. Restart it, so that it uses this release's binaries and settings.
      await stopPostmaster(cluster.folder, found.pid)
      await session.close()
    } else if (session.owned || role === 'command') {
      return { postmaster, session }
    } else {
      const owner = await findOwner(session)
      await session.close()
      if (owner?.role === 'server') throw new Error(inUse(data, owner.pid))
      await pause(50)
    }
  }
}

/** How long the processes of a killed PostgreSQL may take to exit by themselves. */
const exitMillis = 3_000

const inUse = (data: string, pid: number) =>
  `Another Heartbell server (process ${pid}) already uses the data folder ${data}. Stop it first, or give this server its own folder with --data.`
