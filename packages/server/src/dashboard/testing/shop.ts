/** For tests: a shop with products, waiting shoppers and sent messages. */
import { recordProducts } from '../../domain/catalog/catalog.ts'
import { recordStock } from '../../domain/catalog/stock.ts'
import { planDue } from '../../domain/planning/plan.ts'
import { hashCaller } from '../../domain/shoppers/consents.ts'
import { type SubscribeRequest, subscribe } from '../../domain/subscriptions/subscribe.ts'
import type { TestDashboard } from './test-dashboard.ts'

export const shirt = '111'
export const mug = '222'
export const nasty = '<script>alert(1)</script>'

export async function fillShop(t: TestDashboard): Promise<void> {
  const store = await t.storeNow()
  await recordProducts(
    t.sql,
    store,
    [
      {
        variantId: shirt,
        productId: '11',
        url: 'https://shop.example/shirt',
        title: 'Linen shirt',
        price: 20,
        stock: 0,
      },
      { variantId: mug, productId: '22', url: 'https://shop.example/mug', title: nasty, price: 8, stock: 4 },
    ],
    'api',
  )
}

export async function ask(t: TestDashboard, address: string, more: Partial<SubscribeRequest> = {}): Promise<void> {
  const store = await t.storeNow()
  const facts = {
    textVersion: 'v1',
    source: 'test',
    userAgent: nasty,
    callerHash: hashCaller(store.tokenKey, '192.0.2.1'),
  }
  const products = [{ variantId: shirt, productId: '11', url: 'https://shop.example/shirt' }]
  await subscribe(t.sql, store, { medium: 'email', address, products, topics: ['backinstock'], ...more }, facts)
}

/** Adds stock and plans; nothing is sent. */
export async function restock(t: TestDashboard, stock: number): Promise<void> {
  const store = await t.storeNow()
  await recordStock(t.sql, store, [{ variantId: shirt, stock }], 'api')
  while (await planDue(t.sql, store, 50, new Date(Date.now() + 600_000)));
}

/** Marks due messages as a worker does after sending. */
export const markAll = async (t: TestDashboard, status: 'sent' | 'failed') => {
  const { storeId } = await t.storeNow()
  await t.sql`
    update deliveries
    set status = ${status},
        attempts = 1,
        reason = ${status === 'failed' ? 'refused' : null},
        facts = ${status === 'failed' ? t.sql.json({ detail: '550 no such mailbox' }) : null},
        sent_at = case when ${status} = 'sent' then now() end,
        updated_at = now()
    where store_id = ${storeId}
      and status = 'due'`
}
