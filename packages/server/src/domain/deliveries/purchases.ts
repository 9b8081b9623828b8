/** Orders of the store or its platform: a purchase ends the buyer's alerts and is attributed to the alert that led to it. */
import { createHmac } from 'node:crypto'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { markMeasuredPurchase } from '../lift/holdouts.ts'
import { releaseSubscriptions } from '../planning/release-subscriptions.ts'
import { wakeRounds } from '../planning/triggers.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import type { TokenKey } from '../secrets/tokens.ts'
import { readAddress } from '../shoppers/addresses.ts'
import type { Store } from '../stores/stores.ts'
import { emitEvents } from '../webhooks/events.ts'

export type OrderItem = { variantId: string; quantity: number; price?: number | undefined }

export type Order = {
  orderId: string
  email?: string | undefined
  phone?: string | undefined
  items: OrderItem[]
  total?: number | undefined
  currency?: string | undefined
  at?: Date | undefined
  source: string
}

/** `recorded`: new order lines. `bought`: alerts that the order ended. `conversions`: lines that an alert led to. */
export type RecordedPurchase = { recorded: number; bought: number; conversions: number }

/** The hash finds the purchases of a known address, and does not reveal an unknown one. */
export const hashBuyer = (key: TokenKey, address: string) =>
  createHmac('sha256', key).update('buyer\0').update(address).digest()

/**
 * An order line counts once, even when it is sent again or by another source. The units count as sold until a stock level
 * arrives that is newer than the order: stores send the order first and the level a moment later.
 */
export async function recordPurchase(sql: Database, store: Store, order: Order): Promise<RecordedPurchase> {
  const reaches = reachesOf(store, order)
  return await transaction(sql, async (sql) => {
    const lines = await addLines(sql, store, order, reaches)
    if (lines.length === 0) return { recorded: 0, bought: 0, conversions: 0 }
    if (reaches.length > 0) await markMeasuredPurchase(sql, store.storeId, order.orderId, reaches, lines)
    const held = await holdAlerts(sql, store, reaches, lines)
    const { led, amount } = await markBought(sql, store, held, order)
    const ids = held.map(({ subscriptionId }) => subscriptionId)
    await releaseSubscriptions(sql, store, ids, { by: 'bought', reason: 'bought', isNoted: true })
    await wakeRounds(sql, store, lines)
    const revenue = { amount, currency: order.currency ?? null }
    if (led > 0)
      await emitEvents(sql, store, [
        { type: 'alert.converted', data: { orderId: order.orderId, count: led, ...revenue } },
      ])
    return { recorded: lines.length, bought: ids.length, conversions: led }
  })
}

function reachesOf({ settings }: Store, { email, phone }: Order): string[] {
  const read = [
    email ? readAddress('email', email, settings.country) : null,
    phone ? readAddress('sms', phone, settings.country) : null,
  ]
  return read.filter((address) => address !== null)
}

/** 3 × 19.99 is 59.97 and not 59.969999999999995. Prices have at most six decimal places. */
const roundMoney = (amount: number) => Number(amount.toFixed(6))

/** Lines of the same variant are combined. A line that is sent again adds only the amount it did not have before. The order's total is a line's amount only when the order has one line. */
async function addLines(sql: Sql, { storeId, tokenKey }: Store, order: Order, reaches: string[]): Promise<string[]> {
  const lines = new Map<string, { quantity: number; amount: number | null }>()
  for (const { variantId, quantity, price } of order.items) {
    const before = lines.get(variantId)
    const amount = price === undefined ? null : price * quantity
    lines.set(variantId, {
      quantity: quantity + (before?.quantity ?? 0),
      amount: amount === null && !before?.amount ? null : roundMoney((amount ?? 0) + (before?.amount ?? 0)),
    })
  }
  const only = lines.size === 1 ? (order.total ?? null) : null
  const rows = [...lines].map(([variantId, { quantity, amount }]) => ({
    variant_id: variantId,
    quantity,
    amount: amount ?? only,
  }))
  const added = await sql<{ variantId: string; isNew: boolean }[]>`
    insert into purchases (
      store_id, order_id, variant_id, buyer_hash, quantity, amount, currency, source, bought_at
    )
    select ${storeId}, ${order.orderId}, variant_id, ${reaches[0] ? hashBuyer(tokenKey, reaches[0]) : null}::bytea,
      quantity, amount, ${order.currency ?? null}, ${order.source},
      -- with a time in the future, the units would count as sold until then
      least(${order.at ?? null}::timestamptz, now())
    from jsonb_to_recordset(${sql.json(rows)}) as line (variant_id text, quantity integer, amount numeric)
    order by variant_id
    on conflict (store_id, order_id, variant_id) do update
    set amount = excluded.amount,
        currency = coalesce(purchases.currency, excluded.currency)
    where purchases.amount is null
      and excluded.amount is not null
    -- an update sets xmax when it locks the row
    returning variant_id, xmax = 0 as is_new`
  return added.filter(({ isNew }) => isNew).map(({ variantId }) => variantId)
}

type HeldAlert = { subscriptionId: string; variantId: string; toldTriggerId: string | null }

/** Locks the buyer's alerts for the bought variants, in every topic. */
async function holdAlerts(sql: Sql, { storeId }: Store, reaches: string[], lines: string[]): Promise<HeldAlert[]> {
  if (reaches.length === 0) return []
  return await sql<HeldAlert[]>`
    select subscription_id, variant_id, told_trigger_id
    from subscriptions
    where store_id = ${storeId}
      and address = any(${reaches})
      and variant_id = any(${lines})
      and ${statusAllows(sql, 'buy')}
    order by subscription_id
    for update`
}

/** How many lines an alert led to, and what they cost; null if no line has a price. */
type LedLines = { led: number; amount: number | null }

/** An offer that had already ended counts as bought. */
async function markBought(sql: Sql, { storeId }: Store, held: HeldAlert[], order: Order): Promise<LedLines> {
  if (held.length === 0) return { led: 0, amount: null }
  const ids = held.map(({ subscriptionId }) => subscriptionId)
  const [done] = await sql<LedLines[]>`
    with bought as (
      update subscriptions
      set status = ${statusAfter(sql, 'buy')},
          updated_at = now()
      where store_id = ${storeId}
        and subscription_id = any(${ids})
      returning subscription_id, variant_id, told_trigger_id, told_at
    ),
    taken as (
      update offers offer
      set closed_by = 'bought'
      from bought
      where offer.store_id = ${storeId}
        and offer.subscription_id = bought.subscription_id
        and offer.trigger_id = bought.told_trigger_id
        and offer.closed_by in ('lapsed', 'withdrawn')
    ),
    led as (
      update purchases purchase
      set subscription_id = alert.subscription_id,
          trigger_id = alert.told_trigger_id
      from (
        select distinct on (variant_id) variant_id, subscription_id, told_trigger_id, told_at
        from bought
        where told_trigger_id is not null
          and told_at <= coalesce(${order.at ?? null}::timestamptz, now())
        order by variant_id, told_at desc
      ) alert
      where purchase.store_id = ${storeId}
        and purchase.order_id = ${order.orderId}
        and purchase.variant_id = alert.variant_id
      returning purchase.amount
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${storeId}, subscription_id, 'bought',
        case when told_trigger_id is null then 'bought-untold' else 'bought' end,
        jsonb_build_object('orderId', ${order.orderId}::text)
      from bought
    )
    select count(*) as led, sum(amount)::float8 as amount
    from led`
  return done!
}
