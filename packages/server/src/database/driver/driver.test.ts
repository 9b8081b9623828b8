/** Our layer over the driver: values come back as they were sent, and handles do what call sites rely on. */
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { connect, type Database, type Sql } from '../connect.ts'
import { useTestDatabase } from '../testing/use-test-database.ts'

const database = useTestDatabase()
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

describe('values', () => {
  const at = new Date('2026-11-15T21:02:25.123Z')

  test('are converted to the type that the statement expects', async () => {
    const [row] = await sql`
      select ${'text'}::text as plain, ${5}::text as number_as_text, ${5} + 1 as sum, ${2n ** 40n} as big_number,
        ${true} as is_on, ${at} as at_time, ${at.toISOString()}::timestamptz as at_text, ${Buffer.from('bytes')} as raw_bytes,
        ${null}::int as nothing, ${'text'}::jsonb as json_text, ${sql.json({ a_b: [1, null] })} as json_value`
    expect(row).toEqual({
      plain: 'text',
      numberAsText: '5',
      sum: 6,
      bigNumber: 2 ** 40,
      isOn: true,
      atTime: at,
      atText: at,
      rawBytes: Buffer.from('bytes'),
      nothing: null,
      jsonText: 'text',
      // Column names become camel case; keys inside jsonb belong to merchants.
      jsonValue: { a_b: [1, null] },
    })
  })

  test('are converted in arrays too', async () => {
    const texts = ['plain', 'with "quotes"', 'back\\slash', '{brace}', 'a,b', '', 'NULL', null, 'ünïcode']
    const [row] = await sql`
      select ${texts}::text[] as texts, ${[1, 2, null]}::int[] as numbers, ${[2 ** 40]}::bigint[] as counts,
        ${[] as string[]}::uuid[] as none, ${[at]}::timestamptz[] as times, ${[true, false]}::boolean[] as flags,
        array[${sql.json({ a: '"' })}::jsonb] as objects, ${[[1, 2], [3, 4]]}::int[] as nested,
        ${[Buffer.from('ä')]}::bytea[] as bytes`
    expect(row).toEqual({
      texts,
      numbers: [1, 2, null],
      counts: [2 ** 40],
      none: [],
      times: [at],
      flags: [true, false],
      objects: [{ a: '"' }],
      nested: [
        [1, 2],
        [3, 4],
      ],
      bytes: [Buffer.from('ä')],
    })
  })

  test('that are undefined are refused before anything is sent', async () => {
    await expect(sql`select ${undefined as never}`).rejects.toMatchObject({ code: 'UNDEFINED_VALUE' })
    await expect(sql`select ${[undefined] as never}::text[]`).rejects.toMatchObject({ code: 'UNDEFINED_VALUE' })
  })
})

describe('statements', () => {
  test('are composed of fragments, identifiers and lists of fragments', async () => {
    const only = sql`where n > ${1} and n < ${9}`
    const more = [sql`and n <> ${3}`, sql`and n <> ${4}`]
    const rows = await sql`
      select ${sql('n')}, ${sql('found.n')} as again
      from generate_series(1, 10) as ${sql('found')} (n)
      ${only} ${more} ${sql.unsafe('and n < 7')}`
    expect(rows.map(({ n }) => n)).toEqual([2, 5, 6])
    expect(rows.count).toBe(3)
    expect(new Set(rows.map(({ again }) => again)).size).toBe(3)
  })

  test('return how many rows they changed', async () => {
    await sql`create table counted (n int)`
    expect((await sql`insert into counted select generate_series(1, 5)`).count).toBe(5)
    expect(await sql`delete from counted where n > ${2}`).toMatchObject({ count: 3, command: 'DELETE' })
  })

  test('given as raw text may be several, each with its rows', async () => {
    const [first, second] = (await sql.unsafe('select 1 as one; select 2 as two')) as unknown as unknown[][]
    expect([first, second]).toEqual([[{ one: 1 }], [{ two: 2 }]])
    expect(await sql.unsafe('select $1::int as given', [7])).toEqual([{ given: 7 }])
  })

  test('can be read with a cursor, inside and outside of a transaction', async () => {
    const sizes: number[] = []
    for await (const rows of sql<{ n: number }[]>`select n from generate_series(1, ${25}) n`.cursor(10))
      sizes.push(rows.length)
    expect(sizes).toEqual([10, 10, 5])
    const seen = await sql.begin(async (sql) => {
      const numbers: number[] = []
      for await (const rows of sql<{ n: number }[]>`select n from generate_series(1, ${4}) n`.cursor(2))
        numbers.push(...rows.map(({ n }) => n))
      return numbers
    })
    expect(seen).toEqual([1, 2, 3, 4])
  })

  test('that fail name the constraint and show the caller in the stack', async () => {
    await sql`create table named (n int constraint only_small check (n < 5))`
    const run = async () => await sql`insert into named values (${9})`
    const error = await run().catch((error) => error)
    expect(error).toMatchObject({ code: '23514', constraint_name: 'only_small', table_name: 'named' })
    expect(error.stack).toContain('driver.test.ts')
  })
})

