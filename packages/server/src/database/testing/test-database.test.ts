import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from '../connect.ts'
import { openTestDatabase, seededRandom, type TestDatabase, withPauses } from './test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.sql`create table counters (name text primary key, value int not null)`
  await database.sql`insert into counters values ('a', 0), ('b', 0)`
})
afterAll(() => database.close())

test('each test database is separate', async () => {
  const other = await openTestDatabase()
  const [row] = await other.sql`select to_regclass('counters') as found`
  expect(row?.found).toBeNull()
  await other.close()
})

test('the same seed gives the same numbers', () => {
  const first = seededRandom(7)
  const second = seededRandom(7)
  const numbers = Array.from({ length: 100 }, first)
  expect(Array.from({ length: 100 }, second)).toEqual(numbers)
  expect(Math.max(...numbers)).toBeLessThan(1)
  expect(new Set(numbers).size).toBe(100)
})

test('a paused handle runs queries, fragments, builders and transactions as before', async () => {
  const sql = withPauses(database.sql, seededRandom(1))
  const where = sql`where name = ${'a'}`
  await sql`update counters set ${sql({ value: 5 })} ${where}`
  const rows = await sql<{ value: number }[]>`select value from counters ${where}`.values()
  expect(rows).toEqual([[5]])
  const result = await transaction(sql, async (sql) => {
    await sql`update counters set value = 6 where name = 'b'`
    return sql`select value from counters where name = 'b'`
  })
  expect(result[0]).toEqual({ value: 6 })
  await expect(sql`select * from nowhere`).rejects.toThrow('nowhere')
  await expect(
    transaction(sql, async (sql) => {
      await sql`update counters set value = 7 where name = 'b'`
      throw new Error('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')
  expect(await sql`select value from counters where name = 'b'`).toMatchObject([{ value: 6 }])
})

test('pauses reveal a lost update that row locks would prevent', async () => {
  const sql = withPauses(database.sql, seededRandom(2), { share: 1 })
  await sql`update counters set value = 0`
  const addUnsafely = async () => {
    const [row] = await sql<{ value: number }[]>`select value from counters where name = 'a'`
    await sql`update counters set value = ${row!.value + 1} where name = 'a'`
  }
  await Promise.all(Array.from({ length: 5 }, addUnsafely))
  const [row] = await sql`select value from counters where name = 'a'`
  expect(row?.value).toBeLessThan(5)
})
