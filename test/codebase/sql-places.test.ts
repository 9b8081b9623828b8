/** Shows that the rule about SQL finds statements in other folders. */
import { expect, test } from 'vitest'
import { parseSource } from './sources.ts'
import { findSqlElsewhere } from './sql-places.ts'

const find = (path: string, text: string) =>
  findSqlElsewhere([parseSource(path, text)], (path) => path.startsWith('src/domain/'))

test('a statement outside of domain and database is found with file and line', () => {
  expect(find('src/http/lists.ts', '\nawait sql`select 1`')).toEqual(['src/http/lists.ts:2 contains a statement'])
  expect(find('src/http/lists.ts', 'await context.sql<{ n: number }[]>`select 1 as n`')).toHaveLength(1)
  expect(find('src/http/lists.ts', "await sql.unsafe('select 1')")).toHaveLength(1)
})

test('a statement in the domain, and other templates, are allowed', () => {
  expect(find('src/domain/lists.ts', 'await sql`select 1`')).toEqual([])
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is code
  expect(find('src/http/lists.ts', 'const text = `${await count(sql)} lists`')).toEqual([])
})
