/** A call over HTTP against pgbench running the same statement, in turns. */
import { type Load, type Loaded, runLoad } from '../load.ts'
import { findPgbench, missing, runPgbench, type Script } from '../pgbench.ts'
import { compare } from '../ratio.ts'
import { type Row, writeNumber } from '../report.ts'
import type { Shop } from '../shop.ts'
import type { Pace } from './row.ts'

export type Contest = { name: string; bar: number; next: Load['next']; script: Script }

export async function againstPgbench({ server }: Shop, pace: Pace, contest: Contest): Promise<Row> {
  const { name, bar, next, script } = contest
  const row = { name, unit: '× pgbench', bar: `≥ ${bar}` }
  const pgbench = await findPgbench()
  if (!pgbench) return { ...row, value: null, holds: false, detail: missing }
  const { clients, seconds, rounds } = pace
  let refused = 0
  let last: Loaded | undefined
  const overHttp = async () => {
    last = await runLoad({ url: server.url, clients, seconds, next })
    refused += last.refused
    return last.rate
  }
  const inDatabase = () => runPgbench({ pgbench, databaseUrl: server.databaseUrl, script, clients, seconds })
  const { ratio, ours, limit, ratios } = await compare(rounds, overHttp, inDatabase)
  const spread = ratios.map(writeNumber).join(' ')
  const detail = [
    `${writeNumber(Math.round(ours))}/s over HTTP (p50 ${last!.p50.toFixed(1)} ms, p99 ${last!.p99.toFixed(1)} ms)`,
    `${writeNumber(Math.round(limit))}/s pgbench, ${clients} clients, rounds ${spread}`,
    ...(refused > 0 ? [`${refused} REFUSED`] : []),
  ].join('; ')
  return { ...row, value: ratio, holds: ratio >= bar && refused === 0, detail }
}
