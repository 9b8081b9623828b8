import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Database, transaction } from '../../database/connect.ts'
import { seededRandom, withPauses } from '../../database/testing/test-database.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { finishCopies } from '../lists/copy-list.ts'
import { createList, deleteList } from '../lists/lists.ts'
import { mergeGuest } from '../merges/merges.ts'
import { undoMerge } from '../merges/undo-merge.ts'
import { makeVault } from '../secrets/vault.ts'
import { identifyAccount, identifyGuest, identifyShopper, type Shopper } from '../shoppers/shoppers.ts'
import { createStore, findStore, type Store } from '../stores/stores.ts'
import { changeItems, changeItemsEverywhere } from './items.ts'
import { fetchSaverCounts, recountSavers } from './saver-counts.ts'

const database = useTestDatabase({ connections: 8 })
let sql: Database
let store: Store
beforeAll(async () => {
  sql = database.sql
  const vault = makeVault('a secret for tests')
  const { pid } = await createStore(sql, vault, { name: 'Test store', settings: { 'custom-items': 'on' } })
  store = (await findStore(sql, vault, pid))!
})

async function newGuest(): Promise<Shopper> {
  const { regid, sessionId } = await identifyGuest(sql, store, randomUUID())
  return identifyShopper(store, regid, sessionId)
}

const product = (productId: string, variantId = `${productId}-1`) => ({
  custom: false as const,
  productId,
  variantId,
  url: `https://shop.example/products/${productId}`,
})

async function newList(who: Shopper, name: string, copyFrom?: string): Promise<string> {
  const { record } = await createList(sql, who, { name, copyFrom })
  return JSON.parse(record).lid
}

type Changes = Partial<Parameters<typeof changeItems>[3]>
const change = (who: Shopper, list: string, changes: Changes, handle = sql) =>
  changeItems(handle, who, list, { add: [], update: [], remove: [], ...changes })

const countOf = async (productId: string) => (await fetchSaverCounts(sql, store, [productId]))[0]!.count

/** The counts computed from the items, and the stored counts. */
async function compare() {
  const counted = await sql`
    select item.product_id, count(distinct list.shopper_id)::integer as savers
    from items item
    join lists list
      on list.store_id = item.store_id
      and list.list_id = item.list_id
    where item.store_id = ${store.storeId}
      and item.kind = 'product'
    group by item.product_id
    order by item.product_id`
  const kept = await sql`
    select product_id, sum(savers)::integer as savers
    from product_counts
    where store_id = ${store.storeId}
    group by product_id
    having sum(savers) <> 0
    order by product_id`
  const items = await sql`
    select list.shopper_id, item.product_id, count(*)::integer as items
    from items item
    join lists list
      on list.store_id = item.store_id
      and list.list_id = item.list_id
    where item.store_id = ${store.storeId}
      and item.kind = 'product'
    group by list.shopper_id, item.product_id
    order by list.shopper_id, item.product_id`
  const keptItems = await sql`
    select shopper_id, product_id, items
    from product_savers
    where store_id = ${store.storeId}
      and items <> 0
    order by shopper_id, product_id`
  return { counted: [...counted], kept: [...kept], items: [...items], keptItems: [...keptItems] }
}

async function expectRight() {
  const { counted, kept, items, keptItems } = await compare()
  expect(kept).toEqual(counted)
  expect(keptItems).toEqual(items)
}

test('a shopper counts once, however many variants and lists contain the product', async () => {
  const [ana, ben] = [await newGuest(), await newGuest()]
  const [first, second] = [await newList(ana, 'First'), await newList(ana, 'Second')]
  const other = await newList(ben, 'First')
  await change(ana, first, { add: [product('mug'), product('mug', 'mug-2')] })
  await change(ana, second, { add: [product('mug')] })
  await change(ana, second, { add: [product('mug')] })
  expect(await countOf('mug')).toBe(1)
  await change(ben, other, { add: [product('mug')] })
  expect(await countOf('mug')).toBe(2)
  expect(await countOf('nothing')).toBe(0)
  await change(ana, first, { remove: [{ variantId: 'mug-1' }, { variantId: 'mug-2' }, { variantId: 'none' }] })
  expect(await countOf('mug')).toBe(2)
  await change(ana, second, { remove: [{ variantId: 'mug-1' }] })
  expect(await countOf('mug')).toBe(1)
  await deleteList(sql, ben, other)
  expect(await countOf('mug')).toBe(0)
  await expectRight()
})

