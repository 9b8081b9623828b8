import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { connect } from './connect.ts'
import { findPending, migrate, readMigrations } from './migrate.ts'
import { openTestDatabase, type TestDatabase } from './testing.ts'

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

test('a file that fails leaves nothing of itself and keeps what came before', async () => {
  await write('0003-broken.sql', 'insert into pages values (3);\ninsert into nowhere values (1)')
  await expect(migrate(database.sql, folder)).rejects.toThrow('nowhere')
  expect(await readPages()).toEqual([1, 2])
  await write('0003-broken.sql', 'insert into pages values (3)')
  expect(await migrate(database.sql, folder)).toEqual(['broken'])
})

test('a database newer than this release is refused with a sentence', async () => {
  await write('0003-future.sql', 'select 1')
  await migrate(database.sql, folder)
  await rm(join(folder, '0003-future.sql'))
  const sentence = 'The database is newer than this Heartbell: it has migration 3 (future) and this release knows 2.'
  await expect(migrate(database.sql, folder)).rejects.toThrow(sentence)
  await expect(findPending(database.sql, folder)).rejects.toThrow(sentence)
})

test('a migration changed after it ran is refused with a sentence', async () => {
  await migrate(database.sql, folder)
  await write('0001-pages.sql', 'create table pages (number bigint primary key)')
  await expect(migrate(database.sql, folder)).rejects.toThrow(/^Migration 1 \(pages\) is not the one/)
})

test('line ends of another system are no change', async () => {
  await migrate(database.sql, folder)
  await write('0002-first-page.sql', 'insert into pages values (1);\r\ninsert into pages values (2)')
  expect(await migrate(database.sql, folder)).toEqual([])
})

test('a file out of line is refused', async () => {
  await write('0004-gap.sql', 'select 1')
  await expect(migrate(database.sql, folder)).rejects.toThrow('0004-gap.sql should be the migration 0003-name.sql.')
})

test('the migrations that ship are in line', async () => {
  expect((await readMigrations()).length).toBeGreaterThan(0)
})
