/** Giving a known guest its regid again, against a route of the same server that does nothing. */
import { randomUUID } from 'node:crypto'
import { type Load, runLoad, writeCall } from '../load.ts'
import { compare } from '../ratio.ts'
import { writeNumber } from '../report.ts'
import type { BenchRow } from './row.ts'

const bar = 0.8

export const generateRegid: BenchRow = {
  name: 'generate-regid',
  what: 'generate-regid for a known guest',
  async measure({ server, keys }, { clients, seconds, rounds }) {
    const authorization = `Basic ${Buffer.from(`${keys.pid}:${keys.apiKey}`).toString('base64')}`
    const requests = Array.from({ length: 1000 }, () =>
      writeCall(server.url, {
        path: '/storeadmin/v3/user/generate-regid',
        fields: { useragenttype: 'mobileApp', uuid: randomUUID() },
        authorization,
      }),
    )
    const empty = `GET /healthz HTTP/1.1\r\nhost: ${server.url.host}\r\nuser-agent: heartbell-bench\r\n\r\n`
    let refused = 0
    const side = (next: Load['next']) => async () => {
      const loaded = await runLoad({ url: server.url, clients, seconds, next })
      refused += loaded.refused
      return loaded.rate
    }
    const random = () => requests[Math.floor(Math.random() * requests.length)]!
    const { ratio, ours, limit, ratios } = await compare(
      rounds,
      side(random),
      side(() => empty),
    )
    const detail = [
      `${writeNumber(Math.round(ours))}/s, empty route ${writeNumber(Math.round(limit))}/s`,
      `${clients} clients, rounds ${ratios.map(writeNumber).join(' ')}`,
      ...(refused > 0 ? [`${refused} REFUSED`] : []),
    ].join('; ')
    const holds = ratio >= bar && refused === 0
    return { name: 'generate-regid', value: ratio, unit: '× empty route', bar: `≥ ${bar}`, holds, detail }
  },
}
