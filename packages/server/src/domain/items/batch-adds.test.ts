/** Concurrent adds share a statement. No caller sees a difference: not in the answer, a refusal or an error. */
import { randomUUID } from 'node:crypto'
import { Refusal } from '@heartbell/contract/errors'
import type { NewItem } from '@heartbell/contract/items'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Database, transaction } from '../../database/connect.ts'
import { waitForLockWaiters } from '../../database/testing/locks.ts'
import { seededRandom, withPauses } from '../../database/testing/test-database.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { findUnsound } from '../../http/testing/lists.ts'
import { createList, fetchList } from '../lists/lists.ts'
import { makeVault } from '../secrets/vault.ts'
import { parseSettings } from '../settings/settings.ts'
import { endSessions, identifyGuest, identifyShopper, type Shopper } from '../shoppers/shoppers.ts'
import { createStore, findStore, type Store } from '../stores/stores.ts'
import { addInBatch } from './batch-adds.ts'
import { fetchSaverCounts } from './saver-counts.ts'

const database = useTestDatabase({ connections: 8 })
let sql: Database
let store: Store
beforeAll(async () => {
  sql = database.sql
  store = await newStore()
})

const vault = makeVault('a secret for tests')

async function newStore(...settings: string[]): Promise<Store> {
  const { pid } = await createStore(sql, vault, { name: 'Test store', settings: parseSettings(settings) })
  return (await findStore(sql, vault, pid))!
}

type Adder = { who: Shopper; lid: string }

async function newAdder(of = store): Promise<Adder> {
  const { regid, sessionId } = await identifyGuest(sql, of, randomUUID())
  const who = identifyShopper(of, regid, sessionId)
  const { record } = await createList(sql, who, { name: 'Wishes' })
  return { who, lid: JSON.parse(record).lid }
}

const newAdders = (count: number, of = store) => Promise.all(Array.from({ length: count }, () => newAdder(of)))

const item = (variantId: string, more: Partial<NewItem> = {}): NewItem =>
  ({ custom: false, variantId, productId: `p-${variantId}`, url: `/p/${variantId}`, ...more }) as NewItem

type Record = { lid: string; epi: string; qty: number }

const add = async ({ who, lid }: Adder, items: NewItem[], handle = sql): Promise<Record[]> =>
  JSON.parse(await addInBatch(handle, who, lid, items))
const look = async ({ who, lid }: Adder): Promise<{ cnt: number; listcontents: Record[] }> =>
  JSON.parse(await fetchList(sql, who, lid))

/** The outcome of a call: its records, the type of a refusal or the database's error code. */
const outcome = (work: Promise<Record[]>): Promise<unknown> =>
  work.then(
    (records) => records.map(({ epi }) => epi),
    (error) => (error instanceof Refusal ? error.type : error.code),
  )

/** Counts the statements that save items during this work, as reported by the driver. */
async function countSaves(work: () => Promise<unknown>): Promise<number> {
  const { options } = sql
  let saves = 0
  options.onStatement = (text) => (saves += text.includes('insert into items') ? 1 : 0)
  await work().finally(() => delete options.onStatement)
  return saves
}

test('calls that arrive while two statements run form the next one, and each is answered with its own items', async () => {
  const adders = await newAdders(20)
  let answers: Record[][] = []
  const saves = await countSaves(async () => {
    answers = await Promise.all(adders.map((adder, n) => add(adder, [item(`a-${n}`), item(`b-${n}`)])))
  })
  expect(saves).toBe(3)
  answers.forEach((records, n) => {
    expect(records).toMatchObject([
      { lid: adders[n]!.lid, epi: `a-${n}` },
      { lid: adders[n]!.lid, epi: `b-${n}` },
    ])
  })
  for (const adder of adders) expect(await look(adder)).toMatchObject({ cnt: 2 })
  expect(await findUnsound(sql)).toEqual([])
})

test('a single call does not wait', async () => {
  const adder = await newAdder()
  expect(await countSaves(() => add(adder, [item('one')]))).toBe(1)
})

