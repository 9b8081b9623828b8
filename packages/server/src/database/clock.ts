/** The current time, from the database. Clocks of machines differ and jump, so due times use one clock. */
import type { Sql } from './connect.ts'

export async function databaseTime(sql: Sql): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`select now()`
  return row!.now
}
