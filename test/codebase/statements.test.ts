// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the samples are code
/** Shows that the rule of the store finds statements without it. */
import { expect, test } from 'vitest'
import { parseSource } from './sources.ts'
import { findStorelessStatements } from './statements.ts'

const tables = new Set(['lists', 'items'])
const find = (text: string) => findStorelessStatements([parseSource('src/lists.ts', text)], tables)

test('a statement with its store passes', () => {
  expect(find('sql`select name from lists where store_id = ${store} and list_id = ${id}`')).toEqual([])
  expect(find('sql`insert into lists (store_id, name) values (${store}, ${name})`')).toEqual([])
  expect(find('sql`insert into lists as list (store_id, name) values (${store}, ${name})`')).toEqual([])
  expect(find('sql`insert into lists (${sql.unsafe(columns)}) select ${values}`')).toEqual([])
  expect(find('sql`select from lists join items using (store_id, list_id) where lists.store_id = ${store}`')).toEqual(
    [],
  )
  expect(find('sql`delete from lists where (store_id, list_id) in (select store_id, list_id from gone)`')).toEqual([])
})

test('a statement without its store is reported with file and line', () => {
  expect(find('\nsql`\n  select name\n  from lists\n  where list_id = ${id}`')).toEqual([
    'src/lists.ts:2 speaks of lists and binds store_id 0 ×',
  ])
})

test('every kind of statement counts: insert, update, delete, copy, with', () => {
  expect(find('sql`insert into lists (name) values (${name})`')).toHaveLength(1)
  expect(find('sql`update lists set name = ${name}`')).toHaveLength(1)
  expect(find('sql`delete from lists where list_id = ${id}`')).toHaveLength(1)
  expect(find('sql`copy lists from stdin`')).toHaveLength(1)
  expect(find('sql`with mine as (select name from lists) select * from mine`')).toHaveLength(1)
})

test('a join that forgets one side is found', () => {
  expect(find('sql`select from lists join items using (list_id) where lists.store_id = ${store}`')).toEqual([
    'src/lists.ts:1 speaks of lists, items and binds store_id 1 ×',
  ])
})

test('fragments, plain texts and unsafe statements count, too', () => {
  expect(find('const part = sql`exists (select from lists where list_id = ${id})`')).toHaveLength(1)
  expect(find('sql`select ${sql`(select name from items where item_id = ${id})`} as name`')).toHaveLength(1)
  expect(find("sql.unsafe('select name from lists')")).toHaveLength(1)
})

test('a store among the columns, in an upsert or on the right side is not a condition', () => {
  expect(find('sql`select store_id, name from lists where list_id = ${id}`')).toHaveLength(1)
  expect(find('sql`update lists set name = ${name} returning store_id`')).toHaveLength(1)
  expect(find('sql`select from lists a join items b on a.store_id = b.store_id`')).toHaveLength(1)
  expect(find('sql`insert into lists (name, store_id) values (${name}, ${store})`')).toHaveLength(1)
  expect(find('sql`insert into lists as list (name) values (${name})`')).toHaveLength(1)
})

test('a store in a comment does not count', () => {
  expect(find('sql`select name from lists -- store_id is not needed`')).toHaveLength(1)
})

test('a statement for every store says why', () => {
  expect(find('sql`-- every store: the operator’s own list\nselect name from lists`')).toEqual([])
  expect(find('sql`-- every store:\nselect name from lists`')).toHaveLength(1)
})

test('tables of the whole installation have no store to name', () => {
  expect(find('sql`select value from installation`')).toEqual([])
})