test('a batch has at most 64 items', async () => {
  const adders = await newAdders(8)
  const many = (n: number) => Array.from({ length: 30 }, (_, i) => item(`${n}-${i}`))
  // two alone, then in pairs
  expect(await countSaves(() => Promise.all(adders.map((adder, n) => add(adder, many(n)))))).toBe(5)
  for (const adder of adders) expect(await look(adder)).toMatchObject({ cnt: 30 })
})

test('one list from several devices: in the order of arrival, each item once', async () => {
  const [one, ...others] = await newAdders(6)
  const same = Array.from({ length: 6 }, (_, n) => add(one!, [item('same', { quantity: n + 1 }), item(`own-${n}`)]))
  const answers = await Promise.all([...same, ...others.map((adder) => add(adder, [item('same')]))])
  expect(answers.slice(0, 6).map(([record]) => record!.qty)).toEqual([1, 2, 3, 4, 5, 6])
  expect((await look(one!)).listcontents.find(({ epi }) => epi === 'same')).toMatchObject({ qty: 6 })
  expect(await look(one!)).toMatchObject({ cnt: 7 })
  expect(await fetchSaverCounts(sql, store, ['p-same'])).toEqual([{ productId: 'p-same', count: 6 }])
})

describe('a refused call does not affect the others:', () => {
  /** The first two calls run alone, all that follow run together. */
  const together = (works: Promise<Record[]>[]): Promise<unknown[]> => Promise.all(works.map(outcome))

  test('an ended session, another shopper’s list, an unknown list', async () => {
    const [ended, first, second, third, ...good] = await newAdders(8)
    await endSessions(sql, store, ended!.who.shopperId)
    const told = await together([
      add(first!, [item('one')]),
      add(second!, [item('one')]),
      add(good[0]!, [item('two')]),
      add(ended!, [item('two')]),
      add(good[1]!, [item('two')]),
      add({ who: third!.who, lid: good[0]!.lid }, [item('three')]),
      add({ who: good[2]!.who, lid: `${good[2]!.lid.slice(0, -4)}0000` }, [item('two')]),
      add(good[3]!, [item('two')]),
    ])
    expect(told).toEqual([
      ['one'],
      ['one'],
      ['two'],
      'invalid-session',
      ['two'],
      'unknown-list',
      'unknown-list',
      ['two'],
    ])
    expect(await look(third!)).toMatchObject({ cnt: 0 })
    expect(await findUnsound(sql)).toEqual([])
  })

  test('a product that is not in a strict catalog', async () => {
    const strict = await newStore('catalog=strict')
    await sql`
      insert into variants (store_id, variant_id, product_id, url, title)
      values (${strict.storeId}, 'known', 'p', '/p', 'Known')`
    const adders = await newAdders(5, strict)
    const ids = ['known', 'known', 'known', 'unheard-of', 'known']
    const told = await together(adders.map((adder, n) => add(adder, [item(ids[n]!)])))
    expect(told).toEqual([['known'], ['known'], ['known'], 'unknown-product', ['known']])
  })

  test('a custom item where they are disabled', async () => {
    const adders = await newAdders(4)
    const custom: NewItem = { custom: true, title: 'A day at the sea' }
    const told = await together(adders.map((adder, n) => add(adder, [n === 3 ? custom : item('one')])))
    expect(told).toEqual([['one'], ['one'], ['one'], 'custom-items-disabled'])
  })

  test('a row that the database refuses', async () => {
    const adders = await newAdders(6)
    const tooMany = 3_000_000_000
    const told = await together(
      adders.map((adder, n) => add(adder, [item('one', n === 4 ? { quantity: tooMany } : { quantity: n + 1 })])),
    )
    expect(told).toEqual([['one'], ['one'], ['one'], ['one'], '22003', ['one']])
    expect(await look(adders[4]!)).toMatchObject({ cnt: 0 })
    for (const n of [2, 3, 5]) expect(await look(adders[n]!)).toMatchObject({ cnt: 1, listcontents: [{ qty: n + 1 }] })
    expect(await findUnsound(sql)).toEqual([])
  })
})

