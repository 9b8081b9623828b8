/** The service, installed from its tarballs, saves under load while its PostgreSQL is killed: the process survives and nothing is lost. */
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../../packages/server/src/database/connect.ts'
import type { Row } from '../../setup/report.ts'
import { openDataFolder, startServer } from '../../setup/server.ts'
import { openShop, type Shop } from '../../setup/shop.ts'
import { breakDatabase } from '../parts/breaks.ts'
import { killPostgres, sendKill } from '../parts/kills.ts'
import { installPacked, type Packed } from '../parts/packed-install.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { checkLedger, type Findings } from '../writes/check.ts'
import { callsOf, layOut, refuseSilence, seedWriters } from '../writes/item-writes.ts'
import type { Ledger } from '../writes/ledger.ts'
import { type Answers, runWriters } from '../writes/writers.ts'

const guards = {
  'packed-unlogged': 'items are stored in a table that a crash of PostgreSQL empties',
  'packed-exit':
    'the process ends when its PostgreSQL is lost, as with a driver that throws where nothing can catch it',
  'packed-no-demo': 'the files of the demo store are missing in the package',
}

export type PackedGuard = keyof typeof guards

export const packed: FaultRow = {
  name: 'packed',
  what: 'the packed packages are installed into an empty folder, and their PostgreSQL is killed under load',
  guards,
  async run({ seed, guard, size }) {
    const since = Date.now()
    const installed = await installPacked()
    try {
      const run = { writes: size('writes', 20_000, 600), kills: size('kills', 3, 3), seed }
      if (guard === 'packed-no-demo') await rm(join(dirname(installed.program), '..', 'demo'), { recursive: true })
      const demo = await tryDemo(installed)
      const report = await killPacked(installed, { ...run, guard: guard as PackedGuard | undefined })
      return writeRow(report, demo, installed.installMillis, secondsSince(since))
    } finally {
      await installed.remove()
    }
  },
}

function writeRow(report: PackedReport, demo: string | null, installMillis: number, took: string): Row {
  const { acknowledged, lost, doubled, torn, wrongCounts, unknown, kills, deaths, answers } = report
  const failed = lost + doubled + torn + wrongCounts + deaths + (demo === null ? 0 : 1)
  const unanswered = Object.entries(answers).map(([status, times]) => `${status} × ${times}`)
  const detail = [
    `installed from tarballs in ${(installMillis / 1000).toFixed(1)} s with --engine-strict and without scripts`,
    demo === null ? 'the demo store opens' : `the demo store does not open: ${demo}`,
    `PostgreSQL killed ${kills} times under load: the process died ${deaths} times`,
    `${acknowledged} acknowledged: ${lost} lost, ${doubled} doubled, ${torn} calls done by half; ${wrongCounts} wrong counts`,
    `${unknown} not acknowledged; unanswered ${unanswered.join(', ') || 'none'}`,
    took,
  ].join('; ')
  const refusals = Object.keys(answers).filter((status) => /^(4|500)/.test(status))
  const holds = failed === 0 && refusals.length === 0 && acknowledged > 0 && kills > 0
  return { name: 'packed', value: failed, unit: 'lost, or died', bar: '0', holds, detail }
}

/** Null when its pages and images exist, otherwise the reason. */
export async function tryDemo({ program }: Packed): Promise<string | null> {
  const { data, remove } = await openDataFolder()
  try {
    const server = await startServer(data, { program, flags: ['--demo'] })
    try {
      for (const path of ['/demo', '/demo/storefront.js', '/demo/goods.json', '/demo/pictures/boston-fern.svg']) {
        const { status } = await fetch(new URL(path, server.url))
        if (status !== 200) return `${path} answers ${status}`
      }
      return null
    } finally {
      await server.end()
    }
  } catch (error) {
    return (error as Error).message
  } finally {
    await remove()
  }
}

export type PackedRun = { writes: number; kills: number; seed: number; guard?: PackedGuard | undefined }

export type PackedReport = Findings & {
  acknowledged: number
  unknown: number
  answers: Answers
  kills: number
  /** How often the service exited and was started again. */
  deaths: number
}

export async function killPacked({ program }: Packed, run: PackedRun): Promise<PackedReport> {
  const { writes, kills, seed, guard } = run
  const shop = await openShop({ program, flags: ['--no-alerts'] })
  const post = { server: shop.server, deaths: 0, isDone: false }
  try {
    const layout = layOut(writes)
    const { ledger } = layout
    await seedWriters(shop.sql, shop.store, layout)
    if (guard === 'packed-unlogged') await breakDatabase(shop.sql, 'unlogged')
    const watching = restartWhenDead(shop, post, program)
    const { url } = post.server
    const writing = runWriters(ledger, { url, clients: 16, seed, call: callsOf(shop, layout) })
    const killing = killEvenly(shop, post, kills, ledger, writing, guard)
    await Promise.race([Promise.all([writing, killing]), refuseSilence(ledger), watching])
    const findings = await checkLedger(shop.sql, shop.store.storeId, ledger, layout.writeOf)
    const { acknowledged, unknown } = ledger
    return { ...findings, acknowledged, unknown, answers: await writing, kills, deaths: post.deaths }
  } finally {
    post.isDone = true
    await shop.close(post.server)
  }
}

type Post = { server: Shop['server']; deaths: number; isDone: boolean }

/** Each kill comes in its share of the writes, in a different way. */
async function killEvenly(
  { sql }: Shop,
  post: Post,
  kills: number,
  ledger: Ledger,
  done: Promise<unknown>,
  guard?: PackedGuard,
) {
  for (let kill = 1; kill <= kills; kill++) {
    await Promise.race([ledger.reached((ledger.size * kill) / (kills + 1)), done])
    const backends = await findBackends(sql)
    // All processes, the first process alone, or one connection, after which PostgreSQL itself ends all others.
    if (kill % 3 !== 0) await killPostgres(post.server.data)
    for (const pid of kill % 3 === 1 ? backends : kill % 3 === 0 ? backends.slice(0, 1) : []) sendKill(pid)
    if (guard === 'packed-exit') post.server.process.kill('SIGKILL')
  }
}

/** The service's connections; retried while PostgreSQL restarts after the last kill. */
async function findBackends(sql: Database): Promise<number[]> {
  for (;;) {
    const rows = await sql<{ pid: number }[]>`
      select pid
      from pg_stat_activity
      where datname = current_database()
        and application_name <> 'heartbell bench'
        and pid <> pg_backend_pid()`.catch(() => null)
    if (rows && rows.length > 0) return rows.map(({ pid }) => pid)
    await pause(20)
  }
}

/** Restarts the service as a supervisor would, and counts the exits. Resolves never; rejects on an error. */
async function restartWhenDead({ server: { data, url } }: Shop, post: Post, program: string): Promise<never> {
  for (;;) {
    const { process: child } = post.server
    if (child.exitCode === null && child.signalCode === null)
      await new Promise((resolve) => child.once('exit', resolve))
    if (post.isDone) return await new Promise(() => {})
    post.deaths++
    post.server = await startServer(data, { program, port: Number(url.port), flags: ['--no-alerts'] })
  }
}
