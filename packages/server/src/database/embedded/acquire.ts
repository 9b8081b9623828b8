/** Taking a cluster: finding or launching its PostgreSQL and becoming its owner, or for a command its guest. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import { type Launch, launchPostmaster } from './launch.ts'
import { endOrphans } from './orphans.ts'
import { findOwner, openSession, type Role, type Session } from './owner-session.ts'
import { findPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts'

export type Home = { data: string; cluster: Cluster; launch: Launch }
export type Held = { postmaster: Postmaster; session: Session }

/** Ends with a session that owns the cluster, or for a command one that may use it. Each turn looks afresh, so races only cost a turn. */
export async function takeCluster({ data, cluster, launch }: Home, role: Role, ours?: number): Promise<Held> {
  let blockedSince: number | null = null
  for (;;) {
    const found = await findPostmaster(cluster.folder)
    const postmaster = found ?? (await launchPostmaster(launch))
    blockedSince = postmaster ? null : (blockedSince ?? performance.now())
    if (blockedSince !== null && performance.now() - blockedSince > leavingMillis) {
      await endOrphans(cluster.folder)
      blockedSince = null
    }
    const session = postmaster && (await openSession(cluster, postmaster, role))
    if (!session) {
      await pause(25)
    } else if (session.owned && role === 'server' && found && found.pid !== ours) {
      // Left behind by a killed server: started again, so that it runs with this release's programs and settings.
      await stopPostmaster(cluster.folder, found.pid)
      await session.close()
    } else if (session.owned || role === 'command') {
      return { postmaster, session }
    } else {
      const owner = await findOwner(session)
      await session.close()
      if (owner?.role === 'server') throw new Error(taken(data, owner.pid))
      await pause(50)
    }
  }
}

/** How long the processes of a killed PostgreSQL may take to leave by themselves. */
const leavingMillis = 3_000

const taken = (data: string, pid: number) =>
  `Another Heartbell server (process ${pid}) uses the data folder ${data}: stop it first, or give this one a folder of its own with --data.`
