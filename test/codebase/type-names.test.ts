/** Shows that the law about type names finds repetitions. */
import { expect, test } from 'vitest'
import { parseSource } from './sources.ts'
import { findRepeatedTypes } from './type-names.ts'

const find = (one: string, other: string) =>
  findRepeatedTypes([parseSource('src/a.ts', one), parseSource('src/b.ts', other)])

test('a type name in two files is reported at both places', () => {
  expect(find('type Page = 1', '\nexport interface Page { a: 1 }')).toEqual([
    'src/a.ts:1 declares Page, as src/b.ts:2 does',
    'src/b.ts:2 declares Page, as src/a.ts:1 does',
  ])
})

test('a class and a type inside a function count as well', () => {
  expect(find('class Page {}', 'function a() { type Page = 1 }')).toHaveLength(2)
})

test('different names, and additions to another package’s types, are no repetition', () => {
  expect(find('type Page = 1', 'type ListPage = 1')).toEqual([])
  const added = `declare module 'fastify' { interface FastifyRequest { a: 1 } }`
  expect(find(added, added)).toEqual([])
})
