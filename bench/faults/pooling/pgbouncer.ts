/** All traffic through PgBouncer in transaction mode: commands, shoppers, merges, alerts, dashboard, a store move, and a killed pooler. */
import { setTimeout as pause } from 'node:timers/promises'
import { withPooler } from '../../../packages/server/src/database/address.ts'
import { connect } from '../../../packages/server/src/database/connect.ts'
import { findPooler } from '../../../packages/server/src/database/pooler.ts'
import { seededRandom } from '../../../packages/server/src/database/testing/test-database.ts'
import { raceMerges } from '../../../packages/server/src/domain/merges/testing/merge-races.ts'
import type { Row } from '../../setup/report.ts'
import { authorize, errorsOf, type Machines, openMachines, openTenant, type Tenant } from '../clusters/machines.ts'
import { ask, type Cluster, makeCluster } from '../clusters/postgres-cluster.ts'
import type { Comparison } from '../parts/same-store.ts'
import { openMailbox, type Told, tellCrowd } from '../parts/sending-check.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { checkLedger, type Findings } from '../writes/check.ts'
import { callsOf, layOut, refuseSilence, seedWriters } from '../writes/item-writes.ts'
import { type Answers, runWriters } from '../writes/writers.ts'
import { callDashboard, type DashboardCalls } from './pooled-dashboard.ts'
import { moveStore } from './pooled-move.ts'
import { describePooler, findVersion, missing, type PoolerProcess } from './pooler-process.ts'

export const pgbouncer: FaultRow = {
  name: 'pgbouncer',
  isBeyond: true,
  what: 'commands, shoppers, merges, alerts, the dashboard and a store move, through a pooler that gives every transaction another connection',
  guards: { prepared: 'prepared statements are used although the pooler does not support them' },
  async run({ seed, guard, size }) {
    const since = Date.now()
    const version = findVersion()
    const name = 'pgbouncer'
    if (!version) return { name, value: null, unit: 'lost or broken', bar: '0', holds: false, detail: missing }
    const sizes = {
      writes: size('writes', 20_000, 300),
      merges: size('merges', 400, 4),
      people: size('deliveries', 2_000, 20),
      shoppers: size('shoppers', 5_000, 50),
      rounds: size('rounds', 20, 1),
    }
    // Without and with the prepared statements that newer releases support.
    const ways = version.carriesPrepared && guard === undefined ? [0, 200] : [version.carriesPrepared ? 0 : null]
    const reports: PoolerReport[] = []
    try {
      for (const prepared of ways) reports.push(await liveBehindPooler({ ...sizes, seed, prepared, guard }))
    } catch (error) {
      const detail = `PgBouncer ${version.text}; it did not come to an end: ${(error as Error).message}`
      return { name, value: 1, unit: 'lost or broken', bar: '0', holds: false, detail }
    }
    const failed = reports.reduce((sum, report) => sum + countFailed(report), 0)
    const detail = [`PgBouncer ${version.text}`, ...reports.map(describe), secondsSince(since)].join('; ')
    return { name, value: failed, unit: 'lost or broken', bar: '0', holds: failed === 0, detail } satisfies Row
  },
}

export type PoolerRun = {
  writes: number
  merges: number
  people: number
  /** Shoppers of the store that moves. */
  shoppers: number
  /** How often each dashboard call is made. */
  rounds: number
  seed: number
  /** The pooler's max_prepared_statements; null where it has no such setting. */
  prepared: number | null
  guard?: string | undefined
}

export type PoolerReport = Findings & {
  way: string
  acknowledged: number
  answers: Answers
  merges: { lost: number; broken: string[] }
  told: Told
  dashboard: DashboardCalls
  moved: Comparison
  /** Milliseconds until the server applied a changed setting. */
  noticed: number
  errors: string[]
}

const refusals = (answers: Answers) => Object.entries(answers).filter(([status]) => /^(4|500)/.test(status)).length

const countFailed = (report: PoolerReport) =>
  report.lost +
  report.doubled +
  report.wrongCounts +
  report.merges.lost +
  report.merges.broken.length +
  report.told.missing +
  report.told.twice +
  report.dashboard.broken.length +
  report.moved.different.length +
  refusals(report.answers) +
  report.errors.length

const describe = (report: PoolerReport) =>
  `${report.way}: ${report.acknowledged} acknowledged, ${report.lost} lost, ${report.doubled} doubled, ${report.wrongCounts} wrong counts; ` +
  `merges ${report.merges.lost} lost, ${report.merges.broken.length} broken; ${report.told.people} to notify, ${report.told.missing} missing, ${report.told.twice} twice; ` +
  `${report.dashboard.calls} calls of ${report.dashboard.routes} of the dashboard, ${report.dashboard.done} done, ${report.dashboard.broken.length} broken; ` +
  `moved ${report.moved.rows} rows of ${report.moved.tables} tables, ${report.moved.different.length} differ; ` +
  `unanswered ${JSON.stringify(report.answers)}; a setting held after ${report.noticed} ms; ${report.errors.length} errors logged` +
  [...report.merges.broken, ...report.dashboard.broken, ...report.moved.different, ...report.errors]
    .slice(0, 2)
    .map((text) => ` (${text.slice(0, 300)})`)
    .join('')

