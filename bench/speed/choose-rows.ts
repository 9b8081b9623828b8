/** Which rows are measured: all that can be, or the selected ones. */
import { type Flags, UsageError } from './call.ts'
import { knownPeers, peerRows } from './rows/peers.ts'
import type { BenchRow } from './rows/row.ts'

/** Comparison rows need a service to compare with. */
export function chooseRows(rows: BenchRow[], { only, peers, medusaKey }: Flags): BenchRow[] {
  const named = peers.map(({ name, url }) => {
    const peer = knownPeers.find((known) => known.name === name)
    if (!peer)
      throw new UsageError(`There is no peer ${name}; there are: ${knownPeers.map((one) => one.name).join(', ')}.`)
    return { peer, url, key: medusaKey }
  })
  const comparing = peerRows(named)
  const all = [...rows, ...comparing]
  const unknown = only.find((name) => !all.some((row) => row.name === name))
  if (unknown) throw new UsageError(`There is no row ${unknown}; there are: ${all.map(({ name }) => name).join(', ')}.`)
  const lonely = named.length === 0 && comparing.find(({ name }) => only.includes(name))
  if (lonely) throw new UsageError(`${lonely.name} needs somebody to compare with: --peer NAME=URL.`)
  if (only.length > 0) return all.filter(({ name }) => only.includes(name))
  return named.length > 0 ? all : rows
}
