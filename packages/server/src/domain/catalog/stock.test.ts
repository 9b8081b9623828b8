import { beforeAll, expect, test } from 'vitest'
import type { Database } from '../../database/connect.ts'
import { seededRandom, withPauses } from '../../database/testing/test-database.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { makeVault } from '../secrets/vault.ts'
import { createStore, findStore, type Store } from '../stores/stores.ts'
import { deleteProducts, recordProducts } from './catalog.ts'
import { recordStock } from './stock.ts'

const database = useTestDatabase({ connections: 10 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

const vault = makeVault('a secret for tests')

async function newStore(): Promise<Store> {
  const { pid } = await createStore(sql, vault, { name: 'Test store' })
  return (await findStore(sql, vault, pid))!
}

type Move = { variantId: string; move: number; stockBefore: number | null; stockAfter: number }

async function ledger({ storeId }: Store) {
  const moves = await sql<Move[]>`
    select variant_id, move, stock_before, stock_after
    from stock_moves
    where store_id = ${storeId}
    order by variant_id, move`
  const variants = await sql<{ variantId: string; stock: number | null; stockMove: number }[]>`
    select variant_id, stock, stock_move
    from variants
    where store_id = ${storeId}
    order by variant_id`
  return { moves, variants }
}

/** Each change begins with the figure before it, and the stored figures equal the last changes. */
async function expectUnbroken(store: Store) {
  const { moves, variants } = await ledger(store)
  for (const { variantId, stock, stockMove } of variants) {
    const own = moves.filter((move) => move.variantId === variantId)
    expect(own.map(({ move }) => move)).toEqual(own.map((_, i) => i + 1))
    expect(own.map(({ stockBefore }) => stockBefore)).toEqual(
      [null, ...own.map(({ stockAfter }) => stockAfter)].slice(0, own.length),
    )
    expect([stock, stockMove]).toEqual([own.at(-1)?.stockAfter ?? null, own.length])
    for (const { stockBefore, stockAfter } of own) expect(stockAfter).not.toBe(stockBefore)
  }
  return { moves, variants }
}

test.each([1, 2, 3])('concurrent changes of one variant run one after the other (seed %i)', async (seed) => {
  const random = seededRandom(seed)
  const store = await newStore()
  const slow = withPauses(sql, random)
  const ids = ['a', 'b', 'c', 'd']
  const some = () => ids.filter(() => random() < 0.7).sort(() => random() - 0.5)
  const figure = () => Math.floor(random() * 4)
  await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const chosen = some()
      if (i % 3 === 0) {
        const products = chosen.map((variantId) => ({ variantId, productId: 'p', title: String(i), stock: figure() }))
        await recordProducts(slow, store, products, 'api')
      } else if (i % 10 === 1) await deleteProducts(slow, store, { variantIds: chosen, productIds: [] })
      else
        await recordStock(
          slow,
          store,
          chosen.map((variantId) => ({ variantId, stock: figure() })),
          'api',
        )
    }),
  )
  const { moves } = await expectUnbroken(store)
  expect(moves.length).toBeGreaterThan(10)
})

test('a new variant sent by two calls at the same time has the fields of both', async () => {
  for (let round = 0; round < 10; round++) {
    const store = await newStore()
    const slow = withPauses(sql, seededRandom(round))
    const product = { variantId: '1', productId: '1' }
    await Promise.all([
      recordProducts(slow, store, [{ ...product, title: 'Shirt', stock: 1 }], 'api'),
      recordProducts(slow, store, [{ ...product, brand: 'Fern', stock: 2 }], 'api'),
    ])
    const [row] = await sql`
      select title, brand
      from variants
      where store_id = ${store.storeId}`
    expect(row).toEqual({ title: 'Shirt', brand: 'Fern' })
    expect((await expectUnbroken(store)).moves).toHaveLength(2)
  }
})

test('a late message changes nothing', async () => {
  const store = await newStore()
  await recordProducts(sql, store, [{ variantId: '1', productId: '1' }], 'api')
  const [noon, one, two] = [12, 13, 14].map((hour) => new Date(Date.UTC(2030, 0, 1, hour))) as [Date, Date, Date]
  await recordStock(sql, store, [{ variantId: '1', stock: 5, at: one }], 'shopify')
  expect((await recordStock(sql, store, [{ variantId: '1', stock: 9, at: noon }], 'shopify')).moved).toBe(0)
  // the same figure with a later time: from now on figures with a time in between are late, too
  expect((await recordStock(sql, store, [{ variantId: '1', stock: 5, at: two }], 'shopify')).moved).toBe(0)
  expect((await recordStock(sql, store, [{ variantId: '1', stock: 7, at: one }], 'shopify')).moved).toBe(0)
  expect((await ledger(store)).moves).toMatchObject([{ stockBefore: null, stockAfter: 5 }])
})

test('an unchanged catalog writes no row', async () => {
  const store = await newStore()
  const products = [{ variantId: '1', productId: '1', title: 'Shirt', price: 19.9, tags: ['a'], url: null }]
  const version = async () => {
    const [row] = await sql`
      select xmin::text
      from variants
      where store_id = ${store.storeId}`
    return row?.xmin
  }
  await recordProducts(sql, store, products, 'api')
  const before = await version()
  await recordProducts(sql, store, products, 'api')
  expect(await version()).toBe(before)
  await recordProducts(sql, store, [{ ...products[0]!, tags: ['b'] }], 'api')
  expect(await version()).not.toBe(before)
})
