/** Kills server and PostgreSQL in turn without warning, and restarts on the same data. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { seededRandom } from '../../../packages/server/src/database/testing/test-database.ts'
import { type Server, startServer } from '../../setup/server.ts'
import type { Ledger } from '../writes/ledger.ts'

export type Victim = 'server' | 'postgres' | 'both'

/** `after`: how many acknowledged writes to wait for. */
export type Kill = { victim: Victim; after: number }

const turns: Victim[] = ['server', 'postgres', 'server', 'postgres', 'both']

/** Spread over the writes, each at a random point of its share; the last kill hits both, right after the last write. */
export function planKills(count: number, writes: number, seed: number): Kill[] {
  const random = seededRandom(seed)
  const share = writes / (count - 1)
  const amid = Array.from({ length: count - 1 }, (_, turn) => ({
    victim: turns[turn % turns.length]!,
    after: Math.floor((turn + random()) * share),
  }))
  return [...amid, { victim: 'both', after: Number.POSITIVE_INFINITY }]
}

/** The server that runs now. */
export type Post = { server: Server }

/** Carries out the plan while clients write, until they are `done`. */
export async function runKills(post: Post, plan: Kill[], ledger: Ledger, done: Promise<unknown>): Promise<void> {
  for (const { victim, after } of plan) {
    await Promise.race([ledger.reached(after), done])
    post.server = await kill(post.server, victim)
  }
}

async function kill(server: Server, victim: Victim): Promise<Server> {
  if (victim !== 'server') await killPostgres(server.data)
  // A server restarts its killed PostgreSQL by itself.
  if (victim === 'postgres') return server
  await server.end('SIGKILL')
  return await startServer(server.data, { port: Number(server.url.port) })
}

/** The process killed last may not be back yet: a kill without a target does not count. */
export async function killPostgres(data: string): Promise<void> {
  for (;;) {
    const pid = await findPostgres(data)
    if (pid && sendKill(pid)) return
    await pause(20)
  }
}

/** PostgreSQL writes its pid to the first line of its lock file, which may be empty for a moment. */
async function findPostgres(data: string): Promise<number | null> {
  const lock = await readFile(join(data, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
  return Number(lock.split('\n', 1)[0]) || null
}

/** False when a dead process left the lock file. */
export function sendKill(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
    throw error
  }
}
