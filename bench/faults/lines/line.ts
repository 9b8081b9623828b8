/** However and whenever people arrive in a waiting line, they are notified in its order, once, and never more than there are units. */
import fc from 'fast-check'
import { connect, type Database } from '../../../packages/server/src/database/connect.ts'
import { newLineShop } from '../../../packages/server/src/domain/planning/testing/line-acts.ts'
import { promiseKinds } from '../../../packages/server/src/domain/planning/testing/line-checks.ts'
import {
  findLineFault,
  type LineFault,
  lineHistories,
  lineSettings,
} from '../../../packages/server/src/domain/planning/testing/line-histories.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { rewriting } from '../writes/rewrite-statements.ts'
import { takeShop } from '../writes/shared-shops.ts'

/** What is replaced in a statement, and what breaks then. */
const broken = {
  'import-place': {
    says: 'imported people stand behind the restock that is being offered',
    from: 'select from triggers\n          where triggers.store_id = ',
    to: 'select from triggers\n          where false and triggers.store_id = ',
  },
  'late-place': {
    says: 'planning does not look behind the place it has reached',
    from: 'and passed_over\n        and quantity <= ',
    to: 'and false\n        and quantity <= ',
  },
  'line-order': {
    says: 'planning serves the newest sign-up first',
    from: 'order by waiting_since, subscription_id\n      limit ',
    to: 'order by waiting_since desc, subscription_id\n      limit ',
  },
  'open-offers': {
    says: 'planning ignores the units of open offers',
    from: 'select coalesce(sum(quantity)',
    to: 'select 0 * coalesce(sum(quantity)',
  },
  'kept-units': {
    says: 'the units of held-out people are offered to others',
    from: 'select coalesce(sum(kept.quantity)',
    to: 'select 0 * coalesce(sum(kept.quantity)',
  },
  'sent-once': {
    says: 'an offer that is opened again sends its message again',
    from: "where delivery.status = 'withheld'",
    to: 'where true',
  },
} as const

type LineGuard = keyof typeof broken

const guards = Object.fromEntries(Object.entries(broken).map(([guard, { says }]) => [guard, says]))

/** Each history has a store of its own, so that several can run at once. */
const atOnce = 6

export const line: FaultRow = {
  name: 'line',
  what: 'random histories of sign-ups, imports, confirmations, leaves, returns, moves, any-variant alerts, hold-outs, restocks, orders and lapses',
  guards,
  async run({ seed, guard, size }) {
    const since = Date.now()
    const histories = fc.sample(lineHistories, { seed, numRuns: size('histories', 10_000, 20) })
    const faults = await tryHistories(histories, guard as LineGuard | undefined)
    const acts = histories.reduce((sum, { acts }) => sum + acts.length, 0)
    const counts = Object.entries(promiseKinds).map(
      ([kind, says]) => `${faults.filter((fault) => fault.kind === kind).length} ${says}`,
    )
    const first = faults.slice(0, 1).map((fault) => JSON.stringify(fault))
    const detail = [`${histories.length} histories of ${acts} acts`, ...counts, ...first, secondsSince(since)].join(
      '; ',
    )
    return { name: 'line', value: faults.length, unit: 'broken', bar: '0', holds: faults.length === 0, detail }
  },
}

type Fault = Omit<LineFault, 'act' | 'index'> & { history: number }

async function tryHistories(histories: Parameters<typeof findLineFault>[2][], guard: LineGuard | undefined) {
  const shop = await takeShop('silent')
  const plain = connect({ url: shop.server.databaseUrl, connections: atOnce, name: 'heartbell line' })
  const sql: Database = guard ? rewriting(plain, [[broken[guard].from, broken[guard].to]]) : plain
  const faults: Fault[] = []
  let next = 0
  const runner = async () => {
    while (next < histories.length) {
      const index = next++
      const store = await newLineShop(plain, lineSettings(histories[index]!))
      const found = await findLineFault(sql, store, histories[index]!)
      if (found) faults.push({ ...found, history: index })
    }
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, runner))
    return faults
  } finally {
    await plain.end({ timeout: 1 })
    await shop.close()
  }
}