test('no call is answered before its items are committed', async () => {
  const adders = await newAdders(6)
  let answered = 0
  let works: Promise<unknown>[] = []
  await transaction(sql, async (sql) => {
    await sql`lock table product_counts in exclusive mode`
    works = adders.map((adder) => add(adder, [item('one')]).then(() => answered++))
    await waitForLockWaiters(database.sql, 2)
    expect(answered).toBe(0)
  })
  await Promise.all(works)
  for (const adder of adders) expect(await look(adder)).toMatchObject({ cnt: 1 })
})

test('a lost connection fails each of its calls, and nothing is retried', async () => {
  const adders = await newAdders(8)
  let told: Promise<unknown[]> | undefined
  const saves = await countSaves(async () => {
    await transaction(sql, async (sql) => {
      await sql`lock table product_counts in exclusive mode`
      told = Promise.all(adders.map((adder) => outcome(add(adder, [item('one')]))))
      // the first two; then the calls that waited for them, on new connections
      const first = await waitForLockWaiters(database.sql, 2)
      for (const pid of first) await sql`select pg_terminate_backend(${pid})`
      const later = async () => (await waitForLockWaiters(database.sql, 1)).filter((pid) => !first.includes(pid))
      await expect.poll(async () => (await later()).length, { timeout: 45_000 }).toBeGreaterThan(0)
      for (const pid of await later()) await sql`select pg_terminate_backend(${pid})`
      await told
    })
  })
  expect(saves).toBe(3)
  for (const code of (await told)!) expect(['57P01', 'CONNECTION_CLOSED', 'ECONNRESET']).toContain(code)
  // A connection that is closing may still be used once.
  const seen = async (adder: Adder) => await look(adder).catch(() => 'not yet')
  for (const adder of adders) await expect.poll(() => seen(adder), { timeout: 45_000 }).toMatchObject({ cnt: 0 })
})

test('a locked list delays only its own callers', async () => {
  const [held, ...others] = await newAdders(8)
  let late: Promise<Record[]> | undefined
  let isDone = false
  await transaction(sql, async (sql) => {
    await sql`select from lists where store_id = ${store.storeId} and shopper_id = ${held!.who.shopperId} for update`
    late = add(held!, [item('one')])
    void late.then(() => (isDone = true))
    for (let round = 0; round < 3; round++)
      await Promise.all(others.map((adder) => add(adder, [item(`round-${round}`)])))
    await waitForLockWaiters(database.sql, 1)
    expect(isDone).toBe(false)
  })
  expect(await late).toMatchObject([{ epi: 'one' }])
  expect(await look(held!)).toMatchObject({ cnt: 1 })
})

test.each([1, 2, 3])(
  'concurrent adds of popular products with pauses do not deadlock, and every count is right (seed %i)',
  async (seed) => {
    const adders = await newAdders(12)
    const random = seededRandom(seed)
    const names = Array.from({ length: 5 }, (_, n) => `popular-${seed}-${n}`)
    const some = () => names.filter(() => random() < 0.5).map((name) => item(name))
    // several processes, each with its own queue
    const handles = [1, 2, 3].map(() => withPauses(sql, random, { longest: 3 }))
    const rounds = Array.from({ length: 8 }, () => adders.map((adder) => ({ adder, items: [...some(), item('each')] })))
    await Promise.all(rounds.flat().map(({ adder, items }) => add(adder, items, handles[Math.floor(random() * 3)])))
    const counts = await fetchSaverCounts(sql, store, [...names.map((name) => `p-${name}`)])
    const saved = await Promise.all(adders.map(async (adder) => (await look(adder)).listcontents.map(({ epi }) => epi)))
    expect(counts.map(({ count }) => count)).toEqual(
      names.map((name) => saved.filter((ids) => ids.includes(name)).length),
    )
    expect(await findUnsound(sql)).toEqual([])
  },
)
