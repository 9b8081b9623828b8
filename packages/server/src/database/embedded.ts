/** The PostgreSQL that comes with Heartbell: started on a data folder, owned by one process, repaired when it falls, stopped cleanly. */
import { mkdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chooseAccount } from './embedded/account.ts'
import { findBinaries } from './embedded/binaries.ts'
import { type Cluster, openCluster, readCluster, readVersion } from './embedded/cluster.ts'
import { type Launch, launchPostmaster } from './embedded/launch.ts'
import { findPostmaster, isGone, type Postmaster, signalPostmaster, stopPostmaster } from './embedded/postmaster.ts'
import { keepBeating, refuseOtherPlace, writeRecord } from './embedded/record.ts'
import { findOwner, openSession, prepareDatabase, type Role, type Session } from './embedded/session.ts'

export type EmbeddedOptions = {
  data: string
  /** A server owns the folder alone; commands share it with a server and with each other. */
  role: Role
  /** False gives speed for safety: for tests. */
  durable?: boolean
  /** PostgreSQL fell and is being started again. */
  onRepair?: () => void
  /** It can't be started again: nothing more can be served. */
  onLost?: (error: Error) => void
}

export type Embedded = {
  url: string
  /** The same server as its superuser, to make and drop databases. */
  adminUrl: string
  stop: () => Promise<void>
}

type Home = { data: string; cluster: Cluster; launch: Launch }
type Held = { postmaster: Postmaster; session: Session }

export async function startEmbedded({ data, role, durable = true, ...events }: EmbeddedOptions): Promise<Embedded> {
  const home = await openHome(data, durable)
  const held = await takeCluster(home, role)
  await prepareDatabase(held.session, home.cluster.password)
  const { port } = held.postmaster
  const url = writeUrl(home.cluster, port, 'heartbell')
  const adminUrl = writeUrl(home.cluster, port, 'postgres')
  if (!held.session.owned) return { url, adminUrl, stop: held.session.close }
  const record = ({ postmaster: { pid } }: Held) => writeRecord(home.data, { url, port, pid })
  await record(held)
  const stopBeating = keepBeating(home.data)
  const release = role === 'server' ? keepCluster(home, held, record, events) : () => leaveCluster(home, held)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= release().finally(stopBeating)
    return stopped
  }
  return { url, adminUrl, stop }
}

/** The address of the embedded PostgreSQL when one runs on this folder. */
export async function findEmbedded(data: string): Promise<string | null> {
  const folder = await realpath(join(data, 'postgres')).catch(() => null)
  if (!folder || (await readVersion(folder)) === null) return null
  const found = await findPostmaster(folder)
  return found?.ready ? writeUrl(await readCluster(folder), found.port, 'heartbell') : null
}

const writeUrl = ({ password }: Cluster, port: number, name: string) =>
  `postgres://${name}:${password}@127.0.0.1:${port}/${name}`

async function openHome(folder: string, durable: boolean): Promise<Home> {
  // Open to pass through for root, because PostgreSQL then runs as somebody else; what lies inside is closed by itself.
  await mkdir(resolve(folder), { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const data = await realpath(folder)
  await refuseOtherPlace(data)
  const binaries = await findBinaries()
  const account = await chooseAccount(join(data, 'postgres'), data, binaries)
  const cluster = await openCluster(join(data, 'postgres'), account, binaries, durable)
  const log = join(data, 'postgres.log')
  return { data, cluster, launch: { postgres: binaries.postgres, folder: cluster.folder, account, durable, log } }
}

/** Ends with a session that owns the cluster, or for a command one that may use it. Each turn looks afresh, so races only cost a turn. */
async function takeCluster({ data, cluster, launch }: Home, role: Role, ours?: number): Promise<Held> {
  for (;;) {
    const found = await findPostmaster(cluster.folder)
    const postmaster = found ?? (await launchPostmaster(launch))
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

const taken = (data: string, pid: number) =>
  `Another Heartbell server (process ${pid}) uses the data folder ${data}: stop it first, or give this one a folder of its own with --data.`

/** A server starts its PostgreSQL again when it falls, at the same address, until it is told to stop. */
function keepCluster(
  home: Home,
  first: Held,
  record: (held: Held) => Promise<void>,
  { onRepair, onLost }: Pick<EmbeddedOptions, 'onRepair' | 'onLost'>,
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
      repairing = takeCluster({ ...home, launch }, 'server', held.postmaster.pid)
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

/** A command that started PostgreSQL lets other commands finish before it goes down. */
async function leaveCluster({ cluster }: Home, { postmaster, session }: Held): Promise<void> {
  // Told to stop while the lock is still ours, or a server could take the cluster in between and lose it.
  await signalPostmaster(cluster.folder, postmaster.pid, 'SIGTERM')
  await session.close()
  await isGone(cluster.folder, postmaster.pid, 10_000)
}
