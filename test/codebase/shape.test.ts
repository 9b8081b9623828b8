/** Shows that the rules about files find violations. */
import { expect, test } from 'vitest'
import { findBadNames, findLongFiles, findSilentFiles, longest } from './shape.ts'

test('unspecific names are reported', () => {
  const bad = ['src/utils.ts', 'src/helper.ts', 'src/common.test.ts', 'src/types.ts', 'src/misc.ts', 'src/index.ts']
  expect(findBadNames(bad)).toHaveLength(bad.length)
  expect(findBadNames(['src/lists.ts', 'src/list-record.test.ts', 'src/0001-stores.sql'])).toEqual([])
})

test('names are kebab-case', () => {
  expect(findBadNames(['src/listRecord.ts', 'src/list_record.ts'])).toHaveLength(2)
})

test('a long file is reported at the first line beyond the limit', () => {
  const lines = (count: number) => [{ path: 'src/lists.ts', text: 'a\n'.repeat(count) }]
  expect(findLongFiles(lines(longest))).toEqual([])
  expect(findLongFiles(lines(longest + 1))).toEqual(['src/lists.ts:301 has 301 lines: divide it by noun'])
})

test('a file begins with a sentence', () => {
  const find = (text: string) => findSilentFiles([{ path: 'src/lists.ts', text }])
  expect(find('/** Lists: making and deleting them. */\nimport …')).toEqual([])
  expect(find('/**\n * `heartbell serve`: runs\n * the service.\n */')).toEqual([])
  expect(find('#!/usr/bin/env node\n/** The command. */')).toEqual([])
  expect(find('-- Stores and lists.\ncreate table a ();')).toEqual([])
  expect(find('import { a } from "./a.ts"')).toEqual([
    'src/lists.ts:1 does not begin with a sentence about its purpose',
  ])
  expect(find('/** @module */')).toHaveLength(1)
  expect(find('/** */')).toHaveLength(1)
  expect(find('/** lists */')).toHaveLength(1)
})
