/** For tests of what waits for what: one transaction stays open while another runs into its locks. */
import type { Database, Sql } from './connect.ts'

/** Until a statement of this database waits for a lock. */
export async function someoneWaits(sql: Sql): Promise<void> {
  for (;;) {
    const waiting = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    if (waiting.length > 0) return
  }
}

/** A handle that is in a transaction already: what begins another goes on in the same. */
export const transactionOf = (held: Sql) =>
  new Proxy(held as unknown as Database, {
    get: (target, name) =>
      name === 'begin' ? (work: (sql: unknown) => unknown) => work(held) : Reflect.get(target, name),
  })
