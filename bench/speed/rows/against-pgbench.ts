/** A call over HTTP compared with the database alone running the same statement, in turns. */
import { type Load, type Loaded, runLoad } from '../../setup/load.ts'
import { type Row, writeNumber } from '../../setup/report.ts'
import type { Shop } from '../../setup/shop.ts'
import { runLoop } from '../own-loop.ts'
import { findPgbench, runPgbench, type Script } from '../pgbench.ts'
import { compare, sidesOf } from '../ratio.ts'
import { barFor, type Pace } from './row.ts'

export type Contest = { name: string; bar: number; next: Load['next']; script: Script }

const install = 'pgbench, which comes with PostgreSQL, is not installed: a loop of our own was the limit'

export async function againstPgbench({ server }: Shop, pace: Pace, contest: Contest): Promise<Row> {
  const { name, bar, next, script } = contest
  const { clients, seconds, rounds } = pace
  const { databaseUrl } = server
  const held = barFor(bar, pace)
  let refused = 0
  let last: Loaded | undefined
  const overHttp = async () => {
    last = await runLoad({ url: server.url, clients, seconds, next })
    refused += last.refused
    return last.rate
  }
  const pgbench = await findPgbench()
  const inDatabase = () =>
    pgbench
      ? runPgbench({ pgbench, databaseUrl, script, clients, seconds })
      : runLoop({ databaseUrl, script, clients, seconds })
  const limitName = pgbench ? 'pgbench' : 'own loop'
  const found = await compare(rounds, overHttp, inDatabase)
  const detail = [
    `${writeNumber(Math.round(found.ours))}/s over HTTP (p50 ${last!.p50.toFixed(1)} ms, p99 ${last!.p99.toFixed(1)} ms)`,
    `${writeNumber(Math.round(found.limit))}/s ${limitName}, ${clients} clients, rounds ${found.ratios.map(writeNumber).join(' ')}`,
    ...(pgbench ? [] : [install]),
    ...(refused > 0 ? [`${refused} REFUSED`] : []),
  ].join('; ')
  return {
    name,
    value: found.ratio,
    unit: `× ${limitName}`,
    bar: held.bar,
    holds: found.ratio >= held.least && refused === 0,
    detail,
    figures: sidesOf(found, limitName, 'a second'),
  }
}
