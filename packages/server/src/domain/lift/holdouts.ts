/**
 * Hold-outs: of those whose turn it is, a random share is notified later. Who is drawn is written once. With offers, the units they
 * want are kept for them meanwhile, so that nobody loses anything but time.
 */
import { createHmac } from 'node:crypto'
import type { Fragment, Sql } from '../../database/connect.ts'
import type { TokenKey } from '../secrets/tokens.ts'
import type { StoreSettings } from '../settings/settings.ts'
import type { Store } from '../stores/stores.ts'

/** `share`: of those whose turn it is. `window`: milliseconds. `key`: makes the draw of this store. */
export type Holdout = { share: number; window: number; key: Buffer }

/** Null: the topic holds nobody out. */
export const holdoutOf = ({ tokenKey }: Store, { holdout, holdoutWindow }: StoreSettings): Holdout | null =>
  holdout === null ? null : { share: holdout, window: holdoutWindow, key: drawKey(tokenKey) }

export const drawKey = (tokenKey: TokenKey) => createHmac('sha256', tokenKey).update('holdout\0').digest()

/**
 * A number from 0 to 1 for each subscription, as random as SHA-256. Drawn again it is the same: after a crash, and in a dry run.

 */
export const drawOf = (sql: Sql, key: Buffer, subscriptionId: Fragment) => sql`(
  select (get_byte(hash, 0) * 16777216::bigint + get_byte(hash, 1) * 65536 + get_byte(hash, 2) * 256 + get_byte(hash, 3))
    / 4294967296.0
  from sha256(${key}::bytea || uuid_send(${subscriptionId})) hash
)`

type DrawnRound = { storeId: number; triggerId: string; variantId: string; topic: { topic: string } }

type DrawOptions = { holdout: Holdout; now: Date; keepsUnits: boolean }

/** `at`: when their turn came. */
export type Draw = { heldIds: ReadonlySet<string>; at: Date | null; endsAt: Date | null }

export const noDraw: Draw = { heldIds: new Set(), at: null, endsAt: null }

/**
 * Draws among `turns`, a query of `subscription_id` and `place` (the number of its offer). Who took part before is not drawn again.
 * - `turn`: their rows, locked by id as everywhere.
 * - `assigned`: both groups.
 * - `held`: those who wait; planning looks at them again as it does at all whom it has passed.
 */
export async function drawHoldouts(
  sql: Sql,
  { storeId, triggerId, variantId, topic }: DrawnRound,
  turns: Fragment,
  { holdout: { share, window, key }, now, keepsUnits }: DrawOptions,
): Promise<Draw> {
  const drawn = await sql<{ subscriptionId: string; isHeld: boolean; assignedAt: Date; endsAt: Date }[]>`
    with drawing as materialized (${turns}),
    turn as materialized (
      select subscription.subscription_id, subscription.quantity, drawing.place
      from subscriptions subscription
      join drawing using (subscription_id)
      where subscription.store_id = ${storeId}
        and subscription.status = 'waiting'
        and not exists (
          select from lift_assignments
          where lift_assignments.store_id = ${storeId}
            and lift_assignments.subscription_id = subscription.subscription_id
        )
      order by subscription.subscription_id
      for update of subscription
    ),
    -- after the locks: nobody is assigned before they signed up
    moment as materialized (
      select greatest(${now}::timestamptz(3), clock_timestamp()::timestamptz(3)) as at
      from (select count(*) from turn) locked
    ),
    assigned as (
      insert into lift_assignments (
        store_id, subscription_id, trigger_id, topic, variant_id, is_held, share, assigned_at, ends_at, units_kept, number
      )
      select ${storeId}, subscription_id, ${triggerId}, ${topic.topic}, ${variantId}, is_held, ${share}, at,
        at + ${window} * interval '1 millisecond',
        case when is_held and ${keepsUnits} then quantity else 0 end, place
      from moment, turn
      cross join lateral (select ${drawOf(sql, key, sql`turn.subscription_id`)} < ${share}::double precision as is_held) draw
      on conflict do nothing
      returning subscription_id, is_held, assigned_at, ends_at
    ),
    held as (
      update subscriptions subscription
      set held_until = assigned.ends_at,
          passed_over = true
      from assigned
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = assigned.subscription_id
        and assigned.is_held
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason, facts, happened_at)
      select ${storeId}, subscription_id, 'waiting', 'held-out',
        jsonb_build_object('triggerId', ${triggerId}::uuid, 'until', ends_at, 'share', ${share}::double precision), assigned_at
      from assigned
      where is_held
    )
    select subscription_id, is_held, assigned_at, ends_at
    from assigned`
  const held = drawn.filter(({ isHeld }) => isHeld)
  return {
    ...{ heldIds: new Set(held.map(({ subscriptionId }) => subscriptionId)) },
    ...{ at: drawn[0]?.assignedAt ?? null, endsAt: held[0]?.endsAt ?? null },
  }
}

