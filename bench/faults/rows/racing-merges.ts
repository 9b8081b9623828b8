/** Guests add while they are merged, with pauses wherever the code waits; acknowledged items exist once. */
import { connect, type Database } from '../../../packages/server/src/database/connect.ts'
import { seededRandom, withPauses } from '../../../packages/server/src/database/testing/test-database.ts'
import { raceMerges } from '../../../packages/server/src/domain/merges/testing/merge-races.ts'
import type { Row } from '../../setup/report.ts'
import { type FaultRow, secondsSince } from '../row.ts'
import { takeShop } from '../writes/shared-shops.ts'
import { withoutLocks } from '../writes/without-locks.ts'

export const racingMerges: FaultRow = {
  name: 'racing-merges',
  what: 'guests add while they are merged, with random pauses wherever the code waits',
  guards: { locks: 'no statement locks a row before it reads it' },
  async run({ seed, guard, size }) {
    const since = Date.now()
    const merges = size('merges', 10_000, 6)
    return writeRow(await raceManyMerges({ merges, seed, withLocks: guard !== 'locks' }), secondsSince(since))
  },
}

function writeRow(report: RaceReport, took: string): Row {
  const { merges, acknowledged, refused, lost, doubled, miscounted, broken } = report
  const failed = lost + doubled + miscounted + broken.length
  const detail = [
    `${merges} merges raced with ${acknowledged} acknowledged adds and ${refused} refused ones`,
    `${lost} lost, ${doubled} doubled, ${miscounted} wrong counts, ${broken.length} broken`,
    ...broken.slice(0, 1),
    took,
  ].join('; ')
  const holds = failed === 0 && acknowledged > 0 && refused > 0
  return { name: 'racing-merges', value: failed, unit: 'lost or doubled', bar: '0', holds, detail }
}

export type RaceRun = { merges: number; seed: number; withLocks: boolean }

export type RaceReport = {
  races: number
  merges: number
  acknowledged: number
  refused: number
  lost: number
  doubled: number
  miscounted: number
  /** Races that ended in an error of ours: a deadlock, a violated constraint. */
  broken: string[]
}

/** Each race merges two guests into one account. */
const mergesPerRace = 2
const atOnce = 8
const connectionsPerRace = 6

export async function raceManyMerges({ merges, seed, withLocks }: RaceRun): Promise<RaceReport> {
  const shop = await takeShop('serving')
  const plain = connect({ url: shop.server.databaseUrl, connections: 4, name: 'heartbell races' })
  const races = Math.ceil(merges / mergesPerRace)
  const lanes = Math.min(races, atOnce)
  const connections = lanes * connectionsPerRace
  const raced = connect({ url: shop.server.databaseUrl, connections, name: 'heartbell races' })
  const sql = withLocks ? raced : withoutLocks(raced)
  const report = {
    races,
    merges,
    acknowledged: 0,
    refused: 0,
    lost: 0,
    doubled: 0,
    miscounted: 0,
    broken: [] as string[],
  }
  let next = 0
  const runner = async () => {
    while (next < races) await race(sql, plain, seed + next++)
  }
  const race = async (sql: Database, plain: Database, raceSeed: number) => {
    const slow = withPauses(sql, seededRandom(raceSeed), { longest: 4 })
    try {
      const outcome = await raceMerges(slow, plain, shop.store, seededRandom(raceSeed))
      report.acknowledged += outcome.acknowledged
      report.refused += outcome.refused
      report.lost += outcome.lost.length
      report.doubled += outcome.doubled.length + outcome.namesakes.length
      report.miscounted += outcome.miscounted.length
    } catch (error) {
      report.broken.push(`seed ${raceSeed}: ${(error as Error).message}`)
    }
  }
  try {
    await Promise.all(Array.from({ length: lanes }, runner))
    return report
  } finally {
    await Promise.all([plain.end({ timeout: 1 }), raced.end({ timeout: 1 })])
    await shop.close()
  }
}
