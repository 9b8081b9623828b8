/** For tests of lock conflicts: one transaction stays open while another waits for its locks. */
import { expect } from 'vitest'
import type { Database, Sql } from '../connect.ts'

const patience = { timeout: 60_000, interval: 5 }

/** Not inside a transaction: there pg_stat_activity does not change. */
async function waitingNow(sql: Sql): Promise<number[]> {
  const rows = await sql<{ pid: number }[]>`
    select pid
    from pg_stat_activity
    where datname = current_database()
      and wait_event_type = 'Lock'`
  return rows.map(({ pid }) => pid)
}

/** Waits until at least `least` statements of this database wait for a lock. Returns their pids. */
export async function waitForLockWaiters(sql: Sql, least = 1): Promise<number[]> {
  let waiting: number[] = []
  const look = async () => {
    waiting = await waitingNow(sql)
    return waiting.length
  }
  await expect.poll(look, patience).toBeGreaterThanOrEqual(least)
  return waiting
}

/** Waits until `work` waits for a lock, or has finished without waiting. */
export async function waitUntilBlocked(sql: Sql, work: Promise<unknown>): Promise<void> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  await expect.poll(async () => isOver || (await waitingNow(sql)).length > 0, patience).toBe(true)
}

/** A handle that is already in a transaction: `begin` continues in the same one. */
export const asOpenTransaction = (acquired: Sql) =>
  new Proxy(acquired as unknown as Database, {
    get: (target, name) =>
      name === 'begin' ? (work: (sql: unknown) => unknown) => work(acquired) : Reflect.get(target, name),
  })
