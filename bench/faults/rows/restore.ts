/** The restore drill of docs/operating.md: a base backup under load, a WAL archive, an accident, and a restore to the moment before. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '../../../packages/server/src/database/connect.ts'
import type { Row } from '../../setup/report.ts'
import { serverFolder } from '../../setup/server.ts'
import { copyCluster } from '../clusters/base-backup.ts'
import { type Machines, openMachines, openTenant, type Tenant } from '../clusters/machines.ts'
import {
  ask,
  type Cluster,
  configure,
  describeCluster,
  makeCluster,
  ownedFolder,
  signal,
} from '../clusters/postgres-cluster.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { checkLedger, type Findings } from '../writes/check.ts'
import { callsOf, type Layout, layOut, refuseSilence, seedWriters } from '../writes/item-writes.ts'
import { runWriters } from '../writes/writers.ts'

export const restore: FaultRow = {
  name: 'restore',
  isBeyond: true,
  what: 'a store’s lists are deleted by accident and the database is restored to the moment before',
  guards: { 'no-target': 'the restore continues to the end of the archive and repeats the accident' },
  async run({ seed, guard, size }) {
    const since = Date.now()
    const report = await drillRestore({ writes: size('writes', 10_000, 200), seed, hasTarget: guard !== 'no-target' })
    return writeRow(report, secondsSince(since))
  },
}

function writeRow({ acknowledged, lost, doubled, wrongCounts, later, deleted, ...times }: Restored, took: string): Row {
  const failed = lost + doubled + wrongCounts + later
  const detail = [
    `${acknowledged} acknowledged before the accident: ${lost} lost, ${doubled} doubled, ${wrongCounts} wrong counts`,
    `the accident deleted ${deleted} lists; ${later} writes from after it are there`,
    `base backup ${times.backupMillis} ms under load, restored and serving after ${times.restoreMillis} ms`,
    took,
  ].join('; ')
  const holds = failed === 0 && acknowledged > 0 && deleted > 0
  return { name: 'restore', value: failed, unit: 'lost or too many', bar: '0', holds, detail }
}

export type Restored = Findings & {
  acknowledged: number
  deleted: number
  /** Writes after the accident that exist although they should not. */
  later: number
  backupMillis: number
  restoreMillis: number
}

export async function drillRestore(run: { writes: number; seed: number; hasTarget: boolean }): Promise<Restored> {
  const machines = await openMachines()
  try {
    const { live, archive } = await openLive(machines)
    const server = await machines.start(['serve', '--port', '0', '--no-alerts'])
    const before = await openTenant(machines, live.url('heartbell'), unlimited)
    const after = await openTenant(machines, live.url('heartbell'), unlimited)
    const layout = layOut(run.writes)
    const { ledger, writeOf } = layout
    const write = async (tenant: Tenant, layout: Layout) => {
      await seedWriters(tenant.sql, tenant.store, layout)
      const call = callsOf(tenant, layout)
      const writing = runWriters(layout.ledger, { url: server.url, clients: 16, seed: run.seed, call })
      await Promise.race([writing, refuseSilence(layout.ledger)])
    }
    const base = await describeCluster(machines.home, 'restored')
    const writing = write(before, layout)
    await ledger.reached(run.writes / 3)
    const backupMillis = await time(() => copyCluster(live, base))
    await writing
    const [{ moment }] = (await ask(live.url('heartbell'), 'select clock_timestamp()::text as moment')) as [
      { moment: string },
    ]
    const deleted = await haveAccident(before)
    await write(after, layOut(Math.ceil(run.writes / 10)))
    await loseServer(live)
    await server.end('SIGKILL')
    const target = run.hasTarget ? moment : null
    const restoreMillis = await time(() => bringBack(machines, base, archive, target))
    const sql = connect({ url: base.url('heartbell'), connections: 1 })
    machines.onClose(() => sql.end({ timeout: 1 }))
    const findings = await checkLedger(sql, before.store.storeId, ledger, writeOf)
    const [rows] = await sql<
      { later: number }[]
    >`select count(*) as later from items where store_id = ${after.store.storeId}`
    return { ...findings, acknowledged: ledger.acknowledged, deleted, later: rows!.later, backupMillis, restoreMillis }
  } finally {
    await machines.close()
  }
}

const unlimited = ['rate-shopper=off', 'rate-address=off']

async function time(work: () => Promise<unknown>): Promise<number> {
  const since = Date.now()
  await work()
  return Date.now() - since
}

/** The settings that the document recommends, with the folders of this run. */
async function readSettings(holding: string, archive: string): Promise<string[]> {
  const text = await readFile(join(serverFolder, '..', '..', 'docs', 'operating.md'), 'utf8')
  const block = [...text.matchAll(/```ini\n([\s\S]*?)```/g)]
    .map(([, lines]) => lines!)
    .find((lines) => lines.includes(holding))
  if (!block) throw new Error(`docs/operating.md shows no settings with ${holding}.`)
  return block.replaceAll('/srv/heartbell/archive', archive).trim().split('\n')
}

async function openLive(machines: Machines): Promise<{ live: Cluster; archive: string }> {
  const live = await makeCluster(machines.home, 'live')
  machines.onClose(() => live.stop('SIGQUIT'))
  const archive = join(machines.home, 'archive')
  await ownedFolder(archive, live.account)
  await configure(live, await readSettings('archive_command', archive))
  await live.start()
  await ask(live.url('postgres'), 'create database heartbell')
  machines.env.DATABASE_URL = live.url('heartbell')
  return { live, archive }
}

async function haveAccident({ sql, store: { storeId } }: Tenant): Promise<number> {
  await sql`delete from items where store_id = ${storeId}`
  const { count } = await sql`delete from lists where store_id = ${storeId}`
  return count
}

/** Its folder is lost, too; only the archive remains. */
async function loseServer(live: Cluster): Promise<void> {
  const [{ file }] = (await ask(live.url('postgres'), 'select pg_walfile_name(pg_switch_wal()) as file')) as [
    { file: string },
  ]
  const isArchived = async () => {
    const [row] = await ask(live.url('postgres'), 'select last_archived_wal from pg_stat_archiver')
    return (row?.lastArchivedWal ?? '') >= file
  }
  while (!(await isArchived())) await pause(50)
  await live.stop('SIGKILL')
}

async function bringBack(machines: Machines, base: Cluster, archive: string, moment: string | null): Promise<void> {
  const documented = await readSettings('restore_command', archive)
  const lines = documented.flatMap((line) => {
    if (!line.startsWith('recovery_target')) return [line]
    if (moment === null) return []
    return [line.startsWith('recovery_target_time') ? `recovery_target_time = '${moment}'` : line]
  })
  await configure(base, lines)
  await signal(base, 'recovery.signal')
  machines.onClose(() => base.stop('SIGQUIT'))
  await base.start()
  const isOpen = async () => !(await ask(base.url('postgres'), 'select pg_is_in_recovery() as yes'))[0]!.yes
  while (!(await isOpen())) await pause(50)
  machines.env.DATABASE_URL = base.url('heartbell')
  const server = await machines.start(['serve', '--port', '0', '--no-alerts'])
  const { status } = await fetch(new URL('/readyz', server.url))
  if (status !== 200) throw new Error(`The restored installation answers ${status}.`)
}
