/** The load of one store does not slow down others: a store above its share waits, everybody else continues. */
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type ConnectOptions, connect, type Database, type Sql } from '../../connect.ts'
import { waitForLockWaiters } from '../../testing/locks.ts'
import { useTestDatabase } from '../../testing/use-test-database.ts'
import { FairQueue } from './fair-queue.ts'
import { defaultShareLimits, Share } from './shares.ts'

const database = useTestDatabase()
beforeAll(async () => {
  await database.sql`create table rows (n int primary key, touched int not null default 0)`
  await database.sql`insert into rows select n from generate_series(1, 100) n`
})

const open: Database[] = []
afterEach(async () => {
  for (const sql of open.splice(0)) await sql.end({ timeout: 0 })
})
function share(options: Partial<ConnectOptions> = {}): Database {
  const sql = connect({ url: database.url, connections: 3, shares: defaultShareLimits, ...options })
  open.push(sql)
  return sql
}

/** Locks the row until the returned function is called. */
async function lockRow(n: number): Promise<() => Promise<void>> {
  let unlock = () => {}
  const unlocked = new Promise<void>((resolve) => (unlock = resolve))
  let onLocked = () => {}
  const locked = new Promise<void>((resolve) => (onLocked = resolve))
  const locking = database.sql.begin(async (sql) => {
    await sql`select from rows where n = ${n} for update`
    onLocked()
    await unlocked
  })
  await locked
  return async () => {
    unlock()
    await locking
  }
}

const touch = (sql: Sql, n: number) => sql`update rows set touched = touched + 1 where n = ${n}`
const read = async (sql: Sql) => (await sql<{ n: number }[]>`select n from rows where n = ${50}`).map(({ n }) => n)
const settled = (work: Promise<unknown>[]) =>
  Promise.all(
    work.map((one) =>
      one.then(
        () => 'done',
        (error) => error.code,
      ),
    ),
  )

test('a store whose statements wait for a lock does not delay another store', async () => {
  const sql = share()
  const unlock = await lockRow(1)
  const stuck = Array.from({ length: 30 }, (_, n) => touch(sql.as({ store: 1, shopper: `s${n}` }), 1).execute())
  for (let turn = 0; turn < 20; turn++) expect(await read(sql.as({ store: 2 }))).toEqual([50])
  expect(sql.figures()).toMatchObject({ busy: 2 })
  await unlock()
  expect(await settled(stuck)).toEqual(stuck.map(() => 'done'))
})

test('without shares it does', async () => {
  const sql = share({ url: `${database.url}?shares=off` })
  const unlock = await lockRow(1)
  const stuck = Array.from({ length: 30 }, () => touch(sql.as({ store: 1 }), 1).execute())
  await waitForLockWaiters(database.sql, 3)
  await vi.waitFor(() => expect(sql.figures()).toMatchObject({ busy: 3, slow: 3 }), { timeout: 45_000 })
  let isAnswered = false
  const other = read(sql.as({ store: 2 })).then(() => (isAnswered = true))
  await read(database.sql)
  expect(isAnswered).toBe(false)
  expect(sql.figures().waiting).toBeGreaterThan(0)
  await unlock()
  await Promise.all([...stuck, other])
})

test('transactions of one store leave sessions for other stores, and one shopper’s leave some for other shoppers', async () => {
  const sql = share({ sessions: 4 })
  const unlock = await lockRow(2)
  const work = (store: number, shopper: string, n: number) =>
    sql
      .as({ store, shopper })
      .begin((sql) => touch(sql, n))
      .then(() => undefined)
  const stuck = Array.from({ length: 6 }, () => work(1, 'ada', 2))
  await work(1, 'eve', 60)
  const more = Array.from({ length: 6 }, () => work(1, 'eve', 2))
  await work(2, 'bob', 61)
  expect(sql.figures().transactions).toMatchObject({ held: 2, waiting: 10 })
  await unlock()
  expect(await settled([...stuck, ...more])).toEqual(Array(12).fill('done'))
})

