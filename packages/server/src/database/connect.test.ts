import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from './connect.ts'
import { openTestDatabase, pausing, seededRandom, type TestDatabase } from './testing.ts'

let database: TestDatabase
let other: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  other = await openTestDatabase({ connections: 1 })
  await database.sql`create table halves (whole int not null, half text not null)`
})
afterAll(async () => {
  await database.close()
  await other.close()
})

/** Cuts every connection of the pool, wherever it is in its work. */
async function cutConnections(): Promise<void> {
  await other.sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = ${new URL(database.url).pathname.slice(1)}`
}

test('connections lost under load lose no answer, split no transaction, and the pool is whole again', async () => {
  const { sql } = database
  const slow = pausing(sql, seededRandom(3))
  const done: number[] = []
  let next = 0
  let cutting = true
  const addWholes = async () => {
    while (cutting) {
      const whole = next++
      const add = transaction(slow, async (sql) => {
        await sql`insert into halves values (${whole}, 'first')`
        await sql`insert into halves values (${whole}, 'second')`
      })
      await add.then(
        () => done.push(whole),
        () => pause(1),
      )
    }
  }
  const ask = async () => {
    while (cutting) await sql`select ${'something'}`.catch(() => pause(1))
  }
  const work = [...Array.from({ length: 6 }, addWholes), ...Array.from({ length: 6 }, ask)]
  for (let cut = 0; cut < 25; cut++) {
    await pause(15)
    await cutConnections()
  }
  cutting = false
  await Promise.all(work)
  const rows = await sql<{ whole: number; halves: number }[]>`
    select whole, count(*)::int as halves
    from halves
    group by whole`
  expect(rows.filter(({ halves }) => halves !== 2)).toEqual([])
  const kept = new Set(rows.map(({ whole }) => whole))
  expect(done.filter((whole) => !kept.has(whole))).toEqual([])
  const startedAt = Date.now()
  await Promise.all(Array.from({ length: 100 }, () => transaction(sql, (sql) => sql`select 1`)))
  expect(Date.now() - startedAt).toBeLessThan(3_000)
})
