/** Shows that the rules about migrations find violations. */
import { expect, test } from 'vitest'
import { findBlockingIndexes, findKeysWithoutStore, findTriggers, findUnsaidBreaks, storeTables } from './migrations.ts'

const migration = (text: string) => [{ path: 'm.sql', text }]
const find = (text: string) => findKeysWithoutStore(migration(text), ['installation'])

test('keys that start with the store pass', () => {
  const text = `
    create table lists (
      store_id bigint not null references stores on delete cascade,
      list_id uuid not null,
      name text not null default '', -- unique by name? no
      price numeric(10, 2) check (price > 0),
      primary key (store_id, list_id),
      unique (store_id, name),
      foreign key (store_id, list_id) references lists on delete cascade
    );
    create unique index lists_by_name on lists (store_id, lower(name)) where name <> '';`
  expect(find(text)).toEqual([])
})

test('a table without a store is reported', () => {
  expect(find('create table lists (list_id uuid not null);')).toEqual(['m.sql:1 lists has no store_id'])
})

test('a key that starts with another column is reported with its line', () => {
  expect(find('\ncreate table a (\n  store_id bigint,\n  b text,\n  primary key (b, store_id)\n);')).toEqual([
    'm.sql:5 has a key that starts with b, not store_id',
  ])
  expect(find('create table a (store_id bigint, b text, unique (b));')).toHaveLength(1)
  expect(find('create table a (store_id bigint, b text, foreign key (b) references c);')).toHaveLength(1)
  expect(find('create unique index a_b on a (b, store_id);')).toHaveLength(1)
  expect(find('create unique index a_b on a (lower(b), store_id);')).toHaveLength(1)
})

test('a key of a single column is a key', () => {
  expect(find('create table a (store_id bigint,\n  b uuid primary key\n);')).toEqual([
    'm.sql:2 has a column key that starts with b, not store_id',
  ])
  expect(find('create table a (store_id bigint, b text not null unique);')).toHaveLength(1)
  expect(find('create table a (store_id bigint, b text references c);')).toHaveLength(1)
  expect(find('create table a (store_id bigint primary key references stores, b text);')).toEqual([])
})

test('keys added later are checked, too', () => {
  expect(find('alter table a add constraint once unique (b, store_id);')).toHaveLength(1)
  expect(find('alter table a add constraint once unique (store_id, b);')).toEqual([])
})

test('a table of the whole installation needs no store', () => {
  expect(find('create table installation (word text primary key);')).toEqual([])
})

test('store tables are all others', () => {
  const text = 'create table installation (word text); create table lists (store_id bigint);'
  expect(storeTables(migration(text), ['installation'])).toEqual(new Set(['lists']))
})

test('a trigger is found, a table of triggers is not one', () => {
  expect(findTriggers(migration('\ncreate trigger t before update on lists execute function f();'))).toHaveLength(1)
  expect(findTriggers(migration('create or replace trigger t before insert on a execute function f();'))).toHaveLength(
    1,
  )
  expect(findTriggers(migration('-- create trigger\ncreate table triggers (store_id bigint);'))).toEqual([])
})

test.each([
  'drop table lists;',
  'alter table lists drop column note;',
  'alter table lists rename column note to remark;',
  'alter table lists alter column note type varchar(10);',
  'alter table lists alter column note set not null;',
  'alter table lists add column colour text not null;',
  'alter table lists add constraint short check (length(note) < 10);',
  'create unique index concurrently if not exists once on lists (store_id, name);',
])('%s removes something, and must say what it needs', (text) => {
  expect(findUnsaidBreaks(migration(text))).toEqual(['m.sql:1 removes something and does not say what it needs'])
  expect(findUnsaidBreaks(migration(`-- needs 0015: nobody asks any more\n${text}`))).toEqual([])
})

test.each([
  'alter table lists add column colour text;',
  "alter table lists add column colour text not null default '';",
  'alter table lists add constraint short check (length(note) < 10) not valid;',
  'create table colours (store_id bigint, name text not null, unique (store_id, name)); create unique index a on colours (store_id);',
])('%s only adds', (text) => {
  expect(findUnsaidBreaks(migration(text))).toEqual([])
})

test('an index of a table in use is built concurrently', () => {
  expect(findBlockingIndexes(migration('create table a (store_id bigint); create index b on a (store_id);'))).toEqual(
    [],
  )
  expect(findBlockingIndexes(migration('create index b on lists (store_id);'))).toEqual([
    'm.sql:1 blocks writes while it builds',
  ])
  const beside = 'create index concurrently if not exists b on lists (store_id, name);'
  expect(findBlockingIndexes(migration(beside))).toEqual([])
  expect(findBlockingIndexes(migration(`select 1;\n${beside}`))).toEqual(['m.sql:2 must be alone in its file'])
})
