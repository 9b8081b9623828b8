/** Returns a known guest its regid, compared with a route of the same server that reads the same request and does nothing. */
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { type Load, runLoad, writeCall } from '../../setup/load.ts'
import { startProcess } from '../../setup/process.ts'
import { writeNumber } from '../../setup/report.ts'
import { compare, sidesOf } from '../ratio.ts'
import { type BenchRow, barFor, type Pace } from './row.ts'

const bar = 0.8
const guests = 1000
const program = fileURLToPath(new URL('../empty-route.js', import.meta.url))

export const generateRegid: BenchRow = {
  name: 'generate-regid',
  what: 'generate-regid for a known guest',
  async measure({ server, keys }, pace) {
    const { url, end } = await startProcess([program, server.databaseUrl, server.data])
    const authorization = `Basic ${Buffer.from(`${keys.pid}:${keys.apiKey}`).toString('base64')}`
    const callsOf = (path: string) =>
      Array.from({ length: guests }, () => {
        const fields = { useragenttype: 'mobileApp', uuid: randomUUID() }
        return writeCall(url, { path, fields, authorization })
      })
    const ours = loading(url, pace, callsOf('/storeadmin/v3/user/generate-regid'))
    const empty = loading(url, pace, callsOf('/empty'))
    const found = await compare(pace.rounds, ours.run, empty.run).finally(() => end())
    const refused = ours.refused() + empty.refused()
    const detail = [
      `${writeNumber(Math.round(found.ours))}/s, empty route ${writeNumber(Math.round(found.limit))}/s`,
      `${pace.clients} clients, rounds ${found.ratios.map(writeNumber).join(' ')}`,
      ...(refused > 0 ? [`${refused} REFUSED`] : []),
    ].join('; ')
    const held = barFor(bar, pace)
    const holds = found.ratio >= held.least && refused === 0
    const figures = sidesOf(found, 'an empty route', 'a second')
    return {
      name: 'generate-regid',
      value: found.ratio,
      unit: '× empty route',
      bar: held.bar,
      holds,
      detail,
      figures,
    }
  },
}

function loading(url: Load['url'], { clients, seconds }: Pace, calls: string[]) {
  let refused = 0
  const next = () => calls[Math.floor(Math.random() * calls.length)]!
  const run = async () => {
    const loaded = await runLoad({ url, clients, seconds, next })
    refused += loaded.refused
    return loaded.rate
  }
  return { run, refused: () => refused }
}
