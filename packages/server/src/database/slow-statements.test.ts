import { afterEach, expect, test } from 'vitest'
import { type SlowStatement, watchStatements } from './slow-statements.ts'
import { openTestDatabase } from './testing/test-database.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close()
})

async function watch(slowerThan: number) {
  const { sql, close } = await openTestDatabase()
  const told: SlowStatement[] = []
  open.push(
    close,
    watchStatements(slowerThan, (slow) => told.push(slow)),
  )
  return { sql, told }
}

test('a statement that keeps its caller waiting is told by its text, without the values in it', async () => {
  const { sql, told } = await watch(-1)
  const rows = await sql`select ${'ada@shop.example'}::text as address where ${sql`true`}`
  expect(rows).toMatchObject([{ address: 'ada@shop.example' }])
  expect(told).toContainEqual({
    milliseconds: expect.any(Number),
    statement: 'select $1::text as address where true',
  })
  expect(JSON.stringify(told)).not.toContain('ada@')
})

test('so is one that fails, and one in a transaction', async () => {
  const { sql, told } = await watch(-1)
  await expect(sql`select 1 / 0`).rejects.toThrow('division by zero')
  await sql.begin((sql) => sql`select 2`)
  expect(told.map(({ statement }) => statement)).toEqual(expect.arrayContaining(['select 1 / 0', 'select 2']))
})

test('a quick one is not, and each is told once', async () => {
  const { sql, told } = await watch(60_000)
  const asked = sql`select 1`
  await Promise.all([asked, asked])
  expect(told).toEqual([])
})