test('a shopper who blocks itself leaves lanes to other shoppers of the store', async () => {
  const sql = share()
  const unlock = await lockRow(3)
  const stuck = Array.from({ length: 12 }, () => touch(sql.as({ store: 1, shopper: 'ada' }), 3).execute())
  expect(await read(sql.as({ store: 1, shopper: 'eve' }))).toEqual([50])
  await unlock()
  expect(await settled(stuck)).toEqual(stuck.map(() => 'done'))
})

test('a statement or transaction that waits longer than its share allows is refused', async () => {
  const hasty = (lanes: number, sessions: number) => {
    const limits = defaultShareLimits(lanes, sessions)
    return { ...limits, shopper: { ...limits.shopper, maxWaitMillis: 150 } }
  }
  const sql = share({ shares: hasty })
  const unlock = await lockRow(4)
  const ada = sql.as({ store: 1, shopper: 'ada' })
  const first = Array.from({ length: 4 }, () => touch(ada, 4).execute())
  const inside = ada.begin((sql) => touch(sql, 4))
  const late = [touch(ada, 4), ada.begin((sql) => touch(sql, 4))]
  expect(await settled(late as Promise<unknown>[])).toEqual(['POOL_BUSY', 'POOL_BUSY'])
  await unlock()
  expect(await settled([...first, inside])).toEqual(Array(5).fill('done'))
})

test('a fast statement never waits behind a slow one while another lane is free', async () => {
  const sql = share({ shares: null, connections: 2 })
  await Promise.all([sql`select 1`, sql`select 1`])
  let isOver = false
  const slow = sql`select pg_sleep(60)`.then(
    () => (isOver = true),
    () => {},
  )
  await vi.waitFor(() => expect(sql.figures()).toMatchObject({ slow: 1 }), { timeout: 45_000 })
  for (let turn = 0; turn < 50; turn++) await Promise.all([read(sql), read(sql), read(sql)])
  expect(isOver).toBe(false)
  await sql.end({ timeout: 0 })
  await slow
})

test('waiting for a lock times out, later in a background transaction', async () => {
  const sql = share({ lockTimeout: 50 })
  const unlock = await lockRow(5)
  await expect(touch(sql.as({ store: 1 }), 5)).rejects.toMatchObject({ code: '55P03' })
  await expect(sql.as({ store: 1 }).begin((sql) => touch(sql, 5))).rejects.toMatchObject({ code: '55P03' })
  const patient = sql.as('background').begin(async (sql) => {
    const [row] = await sql`select current_setting('lock_timeout') as wait`
    await touch(sql, 5)
    return row!.wait
  })
  await waitForLockWaiters(database.sql)
  await unlock()
  expect(await patient).toBe('30s')
})

test('the queue serves each store in turn, and each shopper within a store', () => {
  const limits = defaultShareLimits(4, 4)
  const stores = [new Share(limits.store, null), new Share(limits.store, null)] as const
  const [ada, eve] = [new Share(limits.shopper, stores[0]), new Share(limits.shopper, stores[0])]
  const bob = new Share(limits.shopper, stores[1])
  const queue = new FairQueue<{ share: Share | null; name: string }>(() => {})
  for (const [share, name] of [
    [ada, 'a1'],
    [ada, 'a2'],
    [ada, 'a3'],
    [eve, 'e1'],
    [bob, 'b1'],
    [bob, 'b2'],
  ] as const)
    queue.push({ share, name })
  const served: string[] = []
  for (let item = queue.takeNext(() => true); item; item = queue.takeNext(() => true)) served.push(item.name)
  expect(served).toEqual(['a1', 'b1', 'e1', 'b2', 'a2', 'a3'])
  expect([ada, eve, bob].every(({ isIdle }) => isIdle)).toBe(true)
})
