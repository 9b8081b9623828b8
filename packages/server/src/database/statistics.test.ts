import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { analyzeGrownTables, startStatisticsRefresh } from './statistics.ts'
import { useTestDatabase } from './testing/use-test-database.ts'

const database = useTestDatabase()

test('a grown table is analyzed, and a row is then looked up by its primary key', async () => {
  const { sql } = database
  const look = () => sql`
    explain
    select name
    from lists
    where store_id = 1
      and list_id = '00000000-0000-7000-8000-000000000001'`
  const analysed = async () =>
    (
      await sql`
        select relname as name, analyze_count as times
        from pg_stat_user_tables
        where analyze_count > 0
        order by relname`
    ).map(({ name, times }) => [name, times])
  await sql`
    insert into stores (store_id, pid, name, token_key, identity_secret)
    values (1, 'pid', 'Store', '', '')`
  await sql`
    with shopper as (
      insert into shoppers (store_id, shopper_id)
      select 1, gen_random_uuid()
      from generate_series(1, 3000)
      returning shopper_id
    )
    insert into lists (store_id, list_id, shopper_id, name)
    select 1, gen_random_uuid(), shopper_id, 'List'
    from shopper`
  while ((await analysed()).length < 2) {
    await wait(100)
    await analyzeGrownTables(sql)
  }
  expect(await analysed()).toEqual([
    ['lists', 1],
    ['shoppers', 1],
  ])
  expect(JSON.stringify(await look())).toContain('lists_pkey')
  await analyzeGrownTables(sql)
  expect(await analysed()).toEqual([
    ['lists', 1],
    ['shoppers', 1],
  ])
})

test('an unreachable database does not stop the refresh, and close waits', async () => {
  const faults: unknown[] = []
  const broken = (() => Promise.reject(new Error('away'))) as never
  const watch = startStatisticsRefresh(broken, (error) => faults.push(error), 10)
  while (faults.length < 2) await wait(10)
  await watch.close()
  const { length } = faults
  await wait(50)
  expect(faults).toHaveLength(length)
})
