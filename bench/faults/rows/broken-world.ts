/** Database, disk, connections and clock fail on purpose; the service recovers and loses nothing. */
import { jumpingClock } from '../broken/clock.ts'
import { brokenDatabase } from '../broken/database.ts'
import { brokenDisk } from '../broken/disk.ts'
import type { Part } from '../broken/part.ts'
import { slowConnections } from '../broken/slow.ts'
import { type FaultRow, secondsSince } from '../row.ts'

const parts: Record<string, Part> = {
  database: brokenDatabase,
  disk: brokenDisk,
  slow: slowConnections,
  clock: jumpingClock,
}

/** The part that each guard belongs to. */
const places: Record<string, keyof typeof parts> = {
  'stay-away': 'database',
  lose: 'disk',
  endless: 'slow',
  early: 'clock',
}

export const brokenWorld: FaultRow = {
  name: 'broken-world',
  what: 'database unreachable and silent, disk full, connections that never end, a clock that jumps',
  guards: {
    'stay-away': 'the database comes back two and a half seconds later than reported',
    lose: 'an acknowledged item is deleted directly in the database',
    endless: 'the server has only one second to close slow connections',
    early: 'waiting alerts are made a day older and due at once',
  },
  async run({ guard, quick }) {
    const since = Date.now()
    const chosen = guard ? [parts[places[guard]!]!] : Object.values(parts)
    // In sequence, so that no part delays another; with `--quick` all at once.
    const found = quick ? await Promise.all(chosen.map((part) => part(guard))) : []
    if (!quick) for (const part of chosen) found.push(await part(guard))
    const wrong = found.flatMap((one) => one.wrong)
    const unknown = found.filter(({ isUnknown }) => isUnknown).length
    const detail = [
      ...found.map(({ did }) => did),
      `${unknown} unknown`,
      ...wrong.slice(0, 6),
      secondsSince(since),
    ].join('; ')
    const holds = wrong.length === 0 && unknown === 0
    return { name: 'broken-world', value: wrong.length, unit: 'wrong', bar: '0', holds, detail }
  },
}
