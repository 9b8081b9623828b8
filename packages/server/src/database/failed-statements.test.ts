/** A statement that fails at any point of its result does not affect the next one on its connection. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect, type Database, transaction } from './connect.ts'
import { useTestDatabase } from './testing/use-test-database.ts'

const database = useTestDatabase()
let sql: Database
beforeAll(async () => {
  // One connection: the next statement meets what a failed one left behind.
  sql = connect({ url: database.url, connections: 1 })
})
afterAll(async () => {
  await sql.end({ timeout: 1 })
})

const rows = 3000
const failsLate = (handle: Pick<Database, never> & Database) => handle`
  select n, 1 / (${rows} - n) as part, repeat('x', 200) as more
  from generate_series(1, ${rows}) n`
const right = [
  { shopper: 'ada', store: 7 },
  { shopper: 'eve', store: 8 },
]
const asksForTwo = (handle: Database) => handle`
  select shopper, store::bigint
  from (values ('ada', 7), ('eve', 8)) as found (shopper, store)
  where store < ${100}
  order by store`

test('a statement that fails after its first rows were sent', async () => {
  for (let turn = 0; turn < 3; turn++) {
    await expect(failsLate(sql)).rejects.toMatchObject({ code: '22012' })
    const found = await asksForTwo(sql)
    expect(found).toHaveLength(2)
    expect([...found]).toEqual(right)
  }
})

test('a failing statement in a pipeline', async () => {
  const results = Array.from({ length: 30 }, (_, turn) =>
    turn % 3 === 1
      ? failsLate(sql).then(
          () => 'no',
          (error) => error.code,
        )
      : asksForTwo(sql).then((found) => [...found]),
  )
  const answers = await Promise.all(results)
  expect(answers).toEqual(answers.map((_, turn) => (turn % 3 === 1 ? '22012' : right)))
})

test('a statement that times out in the middle of its rows', async () => {
  const hasty = connect({ url: `${database.url}?statement_timeout=200`, connections: 1 })
  const slow = hasty`select n, repeat('x', 200) as more, pg_sleep(case when n > 2000 then 0.01 else 0 end)::text from generate_series(1, 3000) n`
  const [failed, ...others] = await Promise.all([
    slow.then(
      () => 'no',
      (error) => error.code,
    ),
    ...Array.from({ length: 5 }, () => asksForTwo(hasty).then((found) => [...found])),
  ])
  expect(failed).toBe('57014')
  expect(others).toEqual(others.map(() => right))
  expect([...(await asksForTwo(hasty))]).toEqual(right)
  await hasty.end()
})

test('a statement whose connection is lost in the middle of its rows', async () => {
  const own = connect({ url: database.url, connections: 1, name: 'cut off' })
  await own`select 1`
  const slow = own`select n, repeat('x', 200) as more, pg_sleep(case when n = 2000 then 60 else 0 end)::text from generate_series(1, 3000) n`
  const failed = slow.then(
    () => 'no',
    (error) => error.code,
  )
  const behind = asksForTwo(own).then(
    (found) => [...found],
    (error) => error.code,
  )
  const cut = async () =>
    expect(
      await database.sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database() and application_name = 'cut off' and wait_event = 'PgSleep'`,
    ).toHaveLength(1)
  await vi.waitFor(cut, { timeout: 45_000 })
  expect(['57P01', 'CONNECTION_CLOSED']).toContain(await failed)
  expect(['57P01', 'CONNECTION_CLOSED']).toContain(await behind)
  await vi.waitFor(async () => expect([...(await asksForTwo(own))]).toEqual(right), { timeout: 45_000 })
  await own.end()
})

test('a statement inside a transaction, after which the connection is used again', async () => {
  const failing = transaction(sql, async (sql) => {
    await failsLate(sql as Database)
  })
  await expect(failing).rejects.toMatchObject({ code: '22012' })
  const found = await transaction(sql, async (sql) => [...(await asksForTwo(sql as Database))])
  expect(found).toEqual(right)
})

test('a prepared statement that no longer fits the table is prepared again', async () => {
  await database.sql`create table growing (n int)`
  await database.sql`insert into growing values (1)`
  const look = () => sql`select * from growing where n > ${0}`
  expect(await look()).toEqual([{ n: 1 }])
  await database.sql`alter table growing add column more text default 'more'`
  expect(await Promise.all([look(), look()])).toEqual([[{ n: 1, more: 'more' }], [{ n: 1, more: 'more' }]])
  expect(await transaction(sql, (sql) => sql`select 1 as one`)).toEqual([{ one: 1 }])
})
