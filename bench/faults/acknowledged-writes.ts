/** Row 1: an acknowledged write is there, whoever is killed meanwhile. */
import { connect } from '../../packages/server/src/database/connect.ts'
import { form } from '../load.ts'
import type { Row } from '../report.ts'
import { firstNumber, listIdOf, listNumber, listPrefix, openShop, type Shop, seedCrowd, tokensOf } from '../shop.ts'
import { breakDatabase, type Guard, guards, isGuard, openHastyProxy } from './breaks.ts'
import { checkLedger, type Findings } from './check.ts'
import { type Kill, planKills, runKills } from './kills.ts'
import { type Call, type Ledger, openLedger } from './ledger.ts'
import { type FaultRow, secondsSince } from './row.ts'
import { type Answers, runWriters } from './writers.ts'

export const acknowledgedWrites: FaultRow = {
  name: 'acknowledged-writes',
  what: 'clients write while server and PostgreSQL are killed in turn',
  guards,
  async run({ seed, guard, size }) {
    const since = Date.now()
    const writes = size('writes', 1_000_000, 3_000)
    const kills = size('kills', 50, 4)
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

const lists = 5

/** Where each call goes; few lists for few writes, so that writers meet at their rows. */
function layOut(writes: number) {
  const shoppers = Math.min(500, Math.max(10, Math.floor(writes / 2_000)))
  const ledger = openLedger(writes, writes < longRun ? 2 : 20)
  const numberOf = (write: number) => {
    const { number } = ledger.callOf(write)
    return { shopper: firstNumber + (number % shoppers), list: Math.floor(number / shoppers) % lists }
  }
  const writeOf = (listId: string, variantId: string) => {
    if (!/^\d+$/.test(variantId)) return null
    const { shopper, list } = numberOf(Number(variantId))
    return listId === listPrefix + listNumber(shopper, list) ? Number(variantId) : null
  }
  return { shoppers, ledger, numberOf, writeOf }
}

/** From here on every second call brings nineteen items: a million calls would take an hour on two cores. */
const longRun = 10_000

export async function killWhileWriting({ writes, kills, clients, seed, guard }: KillRun): Promise<KillReport> {
  const shop = await openShop()
  let { server } = shop
  try {
    const { shoppers, ledger, numberOf, writeOf } = layOut(writes)
    await seedCrowd(shop.sql, shop.store, { first: firstNumber, shoppers, lists, items: 0 })
    await breakDatabase(shop.sql, guard)
    const proxy = guard === 'ack-first' ? await openHastyProxy(server.url) : null
    const url = proxy?.url ?? server.url
    const writing = runWriters(ledger, { url, clients, seed, call: callsOf(shop, numberOf) })
    const plan = planKills(kills, writes, seed)
    server = await Promise.race([runKills(server, plan, ledger, writing), refuseSilence(ledger)])
    proxy?.close()
    const findings = await checkShop(shop, server.databaseUrl, ledger, writeOf)
    const { acknowledged, unknown } = ledger
    return { ...findings, acknowledged, unknown, answers: await writing, plan }
  } finally {
    await shop.close(server)
  }
}

type Layout = ReturnType<typeof layOut>

function callsOf({ store, keys }: Shop, numberOf: Layout['numberOf']) {
  const path = `/api/v3/lists/update-ctx?pid=${encodeURIComponent(keys.pid)}`
  const starts = new Map<number, string>()
  const startOf = (shopper: number, list: number) => {
    const number = listNumber(shopper, list)
    const start = starts.get(number) ?? form({ ...tokensOf(store, shopper), lid: listIdOf(store, number) })
    starts.set(number, start)
    return start
  }
  return ({ first, length }: Call) => {
    const { shopper, list } = numberOf(first)
    const items = Array.from({ length }, (_, place) => itemOf(first + place))
    return { path, body: `${startOf(shopper, list)}&${form({ a: JSON.stringify(items) })}` }
  }
}

const itemOf = (write: number) => ({
  epi: write,
  empi: write,
  du: `https://shop.example/products/${write}`,
  dt: 'Linen shirt',
})

async function checkShop({ store }: Shop, url: string, ledger: Ledger, writeOf: Layout['writeOf']): Promise<Findings> {
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
