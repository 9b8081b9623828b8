import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withPooler } from './address.ts'
import { connect } from './connect.ts'
import { findPending, findUnknown, migrate } from './migrate.ts'
import { readMigrations } from './migration-files.ts'
import { openTestDatabase, type TestDatabase } from './testing/test-database.ts'

let database: TestDatabase
let folder: string
beforeEach(async () => {
  database = await openTestDatabase()
  await database.sql`drop schema public cascade`
  await database.sql`create schema public`
  folder = await mkdtemp(join(tmpdir(), 'heartbell-migrations-'))
  await write('0001-pages.sql', 'create table pages (number int primary key)')
  await write('0002-first-page.sql', 'insert into pages values (1);\ninsert into pages values (2)')
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const write = (file: string, text: string) => writeFile(join(folder, file), text)
const readPages = async () => (await database.sql`select number from pages order by number`).map((row) => row.number)

test('files run in order, and once', async () => {
  expect(await findPending(database.sql, folder)).toEqual(['pages', 'first-page'])
  expect(await migrate(database.sql, folder)).toEqual(['pages', 'first-page'])
  expect(await migrate(database.sql, folder)).toEqual([])
  await write('0003-third-page.sql', 'insert into pages values (3)')
  expect(await findPending(database.sql, folder)).toEqual(['third-page'])
  expect(await migrate(database.sql, folder)).toEqual(['third-page'])
  expect(await readPages()).toEqual([1, 2, 3])
  expect(await database.sql`select number, name from migrations order by number`).toMatchObject([
    { number: 1, name: 'pages' },
    { number: 2, name: 'first-page' },
    { number: 3, name: 'third-page' },
  ])
})

test('processes that start together run each file once between them', async () => {
  await write('0003-slow.sql', 'select pg_sleep(0.05); insert into pages values (3)')
  const others = Array.from({ length: 4 }, () => connect({ url: database.url, connections: 1 }))
  const ran = await Promise.all(others.map((sql) => migrate(sql, folder)))
  await Promise.all(others.map((sql) => sql.end()))
  expect(ran.flat().sort()).toEqual(['first-page', 'pages', 'slow'])
  expect(await readPages()).toEqual([1, 2, 3])
})

test('a file that fails is rolled back, and those before it stay', async () => {
  await write('0003-broken.sql', 'insert into pages values (3);\ninsert into nowhere values (1)')
  await expect(migrate(database.sql, folder)).rejects.toThrow('nowhere')
  expect(await readPages()).toEqual([1, 2])
  await write('0003-broken.sql', 'insert into pages values (3)')
  expect(await migrate(database.sql, folder)).toEqual(['broken'])
})

test('a database to which a newer release only added is accepted', async () => {
  await write('0003-future.sql', 'alter table pages add column title text')
  await migrate(database.sql, folder)
  await rm(join(folder, '0003-future.sql'))
  expect(await migrate(database.sql, folder)).toEqual([])
  expect(await findPending(database.sql, folder)).toEqual([])
  expect(await findUnknown(database.sql, folder)).toEqual(['future'])
})

test('a database that a newer release changed incompatibly is refused with a clear message', async () => {
  await write('0003-future.sql', '-- needs 0003: pages are counted elsewhere\nalter table pages rename to sheets')
  await migrate(database.sql, folder)
  await rm(join(folder, '0003-future.sql'))
  const sentence =
    'The database is newer than this Heartbell: its migration 3 (future) needs a release with migration 3, and this release ends at 2.'
  await expect(migrate(database.sql, folder)).rejects.toThrow(sentence)
  await expect(findPending(database.sql, folder)).rejects.toThrow(sentence)
})

test('what only the release before last still used may be dropped', async () => {
  await write('0003-new-place.sql', 'create table sheets (number int primary key)')
  await write('0004-old-place.sql', '-- needs 0003: nobody reads pages any more\ndrop table pages')
  await migrate(database.sql, folder)
  await rm(join(folder, '0004-old-place.sql'))
  expect(await migrate(database.sql, folder)).toEqual([])
  await rm(join(folder, '0003-new-place.sql'))
  await expect(migrate(database.sql, folder)).rejects.toThrow('needs a release with migration 3')
})

test('a database from before the column `needs` gets the column', async () => {
  await migrate(database.sql, folder)
  await database.sql`alter table migrations drop column needs`
  expect(await migrate(database.sql, folder)).toEqual([])
  await write('0003-third.sql', '-- needs 0003: so it is\ninsert into pages values (3)')
  expect(await migrate(database.sql, folder)).toEqual(['third'])
  expect(await database.sql`select needs from migrations order by number`).toMatchObject([
    { needs: 0 },
    { needs: 0 },
    { needs: 3 },
  ])
})

test('waiting for a table in use happens in short turns, so that others are not blocked', async () => {
  await migrate(database.sql, folder)
  await write('0003-title.sql', 'alter table pages add column title text')
  const other = connect({ url: database.url, connections: 2 })
  let finish = () => {}
  let reading: Promise<unknown> = Promise.resolve()
  await new Promise<void>((begun) => {
    reading = other.begin(async (sql) => {
      await sql`select number from pages`
      begun()
      await new Promise<void>((resolve) => (finish = resolve))
    })
  })
  const migrating = migrate(database.sql, folder)
  // A query behind a waiting migration would wait with it; it is answered only after the migration has given up its turn.
  await vi.waitFor(
    async () => {
      const [waiting] = await other`select from pg_locks where not granted and relation = 'pages'::regclass`
      expect(waiting).toBeDefined()
    },
    { timeout: 45_000 },
  )
  expect(await other`select number from pages order by number`).toHaveLength(2)
  finish()
  await reading
  expect(await migrating).toEqual(['title'])
  await other.end()
})

test('an index is built concurrently, outside of a transaction', async () => {
  await write('0003-by-number.sql', 'create index concurrently if not exists pages_by_number on pages (number)')
  const others = Array.from({ length: 2 }, () => connect({ url: database.url, connections: 1 }))
  const ran = await Promise.all(others.map((sql) => migrate(sql, folder)))
  await Promise.all(others.map((sql) => sql.end()))
  expect(new Set(ran.flat())).toEqual(new Set(['pages', 'first-page', 'by-number']))
  expect(await database.sql`select indisvalid from pg_index where indexrelid = 'pages_by_number'::regclass`).toEqual([
    { indisvalid: true },
  ])
  expect(await migrate(database.sql, folder)).toEqual([])
})

test('behind a pooler an index cannot be built concurrently, and the message says what to do', async () => {
  await write('0003-by-number.sql', 'create index concurrently if not exists pages_by_number on pages (number)')
  const pooled = connect({ url: withPooler(database.url, 'prepared'), connections: 1 })
  await expect(migrate(pooled, folder)).rejects.toThrow(
    /^Migration 3 \(by-number\) .* Run heartbell migrate once with a DATABASE_URL that connects directly to PostgreSQL/,
  )
  await pooled.end()
  expect(await migrate(database.sql, folder)).toEqual(['by-number'])
})

test('a file that needs one after it is refused', async () => {
  await write('0003-odd.sql', '-- needs 0004: what?\nselect 1')
  await expect(migrate(database.sql, folder)).rejects.toThrow('0003-odd.sql needs 4, which comes after it.')
})

test('a migration changed after it ran is refused with a clear message', async () => {
  await migrate(database.sql, folder)
  await write('0001-pages.sql', 'create table pages (number bigint primary key)')
  await expect(migrate(database.sql, folder)).rejects.toThrow(/^Migration 1 \(pages\) differs from the one/)
})

test('line endings of another system do not count as a change', async () => {
  await migrate(database.sql, folder)
  await write('0002-first-page.sql', 'insert into pages values (1);\r\ninsert into pages values (2)')
  expect(await migrate(database.sql, folder)).toEqual([])
})

test('a file with a gap in the numbers is refused', async () => {
  await write('0004-gap.sql', 'select 1')
  await expect(migrate(database.sql, folder)).rejects.toThrow('0004-gap.sql should be the migration 0003-name.sql.')
})

test('the shipped migrations are numbered without gaps', async () => {
  expect((await readMigrations()).length).toBeGreaterThan(0)
})
