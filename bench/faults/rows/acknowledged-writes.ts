/** An acknowledged write survives, whichever process is killed. */
import { connect } from '../../../packages/server/src/database/connect.ts'
import type { Row } from '../../setup/report.ts'
import { openShop, type Shop } from '../../setup/shop.ts'
import { breakDatabase, type Guard, guards, isGuard, openHastyProxy } from '../parts/breaks.ts'
import { type Kill, planKills, runKills } from '../parts/kills.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { checkLedger, type Findings } from '../writes/check.ts'
import { callsOf, type Layout, layOut, refuseSilence, seedWriters } from '../writes/item-writes.ts'
import type { Ledger } from '../writes/ledger.ts'
import { type Answers, runWriters } from '../writes/writers.ts'

export const acknowledgedWrites: FaultRow = {
  name: 'acknowledged-writes',
  what: 'clients write while server and PostgreSQL are killed in turn',
  guards,
  async run({ seed, guard, size }) {
    const since = Date.now()
    // About one in a hundred gets no response, and a million must be acknowledged.
    const writes = size('writes', 1_020_000, 400)
    const kills = size('kills', 50, 3)
    const broken = guard !== undefined && isGuard(guard) ? guard : undefined
    return writeRow(await killWhileWriting({ writes, kills, clients: 32, seed, guard: broken }), secondsSince(since))
  },
}

function writeRow(report: KillReport, took: string): Row {
  const { ok, lost, doubled, torn, wrongCounts, acknowledged, unknown, unknownThere, plan, answers } = report
  const failed = lost + doubled + torn + wrongCounts
  const refusals = Object.entries(answers).filter(([status]) => /^(4|500)/.test(status))
  const count = (victim: string) => plan.filter((kill) => kill.victim === victim).length
  const unanswered = Object.entries(answers).map(([status, times]) => `${status} × ${times}`)
  const detail = [
    `ok ${ok}, failed ${failed}, unknown ${unknown} (${unknownThere} of them there)`,
    `${acknowledged} acknowledged: ${lost} lost, ${doubled} doubled, ${torn} calls done by half; ${wrongCounts} wrong counts`,
    `${plan.length} kills: server ${count('server')}, PostgreSQL ${count('postgres')}, both ${count('both')}`,
    `unanswered ${unanswered.join(', ') || 'none'}`,
    took,
  ].join('; ')
  const holds = failed === 0 && refusals.length === 0 && acknowledged > 0
  return { name: 'acknowledged-writes', value: failed, unit: 'lost or doubled', bar: '0', holds, detail }
}

export type KillRun = { writes: number; kills: number; clients: number; seed: number; guard?: Guard | undefined }

export type KillReport = Findings & { acknowledged: number; unknown: number; answers: Answers; plan: Kill[] }

export async function killWhileWriting({ writes, kills, clients, seed, guard }: KillRun): Promise<KillReport> {
  const shop = await openShop()
  const post = { server: shop.server }
  try {
    const layout = layOut(writes)
    const { ledger, writeOf } = layout
    await seedWriters(shop.sql, shop.store, layout)
    await breakDatabase(shop.sql, guard)
    const proxy = guard === 'ack-first' ? await openHastyProxy(post.server.url) : null
    const url = proxy?.url ?? post.server.url
    const writing = runWriters(ledger, { url, clients, seed, call: callsOf(shop, layout) })
    const plan = planKills(kills, writes, seed)
    await Promise.race([runKills(post, plan, ledger, writing), refuseSilence(ledger)])
    proxy?.close()
    const findings = await checkShop(shop, post.server.databaseUrl, ledger, writeOf)
    const { acknowledged, unknown } = ledger
    return { ...findings, acknowledged, unknown, answers: await writing, plan }
  } finally {
    await shop.close(post.server)
  }
}

async function checkShop({ store }: Shop, url: string, ledger: Ledger, writeOf: Layout['writeOf']): Promise<Findings> {
  const sql = connect({ url, connections: 1, name: 'heartbell check' })
  return await checkLedger(sql, store.storeId, ledger, writeOf).finally(() => sql.end())
}
