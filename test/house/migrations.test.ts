/** Shows that the law of keys bites, on tables that break it. */
import { expect, test } from 'vitest'
import { findKeysWithoutStore, findTriggers, storeTables } from './migrations.ts'

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

test('a table without a store is told', () => {
  expect(find('create table lists (list_id uuid not null);')).toEqual(['m.sql:1 lists has no store_id'])
})

test('a key that starts with something else is told with its line', () => {
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

test('keys added later obey too', () => {
  expect(find('alter table a add constraint once unique (b, store_id);')).toHaveLength(1)
  expect(find('alter table a add constraint once unique (store_id, b);')).toEqual([])
})

test('what holds for the whole installation needs no store', () => {
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
