/** The PostgreSQL that comes with Heartbell: started on a data folder, owned by one process, repaired when it falls, stopped cleanly. */
import { mkdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { chooseAccount } from './account.ts'
import { type Held, type Home, takeCluster } from './acquire.ts'
import { findBinaries } from './binaries.ts'
import { type Cluster, openCluster, readCluster, readVersion } from './cluster.ts'
import { keepRoom, type RoomEvents } from './disk-space.ts'
import { keepBeating, refuseOtherPlace, writeRecord } from './owner-record.ts'
import { prepareDatabase, type Role } from './owner-session.ts'
import { findPostmaster } from './postmaster.ts'
import { type KeepEvents, keepCluster, leaveCluster } from './supervise.ts'

export type EmbeddedOptions = KeepEvents &
  RoomEvents & {
    data: string
    /** A server owns the folder alone; commands share it with a server and with each other. */
    role: Role
    /** False gives speed for safety: for tests. */
    durable?: boolean
  }

export type Embedded = {
  url: string
  /** The same server as its superuser, to make and drop databases. */
  adminUrl: string
  stop: () => Promise<void>
}

export async function startEmbedded({ data, role, durable = true, ...events }: EmbeddedOptions): Promise<Embedded> {
  const home = await openHome(data, durable)
  let held = await takeCluster(home, role)
  const stopLooking = held.session.owned
    ? await keepRoom({ data: home.data, session: () => held.session, ...events })
    : () => {}
  await prepareDatabase(held.session, home.cluster.password)
  const { port } = held.postmaster
  const url = writeUrl(home.cluster, port, 'heartbell')
  const adminUrl = writeUrl(home.cluster, port, 'postgres')
  if (!held.session.owned) return { url, adminUrl, stop: held.session.close }
  const record = (now: Held) => {
    held = now
    return writeRecord(home.data, { url, port, pid: now.postmaster.pid })
  }
  await record(held)
  const stopBeating = keepBeating(home.data)
  const release = role === 'server' ? keepCluster(home, held, record, events) : () => leaveCluster(home, held)
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopLooking()
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