describe('transactions', () => {
  test('roll back when a statement failed, even if its error was caught', async () => {
    await sql`create table tried (n int primary key)`
    const work = sql.begin(async (sql) => {
      await sql`insert into tried values (1)`
      await sql`insert into tried values (1)`.catch(() => undefined)
    })
    await expect(work).rejects.toMatchObject({ code: '23505' })
    expect(await sql`select from tried`).toHaveLength(0)
  })

  test('continue after a savepoint was rolled back', async () => {
    await sql`create table kept (n int primary key)`
    await sql.begin(async (sql) => {
      await sql`insert into kept values (1)`
      await expect(sql.savepoint((sql) => sql`insert into kept values (1)`)).rejects.toMatchObject({ code: '23505' })
      await sql.savepoint((sql) => sql`insert into kept values (2)`)
    })
    expect(await sql`select n from kept order by n`).toEqual([{ n: 1 }, { n: 2 }])
  })

  test('have a handle that is refused after their end', async () => {
    let late: Sql | undefined
    await sql.begin(async (sql) => {
      late = sql
    })
    await expect(late!`select 1`).rejects.toThrow('has ended')
  })

  test('begin with the requested isolation', async () => {
    const how = await sql.begin('isolation level repeatable read read only', async (sql) => [
      ...(await sql`select current_setting('transaction_isolation') as level, current_setting('transaction_read_only') as only`),
    ])
    expect(how).toEqual([{ level: 'repeatable read', only: 'on' }])
  })
})

test('notifications arrive, also after a reconnect', async () => {
  const own = connect({ url: database.url, name: 'listening' })
  const received: string[] = []
  const onListen = vi.fn()
  const { unlisten } = await own.listen('news', (text) => received.push(text), onListen)
  expect(onListen).toHaveBeenCalledTimes(1)
  await sql.notify('news', 'one')
  await vi.waitFor(() => expect(received).toEqual(['one']), { timeout: 45_000 })
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'listening' and datname = current_database()`
  await vi.waitFor(() => expect(onListen).toHaveBeenCalledTimes(2), { timeout: 45_000 })
  await sql.notify('news', 'two')
  await vi.waitFor(() => expect(received).toEqual(['one', 'two']), { timeout: 45_000 })
  await unlisten()
  await own.end()
})

test('ending a pool waits for running statements and refuses new ones', async () => {
  const own = connect({ url: database.url, connections: 2 })
  const slow = own`select pg_sleep(0.2)::text as slept`.execute()
  const inside = own.begin(async (sql) => [...(await sql`select 1 as one, pg_sleep(0.1)::text as slept`)])
  await vi.waitFor(
    async () =>
      expect(
        (await sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`).length,
      ).toBe(2),
    { timeout: 45_000, interval: 5 },
  )
  const ended = own.end()
  await expect(own`select 1`).rejects.toMatchObject({ code: 'CONNECTION_ENDED' })
  expect(await slow).toEqual([{ slept: '' }])
  expect(await inside).toMatchObject([{ one: 1 }])
  await ended
})

test('ending a pool without a timeout aborts running statements', async () => {
  const own = connect({ url: database.url, connections: 1 })
  await own`select 1`
  const slow = own`select pg_sleep(60)`.then(
    () => 'no',
    (error) => error.code,
  )
  await own.end({ timeout: 0 })
  expect(await slow).toBe('CONNECTION_DESTROYED')
})
