/** Concurrent calls: pauses at every await expose races that row locks must prevent. A failing round prints its seed. */
import { randomUUID } from 'node:crypto'
import { Refusal } from '@heartbell/contract/errors'
import type { NewItem } from '@heartbell/contract/items'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Database, transaction } from '../../database/connect.ts'
import { asOpenTransaction, waitForLockWaiters } from '../../database/testing/locks.ts'
import { openTestDatabase, seededRandom, type TestDatabase, withPauses } from '../../database/testing/test-database.ts'
import { findUnsound } from '../../http/testing/lists.ts'
import { createList, deleteList, fetchList } from '../lists/lists.ts'
import { makeVault } from '../secrets/vault.ts'
import { identifyGuest, identifyShopper, type Shopper } from '../shoppers/shoppers.ts'
import { createStore, findStore, type Store } from '../stores/stores.ts'
import { changeItems, changeItemsEverywhere, type ItemChanges } from './items.ts'

let database: TestDatabase
let sql: Database
let store: Store
let shopper: Shopper
beforeAll(async () => {
  // more connections than a server has, so that as many calls as possible run at the same time
  database = await openTestDatabase({ connections: 12 })
  sql = database.sql
  const vault = makeVault('a secret for tests')
  const { pid } = await createStore(sql, vault, { name: 'Test store' })
  store = (await findStore(sql, vault, pid))!
})
beforeEach(async () => {
  shopper = await newShopper()
})
afterAll(() => database.close())

async function newShopper(): Promise<Shopper> {
  const { regid, sessionId } = await identifyGuest(sql, store, randomUUID())
  return identifyShopper(store, regid, sessionId)
}

let made = 0
const makeList = async (who = shopper) => {
  const { record } = await createList(sql, who, { name: `List ${++made}` })
  return JSON.parse(record).lid as string
}

const item = (n: number, note?: string): NewItem => ({
  custom: false,
  variantId: String(n),
  productId: String(n),
  url: `/p/${n}`,
  ...(note !== undefined && { note }),
})
const change = (handle: Database, lid: string, what: Partial<ItemChanges>, who = shopper) =>
  changeItems(handle, who, lid, { add: [], update: [], remove: [], ...what })
const look = async (lid: string, who = shopper) => JSON.parse(await fetchList(sql, who, lid))
const variants = (list: { listcontents: { epi: number }[] }) => list.listcontents.map(({ epi }) => epi)
const byNumber = (a: number, b: number) => a - b
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, i) => from + i)

/** The type of the refusal, or 'done'; anything that is no refusal fails the test. */
const outcome = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.type
      throw error
    },
  )

const seeds = numbers(1, 4)
/** Where a round has many statements, short pauses mix them as well as long ones. */
const short = { longest: 3 }

describe('adding to one list at the same time', () => {
  test.each(seeds)('from two devices stores every item once, and counts them (seed %i)', async (seed) => {
    const lid = await makeList()
    const slow = withPauses(sql, seededRandom(seed))
    const adds = [...numbers(1, 15), ...numbers(8, 15)].map((n) => change(slow, lid, { add: [item(n), item(n + 100)] }))
    await Promise.all(adds)
    const list = await look(lid)
    expect(variants(list).sort(byNumber)).toEqual([...numbers(1, 22), ...numbers(101, 22)])
    expect(list.cnt).toBe(44)
    expect(await findUnsound(sql)).toEqual([])
  })

  test.each(seeds)('the same item twice is one item, and both calls get it (seed %i)', async (seed) => {
    const lid = await makeList()
    const slow = withPauses(sql, seededRandom(seed))
    const answers = await Promise.all(numbers(0, 6).map(() => change(slow, lid, { add: [item(1)] })))
    const ids = answers.map(({ add }) => JSON.parse(add)[0].id)
    expect(new Set(ids).size).toBe(1)
    expect((await look(lid)).cnt).toBe(1)
  })

  test('the call that waited sees what the first one wrote: fields not sent stay', async () => {
    const lid = await makeList()
    let second: Promise<unknown> | undefined
    await transaction(sql, async (held) => {
      await change(asOpenTransaction(held), lid, { add: [item(1, 'from the first')] })
      second = change(sql, lid, { add: [item(1), item(2)] })
      await waitForLockWaiters(sql)
    })
    await second
    expect(await look(lid)).toMatchObject({ cnt: 2, listcontents: [{ epi: 2 }, { epi: 1, note: 'from the first' }] })
  })
})

