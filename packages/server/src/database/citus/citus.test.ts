/** Citus itself does not run here: a stub refuses what its documentation says that it refuses. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../migrate.ts'
import { MIGRATIONS, readMigrations } from '../migration-files.ts'
import { programFolder } from '../package-folder.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { distribute, isDistributed } from './distribute.ts'
import { findViolations } from './rules.ts'
import { splitMigration } from './split-migration.ts'
import { checkStatements, findWideStatements } from './statements.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await openTestDatabase()
})
afterEach(() => database.close())

const standIn = async () => database.sql.unsafe(await readFile(new URL('./stand-in.sql', import.meta.url), 'utf8'))

const countKeys = async () =>
  (await database.sql`select conname from pg_constraint where contype = 'f' order by conname`).length

test('every table is distributed by store or copied to each machine, and its foreign keys are added again', async () => {
  await standIn()
  const keys = await countKeys()
  expect(keys).toBeGreaterThan(30)
  const done = await distribute(database.sql)
  expect(done[0]).toBe('stores')
  expect(await countKeys()).toBe(keys)
  const kinds = await database.sql`select partmethod, count(*) from pg_dist_partition group by 1 order by 1`
  expect(kinds).toMatchObject([{ partmethod: 'h' }, { partmethod: 'n', count: 12 }])
  // Added again, each key is one that Citus would accept.
  await database.sql`select citus_refuse_foreign_keys(logicalrelid) from pg_dist_partition`
  expect(await distribute(database.sql)).toEqual([])
})

test('without Citus it is refused with a clear message', async () => {
  await expect(distribute(database.sql)).rejects.toThrow(
    'HEARTBELL_CITUS is on, but the database has no Citus extension',
  )
})

test('a table that breaks a rule stops the whole distribution', async () => {
  await standIn()
  await database.sql`create table colours (store_id bigint, name text unique)`
  await expect(distribute(database.sql)).rejects.toThrow('do not include the partition column')
  expect(await isDistributed(database.sql)).toBe(false)
})

test('a later migration creates its table, distributes it, then adds its foreign keys', async () => {
  await standIn()
  await distribute(database.sql)
  const folder = await mkdtemp(join(tmpdir(), 'heartbell-citus-'))
  const known = await readMigrations()
  const fileOf = (number: number, name: string) => join(folder, `${String(number).padStart(4, '0')}-${name}.sql`)
  await Promise.all(known.map(({ number, name, text }) => writeFile(fileOf(number, name), text)))
  const text = `create table colours (
    store_id bigint not null references stores on delete cascade, -- by store
    list_id uuid not null,
    primary key (store_id, list_id),
    foreign key (store_id, list_id) references lists on delete cascade
  );
  create index colours_by_list on colours (store_id, list_id);`
  await writeFile(fileOf(known.length + 1, 'colours'), text)
  expect(await migrate(database.sql, folder)).toEqual(['colours'])
  const [row] = await database.sql`select partmethod from pg_dist_partition where logicalrelid = 'colours'::regclass`
  expect(row).toEqual({ partmethod: 'h' })
  const ties = await database.sql`select from pg_constraint where contype = 'f' and conrelid = 'colours'::regclass`
  expect(ties).toHaveLength(2)
  await rm(folder, { recursive: true })
})

test('a migration is split without losing a statement', async () => {
  expect(splitMigration('create table a (store_id bigint primary key references stores, b text);\nselect 1;')).toEqual({
    before: ['create table a (store_id bigint primary key, b text)', 'select 1'],
    keys: ['alter table a add foreign key (store_id) references stores'],
  })
  expect(splitMigration('alter table a add constraint tie foreign key (store_id, b) references c;').keys).toHaveLength(
    1,
  )
  const all = (await readMigrations(MIGRATIONS)).map(({ text }) => splitMigration(text))
  expect(all.flatMap(({ before }) => before).filter((text) => /\breferences\b/.test(text))).toEqual([])
})

test('each rule finds its violations', async () => {
  expect(await findViolations(database.sql)).toEqual([])
  await database.sql.unsafe(`
    create table no_store (word text);
    create table colours (store_id bigint, name text unique, number serial);
    alter table users add column store_id bigint references stores;
    create function nothing() returns trigger language plpgsql as 'begin return null; end';
    create trigger sly after insert on lists execute function nothing()`)
  expect((await findViolations(database.sql)).map(({ rule, where }) => `${rule}: ${where}`)).toEqual([
    'store: no_store',
    'keys: colours_name_key of colours',
    'foreign keys: users_store_id_fkey of users',
    'triggers: sly of lists',
    'sequences: colours_number_seq',
  ])
})

test('statements over all stores that lock or recurse are found in the whole program', async () => {
  const one = (text: string) => checkStatements(`sql\`-- every store: so\n${text}\``, 'a.js')[0]?.refused
  expect(one('select store_id from wakes')).toBeNull()
  expect(one('select store_id from wakes for update skip locked')).toContain('locks')
  expect(one('with recursive store as (select 1) select 1')).toContain('recurs')
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the sample is code
  expect(checkStatements('sql`select ${sql`-- every store: why\nselect 1`} from a`', 'a.js')).toMatchObject([
    { why: 'why' },
  ])
  const source = fileURLToPath(programFolder)
  const found = await findWideStatements(join(source, 'domain'))
  expect(found.map(({ file }) => file)).toContain('stores/stores.ts')
})