export async function liveBehindPooler(run: PoolerRun): Promise<PoolerReport> {
  const machines = await openMachines()
  try {
    const cluster = await makeCluster(machines.home, 'postgres')
    machines.onClose(() => cluster.stop())
    await cluster.start()
    const pooler = await openPooler(machines, cluster, run.prepared)
    const way = run.guard === 'prepared' ? 'prepared' : await findPooler(pooler.url)
    const url = withPooler(pooler.url, way)
    // The dashboard tests connections: none may leave this machine.
    machines.env.NODE_OPTIONS = `--import=${new URL('../attacks/no-network.js', import.meta.url).href}`
    machines.env.DATABASE_URL = run.guard === 'prepared' ? url : pooler.url
    return { way, ...(await live(machines, pooler, url, run)) }
  } finally {
    await machines.close()
  }
}

/** The database that a store moves to, behind the same pooler. */
const elsewhere = 'elsewhere'

async function openPooler(machines: Machines, cluster: Cluster, prepared: number | null): Promise<PoolerProcess> {
  const [user, password, name] = ['heartbell', 'heartbell', 'heartbell']
  for (const statement of [
    `create role ${user} login password '${password}'`,
    `alter role ${user} set statement_timeout = '30s'`,
    `create database ${name} owner ${user}`,
    `create database ${elsewhere} owner ${user}`,
  ])
    await ask(cluster.url('postgres'), statement)
  const pooler = await describePooler(cluster, { home: machines.home, user, password, name, prepared })
  machines.onClose(pooler.kill)
  await pooler.start()
  return pooler
}

async function live(machines: Machines, pooler: PoolerProcess, url: string, run: PoolerRun) {
  await machines.run(['migrate'])
  const tenant = await openTenant(machines, url, ['rate-key=off', 'rate-shopper=off', 'rate-address=off'])
  const layout = layOut(run.writes)
  const { ledger } = layout
  await seedWriters(tenant.sql, tenant.store, layout)
  const mailbox = await openMailbox(machines, run.seed)
  const server = await machines.start(['serve', '--port', '0', '--no-alerts'])
  const worker = await machines.start(['work'])
  const writing = runWriters(ledger, { url: server.url, clients: 24, seed: run.seed, call: callsOf(tenant, layout) })
  const disturb = async () => {
    await ledger.reached(run.writes / 2)
    await pooler.kill()
    await pooler.start()
  }
  const merging = mergeGuests(url, await openTenant(machines, url), run)
  // Watched only while writes remain: the merges may take longer.
  await Promise.all([Promise.race([Promise.all([writing, disturb()]), refuseSilence(ledger)]), merging])
  const told = await tellCrowd(tenant, mailbox, run.people)
  const noticed = await changeSetting(machines, server.url, tenant)
  const dashboard = await callDashboard(server.url, await openTenant(machines, url), run.rounds, run.seed)
  // Stopped first: scheduled work would change the rows that are compared.
  await Promise.all([server.end(), worker.end()])
  const to = new URL(url)
  to.pathname = `/${elsewhere}`
  const moved = await moveStore(machines, { from: url, to: to.href, shoppers: run.shoppers })
  const findings = await checkLedger(tenant.sql, tenant.store.storeId, ledger, layout.writeOf)
  const errors = [server, worker].flatMap(errorsOf)
  return {
    ...findings,
    acknowledged: ledger.acknowledged,
    answers: await writing,
    merges: await merging,
    told,
    dashboard,
    moved,
    noticed,
    errors,
  }
}

const cut = new Set(['CONNECTION_CLOSED', 'CONNECTION_DESTROYED', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', '08P01'])

async function mergeGuests(
  url: string,
  { store }: Tenant,
  { merges, seed }: PoolerRun,
): Promise<PoolerReport['merges']> {
  const sql = connect({ url, connections: 4, name: 'heartbell merges' })
  const found = { lost: 0, broken: [] as string[] }
  for (let race = 0; race < merges / 2; race++) {
    try {
      const { lost, doubled, miscounted } = await raceMerges(sql, sql, store, seededRandom(seed + race))
      found.lost += lost.length + doubled.length + miscounted.length
    } catch (error) {
      // Merges interrupted by the kill of the pooler got an error, as they should.
      if (!cut.has((error as { code?: string }).code ?? '')) found.broken.push((error as Error).message)
    }
  }
  await sql.end({ timeout: 1 })
  return found
}

/** Another process adds an API key; the server must accept it without a notification. */
async function changeSetting({ run }: Machines, server: URL, { keys }: Tenant): Promise<number> {
  const { apiKey } = JSON.parse(await run(['store', 'key', 'add', keys.pid, '--label', 'second', '--json']))
  const since = Date.now()
  const headers = authorize({ ...keys, apiKey })
  const isRejectedStatement = async () =>
    (await fetch(new URL('/storeadmin/v3/catalog/products', server), { headers })).status === 401
  while (await isRejectedStatement()) await pause(20)
  return Date.now() - since
}