describe('adding while another deletes the list', () => {
  const works: [string, (slow: Database, lid: string) => Promise<unknown>][] = [
    ['an addition', (slow, lid) => change(slow, lid, { add: [item(1)] })],
    ['a removal', (slow, lid) => change(slow, lid, { remove: [{ variantId: '1' }] })],
    ['a change of variant', (slow, lid) => change(slow, lid, { remove: [{ variantId: '1' }], add: [item(2)] })],
    [
      'an addition to two lists',
      (slow, lid) => changeItemsEverywhere(slow, shopper, [lid], { add: [item(3)], remove: [] }),
    ],
  ]

  test.each(works)('%s that comes second is refused because the list does not exist', async (_, work) => {
    const lid = await makeList()
    await change(sql, lid, { add: [item(1)] })
    let second: Promise<string> | undefined
    await transaction(sql, async (held) => {
      await deleteList(asOpenTransaction(held), shopper, lid)
      second = outcome(work(sql, lid))
      await waitForLockWaiters(sql)
    })
    expect(await second).toBe('unknown-list')
    expect(await findUnsound(sql)).toEqual([])
  })

  test.each(works)('%s that comes first is done, and deleted with the list', async (_, work) => {
    const lid = await makeList()
    await change(sql, lid, { add: [item(1)] })
    let deleting: Promise<unknown> | undefined
    await transaction(sql, async (held) => {
      await work(asOpenTransaction(held), lid)
      deleting = deleteList(sql, shopper, lid)
      await waitForLockWaiters(sql)
    })
    await deleting
    expect(await outcome(look(lid))).toBe('unknown-list')
    expect(await findUnsound(sql)).toEqual([])
  })

  test.each(seeds)('in either order no item is left without a list (seed %i)', async (seed) => {
    const slow = withPauses(sql, seededRandom(seed))
    for (const [, work] of works) {
      const lid = await makeList()
      await change(sql, lid, { add: [item(1)] })
      const [deleted, ...told] = await Promise.all([
        outcome(deleteList(slow, shopper, lid)),
        ...numbers(0, 4).map(() => outcome(work(slow, lid))),
      ])
      expect(deleted).toBe('done')
      for (const word of told) expect(['done', 'unknown-list']).toContain(word)
      expect(await outcome(look(lid))).toBe('unknown-list')
    }
    expect(await findUnsound(sql)).toEqual([])
  })

  test('deleting twice at the same time: one gets the list, the other is refused', async () => {
    const lid = await makeList()
    const told = await Promise.all(numbers(0, 4).map(() => outcome(deleteList(sql, shopper, lid))))
    expect(told.sort()).toEqual(['done', 'unknown-list', 'unknown-list', 'unknown-list'])
  })
})

test.each(seeds)(
  'of lists with one name created at the same time, one is created and the others are refused (seed %i)',
  async (seed) => {
    const slow = withPauses(sql, seededRandom(seed))
    for (const who of [shopper, await newShopper()]) {
      const names = ['Wishes', 'wishes', 'WISHES', ' Wishes'.trim()]
      const told = await Promise.all(names.map((name) => outcome(createList(slow, who, { name }))))
      expect(told.sort()).toEqual(['done', 'lname-taken', 'lname-taken', 'lname-taken'])
    }
  },
)