/** A condition on rows `subscription`: not held out at that time. */
export const isNotHeld = (sql: Sql, now: Date) =>
  sql`(subscription.held_until is null or subscription.held_until <= ${now}::timestamptz)`

/** The units of a variant that are kept for held-out people who still wait for it. */
export const unitsKept = (sql: Sql, storeId: number, variantId: string, now: Date) => sql`
  select coalesce(sum(kept.quantity), 0)
  from (${keptOffers(sql, storeId, [variantId], now)}) kept`

/** As the offers that they would have. */
export const keptOffers = (sql: Sql, storeId: number, variantIds: string[], now: Date | null = null) => sql`
  select kept.subscription_id, kept.trigger_id, kept.variant_id, kept.units_kept as quantity, true as is_kept,
    kept.assigned_at as opened_at, kept.number
  from lift_assignments kept
  join subscriptions subscription on subscription.store_id = ${storeId}
    and subscription.subscription_id = kept.subscription_id
    and subscription.variant_id = kept.variant_id
    and subscription.status = 'waiting'
  where kept.store_id = ${storeId}
    and kept.variant_id = any(${variantIds})
    and kept.units_kept > 0
    and kept.ends_at > coalesce(${now}::timestamptz, now())`

/**
 * These left, bought, or moved to another line: what was kept for them is free. Returns its variants. Their group stays: who leaves
 * and comes back waits for the same time.
 */
export async function giveUpKeptUnits(sql: Sql, storeId: number, subscriptionIds: string[]): Promise<string[]> {
  const given = await sql<{ variantId: string }[]>`
    update lift_assignments
    set units_kept = 0
    where store_id = ${storeId}
      and subscription_id = any(${subscriptionIds})
      and units_kept > 0
      and ends_at > now()
    returning variant_id`
  return given.map(({ variantId }) => variantId)
}

/** Waits no longer: it was notified by hand, or waits for another variant, which is not what is measured. */
export async function endHoldout(sql: Sql, storeId: number, subscriptionId: string): Promise<void> {
  await giveUpKeptUnits(sql, storeId, [subscriptionId])
  await sql`
    update subscriptions
    set held_until = null
    where store_id = ${storeId}
      and subscription_id = ${subscriptionId}
      and held_until is not null`
}

/** Notes the first purchase of the measured variant by each person who takes part. `addresses`: of the buyer. */
export async function markMeasuredPurchase(
  sql: Sql,
  storeId: number,
  orderId: string,
  addresses: string[],
  variantIds: string[],
): Promise<void> {
  await sql`
    update lift_assignments assigned
    set bought_at = purchase.bought_at
    from subscriptions subscription, purchases purchase
    where assigned.store_id = ${storeId}
      and subscription.store_id = ${storeId}
      and purchase.store_id = ${storeId}
      and subscription.address = any(${addresses})
      and assigned.subscription_id = subscription.subscription_id
      and assigned.variant_id = any(${variantIds})
      and purchase.order_id = ${orderId}
      and purchase.variant_id = assigned.variant_id
      and purchase.bought_at >= assigned.assigned_at
      and purchase.bought_at < assigned.ends_at
      and purchase.bought_at < coalesce(assigned.bought_at, 'infinity')`
}
