/** For tests of what waits for what: one transaction stays open while another runs into its locks. */
import { expect } from 'vitest'
import type { Database, Sql } from '../connect.ts'

const patience = { timeout: 60_000, interval: 5 }

/** Not within a transaction: there PostgreSQL shows what it showed before. */
async function waitingNow(sql: Sql): Promise<number[]> {
  const rows = await sql<{ pid: number }[]>`
    select pid
    from pg_stat_activity
    where datname = current_database()
      and wait_event_type = 'Lock'`
  return rows.map(({ pid }) => pid)
}

/** Until so many statements of this database wait for a lock. Gives whose they are. */
export async function someoneWaits(sql: Sql, least = 1): Promise<number[]> {
  let waiting: number[] = []
  const look = async () => {
    waiting = await waitingNow(sql)
    return waiting.length
  }
  await expect.poll(look, patience).toBeGreaterThanOrEqual(least)
  return waiting
}

/** Until the work waits for a lock, or is over because it did not. */
export async function untilItWaits(sql: Sql, work: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  await expect.poll(async () => isOver || (await waitingNow(sql)).length > 0, patience).toBe(true)
}

/** A handle that is in a transaction already: what begins another goes on in the same. */
export const transactionOf = (held: Sql) =>
  new Proxy(held as unknown as Database, {
    get: (target, name) =>
      name === 'begin' ? (work: (sql: unknown) => unknown) => work(held) : Reflect.get(target, name),
  })
