/** What time it is: the database's word. Machines' own clocks differ and jump, so what is due is due by one clock. */
import type { Sql } from './connect.ts'

export async function databaseTime(sql: Sql): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`select now()`
  return row!.now
}
