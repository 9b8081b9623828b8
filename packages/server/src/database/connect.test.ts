import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connect, type Sql, transaction } from './connect.ts'
import { openTestDatabase, seededRandom, type TestDatabase, withPauses } from './testing/test-database.ts'

let database: TestDatabase
let other: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  other = await openTestDatabase({ connections: 1 })
  await database.sql`create table halves (whole int not null, half text not null)`
})
afterAll(async () => {
  await database.close()
  await other.close()
})

/** Terminates every connection of the pool. */
async function cutConnections(): Promise<void> {
  await other.sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = ${new URL(database.url).pathname.slice(1)}`
}

test('connections lost under load lose no acknowledged write, split no transaction, and the pool recovers', async () => {
  const { sql } = database
  const slow = withPauses(sql, seededRandom(3))
  const done: number[] = []
  let next = 0
  let cutting = true
  const addWholes = async () => {
    while (cutting) {
      const whole = next++
      const add = transaction(slow, async (sql) => {
        await sql`insert into halves values (${whole}, 'first')`
        await sql`insert into halves values (${whole}, 'second')`
      })
      await add.then(
        () => done.push(whole),
        () => pause(1),
      )
    }
  }
  const run = async () => {
    while (cutting) await sql`select ${'something'}`.catch(() => pause(1))
  }
  const work = [...Array.from({ length: 6 }, addWholes), ...Array.from({ length: 6 }, run)]
  for (let cut = 0; cut < 25; cut++) {
    await pause(15)
    await cutConnections()
  }
  cutting = false
  await Promise.all(work)
  const rows = await sql<{ whole: number; halves: number }[]>`
    select whole, count(*)::int as halves
    from halves
    group by whole`
  expect(rows.filter(({ halves }) => halves !== 2)).toEqual([])
  const kept = new Set(rows.map(({ whole }) => whole))
  expect(done.filter((whole) => !kept.has(whole))).toEqual([])
  // A connection that was lost and not replaced would be waited for in vain.
  await Promise.all(Array.from({ length: 100 }, () => transaction(sql, (sql) => sql`select 1`)))
})

test('a transaction that lost its connection does not continue on the replacement connection', async () => {
  const sql = connect({ url: database.url, connections: 1 })
  const work = async (inside: Sql) => {
    await inside`insert into halves values (-1, 'first')`
    await cutConnections()
    // The pool has one connection: when the outer handle works again, it is a new one.
    await vi.waitFor(() => sql`select 1`, { timeout: 45_000 })
    await inside`insert into halves values (-1, 'second')`
  }
  let working: Promise<void> | undefined
  const add = transaction(sql, (sql) => {
    working = work(sql)
    return working
  })
  await expect(add).rejects.toThrow('CONNECTION_CLOSED')
  await expect(working).rejects.toThrow('CONNECTION_CLOSED')
  expect(await sql`select half from halves where whole = -1`).toEqual([])
  await sql.end()
})

test('a transaction begun on a full pipeline works and leaves none open for others', async () => {
  await database.sql`create table crowded (number int not null)`
  const sql = connect({ url: database.url, connections: 2 })
  await Promise.all([sql`select 1`, sql`select 1`])
  let number = 0
  // Around a full pipeline, `begin` can be the last statement that fits.
  for (let crowd = 195; crowd < 206; crowd++) {
    const selects = Array.from({ length: crowd }, () => sql`select 1`.execute())
    const added = transaction(sql, (sql) => sql`insert into crowded values (${number++})`)
    await Promise.all([...selects, added])
    await Promise.all([1, 2, 3, 4].map(() => sql`insert into crowded values (${number++})`))
    // Only of this test's database: others share the server.
    const open = await database.sql`
      select
      from pg_stat_activity
      where datname = current_database()
        and state like 'idle in transaction%'`
    expect(open).toHaveLength(0)
  }
  const rows = await database.sql`select number from crowded`
  expect(rows).toHaveLength(number)
  await sql.end()
})

test('the next host is tried when one does not answer, and an error is returned when none does', async () => {
  const { host } = new URL(database.url)
  const several = (hosts: string) => connect({ url: database.url.replace(host, hosts), connections: 2 })
  const some = several(`127.0.0.1:1,${host}`)
  expect(await Promise.all([some`select 1 as one`, some`select 1 as one`])).toEqual([[{ one: 1 }], [{ one: 1 }]])
  await some.end()
  const none = several('127.0.0.1:1,127.0.0.1:2')
  for (let turn = 0; turn < 3; turn++) await expect(none`select 1`).rejects.toThrow('ECONNREFUSED')
  await none.end({ timeout: 0 })
})
