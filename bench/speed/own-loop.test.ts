/** The loop that replaces pgbench: it runs the same script with the same numbers. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../packages/server/src/database/testing/test-database.ts'
import { numberParameters, runLoop } from './own-loop.ts'
import { writeScript } from './pgbench.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const statement = {
  text: `select 1 / (($1::jsonb ->> 'id' = 'shopper-' || $2::bigint and $3::text = 'a:b' and $4::text is null)::int) as fits`,
  parameters: [
    { value: '{"id":"shopper-42"}', type: 'jsonb' },
    { value: '42', type: 'bigint' },
    { value: 'a:b', type: 'text' },
    { value: null, type: 'text' },
  ],
}
const script = writeScript(statement, { shopper: [100, 109] }, { '42': ':shopper' })

test('what varies is drawn, wherever it stands, and all else stays what it was', () => {
  const { text, draw } = numberParameters(script)
  expect(text).toContain(`$1::bigint || '"}')::jsonb`)
  expect(text).toContain('($1::bigint)::bigint')
  expect(text).toMatch(/\$2::text[:a-z]* = E'a\\x3Ab'/)
  const drawn = Array.from({ length: 500 }, draw)
  expect(new Set(drawn.map(([shopper]) => Number(shopper)))).toEqual(
    new Set(Array.from({ length: 10 }, (_, n) => 100 + n)),
  )
  expect(drawn[0]!.slice(1)).toEqual(['a:b', 'null'])
})

test('PostgreSQL is given the same statement as by pgbench, again and again', async () => {
  const run = { databaseUrl: database.url, clients: 4, seconds: 1 }
  expect(await runLoop({ ...run, script })).toBeGreaterThan(0)
  // A statement that differs anywhere divides by zero, which stops the run.
  const other = { ...script, variables: { ...script.variables, p3: 'a-b' } }
  await expect(runLoop({ ...run, script: other })).rejects.toThrow('division by zero')
})
