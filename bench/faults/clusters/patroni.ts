/** A real Patroni: the primary's machine dies under load, Patroni elects another, and the first returns as its standby. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Row } from '../../setup/report.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { checkLedger, type Findings } from '../writes/check.ts'
import { callsOf, layOut, refuseSilence, seedWriters } from '../writes/item-writes.ts'
import type { Ledger } from '../writes/ledger.ts'
import { type Answers, runWriters } from '../writes/writers.ts'
import { openMachines, openTenant } from './machines.ts'
import { findTools, type Member, missing, openPatroni, type PatroniCluster, type Tools } from './patroni-cluster.ts'

export const patroni: FaultRow = {
  name: 'patroni',
  isBeyond: true,
  what: 'the primary of a Patroni cluster dies under load; another is elected, and the dead one returns as its standby',
  guards: { 'async-cluster': 'synchronous_mode is off: a write is acknowledged before another server has it' },
  async run({ seed, guard, size }) {
    const since = Date.now()
    const tools = await findTools()
    if (!tools)
      return { name: 'patroni', value: null, unit: 'lost or doubled', bar: '0', holds: false, detail: missing }
    const run = { writes: size('writes', 20_000, 3_000), seed, isSynchronous: guard === undefined }
    return writeRow(await loseMachine(tools, run), tools, secondsSince(since))
  },
}

function writeRow(report: PatroniReport, { version }: Tools, took: string): Row {
  const { acknowledged, lost, doubled, wrongCounts, unknownThere, awayMillis } = report
  const failed = lost + doubled + wrongCounts
  const detail = [
    version,
    `${acknowledged} acknowledged: ${lost} lost, ${doubled} doubled, ${wrongCounts} wrong counts; ${unknownThere} unanswered ones are there`,
    `unanswered ${JSON.stringify(report.answers)}`,
    `writing again ${awayMillis} ms after the kill`,
    'the dead one came back as a standby',
    took,
  ].join('; ')
  const holds = failed === 0 && acknowledged > 0
  return { name: 'patroni', value: failed, unit: 'lost or doubled', bar: '0', holds, detail }
}

type PatroniReport = Findings & { acknowledged: number; answers: Answers; awayMillis: number }

type PatroniRun = { writes: number; seed: number; isSynchronous: boolean }

async function loseMachine(tools: Tools, { writes, seed, isSynchronous }: PatroniRun): Promise<PatroniReport> {
  const machines = await openMachines()
  try {
    const cluster = await openPatroni(machines, tools, isSynchronous)
    await awaitMembers(cluster, (members) => isSynchronous === members.some(({ role }) => role === 'sync_standby'))
    machines.env.DATABASE_URL = cluster.url
    const server = await machines.start(['serve', '--port', '0', '--no-alerts'])
    const tenant = await openTenant(machines, cluster.url, ['rate-shopper=off', 'rate-address=off'])
    const layout = layOut(writes)
    const { ledger } = layout
    await seedWriters(tenant.sql, tenant.store, layout)
    const writing = runWriters(ledger, { url: server.url, clients: 24, seed, call: callsOf(tenant, layout) })
    const awayMillis = await Promise.race([changeOver(cluster, ledger, writes), refuseSilence(ledger)])
    const answers = await Promise.race([writing, refuseSilence(ledger)])
    const findings = await checkLedger(tenant.sql, tenant.store.storeId, ledger, layout.writeOf)
    await cluster.startFirst()
    await awaitMembers(cluster, (members) => members.some(({ name, role }) => name === 'first' && role !== 'leader'))
    return { ...findings, acknowledged: ledger.acknowledged, answers, awayMillis }
  } finally {
    await machines.close()
  }
}

/** Milliseconds of delay; enough that an asynchronous primary is ahead of its standby. */
const apart = 1_000

async function changeOver(cluster: PatroniCluster, ledger: Ledger, writes: number): Promise<number> {
  await ledger.reached(writes / 2)
  await cluster.delay()
  await pause(apart)
  await cluster.killFirst()
  const killedAt = Date.now()
  while (!(await cluster.members().catch(() => [])).some(isSuccessor)) await pause(20)
  const before = ledger.acknowledged
  while (ledger.acknowledged === before) await pause(20)
  return Date.now() - killedAt
}

const isSuccessor = ({ name, role }: Member) => role === 'leader' && name !== 'first'

/** All three run, each in its role. */
async function awaitMembers({ members }: PatroniCluster, areAsWanted: (them: Member[]) => boolean): Promise<void> {
  for (;;) {
    const them = await members().catch(() => [])
    const areWell = them.length === 3 && them.every(({ state }) => state === 'running' || state === 'streaming')
    if (areWell && areAsWanted(them)) return
    await pause(200)
  }
}
