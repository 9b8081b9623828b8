/**
 * The PostgreSQL that Heartbell ships: started on a data folder, owned by one process, restarted after a crash, stopped cleanly.
 */
import { mkdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chooseAccount } from './account.ts'
import { type AcquiredCluster, acquireCluster, type ClusterHome } from './acquire.ts'
import { findBinaries } from './binaries.ts'
import { type Cluster, openCluster, readCluster, readVersion } from './cluster.ts'
import { type DiskSpaceEvents, watchDiskSpace } from './disk-space.ts'
import { type OwnerRole, prepareDatabase } from './owner-lock.ts'
import { refuseOtherMachine, startHeartbeat, writeRecord } from './owner-record.ts'
import { findPostmaster } from './postmaster.ts'
import { releaseCluster, type SupervisionEvents, superviseCluster } from './supervise.ts'

export type EmbeddedOptions = SupervisionEvents &
  DiskSpaceEvents & {
    data: string
    /** A server owns the folder alone. Commands share it with a server and with each other. */
    role: OwnerRole
    /** False trades durability for speed, for tests. */
    durable?: boolean
  }

export type Embedded = {
  url: string
  /** The same server as superuser, to create and drop databases. */
  adminUrl: string
  stop: () => Promise<void>
}

export async function startEmbedded({ data, role, durable = true, ...events }: EmbeddedOptions): Promise<Embedded> {
  const home = await prepareHome(data, durable)
  let acquired = await acquireCluster(home, role)
  const stopDiskWatch = acquired.session.owned
    ? await watchDiskSpace({ data: home.data, session: () => acquired.session, ...events })
    : () => {}
  await prepareDatabase(acquired.session, home.cluster.password)
  const { port } = acquired.postmaster
  const url = writeUrl(home.cluster, port, 'heartbell')
  const adminUrl = writeUrl(home.cluster, port, 'postgres')
  if (!acquired.session.owned) return { url, adminUrl, stop: acquired.session.close }
  const record = (now: AcquiredCluster) => {
    acquired = now
    return writeRecord(home.data, { url, port, pid: now.postmaster.pid })
  }
  await record(acquired)
  const stopHeartbeat = startHeartbeat(home.data)
  const release =
    role === 'server' ? superviseCluster(home, acquired, record, events) : () => releaseCluster(home, acquired)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopDiskWatch()
    stopped ??= release().finally(stopHeartbeat)
    return stopped
  }
  return { url, adminUrl, stop }
}

/** The URL of the embedded PostgreSQL if one runs on this folder. */
export async function findEmbedded(data: string): Promise<string | null> {
  const folder = await realpath(join(data, 'postgres')).catch(() => null)
  if (!folder || (await readVersion(folder)) === null) return null
  const found = await findPostmaster(folder)
  return found?.ready ? writeUrl(await readCluster(folder), found.port, 'heartbell') : null
}

const writeUrl = ({ password }: Cluster, port: number, name: string) =>
  `postgres://${name}:${password}@127.0.0.1:${port}/${name}`

async function prepareHome(folder: string, durable: boolean): Promise<ClusterHome> {
  // As root, others may pass through the folder, because PostgreSQL then runs as another user. Its contents have their own modes.
  await mkdir(resolve(folder), { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const data = await realpath(folder)
  await refuseOtherMachine(data)
  const binaries = await findBinaries()
  const account = await chooseAccount(join(data, 'postgres'), data, binaries)
  const cluster = await openCluster(join(data, 'postgres'), account, binaries, durable)
  const log = join(data, 'postgres.log')
  return { data, cluster, launch: { postgres: binaries.postgres, folder: cluster.folder, account, durable, log } }
}
