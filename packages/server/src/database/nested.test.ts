import { afterAll, beforeAll, expect, test } from 'vitest'
import { transaction } from './connect.ts'
import { nestingTransaction } from './nested.ts'
import { openTestDatabase, pausing, seededRandom, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  // One connection: whoever reached past the open transaction would wait for ever.
  database = await openTestDatabase({ connections: 1 })
  await database.sql`create table notes (text text)`
})
afterAll(() => database.close())

const notes = async () => (await database.sql`select text from notes order by text`).map(({ text }) => text)

test('what a room does in a transaction of its own goes when the outer one fails', async () => {
  await expect(
    nestingTransaction(database.sql, async (sql) => {
      await transaction(sql, async (sql) => await sql`insert into notes values ('inner')`)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await notes()).toEqual([])
})

test('a room that fails takes back its own part only', async () => {
  for (const sql of [database.sql, pausing(database.sql, seededRandom(3))])
    await nestingTransaction(sql, async (sql) => {
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
