import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from './connect.ts'
import { nestedTransaction } from './nested-transaction.ts'
import { openTestDatabase, seededRandom, type TestDatabase, withPauses } from './testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  // One connection: a statement outside of the open transaction would wait forever.
  database = await openTestDatabase({ connections: 1 })
  await database.sql`create table notes (text text)`
})
afterAll(() => database.close())

const notes = async () => (await database.sql`select text from notes order by text`).map(({ text }) => text)

test('an inner transaction is rolled back when the outer one fails', async () => {
  await expect(
    nestedTransaction(database.sql, async (sql) => {
      await transaction(sql, async (sql) => await sql`insert into notes values ('inner')`)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await notes()).toEqual([])
})

test('a failing inner transaction rolls back only its own part', async () => {
  for (const sql of [database.sql, withPauses(database.sql, seededRandom(3))])
    await nestedTransaction(sql, async (sql) => {
      await sql`insert into notes values ('outer')`
      const failing = transaction(sql, async (sql) => {
        await sql`insert into notes values ('inner')`
        await sql`select * from nowhere`
      })
      await expect(failing).rejects.toThrow('nowhere')
      await transaction(sql, async (sql) => await sql`insert into notes values ('second')`)
    })
  expect(await notes()).toEqual(['outer', 'outer', 'second', 'second'])
})