test.each(seeds)('of save-for-later lists created at the same time, one is created (seed %i)', async (seed) => {
  const slow = withPauses(sql, seededRandom(seed))
  const told = await Promise.all(
    numbers(0, 4).map((n) => outcome(createList(slow, shopper, { name: `Later ${n}`, type: 'sfl' }))),
  )
  expect(told.filter((word) => word === 'done')).toHaveLength(1)
  expect(told.filter((word) => word === 'sfl-exists')).toHaveLength(3)
})

test.each(seeds)('the count is right after many concurrent changes of variant (seed %i)', async (seed) => {
  const random = seededRandom(seed)
  const slow = withPauses(sql, seededRandom(seed + 1000), short)
  const lid = await makeList()
  await change(sql, lid, { add: numbers(1, 10).map((n) => item(n)) })
  const pick = () => 1 + Math.floor(random() * 14)
  const swaps = numbers(0, 30).map(() => {
    const [from, to] = [pick(), pick()]
    return change(slow, lid, { remove: [{ variantId: String(from) }], add: [item(to)] })
  })
  for (const { add } of await Promise.all(swaps)) expect(JSON.parse(add)).toHaveLength(1)
  expect(await findUnsound(sql)).toEqual([])
  const list = await look(lid)
  expect(list.cnt).toBe(list.listcontents.length)
})

test.each(seeds)('changes of several lists in opposite orders do not deadlock (seed %i)', async (seed) => {
  const slow = withPauses(sql, seededRandom(seed), short)
  const lids = [await makeList(), await makeList(), await makeList(), await makeList()]
  const orders = [lids, [...lids].reverse(), [lids[2]!, lids[0]!, lids[3]!, lids[1]!]]
  await Promise.all(
    orders.flatMap((order) =>
      numbers(1, 2).flatMap((n) => [
        changeItemsEverywhere(slow, shopper, order, { add: [item(n), item(n + 1)], remove: [] }),
        changeItemsEverywhere(slow, shopper, order, { add: [], remove: [{ variantId: String(n) }] }),
        change(slow, order[0]!, { add: [item(n + 50)] }),
      ]),
    ),
  )
  expect(await findUnsound(sql)).toEqual([])
})

test.each(seeds)(
  'after any concurrent calls of several shoppers nothing fails and every count is right (seed %i)',
  async (seed) => {
    const random = seededRandom(seed)
    const slow = withPauses(sql, seededRandom(seed + 2000), short)
    const below = (count: number) => Math.floor(random() * count)
    const shoppers = [shopper, await newShopper(), await newShopper()]
    const lids = await Promise.all(
      shoppers.map(async (who) => [await makeList(who), await makeList(who), await makeList(who)]),
    )
    const acts = numbers(0, 120).map(() => {
      const whose = below(shoppers.length)
      const [who, mine] = [shoppers[whose]!, lids[whose]!]
      const lid = mine[below(mine.length)]!
      const n = below(12)
      const does = [
        () => change(slow, lid, { add: [item(n), item(n + 1)] }, who),
        () => change(slow, lid, { remove: [{ variantId: String(n) }] }, who),
        () => change(slow, lid, { update: [{ variantId: String(n), quantity: 2 }] }, who),
        () => change(slow, lid, { remove: [{ variantId: String(n) }], add: [item(n + 1)] }, who),
        () => changeItemsEverywhere(slow, who, mine, { add: [item(n)], remove: [] }),
        () => changeItemsEverywhere(slow, who, [...mine].reverse(), { add: [], remove: [{ variantId: String(n) }] }),
        () => createList(slow, who, { name: `New ${below(5)}`, copyFrom: lid }),
        () => (random() < 0.2 ? deleteList(slow, who, lid) : fetchList(slow, who, lid)),
      ]
      return outcome(does[below(does.length)]!())
    })
    const told = new Set(await Promise.all(acts))
    const allowed = ['done', 'unknown-list', 'unknown-item', 'lname-taken']
    expect([...told].filter((word) => !allowed.includes(word))).toEqual([])
    expect(await findUnsound(sql)).toEqual([])
  },
)