test('no row stays of a product that a shopper no longer has', async () => {
  const ana = await newGuest()
  const list = await newList(ana, 'Mine')
  await change(ana, list, { add: [product('vase'), product('bowl')] })
  await change(ana, list, { remove: [{ variantId: 'vase-1' }] })
  await deleteList(sql, ana, list)
  const rows = await sql`
    select product_id
    from product_savers
    where store_id = ${store.storeId}
      and shopper_id = ${ana.shopperId}`
  expect(rows).toHaveLength(0)
})

test('a variant that moves to another product moves from one count to the other', async () => {
  const ana = await newGuest()
  const list = await newList(ana, 'Mine')
  await change(ana, list, { add: [product('old', 'v1')] })
  await change(ana, list, { add: [product('new', 'v1')] })
  expect([await countOf('old'), await countOf('new')]).toEqual([0, 1])
  // A later add does not repeat the move of the last add.
  await change(ana, list, { add: [product('new', 'v1'), product('third')] })
  expect([await countOf('old'), await countOf('new')]).toEqual([0, 1])
  await change(ana, list, { remove: [{ variantId: 'v1' }], add: [product('new', 'v2')] })
  expect([await countOf('old'), await countOf('new')]).toEqual([0, 1])
  await expectRight()
})

test('custom items count for no product', async () => {
  const ana = await newGuest()
  const list = await newList(ana, 'Mine')
  await change(ana, list, { add: [{ custom: true, title: 'A day at the sea' }] })
  const rows = await sql`
    select product_id
    from product_savers
    where store_id = ${store.storeId}
      and shopper_id = ${ana.shopperId}`
  expect(rows).toHaveLength(0)
})

test('copies count for the shopper who made them, large ones too', async () => {
  const ana = await newGuest()
  const list = await newList(ana, 'Large')
  for (let part = 0; part < 3; part++) {
    const add = Array.from({ length: 200 }, (_, index) =>
      product(`large-${(part * 200 + index) % 150}`, `${part} ${index}`),
    )
    await change(ana, list, { add })
  }
  await sql`update lists set anonymous_read = true where store_id = ${store.storeId} and list_id is not null`
  const ben = await newGuest()
  await newList(ben, 'Copied', list)
  await finishCopies(sql)
  expect(await countOf('large-0')).toBe(2)
  await expectRight()
})

test('a merge makes one saver of two, and its undo two of one', async () => {
  const email = 'one@shop.example'
  const { regid, sessionId } = await identifyAccount(sql, store, email)
  const account = identifyShopper(store, regid, sessionId)
  const guest = await newGuest()
  await change(account, await newList(account, 'Mine'), { add: [product('lamp'), product('desk')] })
  await change(guest, await newList(guest, 'Mine'), { add: [product('lamp'), product('lamp', 'lamp-2')] })
  await change(guest, await newList(guest, 'Others'), { add: [product('chair')] })
  expect(await countOf('lamp')).toBe(2)
  await mergeGuest(sql, store, guest.shopperId, email)
  expect(await countOf('lamp')).toBe(1)
  await expectRight()
  await undoMerge(sql, store, guest.shopperId)
  expect(await countOf('lamp')).toBe(2)
  await expectRight()
})

test('a shopper whose lists are deleted is not counted after a recount', async () => {
  const ana = await newGuest()
  await change(ana, await newList(ana, 'Mine'), { add: [product('rug')] })
  await transaction(sql, async (sql) => {
    await sql`delete from lists where store_id = ${store.storeId} and shopper_id = ${ana.shopperId}`
    await recountSavers(sql, store.storeId, [ana.shopperId])
  })
  expect(await countOf('rug')).toBe(0)
  await expectRight()
})

/** Shoppers who share a part of every count. */
async function newNeighbours(count: number): Promise<Shopper[]> {
  const neighbours: Shopper[] = []
  while (neighbours.length < count) {
    const who = await newGuest()
    if (who.shopperId.startsWith('7')) neighbours.push(who)
  }
  return neighbours
}

