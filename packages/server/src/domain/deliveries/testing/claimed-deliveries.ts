/** For tests of deliveries: subscriptions to be notified, claimed by hand as a worker claims them, and their rows afterwards. */
import type { Database } from '../../../database/connect.ts'
import { emailOf, newShop, planAll, setStock, wait } from '../../planning/testing/waiting-people.ts'
import type { Store } from '../../stores/stores.ts'
import { claimDeliveries } from '../claim-deliveries.ts'
import type { DueDelivery } from '../deliveries.ts'

/** A store with a planned restock for these names; each is due a second longer than the next. */
export async function newRestock(
  sql: Database,
  names: string[],
  { stock = names.length, settings = ['pacing=everyone'] }: { stock?: number; settings?: string[] } = {},
): Promise<Store> {
  const store = await newShop(sql, ...settings)
  for (const name of names) await wait(sql, store, name)
  await restock(sql, store, stock)
  return store
}

/** The stock is zero first, so that the next figure is a restock. */
export async function restock(sql: Database, store: Store, stock: number): Promise<string> {
  await setStock(sql, store, 0)
  await setStock(sql, store, stock)
  await planAll(sql, store)
  await sql`
    update deliveries delivery
    set due_at = now() - interval '1 minute' + line.place * interval '1 second'
    from (
      select subscription_id, row_number() over (order by waiting_since, subscription_id) as place
      from subscriptions
      where store_id = ${store.storeId}
    ) line
    where delivery.store_id = ${store.storeId}
      and delivery.subscription_id = line.subscription_id
      and delivery.status = 'due'`
  return await newestTrigger(sql, store)
}

export async function newestTrigger(sql: Database, { storeId }: Store): Promise<string> {
  const [trigger] = await sql<{ triggerId: string }[]>`
    select trigger_id
    from triggers
    where store_id = ${storeId}
    order by created_at desc, trigger_id desc
    limit 1`
  return trigger!.triggerId
}

export async function idOf(sql: Database, { storeId }: Store, name: string): Promise<string> {
  const [row] = await sql<{ subscriptionId: string }[]>`
    select subscription_id
    from subscriptions
    where store_id = ${storeId}
      and address = ${emailOf(name)}`
  return row!.subscriptionId
}

export const nameOf = ({ subscription }: Pick<DueDelivery, 'subscription'>) => subscription.address.split('@')[0]!

/** Sorted by name, because claimed deliveries have no fixed order here. */
export async function take(sql: Database, { storeId }: Store, most = 100, medium = 'email'): Promise<DueDelivery[]> {
  const { deliveries } = await claimDeliveries(sql, storeId, medium, { most, lease: 60_000 })
  return deliveries.sort((one, other) => nameOf(one).localeCompare(nameOf(other)))
}

export type DeliveryNow = {
  name: string
  triggerId: string
  channel: string
  status: string
  attempts: number
  reason: string | null
  subscription: string
}

/** Every delivery of the store with its subscription, sorted by name. */
export const deliveriesOf = (sql: Database, { storeId }: Store) => sql<DeliveryNow[]>`
  select split_part(subscription.address, '@', 1) as name, delivery.trigger_id, delivery.channel, delivery.status,
    delivery.attempts, delivery.reason, subscription.status as subscription
  from deliveries delivery
  join subscriptions subscription on subscription.store_id = ${storeId}
    and subscription.subscription_id = delivery.subscription_id
  where delivery.store_id = ${storeId}
  order by name, delivery.created_at, delivery.trigger_id, delivery.channel`
