/** Adds one item to one of many lists, a new product each time. */
import { prepareAddition, saveAddition } from '../../../packages/server/src/domain/items/add-items.ts'
import { writeCall } from '../../setup/load.ts'
import {
  firstNumber,
  listIdOf,
  listNumber,
  listPrefix,
  type Shop,
  seedCrowd,
  shopperOf,
  shopperPrefix,
  tokensOf,
} from '../../setup/shop.ts'
import { type Ranges, writeScript } from '../pgbench.ts'
import { captureStatement } from '../statement.ts'
import { againstPgbench } from './against-pgbench.ts'
import type { BenchRow } from './row.ts'

const first = firstNumber + 1_000
const shoppers = 2_000

/** As long as the numbers that replace them, so that requests are built once and filled in. */
const sampleVariant = '424242424242'
const lowest = 100_000_000_000
const highest = 999_999_999_999

const itemOf = (variantId: string) => ({
  epi: Number(variantId),
  empi: Number(variantId),
  du: `https://shop.example/products/linen-shirt-${variantId}`,
  dt: 'Linen shirt',
  pr: 59.95,
  iu: `https://cdn.shop.example/images/${variantId}.jpg`,
})

/** A variant that no shopper has. */
export const newItem = () => itemOf(String(lowest + Math.floor(Math.random() * (highest - lowest))))

export const addItem: BenchRow = {
  name: 'add-item',
  what: 'update-ctx with one item to add',
  async measure(shop, pace) {
    const next = await prepareAdds(shop, first)
    return await againstPgbench(shop, pace, { name: 'add-item', bar: 1, next, script: await writeAdd(shop) })
  },
}

/** Shoppers from `first` on with an empty list each, and calls that add a new product to any of them. */
export async function prepareAdds({ store, sql, server, keys }: Shop, first: number): Promise<() => string> {
  await seedCrowd(sql, store, { first, shoppers, lists: 1, items: 0 })
  const requests = Array.from({ length: shoppers }, (_, index) => {
    const fields = {
      ...tokensOf(store, first + index),
      lid: listIdOf(store, listNumber(first + index)),
      a: JSON.stringify([itemOf(sampleVariant)]),
    }
    const path = `/api/v3/lists/update-ctx?pid=${encodeURIComponent(keys.pid)}`
    return writeCall(server.url, { path, fields }).split(sampleVariant)
  })
  return () => {
    const variant = String(lowest + Math.floor(Math.random() * (highest - lowest)))
    return requests[Math.floor(Math.random() * shoppers)]!.join(variant)
  }
}

async function writeAdd({ sql, store }: Shop) {
  const list = listNumber(first)
  const item = itemOf(sampleVariant)
  const given = { custom: false as const, url: item.du, title: item.dt, price: item.pr, imageUrl: item.iu }
  const statement = await captureStatement(sql, () =>
    saveAddition(
      sql,
      prepareAddition(shopperOf(store, first), listIdOf(store, list), [
        { ...given, variantId: sampleVariant, productId: sampleVariant },
      ]),
    ),
  )
  const rows = statement.parameters.find(({ value }) => value?.includes(sampleVariant))!
  const itemId = /"item_id":"([^"]+)"/.exec(rows.value!)![1]!
  const ranges: Ranges = { shopper: [first, first + shoppers - 1], variant: [lowest, highest] }
  return writeScript(statement, ranges, {
    [shopperPrefix + first]: `'${shopperPrefix}' || :shopper`,
    [listPrefix + list]: `'${listPrefix}' || ((:shopper - ${firstNumber}) * 10 + ${firstNumber})`,
    [sampleVariant]: ':variant',
    [itemId]: "'00000000-0000-7000-a000-' || :variant",
  })
}
