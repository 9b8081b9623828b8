/** Holding a cluster: a server starts it again when it falls and stops it at the end; a command leaves it in order. */
import { setTimeout as pause } from 'node:timers/promises'
import { type Held, type Home, takeCluster } from './acquire.ts'
import { leastRoom, roomOf } from './disk-space.ts'
import { isGone, signalPostmaster, stopPostmaster } from './postmaster.ts'

export type KeepEvents = {
  /** PostgreSQL fell and is being started again. */
  onRepair?: () => void
  /** It can't be started again: nothing more can be served. */
  onLost?: (error: Error) => void
}

/** A server starts its PostgreSQL again when it falls, at the same address, until it is told to stop. */
export function keepCluster(
  home: Home,
  first: Held,
  record: (held: Held) => Promise<void>,
  { onRepair, onLost }: KeepEvents,
) {
  let held = first
  let repairing = Promise.resolve(first)
  let stopping = false
  const launch = { ...home.launch, port: first.postmaster.port }
  const watch = async () => {
    for (;;) {
      await held.session.lost
      if (stopping) return
      onRepair?.()
      repairing = retakeCluster({ ...home, launch }, held.postmaster.pid)
      held = await repairing
      await record(held)
    }
  }
  const watching = watch().catch((error) => {
    if (!stopping) onLost?.(error)
  })
  return async () => {
    stopping = true
    await repairing.catch(() => {})
    await stopPostmaster(home.cluster.folder, held.postmaster.pid)
    await held.session.close()
    await watching
  }
}

const REPAIRS = 6

/**
 * Whatever killed it may kill it again while it recovers: the sixth time in some seven seconds is the last. Without room on the
 * disk it can't start, however often; room comes back some day.
 */
async function retakeCluster(home: Home, ours: number): Promise<Held> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await takeCluster(home, 'server', ours)
    } catch (error) {
      if ((await roomOf(home.data)) < leastRoom) attempt = 1
      if (attempt === REPAIRS) throw error
      await pause(500 * attempt)
    }
  }
}

/** A command that started PostgreSQL lets other commands finish before it goes down. */
export async function leaveCluster({ cluster }: Home, { postmaster, session }: Held): Promise<void> {
  // Told to stop while the lock is still ours, or a server could take the cluster in between and lose it.
  await signalPostmaster(cluster.folder, postmaster.pid, 'SIGTERM')
  await session.close()
  await isGone(cluster.folder, postmaster.pid, 10_000)
}
