/** Nobody's load is another's: whoever holds its share waits for itself, and everybody else goes on. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type ConnectOptions, connect, type Database, type Sql } from '../../connect.ts'
import { someoneWaits } from '../../testing/locks.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { FairQueue } from './fair-queue.ts'
import { Share, usualLimits } from './shares.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
  await database.sql`create table rows (n int primary key, touched int not null default 0)`
  await database.sql`insert into rows select n from generate_series(1, 100) n`
})
afterAll(() => database.close())

const open: Database[] = []
afterEach(async () => {
  for (const sql of open.splice(0)) await sql.end({ timeout: 0 })
})
function share(options: Partial<ConnectOptions> = {}): Database {
  const sql = connect({ url: database.url, connections: 3, shares: usualLimits, ...options })
  open.push(sql)
  return sql
}

/** Holds the row until it is let go. */
async function hold(n: number): Promise<() => Promise<void>> {
  let letGo = () => {}
  const held = new Promise<void>((resolve) => (letGo = resolve))
  let isHeld = () => {}
  const taken = new Promise<void>((resolve) => (isHeld = resolve))
  const holding = database.sql.begin(async (sql) => {
    await sql`select from rows where n = ${n} for update`
    isHeld()
    await held
  })
  await taken
  return async () => {
    letGo()
    await holding
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

test('a store whose statements wait for a lock keeps no other store waiting', async () => {
  const sql = share()
  const letGo = await hold(1)
  const stuck = Array.from({ length: 30 }, (_, n) => touch(sql.as({ store: 1, shopper: `s${n}` }), 1).execute())
  for (let turn = 0; turn < 20; turn++) expect(await read(sql.as({ store: 2 }))).toEqual([50])
  expect(sql.figures()).toMatchObject({ busy: 2 })
  await letGo()
  expect(await settled(stuck)).toEqual(stuck.map(() => 'done'))
})

test('without shares it would', async () => {
  const sql = share({ url: `${database.url}?shares=off` })
  const letGo = await hold(1)
  const stuck = Array.from({ length: 30 }, () => touch(sql.as({ store: 1 }), 1).execute())
  await someoneWaits(database.sql, 3)
  await vi.waitFor(() => expect(sql.figures()).toMatchObject({ busy: 3, slow: 3 }), { timeout: 45_000 })
  let isAnswered = false
  const other = read(sql.as({ store: 2 })).then(() => (isAnswered = true))
  await read(database.sql)
  expect(isAnswered).toBe(false)
  expect(sql.figures().waiting).toBeGreaterThan(0)
  await letGo()
  await Promise.all([...stuck, other])
})

test('transactions of a store leave room for those of others, and one shopper for the others of its store', async () => {
  const sql = share({ sessions: 4 })
  const letGo = await hold(2)
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
  await letGo()
  expect(await settled([...stuck, ...more])).toEqual(Array(12).fill('done'))
})

test('a shopper in the way of itself leaves lanes to the others of its store', async () => {
  const sql = share()
  const letGo = await hold(3)
  const stuck = Array.from({ length: 12 }, () => touch(sql.as({ store: 1, shopper: 'ada' }), 3).execute())
  expect(await read(sql.as({ store: 1, shopper: 'eve' }))).toEqual([50])
  await letGo()
  expect(await settled(stuck)).toEqual(stuck.map(() => 'done'))
})

test('nobody waits for ever: after its patience a statement and a transaction are refused', async () => {
  const hasty = (lanes: number, sessions: number) => {
    const limits = usualLimits(lanes, sessions)
    return { ...limits, shopper: { ...limits.shopper, patience: 150 } }
  }
  const sql = share({ shares: hasty })
  const letGo = await hold(4)
  const ada = sql.as({ store: 1, shopper: 'ada' })
  const first = Array.from({ length: 4 }, () => touch(ada, 4).execute())
  const inside = ada.begin((sql) => touch(sql, 4))
  const late = [touch(ada, 4), ada.begin((sql) => touch(sql, 4))]
  expect(await settled(late as Promise<unknown>[])).toEqual(['POOL_BUSY', 'POOL_BUSY'])
  await letGo()
  expect(await settled([...first, inside])).toEqual(Array(5).fill('done'))
})

test('a fast statement never stands behind a slow one while another lane is free', async () => {
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

test('a lock that somebody holds too long is given up on, in a background transaction later', async () => {
  const sql = share({ lockTimeout: 50 })
  const letGo = await hold(5)
  await expect(touch(sql.as({ store: 1 }), 5)).rejects.toMatchObject({ code: '55P03' })
  await expect(sql.as({ store: 1 }).begin((sql) => touch(sql, 5))).rejects.toMatchObject({ code: '55P03' })
  const patient = sql.as('background').begin(async (sql) => {
    const [row] = await sql`select current_setting('lock_timeout') as wait`
    await touch(sql, 5)
    return row!.wait
  })
  await someoneWaits(database.sql)
  await letGo()
  expect(await patient).toBe('30s')
})

test('the queue serves each store in turn, and each shopper within it', () => {
  const limits = usualLimits(4, 4)
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
  for (let item = queue.take(() => true); item; item = queue.take(() => true)) served.push(item.name)
  expect(served).toEqual(['a1', 'b1', 'e1', 'b2', 'a2', 'a3'])
  expect([ada, eve, bob].every(({ isIdle }) => isIdle)).toBe(true)
})
