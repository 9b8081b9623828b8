/** Planning by offers: as many are told as units are free, each with units held for a while. */
import type { Sql } from '../../database/connect.ts'
import type { VariantNow } from '../rules/rule.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import type { Wake } from '../schedule/scheduled-work.ts'
import type { StoreSettings } from '../settings/settings.ts'
import { unitsToOffer } from './offers.ts'
import { nextInLine, type PlaceInLine, type Round, seat } from './waiting-line.ts'

/** How long units of an order stay held when no stock figure follows it. */
export const orderReservation = 10 * 60_000

export type Held = { open: number; ordered: number }

/** What is held of a variant: by offers, and by orders that its figure can't show yet, being older. */
export async function countReservedUnits(sql: Sql, storeId: number, variantId: string, now: Date): Promise<Held> {
  const [held] = await sql<Held[]>`
    select
      (
        select coalesce(sum(quantity), 0)
        from offers
        where store_id = ${storeId}
          and variant_id = ${variantId}
          and closed_at is null
      ) as open,
      (
        select coalesce(sum(purchase.quantity), 0)
        from variants variant
        join purchases purchase
          on purchase.store_id = ${storeId}
          and purchase.variant_id = variant.variant_id
          and purchase.bought_at > variant.stock_at
          and purchase.bought_at > ${new Date(now.getTime() - orderReservation)}
        where variant.store_id = ${storeId}
          and variant.variant_id = ${variantId}
      ) as ordered`
  return held!
}

export type Planned = { wakes: Wake[]; planned: number; reached: PlaceInLine | null; isDone: boolean }

/** The caller holds the variant and the trigger. */
export async function planOffers(
  sql: Sql,
  round: Round,
  variant: VariantNow,
  { settings, now, most }: { settings: StoreSettings; now: Date; most: number },
): Promise<Planned> {
  const { triggerId } = round
  const { open, ordered } = await countReservedUnits(sql, round.storeId, round.variantId, now)
  const units = unitsToOffer(variant.stock ?? 0, settings.offerRatio)
  const free = units - open - ordered
  const again: Wake[] = ordered > 0 ? [{ work: 'plan', triggerId, at: new Date(now.getTime() + orderReservation) }] : []
  if (free <= 0) return { wakes: again, planned: 0, reached: null, isDone: false }
  const line = await nextInLine(sql, round, { price: variant.price, now, free, most })
  const { seated, passedOver, left } = seat(line, free)
  const lapsesAt = new Date(now.getTime() + settings.offerWindow)
  await passOver(sql, round, passedOver.filter(isNew), free)
  const told = await openOffers(sql, round, seated, { now, lapsesAt, openBefore: open, units })
  const decided = line.slice(0, seated.length + passedOver.length)
  const isDone = line.length < most && decided.length === line.length
  if (told > 0) again.push({ work: 'send', at: now }, { work: 'plan', triggerId, at: lapsesAt })
  // Somebody left in this very moment, or there are more than one planning looks at.
  if (told < seated.length || (left > 0 && !isDone)) again.push({ work: 'plan', triggerId, at: now })
  return { wakes: again, planned: told, reached: decided.findLast(isNew) ?? null, isDone }
}

const isNew = ({ isEarlier }: PlaceInLine) => !isEarlier

/** Once in a round: who stands before the place reached has been told so. */
async function passOver(sql: Sql, { storeId, triggerId }: Round, them: PlaceInLine[], free: number): Promise<void> {
  if (them.length === 0) return
  await sql`
    with held as (
      select subscription_id
      from subscriptions
      where store_id = ${storeId}
        and subscription_id = any(${them.map(({ subscriptionId }) => subscriptionId)})
        and ${statusAllows(sql, 'notify')}
      order by subscription_id
      for update
    ),
    passed as (
      update subscriptions subscription
      set passed_over = true
      from held
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = held.subscription_id
      returning subscription.subscription_id, subscription.quantity
    )
    insert into subscription_events (store_id, subscription_id, step, reason, facts)
    select ${storeId}, subscription_id, 'waiting', 'wants-more-than-free',
      jsonb_build_object('triggerId', ${triggerId}::uuid, 'quantity', quantity, 'free', ${free}::integer)
    from passed`
}

type Opening = { now: Date; lapsesAt: Date; openBefore: number; units: number }

/** Gives how many it were: whoever left since the line was read is not among them. */
async function openOffers(
  sql: Sql,
  { storeId, triggerId, variantId }: Round,
  them: PlaceInLine[],
  { now, lapsesAt, openBefore, units }: Opening,
): Promise<number> {
  if (them.length === 0) return 0
  const [done] = await sql<{ told: number }[]>`
    with seated as (
      select *
      from unnest(
        ${them.map(({ subscriptionId }) => subscriptionId)}::uuid[],
        ${them.map((one) => (one.lapsesAt ?? lapsesAt).toISOString())}::timestamptz[],
        ${them.map(({ quantity }) => quantity)}::integer[]
      ) with ordinality as seated (subscription_id, lapses_at, quantity, place)
    ),
    held as (
      select subscription_id
      from subscriptions
      where store_id = ${storeId}
        and subscription_id = any(${them.map(({ subscriptionId }) => subscriptionId)})
        and ${statusAllows(sql, 'notify')}
      order by subscription_id
      for update
    ),
    told as (
      update subscriptions subscription
      set status = ${statusAfter(sql, 'notify')},
          told_trigger_id = ${triggerId},
          told_at = ${now},
          offered_until = seated.lapses_at,
          passed_over = false,
          updated_at = now()
      from held
      join seated using (subscription_id)
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = held.subscription_id
      returning subscription.subscription_id, subscription.medium, seated.quantity, seated.lapses_at, seated.place
    ),
    opened as (
      insert into offers as offer (
        store_id, subscription_id, trigger_id, variant_id, quantity, opened_at, lapses_at, number, out_of
      )
      select ${storeId}, subscription_id, ${triggerId}, ${variantId}, quantity, ${now}::timestamptz, lapses_at,
        ${openBefore}::integer + place, ${units}
      from told
      -- one that was taken back
      on conflict (store_id, subscription_id, trigger_id) do update
      set closed_at = null,
          closed_by = null,
          quantity = excluded.quantity
    ),
    planned as (
      insert into deliveries as delivery (store_id, subscription_id, trigger_id, channel, medium, due_at)
      select ${storeId}, subscription_id, ${triggerId}, medium, medium, ${now}::timestamptz
      from told
      -- before the message went
      on conflict (store_id, subscription_id, trigger_id, channel) do update
      set status = 'due',
          due_at = excluded.due_at,
          reason = null,
          updated_at = now()
      where delivery.status = 'withheld'
    )
    select count(*) as told
    from told`
  return done!.told
}
