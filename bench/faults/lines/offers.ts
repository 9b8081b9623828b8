/** After any history of stock and waiting line, the units reserved exist and go to subscribers in order, as in a model. */
import fc from 'fast-check'
import { connect, type Database } from '../../../packages/server/src/database/connect.ts'
import { seededRandom, withPauses } from '../../../packages/server/src/database/testing/test-database.ts'
import {
  findDisagreement,
  offerHistories,
  settingsOf,
} from '../../../packages/server/src/domain/planning/testing/offers-histories.ts'
import { raceOffers } from '../../../packages/server/src/domain/planning/testing/offers-races.ts'
import { newShop } from '../../../packages/server/src/domain/planning/testing/waiting-people.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { rewriting } from '../writes/rewrite-statements.ts'
import { takeShop } from '../writes/shared-shops.ts'
import { withoutLocks } from '../writes/without-locks.ts'

const guards = {
  'free-units': 'planning ignores units that are already reserved',
  'variant-lock': 'no statement locks a row before it reads it',
} as const

/** Each history and each race has a store of its own, so that several can run at once. */
const atOnce = 6
const connectionsPerRace = 6

export const offers: FaultRow = {
  name: 'offers',
  what: 'random histories of stock changes, purchases, expired offers, sign-ups and leaves, in sequence and all at once',
  guards,
  async run({ seed, guard, size }) {
    const since = Date.now()
    const histories = size('histories', 10_000, 20)
    const races = Math.ceil(histories / 50)
    const report = await tryOffers({ histories, races, seed, guard })
    const failed = report.disagreements.length + report.broken.length
    const detail = [
      `${histories} histories of ${report.acts} acts: ${report.disagreements.length} not as the model says`,
      `${races} races: ${report.broken.length} broken`,
      ...[...report.disagreements, ...report.broken].slice(0, 1),
      secondsSince(since),
    ].join('; ')
    return { name: 'offers', value: failed, unit: 'broken', bar: '0', holds: failed === 0, detail }
  },
}

type OfferRun = { histories: number; races: number; seed: number; guard: string | undefined }

async function tryOffers({ histories, races, seed, guard }: OfferRun) {
  const shop = await takeShop('silent')
  const url = shop.server.databaseUrl
  const plain = connect({ url, connections: atOnce, name: 'heartbell offers' })
  const raced = connect({ url, connections: atOnce * connectionsPerRace, name: 'heartbell offers' })
  const sql = breaking(plain, guard)
  const all = fc.sample(offerHistories, { seed, numRuns: histories })
  const report = {
    acts: all.reduce((sum, { acts }) => sum + acts.length, 0),
    disagreements: [] as string[],
    broken: [] as string[],
  }
  const tryHistory = async (index: number) => {
    const history = all[index]!
    const shop = await newShop(plain, ...settingsOf(history))
    const found = await findDisagreement(sql, shop, history).catch((error) => (error as Error).message)
    if (found) report.disagreements.push(`history ${index}: ${JSON.stringify(found)}`)
  }
  const race = async (index: number) => {
    const slow = withPauses(breaking(raced, guard), seededRandom(seed + index), { longest: 3 })
    const found = await raceOffers(slow, plain, await newShop(plain), seededRandom(seed + index))
    if (found.length > 0) report.broken.push(`race ${index}: ${found[0]}`)
  }
  try {
    await severalAtOnce(histories, tryHistory)
    await severalAtOnce(races, race)
    return report
  } finally {
    await Promise.all([plain.end({ timeout: 1 }), raced.end({ timeout: 1 })])
    await shop.close()
  }
}

function breaking(sql: Database, guard: string | undefined): Database {
  if (guard === 'variant-lock') return withoutLocks(sql)
  if (guard === 'free-units')
    return rewriting(sql, [['select coalesce(sum(quantity)', 'select 0 * coalesce(sum(quantity)']])
  return sql
}

async function severalAtOnce(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const runner = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, runner))
}
