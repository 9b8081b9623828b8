/** Row 1: an acknowledged write is there, whoever is killed meanwhile. */
import { connect } from '../../packages/server/src/database/connect.ts'
import { form } from '../load.ts'
import type { Row } from '../report.ts'
import { firstNumber, listIdOf, listNumber, listPrefix, openShop, type Shop, seedCrowd, tokensOf } from '../shop.ts'
import { breakDatabase, type Guard, guards, isGuard, openHastyProxy } from './breaks.ts'
import { checkLedger, type Findings } from './check.ts'
import { type Kill, planKills, runKills } from './kills.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { type FaultRow, secondsSince } from './row.ts'
import { type Answers, runWriters } from './writers.ts'

export const acknowledgedWrites: FaultRow = {
  name: 'acknowledged-writes',
  what: 'clients write while server and PostgreSQL are killed in turn',
  guards,
  async run({ seed, guard, size }) {
    const since = Date.now()
    const writes = size('writes', 20_000, 3_000)
    const kills = size('kills', 10, 4)
    const broken = guard !== undefined && isGuard(guard) ? guard : undefined
    return writeRow(await killWhileWriting({ writes, kills, clients: 32, seed, guard: broken }), secondsSince(since))
  },
}

function writeRow(report: KillReport, took: string): Row {
  const { ok, lost, doubled, wrongCounts, acknowledged, unknown, unknownThere, plan, answers } = report
  const failed = lost + doubled + wrongCounts
  const refusals = Object.entries(answers).filter(([status]) => /^(4|500)/.test(status))
  const count = (victim: string) => plan.filter((kill) => kill.victim === victim).length
  const unanswered = Object.entries(answers).map(([status, times]) => `${status} × ${times}`)
  const detail = [
    `ok ${ok}, failed ${failed}, unknown ${unknown} (${unknownThere} of them there)`,
    `${acknowledged} acknowledged: ${lost} lost, ${doubled} doubled; ${wrongCounts} wrong counts`,
    `${plan.length} kills: server ${count('server')}, PostgreSQL ${count('postgres')}, both ${count('both')}`,
    `unanswered ${unanswered.join(', ') || 'none'}`,
    took,
  ].join('; ')
  const holds = failed === 0 && refusals.length === 0 && acknowledged > 0
  return { name: 'acknowledged-writes', value: failed, unit: 'lost or doubled', bar: '0', holds, detail }
}

export type KillRun = { writes: number; kills: number; clients: number; seed: number; guard?: Guard | undefined }

export type KillReport = Findings & { acknowledged: number; unknown: number; answers: Answers; plan: Kill[] }

const shoppers = 10
const lists = 5
const listCount = shoppers * lists

/** Each write adds a product of its own to one of fifty lists, so that writers meet at their rows. */
const numberOf = (write: number) => ({
  shopper: firstNumber + (write % shoppers),
  list: Math.floor(write / shoppers) % lists,
})

function writeOf(listId: string, variantId: string): number | null {
  if (!/^\d+$/.test(variantId)) return null
  const { shopper, list } = numberOf(Number(variantId))
  return listId === listPrefix + listNumber(shopper, list) ? Number(variantId) : null
}

export async function killWhileWriting({ writes, kills, clients, seed, guard }: KillRun): Promise<KillReport> {
  const shop = await openShop()
  let { server } = shop
  try {
    await seedCrowd(shop.sql, shop.store, { first: firstNumber, shoppers, lists, items: 0 })
    await breakDatabase(shop.sql, guard)
    const proxy = guard === 'ack-first' ? await openHastyProxy(server.url) : null
    const ledger = openLedger(writes)
    const url = proxy?.url ?? server.url
    const writing = runWriters(ledger, { url, clients, seed, call: callsOf(shop) })
    const plan = planKills(kills, writes, seed)
    server = await Promise.race([runKills(server, plan, ledger, writing), refuseSilence(ledger)])
    proxy?.close()
    const findings = await checkShop(shop, server.databaseUrl, ledger)
    const { acknowledged, unknown } = ledger
    return { ...findings, acknowledged, unknown, answers: await writing, plan }
  } finally {
    await shop.close(server)
  }
}

function callsOf({ store, keys }: Shop) {
  const path = `/api/v3/lists/update-ctx?pid=${encodeURIComponent(keys.pid)}`
  const starts = Array.from({ length: listCount }, (_, write) => {
    const { shopper, list } = numberOf(write)
    return form({ ...tokensOf(store, shopper), lid: listIdOf(store, listNumber(shopper, list)) })
  })
  return (write: number) => {
    const items = [{ epi: write, empi: write, du: `https://shop.example/products/${write}`, dt: 'Linen shirt' }]
    return { path, body: `${starts[write % listCount]}&${form({ a: JSON.stringify(items) })}` }
  }
}

async function checkShop({ store }: Shop, url: string, ledger: Ledger): Promise<Findings> {
  const sql = connect({ url, connections: 1, name: 'heartbell check' })
  return await checkLedger(sql, store.storeId, ledger, writeOf).finally(() => sql.end())
}

const longestSilence = 60_000

/** Clients ask for ever; a service that doesn't come back must not look like a slow one. */
async function refuseSilence(ledger: Ledger): Promise<never> {
  for (;;) {
    const before = ledger.acknowledged
    await new Promise((resolve) => setTimeout(resolve, longestSilence).unref())
    if (ledger.acknowledged === before) throw new Error('Nothing was acknowledged for a minute.')
  }
}
