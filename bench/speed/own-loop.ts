/** The same statement in our own loop, for machines without pgbench: prepared, pipelined over a few connections. */
import { connect } from '../../packages/server/src/database/connect.ts'
import type { Script } from './pgbench.ts'

/** As good as thirty-two, because a connection accepts the next statement before it has answered the last. */
const connections = 4

export type LoopRun = { databaseUrl: string; script: Script; clients: number; seconds: number }

/** Statements per second, without the first second, in which each connection plans the statement several times. */
export async function runLoop({ databaseUrl, script, clients, seconds }: LoopRun): Promise<number> {
  const sql = connect({ url: databaseUrl, connections, name: 'heartbell bench' })
  const { text, draw } = numberParameters(script)
  let answered = 0
  let running = true
  const client = async () => {
    while (running) {
      await sql.unsafe(text, draw(), { prepare: true })
      answered++
    }
  }
  const clientsEnd = Promise.all(Array.from({ length: clients }, client))
  const pause = (millis: number) => Promise.race([new Promise((resolve) => setTimeout(resolve, millis)), clientsEnd])
  try {
    await pause(1000)
    const [before, since] = [answered, performance.now()]
    await pause(seconds * 1000)
    return ((answered - before) * 1000) / (performance.now() - since)
  } finally {
    running = false
    await clientsEnd.catch(() => {})
    await sql.end({ timeout: 1 })
  }
}

/** `:name` as `$1`. All are sent as text or whole numbers, so that the driver converts none of them. */
export function numberParameters({ text, ranges, variables }: Script): { text: string; draw: () => string[] } {
  const names = [...Object.keys(ranges), ...Object.keys(variables)]
  const numbered = text.replace(/(?<!:):([a-z]\w*)/g, (found, name) => {
    const place = names.indexOf(name) + 1
    return place === 0 ? found : `$${place}::${Object.hasOwn(ranges, name) ? 'bigint' : 'text'}`
  })
  const fixed = Object.values(variables)
  const draw = () => [
    ...Object.values(ranges).map(([from, to]) => String(from + Math.floor(Math.random() * (to - from + 1)))),
    ...fixed,
  ]
  return { text: numbered, draw }
}
