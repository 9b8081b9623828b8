/** Of two PostgreSQL servers the first is cut off and killed under load, the second promoted: acknowledged writes exist. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Row } from '../../setup/report.ts'
import { copyCluster } from '../clusters/base-backup.ts'
import { openLink } from '../clusters/link.ts'
import { type Machines, openMachines, openTenant } from '../clusters/machines.ts'
import { ask, type Cluster, configure, describeCluster, makeCluster, signal } from '../clusters/postgres-cluster.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { checkLedger, type Findings } from '../writes/check.ts'
import { callsOf, layOut, refuseSilence, seedWriters } from '../writes/item-writes.ts'
import type { Ledger } from '../writes/ledger.ts'
import { type Answers, runWriters } from '../writes/writers.ts'

export const failover: FaultRow = {
  name: 'failover',
  isBeyond: true,
  what: 'the first of two PostgreSQL servers is cut off, killed and replaced by the second while clients write',
  guards: { async: 'a write is acknowledged before the second server has it' },
  async run({ seed, guard, size }) {
    const since = Date.now()
    const report = await failOver({ writes: size('writes', 20_000, 500), seed, isSynchronous: guard !== 'async' })
    return writeRow(report, secondsSince(since))
  },
}

function writeRow(report: FailoverReport, took: string): Row {
  const { acknowledged, lost, doubled, wrongCounts, unknownThere, awayMillis, splitWrites } = report
  const failed = lost + doubled + wrongCounts + splitWrites
  const detail = [
    `${acknowledged} acknowledged: ${lost} lost, ${doubled} doubled, ${wrongCounts} wrong counts; ${unknownThere} unanswered ones are there`,
    `unanswered ${JSON.stringify(report.answers)}`,
    `ready again ${report.readyMillis} ms after the promotion, ${awayMillis} ms after the kill`,
    `the old primary, started again: ${splitWrites} writes acknowledged by it`,
    took,
  ].join('; ')
  return {
    name: 'failover',
    value: failed,
    unit: 'lost or doubled',
    bar: '0',
    holds: failed === 0 && acknowledged > 0,
    detail,
  }
}

export type FailoverRun = { writes: number; seed: number; isSynchronous: boolean }

export type FailoverReport = Findings & {
  acknowledged: number
  answers: Answers
  awayMillis: number
  readyMillis: number
  /** Writes that the old primary acknowledged after the other was promoted. */
  splitWrites: number
}

const settings = { max_wal_senders: '5', wal_level: 'replica', hot_standby: 'on' }
/** The application name of the standby. */
const standbyName = 'second'

export async function failOver({ writes, seed, isSynchronous }: FailoverRun): Promise<FailoverReport> {
  const machines = await openMachines()
  try {
    const pair = await openPair(machines, isSynchronous)
    const { first, second } = pair
    const hosts = `127.0.0.1:${first.port},127.0.0.1:${second.port}`
    machines.env.DATABASE_URL = first.url('postgres').replace(`127.0.0.1:${first.port}`, hosts)
    const server = await machines.start(['serve', '--port', '0', '--no-alerts'])
    const tenant = await openTenant(machines, machines.env.DATABASE_URL, ['rate-shopper=off', 'rate-address=off'])
    const layout = layOut(writes)
    const { ledger } = layout
    await seedWriters(tenant.sql, tenant.store, layout)
    const writing = runWriters(ledger, { url: server.url, clients: 24, seed, call: callsOf(tenant, layout) })
    const times = await Promise.race([changeOver(pair, ledger, writes, server.url), refuseSilence(ledger)])
    const answers = await Promise.race([writing, refuseSilence(ledger)])
    const findings = await checkLedger(tenant.sql, tenant.store.storeId, ledger, layout.writeOf)
    const splitWrites = isSynchronous ? await writeToOld(first) : 0
    return { ...findings, acknowledged: ledger.acknowledged, answers, ...times, splitWrites }
  } finally {
    await machines.close()
  }
}

type Pair = { first: Cluster; second: Cluster; cut(): void }

async function openPair(machines: Machines, isSynchronous: boolean): Promise<Pair> {
  const first = await makeCluster(machines.home, 'first')
  machines.onClose(() => first.stop('SIGQUIT'))
  await first.start(settings)
  const second = await describeCluster(machines.home, 'second')
  await copyCluster(first, second)
  machines.onClose(() => second.stop('SIGQUIT'))
  const link = await openLink(first.port)
  machines.onClose(link.close)
  const { password } = new URL(first.url('postgres'))
  const way = `host=127.0.0.1 port=${link.port} user=postgres password=${password} application_name=${standbyName}`
  await configure(second, [`primary_conninfo = '${way}'`])
  await signal(second, 'standby.signal')
  await second.start(settings)
  // Enabled once the standby runs: without one, no write could be acknowledged.
  const names = isSynchronous ? standbyName : ''
  await ask(first.url('postgres'), `alter system set synchronous_standby_names = '${names}'`)
  await ask(first.url('postgres'), 'select pg_reload_conf()')
  await awaitStandby(first, isSynchronous ? 'sync' : 'async')
  return { first, second, cut: link.cut }
}

async function awaitStandby(first: Cluster, state: string): Promise<void> {
  const isThere = async () => {
    const rows = await ask(first.url('postgres'), 'select sync_state, state from pg_stat_replication')
    return rows.some((row) => row.syncState === state && row.state === 'streaming')
  }
  while (!(await isThere())) await pause(50)
}

/** Cut off for so long that an asynchronous primary acknowledges writes that the standby never receives. */
const apart = 1_000

async function changeOver({ first, second, cut }: Pair, ledger: Ledger, writes: number, server: URL) {
  await ledger.reached(writes / 2)
  cut()
  await pause(apart)
  await first.stop('SIGKILL')
  const killedAt = Date.now()
  await ask(second.url('postgres'), 'select pg_promote(true, 30)')
  const promotedAt = Date.now()
  await awaitReady(server)
  return { awayMillis: Date.now() - killedAt, readyMillis: Date.now() - promotedAt }
}

/** Ready means that it can read; from the new primary, since the old one is dead. */
async function awaitReady(server: URL): Promise<void> {
  const ask = () => fetch(new URL('/readyz', server), { signal: AbortSignal.timeout(5_000) }).catch(() => null)
  while ((await ask())?.status !== 200) await pause(20)
}

/** The old primary is not fenced, yet it can't acknowledge a write, because its standby follows no longer. */
async function writeToOld(first: Cluster): Promise<number> {
  await first.start(settings)
  const write = ask(first.url('postgres'), 'create table split_brain (n int)').then(
    () => 1,
    () => 0,
  )
  const acknowledged = await Promise.race([write, pause(3_000, 0)])
  await first.stop('SIGQUIT')
  await write
  return acknowledged
}
