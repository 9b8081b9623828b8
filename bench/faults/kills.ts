/** Killing without warning, server and PostgreSQL in turn, and starting again on the same data. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seededRandom } from '../../packages/server/src/database/testing.ts'
import { type Server, startServer } from '../server.ts'
import type { Ledger } from './ledger.ts'

export type Victim = 'server' | 'postgres' | 'both'

/** `after` is how many acknowledged writes it waits for. */
export type Kill = { victim: Victim; after: number }

const turns: Victim[] = ['server', 'postgres', 'server', 'postgres', 'both']

/** Spread over the writes, each at a random place in its share; the last takes both, right after the last write. */
export function planKills(count: number, writes: number, seed: number): Kill[] {
  const random = seededRandom(seed)
  const share = writes / (count - 1)
  const amid = Array.from({ length: count - 1 }, (_, turn) => ({
    victim: turns[turn % turns.length]!,
    after: Math.floor((turn + random()) * share),
  }))
  return [...amid, { victim: 'both', after: Number.POSITIVE_INFINITY }]
}

/** Carries the plan out while clients write, until they are `done`. Gives the server that runs in the end. */
export async function runKills(first: Server, plan: Kill[], ledger: Ledger, done: Promise<unknown>): Promise<Server> {
  let server = first
  for (const { victim, after } of plan) {
    await Promise.race([ledger.reached(after), done])
    server = await kill(server, victim)
  }
  return server
}

async function kill(server: Server, victim: Victim): Promise<Server> {
  if (victim !== 'server') process.kill(await findPostgres(server.data), 'SIGKILL')
  // A server whose PostgreSQL was killed starts it again by itself.
  if (victim === 'postgres') return server
  await server.end('SIGKILL')
  return await startServer(server.data, { port: Number(server.url.port) })
}

/** PostgreSQL writes the number of its first process into the first line of its lock file. */
async function findPostgres(data: string): Promise<number> {
  const lock = await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8')
  return Number(lock.split('\n', 1)[0])
}
