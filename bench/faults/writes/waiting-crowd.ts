/** A store with very many subscribers, and the restock that notifies all of them. */
import type { Database } from '../../../packages/server/src/database/connect.ts'
import { recordStock } from '../../../packages/server/src/domain/catalog/stock.ts'
import { changeSettings } from '../../../packages/server/src/domain/settings/settings.ts'
import type { Store } from '../../../packages/server/src/domain/stores/stores.ts'

const variants = 20

export const addressOf = (number: number) => `shopper${number}@example.org`

/** Each subscribes to one of twenty sold-out shirts. */
export async function seedWaiting(sql: Database, { storeId }: Store, people: number): Promise<void> {
  await changeSettings(sql, storeId, { pacing: 'everyone' })
  await sql`
    insert into variants (store_id, variant_id, product_id, url, title, price, currency, stock, stock_at)
    select ${storeId}, 'shirt-' || n, 'shirts', 'https://shop.example/shirts/' || n, 'Linen shirt no. ' || n, 29.9, 'EUR', 0,
      now() - interval '1 hour'
    from generate_series(0, ${variants - 1}::integer) n`
  await sql`
    with agreed as (
      insert into consents (store_id, consent_id, medium, address, purpose, granted, text_version, source)
      values (${storeId}, gen_random_uuid(), 'email', 'everybody', 'alert', true, '1', 'bench')
      returning consent_id
    )
    insert into subscriptions (
      store_id, subscription_id, medium, address, topic, variant_id, product_id, url, consent_id, waiting_since
    )
    select ${storeId}, gen_random_uuid(), 'email', 'shopper' || n || '@example.org', 'backinstock',
      'shirt-' || n % ${variants}, 'shirts', 'https://shop.example/shirts/' || n % ${variants}, agreed.consent_id,
      now() - (${people} - n) * interval '1 second'
    from generate_series(0, ${people - 1}::integer) n
    cross join agreed`
  await sql`analyze subscriptions`
}

export async function restock(sql: Database, store: Store): Promise<void> {
  const levels = Array.from({ length: variants }, (_, n) => ({ variantId: `shirt-${n}`, stock: 1000 }))
  const everyone = { ...store, settings: { ...store.settings, pacing: 'everyone' as const } }
  await recordStock(sql, everyone, levels, 'api')
}

export type Fates = Record<string, number>

/** The number of deliveries by status. */
export async function countFates(sql: Database, storeId: number): Promise<Fates> {
  const rows = await sql<{ status: string; count: number }[]>`
    select status, count(*)
    from deliveries
    where store_id = ${storeId}
    group by status`
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
