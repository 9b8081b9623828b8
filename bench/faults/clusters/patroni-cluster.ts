/** Three PostgreSQL servers under a real Patroni with etcd, if they are installed on this machine. */
import { type ChildProcess, execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { chooseAccount, type SystemAccount, spawnAs } from '../../../packages/server/src/database/embedded/account.ts'
import { findBinaries } from '../../../packages/server/src/database/embedded/binaries.ts'
import { freePort } from '../../../packages/server/src/http/testing/redis.ts'
import { openFaultProxy } from '../parts/fault-proxy.ts'
import type { Machines } from './machines.ts'
import { ownedFolder } from './postgres-cluster.ts'

export const missing =
  'unknown: there is no Patroni, etcd or PostgreSQL: apt-get install patroni etcd-server postgresql'

export type Tools = { version: string; bin: string }

/** Null when one of them is missing. */
export async function findTools(): Promise<Tools | null> {
  try {
    execFileSync('etcd', ['--version'], { stdio: 'ignore' })
    const said = execFileSync('patroni', ['--version'], { encoding: 'utf8' })
    // Patroni needs pg_basebackup and pg_rewind, which the embedded PostgreSQL lacks.
    const [newest] = (await readdir('/usr/lib/postgresql')).sort((one, other) => Number(other) - Number(one))
    if (newest === undefined) return null
    return { version: `${said.trim()} with PostgreSQL ${newest}`, bin: join('/usr/lib/postgresql', newest, 'bin') }
  } catch {
    return null
  }
}

export type Member = { name: string; role: string; state: string }

export type PatroniCluster = {
  /** Connects to the current primary. */
  url: string
  members(): Promise<Member[]>
  /** From now on, what the first sends to the others arrives late. */
  delay(): Promise<void>
  /** Kills Patroni and PostgreSQL at once, as a power failure does. */
  killFirst(): Promise<void>
  startFirst(): Promise<void>
}

const password = 'of a fault run'
/** The minimum that Patroni accepts, in seconds: no other server becomes primary before. */
const ttl = 20

export async function openPatroni(machines: Machines, { bin }: Tools, isSynchronous: boolean): Promise<PatroniCluster> {
  const account = await chooseAccount(join(machines.home, 'etcd'), machines.home, await findBinaries())
  const etcd = await startEtcd(machines, account)
  const first = await describeNode('first')
  const others = [await describeNode('second'), await describeNode('third')]
  const line = await openFaultProxy({ host: '127.0.0.1', port: first.port })
  machines.onClose(line.close)
  const shared = { ...{ machines, account, bin, etcd, isSynchronous } }
  const startFirst = await prepareNode(shared, { ...first, reached: line.port })
  let running = await startFirst()
  machines.onClose(() => running.kill())
  await awaitPrimary(first.api)
  for (const other of others) {
    const { kill } = await (await prepareNode(shared, { ...other, reached: other.port }))()
    machines.onClose(kill)
  }
  const hosts = [first, ...others].map(({ port }) => `127.0.0.1:${port}`).join(',')
  return {
    url: `postgres://postgres:${encodeURIComponent(password)}@${hosts}/postgres`,
    async members() {
      const answer = await fetch(`http://127.0.0.1:${others[0]!.api}/cluster`)
      return ((await answer.json()) as { members: Member[] }).members
    },
    delay: () => line.set('late'),
    async killFirst() {
      await running.kill()
      await line.set('none')
    },
    async startFirst() {
      running = await startFirst()
    },
  }
}

async function startEtcd({ home, onClose }: Machines, account: SystemAccount): Promise<number> {
  const [port, peers] = [await freePort(), await freePort()]
  await ownedFolder(join(home, 'etcd'), account)
  const here = (number: number) => `http://127.0.0.1:${number}`
  const words = [
    ...['--data-dir', join(home, 'etcd', 'data'), '--name', 'one', '--initial-cluster', `one=${here(peers)}`],
    ...['--listen-client-urls', here(port), '--advertise-client-urls', here(port)],
    ...['--listen-peer-urls', here(peers), '--initial-advertise-peer-urls', here(peers)],
  ]
  // etcd refuses to start on arm64 without this variable.
  const child = spawnAs(account, 'env', ['ETCD_UNSUPPORTED_ARCH=arm64', 'etcd', ...words], 'ignore')
  onClose(() => end(child))
  while (!(await fetch(`${here(port)}/health`).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`etcd ended with ${child.exitCode}.`)
    await pause(50)
  }
  return port
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

type Node = { name: string; port: number; api: number }

const describeNode = async (name: string): Promise<Node> => ({ name, port: await freePort(), api: await freePort() })

type Shared = { machines: Machines; account: SystemAccount; bin: string; etcd: number; isSynchronous: boolean }

/** Returns a function that starts it; it may be called repeatedly. */
async function prepareNode(shared: Shared, node: Node & { reached: number }) {
  const { home } = shared.machines
  const folder = join(home, node.name)
  await ownedFolder(folder, shared.account)
  const settings = join(home, `${node.name}.yml`)
  await writeFile(settings, JSON.stringify(writeSettings(shared, node, folder)))
  await chmod(settings, 0o644)
  return async () => {
    const log = await open(join(home, `${node.name}.log`), 'a')
    const child = spawnAs(shared.account, 'patroni', [settings], log.fd)
    await log.close()
    return { kill: () => killNode(child, join(folder, 'data', 'postmaster.pid')) }
  }
}

async function killNode(patroni: ChildProcess, pidFile: string): Promise<void> {
  await end(patroni)
  const pid = Number((await readFile(pidFile, 'utf8').catch(() => '')).split('\n')[0])
  if (pid) process.kill(pid, 'SIGKILL')
}

/** JSON is valid YAML. */
const writeSettings = (
  { bin, etcd, isSynchronous }: Shared,
  { name, port, api, reached }: Node & { reached: number },
  folder: string,
) => ({
  scope: 'heartbell',
  name,
  restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
  etcd3: { host: `127.0.0.1:${etcd}` },
  bootstrap: {
    dcs: {
      ...{ ttl, loop_wait: 1, retry_timeout: 3, maximum_lag_on_failover: 1 << 30 },
      synchronous_mode: isSynchronous,
      synchronous_mode_strict: isSynchronous,
      postgresql: { use_pg_rewind: true },
    },
    initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication all 127.0.0.1/32 scram-sha-256'],
  },
  postgresql: {
    ...{ listen: `127.0.0.1:${port}`, connect_address: `127.0.0.1:${reached}` },
    ...{ data_dir: join(folder, 'data'), bin_dir: bin, pgpass: join(folder, 'pgpass') },
    authentication: {
      superuser: { username: 'postgres', password },
      replication: { username: 'follower', password },
      rewind: { username: 'rewinder', password },
    },
    parameters: { unix_socket_directories: '', jit: 'off', max_connections: 100 },
  },
})

async function awaitPrimary(api: number): Promise<void> {
  while (!(await fetch(`http://127.0.0.1:${api}/primary`).catch(() => null))?.ok) await pause(100)
}
