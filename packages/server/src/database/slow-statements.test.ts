import { afterEach, expect, test } from 'vitest'
import { type SlowStatement, watchStatements } from './slow-statements.ts'
import { openTestDatabase } from './testing/test-database.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function watch(slowerThan: number) {
  const { sql, close } = await openTestDatabase()
  const reported: SlowStatement[] = []
  open.push(
    close,
    watchStatements(slowerThan, (slow) => reported.push(slow)),
  )
  return { sql, reported }
}

test('a slow statement is reported with its text, without its values', async () => {
  const { sql, reported } = await watch(-1)
  const rows = await sql`select ${'ada@shop.example'}::text as address where ${sql`true`}`
  expect(rows).toMatchObject([{ address: 'ada@shop.example' }])
  expect(reported).toContainEqual({
    milliseconds: expect.any(Number),
    statement: 'select $1::text as address where true',
  })
  expect(JSON.stringify(reported)).not.toContain('ada@')
})

test('a failed statement and one in a transaction are reported too', async () => {
  const { sql, reported } = await watch(-1)
  await expect(sql`select 1 / 0`).rejects.toThrow('division by zero')
  await sql.begin((sql) => sql`select 2`)
  expect(reported.map(({ statement }) => statement)).toEqual(expect.arrayContaining(['select 1 / 0', 'select 2']))
})

test('a fast statement is not reported', async () => {
  const { sql, reported } = await watch(60_000)
  const statement = sql`select 1`
  await Promise.all([statement, statement])
  expect(reported).toEqual([])
})
