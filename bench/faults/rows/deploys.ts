/** A deploy fails no request: two processes are replaced in turn, repeatedly, while callers continue. */
import { readSecret } from '../../../packages/server/src/cli/settings/secret.ts'
import { seededRandom } from '../../../packages/server/src/database/testing/test-database.ts'
import { form } from '../../setup/load.ts'
import { firstNumber, listIdOf, listNumber, type Shop, seedCrowd, tokensOf } from '../../setup/shop.ts'
import { type Asked, openCallers } from '../parts/callers.ts'
import { type Fleet, openBalanced, openSharedPort } from '../parts/fleets.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { takeShop } from '../writes/shared-shops.ts'

export const deploys: FaultRow = {
  name: 'deploys',
  what: 'both HTTP processes are replaced in turn while callers continue, on one port and behind a balancer',
  guards: {
    'kill-processes': 'processes are killed instead of stopped gracefully',
    'no-drain': 'a stopping process closes its port before balancers notice',
  },
  async run({ quick, seed, guard, size }) {
    const since = Date.now()
    const sizes = { restarts: size('restarts', 10, 1), requests: size('requests', 100_000, 200) }
    const plan = { ...sizes, callers: quick ? 8 : 24, breath: quick ? 400 : undefined, seed, guard }
    const first = deploy('one port', openSharedPort, plan)
    // Most of the time is spent on graceful stops: with `--quick` both run at once.
    if (!quick) await first
    const both = [first, deploy('balanced', openBalanced, plan)]
    // Waits for both, so that no process remains when one fails.
    await Promise.allSettled(both)
    const reports = await Promise.all(both)
    const failed = reports.reduce((sum, { failed, unknown, lost }) => sum + failed + unknown + lost, 0)
    const detail = [...reports.map(writeReport), secondsSince(since)].join('; ')
    return { name: 'deploys', value: failed, unit: 'failed', bar: '0', holds: failed === 0, detail }
  },
}

export type Plan = {
  restarts: number
  requests: number
  callers: number
  breath: number | undefined
  seed: number
  guard: string | undefined
}

export type DeployReport = Asked & {
  form: string
  restarts: number
  /** Saved items that do not exist, or items in excess. */
  lost: number
}

function writeReport({ form, restarts, requests, failed, unknown, lost, connections, faults }: DeployReport): string {
  const counted = Object.entries(faults).map(([fault, times]) => `${fault} × ${times}`)
  const found = `${requests} requests over ${connections} connections: failed ${failed}, unknown ${unknown}, lost ${lost}`
  return `${form}: ${restarts} restarts of 2 processes, ${found}${counted.length > 0 ? ` (${counted.join(', ')})` : ''}`
}

/** Read and never written to, so that its reads stay fast. */
const reader = firstNumber

export type OpenFleet = (shop: Shop, secret: string, guard: string | undefined) => Promise<Fleet>

export async function deploy(name: string, open: OpenFleet, plan: Plan): Promise<DeployReport> {
  const shop = await takeShop('silent')
  try {
    await seedCrowd(shop.sql, shop.store, { first: reader + 1, shoppers: plan.callers, lists: 1, items: 0 })
    await seedCrowd(shop.sql, shop.store, { first: reader, shoppers: 1, lists: 2, items: 5 })
    const secret = await readSecret({ secret: undefined, data: shop.server.data })
    const fleet = await open(shop, secret, plan.guard)
    try {
      return await askMeanwhile(name, shop, fleet, plan)
    } finally {
      await fleet.close()
    }
  } finally {
    await shop.close()
  }
}

/** Restarts are spread over the requests; callers continue until both are done. */
async function askMeanwhile(form: string, shop: Shop, fleet: Fleet, plan: Plan): Promise<DeployReport> {
  const before = await countItems(shop)
  const { call, saved } = callsOf(shop, plan)
  const { callers, seed, breath } = plan
  const { asked, stop } = openCallers({ url: fleet.url, callers, random: seededRandom(seed), breath, call })
  const reached = async (requests: number) => {
    while (asked.requests < requests) await new Promise((resolve) => setTimeout(resolve, 20))
  }
  try {
    for (let restart = 0; restart < plan.restarts; restart++) {
      await reached((restart * plan.requests) / plan.restarts)
      await fleet.replaceAll()
    }
    await reached(plan.requests)
  } finally {
    await stop()
  }
  const lost = Math.abs((await countItems(shop)) - before - saved())
  // Unanswered writes may exist or not.
  return { ...asked, form, restarts: plan.restarts, lost: Math.max(0, lost - asked.failed - asked.unknown) }
}

/** Each caller saves to a list of its own, and reads the same two lists in between. */
function callsOf({ store, keys }: Shop, { callers }: Plan) {
  const path = (name: string) => `/api/v3/lists/${name}?pid=${encodeURIComponent(keys.pid)}`
  const [save, look] = [path('update-ctx'), path('fetch-lists')]
  const looking = { path: look, body: form(tokensOf(store, reader)) }
  const lists = Array.from({ length: callers }, (_, caller) => {
    const shopper = reader + 1 + caller
    return form({ ...tokensOf(store, shopper), lid: listIdOf(store, listNumber(shopper)) })
  })
  let items = 0
  const call = (caller: number, turn: number) => {
    if (turn % 2 === 1) return looking
    const item = ++items
    const added = [{ epi: item, empi: item, du: `https://shop.example/products/${item}`, dt: 'Linen shirt' }]
    return { path: save, body: `${lists[caller]}&${form({ a: JSON.stringify(added) })}` }
  }
  return { call, saved: () => items }
}

async function countItems({ sql, store }: Shop): Promise<number> {
  const [row] = await sql<{ items: number }[]>`
    select count(*) as items
    from items
    where store_id = ${store.storeId}`
  return row!.items
}
