/** A store is exported and imported elsewhere, with interruptions, and every row is equal; an erased person leaves no trace. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seededRandom } from '../../../packages/server/src/database/testing/test-database.ts'
import { findStoresWithDueMessages } from '../../../packages/server/src/domain/messages/messages.ts'
import { storeTables } from '../../../packages/server/src/domain/portability/store-tables.ts'
import { eraseSubject } from '../../../packages/server/src/domain/privacy/erase-subject.ts'
import { findStoresWithDueWork } from '../../../packages/server/src/domain/schedule/due-stores.ts'
import { identifyAccount } from '../../../packages/server/src/domain/shoppers/shoppers.ts'
import { findStore, type Store } from '../../../packages/server/src/domain/stores/stores.ts'
import { exportStore } from '../../../packages/server/src/transfer/export-store.ts'
import { importStore } from '../../../packages/server/src/transfer/import-store.ts'
import type { Row } from '../../setup/report.ts'
import { firstNumber, seedCrowd } from '../../setup/shop.ts'
import { type Cluster, openCluster } from '../parts/export-clusters.ts'
import { type LeavingWorld, openLeavingWorld, person } from '../parts/export-world.ts'
import { type Comparison, compareStores, type Place, searchDump } from '../parts/same-store.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { rewriting } from '../writes/rewrite-statements.ts'

export const passphrase = 'a passphrase for the way'

export type LeavingReport = Comparison & {
  breaks: number
  /** Scheduled work that the imported store would have started by itself. */
  woken: number
  keepsRegid: boolean
  /** Where data of the person remains, before and after the erasure. */
  tracesBefore: number
  traces: string[]
}

export const guards = {
  'forget-table': 'the export leaves the deliveries out',
  'forget-erase': 'erasing a person skips the recorded webhook events',
  'stop-short': 'an interrupted import is opened without being resumed',
}

/** `arrive` imports the folder despite interruptions, and returns how many there were. */
export async function leave(
  world: LeavingWorld,
  from: Place,
  to: Place,
  { guard, arrive }: { guard?: string | undefined; arrive: (folder: string) => Promise<number> },
): Promise<LeavingReport> {
  const home = await mkdtemp(join(tmpdir(), 'heartbell-leaving-'))
  try {
    const folder = join(home, 'store')
    const tables = guard === 'forget-table' ? storeTables.filter(({ name }) => name !== 'deliveries') : storeTables
    await exportStore(from.sql, from.vault, world.store, { to: folder, release: 'test', passphrase, tables })
    const breaks = await arrive(folder)
    const compared = await compareStores(from, to, world.store.storeId)
    return { ...compared, breaks, ...(await lookAround(world, to)), ...(await forget(world, to, guard)) }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}

async function lookAround({ store, regid }: LeavingWorld, { sql, vault }: Place) {
  const arrived = await findStore(sql, vault, store.pid)
  if (!arrived) return { woken: 0, keepsRegid: false }
  const woken = [...(await findStoresWithDueWork(sql, 'plan')), ...(await findStoresWithDueWork(sql, 'send'))]
  const due = await findStoresWithDueMessages(sql)
  const identity = await identifyAccount(sql, arrived, person.email)
  return { woken: woken.length + due.length, keepsRegid: identity.regid === regid }
}

async function forget({ store, traces }: LeavingWorld, { sql, vault }: Place, guard: string | undefined) {
  const arrived = await findStore(sql, vault, store.pid)
  const before = await searchDump(sql, traces)
  const forgetful: [string, string] = ['delete from webhook_events where', 'delete from webhook_events where false and']
  const erasing = guard === 'forget-erase' ? rewriting(sql, [forgetful]) : sql
  if (arrived) await eraseSubject(erasing, arrived, { email: person.email })
  return { tracesBefore: before.length, traces: arrived ? await searchDump(sql, traces) : before }
}

class BrokenOff extends Error {}

/** In this process: interrupted after a random number of rows, and resumed each time. */
export const arriveInPieces =
  ({ sql, vault }: Place, breaks: number, seed: number, guard?: string) =>
  async (folder: string): Promise<number> => {
    const random = seededRandom(seed)
    const [made] = await sql<{ schema: number }[]>`select max(number) as schema from migrations`
    const { schema } = made!
    for (let broken = 0; broken < breaks; broken++) {
      let left = Math.floor(random() * 150)
      const onRows = (rows: number) => {
        left -= rows
        if (left < 0) throw new BrokenOff()
      }
      await importStore(sql, vault, folder, { passphrase, schema, onRows }).catch((error) => {
        if (!(error instanceof BrokenOff)) throw error
      })
    }
    if (guard === 'stop-short') {
      await sql`
        -- every store: the one that is arriving
        update stores
        set pid = split_part(pid, ' ', 3)
        where pid like 'arriving %'`
      return breaks
    }
    await importStore(sql, vault, folder, { passphrase, schema })
    return breaks
  }

const holdsOf = ({ different, woken, keepsRegid, tracesBefore, traces }: LeavingReport) =>
  different.length + woken + traces.length === 0 && keepsRegid && tracesBefore > 0

export const leaving: FaultRow = {
  name: 'leaving',
  what: 'a store is exported and imported elsewhere by a command that is killed repeatedly; then a person is erased',
  guards,
  async run({ seed, guard, size }) {
    const since = Date.now()
    const [shoppers, kills] = [size('shoppers', 20_000, 100), size('kills', 10, 1)]
    const from = await openCluster()
    const to = await openCluster()
    try {
      const world = await openLeavingWorld(from.sql, from.vault)
      await crowd(from, world.store, shoppers)
      const arrive =
        guard === 'stop-short' ? arriveInPieces(to, 2, seed, guard) : to.importKilled(kills, seed, passphrase)
      const report = await leave(world, from, to, { guard, arrive })
      return { ...rowOf(report), detail: `${detailOf(report)}; ${secondsSince(since)}` }
    } finally {
      await Promise.all([from.close(), to.close()])
    }
  },
}

async function crowd({ sql }: Cluster, store: Store, shoppers: number): Promise<void> {
  await seedCrowd(sql, store, { first: firstNumber, shoppers, lists: 1, items: 5 })
}

function rowOf(report: LeavingReport): Row {
  const value = report.different.length + report.traces.length + report.woken + (report.keepsRegid ? 0 : 1)
  return { name: 'leaving', value, unit: 'rows or traces wrong', bar: '0', holds: holdsOf(report), detail: '' }
}

function detailOf({ tables, rows, breaks, different, tracesBefore, traces, woken, keepsRegid }: LeavingReport): string {
  const first = [...different, ...traces].slice(0, 3).map((one) => `; ${one}`)
  return `${rows} rows of ${tables} tables, import killed ${breaks} ×: ${different.length} differ, ${woken} woken, regid ${keepsRegid ? 'kept' : 'lost'}; erased: ${tracesBefore} traces before, ${traces.length} after${first.join('')}`
}