test('calls that change the same products in different orders do not deadlock', async () => {
  const random = seededRandom(12)
  const slow = withPauses(sql, random, { share: 1, longest: 10 })
  const neighbours = await newNeighbours(6)
  const lists = await Promise.all(neighbours.map((who) => newList(who, 'Mine')))
  const shuffled = () =>
    Array.from({ length: 100 }, (_, number) => product(`ring-${number}`)).sort(() => random() - 0.5)
  for (let round = 0; round < 4; round++) {
    await Promise.all(neighbours.map((who, index) => change(who, lists[index]!, { add: shuffled() })))
    await Promise.all(neighbours.map((who, index) => change(who, lists[index]!, { remove: shuffled() })))
    const swap = (index: number, one: string, other: string) =>
      change(neighbours[index]!, lists[index]!, { remove: [product(one)], add: [product(other)] }, slow)
    await Promise.all(
      neighbours.map(async (_, index) => {
        const [one, other] = index % 2 ? (['left', 'right'] as const) : (['right', 'left'] as const)
        await swap(index, one, other)
        await swap(index, other, one)
      }),
    )
  }
  await expectRight()
})

test('a list deleted while one of its items is replaced leaves no count behind', async () => {
  const slow = withPauses(sql, seededRandom(13), { share: 1, longest: 10 })
  const who = await newGuest()
  for (let round = 0; round < 15; round++) {
    const list = await newList(who, `Round ${round}`)
    await change(who, list, { add: [product('one')] })
    const swapping = change(who, list, { remove: [product('one')], add: [product('other')] }, slow).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, round))
    await deleteList(sql, who, list)
    await swapping
    expect([await countOf('one'), await countOf('other')]).toEqual([0, 0])
  }
})

test('after many concurrent calls the counts equal a full count', async () => {
  const random = seededRandom(11)
  const slow = withPauses(sql, random, { share: 0.5, longest: 6 })
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!
  const products = ['p1', 'p2', 'p3', 'p4', 'p5']
  const some = () => {
    const chosen = products.filter(() => random() < 0.5).sort(() => random() - 0.5)
    return chosen.map((id) => product(id, `${id}-${Math.floor(random() * 2)}`))
  }
  type Person = { who: Shopper; number: number; lists: string[] }
  const newLists = async (who: Shopper) => [
    await newList(who, `One ${random()}`),
    await newList(who, `Two ${random()}`),
  ]
  const people: Person[] = []
  for (let number = 0; number < 8; number++) {
    const who = await newGuest()
    people.push({ who, number, lists: await newLists(who) })
  }
  let done = 0
  /** Lists are deleted while others use them; a shopper who lost theirs creates new ones. */
  const tryTo = async (person: Person) => {
    try {
      await act(person)
      done++
    } catch (error) {
      const { type } = error as { type?: string }
      if (type === 'unknown-list') person.lists = await newLists(person.who)
      else if (type !== 'nothing-to-undo') throw error
    }
  }
  const act = async ({ who, number, lists }: Person): Promise<unknown> => {
    const chance = random()
    const list = pick(lists)
    if (chance < 0.35) return await change(who, list, { add: some() }, slow)
    if (chance < 0.55) return await change(who, list, { remove: some() }, slow)
    if (chance < 0.75) return await change(who, list, { remove: some(), add: some() }, slow)
    if (chance < 0.87) return await changeItemsEverywhere(slow, who, lists, { add: some(), remove: some() })
    if (chance < 0.91) {
      const { record } = await createList(slow, who, { name: `Copy ${random()}`, copyFrom: list })
      return await deleteList(slow, who, JSON.parse(record).lid)
    }
    if (chance < 0.94) return await deleteList(slow, who, list)
    if (chance < 0.98) return await mergeGuest(slow, store, who.shopperId, `crowd${number % 3}@shop.example`)
    return await undoMerge(slow, store, who.shopperId)
  }
  for (let round = 0; round < 25; round++) await Promise.all(Array.from({ length: 12 }, () => tryTo(pick(people))))
  expect(done).toBeGreaterThan(150)
  await expectRight()
})
