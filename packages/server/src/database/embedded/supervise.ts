/**
 * After the cluster is acquired: a server restarts PostgreSQL after a crash and stops it at the end; a command stops it only when
 * nobody else uses it.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type AcquiredCluster, acquireCluster, type ClusterHome } from './acquire.ts'
import { freeDiskSpace, minFreeBytes } from './disk-space.ts'
import { isGone, signalPostmaster, stopPostmaster } from './postmaster.ts'

export type SupervisionEvents = {
  /** PostgreSQL crashed and is being restarted. */
  onRestart?: () => void
  /** It cannot be restarted; nothing more can be served. */
  onLost?: (error: Error) => void
}

/** Restarts PostgreSQL after a crash, at the same address, until told to stop. */
export function superviseCluster(
  home: ClusterHome,
  first: AcquiredCluster,
  record: (acquired: AcquiredCluster) => Promise<void>,
  { onRestart, onLost }: SupervisionEvents,
) {
  let acquired = first
  let restarting = Promise.resolve(first)
  let stopping = false
  const launch = { ...home.launch, port: first.postmaster.port }
  const watch = async () => {
    for (;;) {
      await acquired.session.lost
      if (stopping) return
      onRestart?.()
      restarting = reacquireCluster({ ...home, launch }, acquired.postmaster.pid)
      acquired = await restarting
      await record(acquired)
    }
  }
  const watching = watch().catch((error) => {
    if (!stopping) onLost?.(error)
  })
  return async () => {
    stopping = true
    await restarting.catch(() => {})
    await stopPostmaster(home.cluster.folder, acquired.postmaster.pid)
    await acquired.session.close()
    await watching
  }
}

const MAX_RESTARTS = 6

/**
 * What killed PostgreSQL may kill it again during recovery: give up after six attempts in about seven seconds. While the disk is
 * full it cannot start at all, so those attempts do not count.
 */
async function reacquireCluster(home: ClusterHome, ours: number): Promise<AcquiredCluster> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await acquireCluster(home, 'server', ours)
    } catch (error) {
      if ((await freeDiskSpace(home.data)) < minFreeBytes) attempt = 1
      if (attempt === MAX_RESTARTS) throw error
      await pause(500 * attempt)
    }
  }
}

/** A command that started PostgreSQL lets other commands finish before it stops. */
export async function releaseCluster(
  { cluster }: ClusterHome,
  { postmaster, session }: AcquiredCluster,
): Promise<void> {
  // Signal while we still own the lock. Otherwise a server could acquire the cluster in between and lose it.
  await signalPostmaster(cluster.folder, postmaster.pid, 'SIGTERM')
  await session.close()
  await isGone(cluster.folder, postmaster.pid, 10_000)
}
