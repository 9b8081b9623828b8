// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are code
/** Shows that the rule of the dictionary finds wire names, and nothing that only looks alike. */
import { expect, test } from 'vitest'
import * as names from '../../packages/contract/src/wire/names.ts'
import { parseSource } from './sources.ts'
import { findWireWords, wireWordsOf } from './wire-words.ts'

const words = new Set(['epi', 'lname', 'cts'])
const find = (text: string) => findWireWords([parseSource('src/lists.ts', text)], words)

test('wire names are those with another name in code', () => {
  const tables = {
    item: { variantId: 'epi', note: 'note', add: 'a' },
    owner: { lastName: 'lname', pid: 'pid', id: 'pid' },
  }
  expect(wireWordsOf(tables, [])).toEqual(new Set(['epi', 'lname']))
})

test('the real dictionary gives the distinctive names', () => {
  const found = wireWordsOf(names, [])
  for (const word of [
    'epi',
    'empi',
    'lid',
    'lname',
    'lty',
    'listcontents',
    'mediumvalue',
    'cprops',
    'lprops',
    'du',
    'dt',
    'stk',
  ])
    expect(found).toContain(word)
})

test('a wire name is found as an identifier, a key, a text, and inside a statement', () => {
  expect(find('\nitem.epi')).toEqual(['src/lists.ts:2 uses the wire name “epi”'])
  expect(find('const { epi } = item')).toHaveLength(1)
  expect(find('const item = { epi: 1 }')).toHaveLength(1)
  expect(find("item['epi']")).toHaveLength(1)
  expect(find("throw new Error('lname is taken')")).toHaveLength(1)
  expect(find("sql`\n select json_build_object('epi', ${id}, 'cts', now())`")).toEqual([
    'src/lists.ts:2 uses the wire name “epi”',
    'src/lists.ts:2 uses the wire name “cts”',
  ])
})

test('comments, longer words and error types are not reported', () => {
  expect(find('/** The wire says epi. */ const a = 1 // lname')).toEqual([])
  expect(find('sql`select 1 -- as epi`')).toEqual([])
  expect(find("const episode = 'lname-taken'; const lnames = 'epic'")).toEqual([])
})
