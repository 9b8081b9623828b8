/** For tests: shoppers who saved something and want alerts about it, and a shop whose prices and stock change. */
import type { Database, Sql } from '../../database/connect.ts'
import { recordProducts } from '../../domain/catalog/catalog.ts'
import { changeItems } from '../../domain/items/items.ts'
import { createList } from '../../domain/lists/lists.ts'
import { chooseSavedAlerts, type SavedAlertsChoice } from '../../domain/saved-alerts/saved-alerts.ts'
import { identifyAccount, identifyShopper, type Shopper } from '../../domain/shoppers/shoppers.ts'
import type { Store } from '../../domain/stores/stores.ts'

const facts = { textVersion: 'test', source: 'test', userAgent: 'test', callerHash: Buffer.alloc(32) }

export const signIn = async (sql: Database, store: Store, email: string): Promise<Shopper> => {
  const { regid, sessionId } = await identifyAccount(sql, store, email)
  return identifyShopper(store, regid, sessionId)
}

export const choose = (sql: Database, who: Shopper, choice: SavedAlertsChoice) =>
  chooseSavedAlerts(sql, who, choice, facts)

type ShopProduct = { id: string; price?: number; stock?: number; product?: string }

/** New products, and new prices and stock of known ones, in one call. */
export const sell = (sql: Database, store: Store, ...products: ShopProduct[]) =>
  recordProducts(
    sql,
    store,
    products.map(({ id, price, stock, product = id }) => ({
      ...{
        variantId: id,
        productId: product,
        url: `https://shop.example/${id}`,
        title: `Plant ${id}`,
        currency: 'EUR',
      },
      ...(price !== undefined && { price }),
      ...(stock !== undefined && { stock }),
    })),
    'api',
  )

/** Into a new list; the prices are those of today. Returns the list's public id. */
export async function save(sql: Database, who: Shopper, name: string, ...items: (ShopProduct & { any?: boolean })[]) {
  const { record } = await createList(sql, who, { name })
  const { lid } = JSON.parse(record)
  const add = items.map(({ id, price, product = id, any }) => ({
    ...{ variantId: id, productId: product, url: `/${id}`, title: `Plant ${id}` },
    ...(price !== undefined && { price }),
    ...(any && { anyVariant: true }),
  }))
  await changeItems(sql, who, lid, { add, update: [], remove: [] } as never)
  return lid as string
}

/** Rows of every table of these alerts, for everybody of the store. */
export async function saveTraces(sql: Sql, storeId: number): Promise<void> {
  await sql`
    insert into saved_alerts (store_id, shopper_id, subscription_id, topics)
    select store_id, shopper_id, gen_random_uuid(), '{backinstock,pricedrop}'
    from shoppers
    where store_id = ${storeId}
      and email is not null`
  await sql`
    insert into silent_lists (store_id, list_id)
    select store_id, list_id
    from lists
    where store_id = ${storeId}`
  await sql`
    insert into saved_changes (store_id, variant_id, topic, price_before)
    values (${storeId}, '101', 'pricedrop', 69.9)`
  await sql`
    insert into saved_news (store_id, subscription_id, variant_id, topic, list_id, price_before, price, found_at)
    select store_id, subscription_id, '101', 'pricedrop', gen_random_uuid(), 69.9, 59, now()
    from subscriptions
    where store_id = ${storeId}`
}
