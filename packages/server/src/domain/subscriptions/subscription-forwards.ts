/** Subscriptions and mailing-list choices, forwarded to a provider (Klaviyo) that watches the stock and sends its own alerts. */
import type { Sql } from '../../database/connect.ts'
import { safeText } from '../../database/safe-text.ts'
import { isNotPaused } from '../schedule/pause-store.ts'
import type { Store } from '../stores/stores.ts'

export async function addForwards(
  sql: Sql,
  { storeId }: Pick<Store, 'storeId'>,
  ids: readonly string[],
): Promise<void> {
  await sql`
    insert into subscription_forwards (store_id, subscription_id)
    select ${storeId}, subscription_id
    from unnest(${[...ids]}::uuid[]) as subscription_id
    on conflict (store_id, subscription_id) do update
    set due_at = now(),
        attempts = 0`
}

/** Stores with something to forward and a provider to forward it to. */
export async function findForwardingStores(sql: Sql): Promise<number[]> {
  const rows = await sql<{ storeId: number }[]>`
    -- every store: the forwarder serves all of them in turn
    select store_id
    from integrations
    where kind = 'klaviyo'
      and enabled
      and ${isNotPaused(sql, 'store_id')}
      and (
        exists (
          select from subscription_forwards forward
          where forward.store_id = integrations.store_id
            and due_at <= now()
        )
        or (
          settings ? 'list-id'
          and exists (
            select from mailing_choices choice
            where choice.store_id = integrations.store_id
              and medium in ('email', 'sms')
              and forwarded_at is null
              and forward_at <= now()
          )
        )
      )`
  return rows.map(({ storeId }) => storeId)
}

export type Forward = {
  subscriptionId: string
  medium: 'email' | 'sms'
  address: string
  variantId: string
  attempts: number
}

/** Deletes the forwards of those who no longer wait. */
export async function claimForwards(sql: Sql, storeId: number, most: number, lease: number): Promise<Forward[]> {
  return await sql<Forward[]>`
    with due as materialized (
      select subscription_id
      from subscription_forwards
      where store_id = ${storeId}
        and due_at <= now()
      order by due_at
      limit ${most}
      for update skip locked
    ),
    idle as (
      delete from subscription_forwards
      where store_id = ${storeId}
        and subscription_id in (select subscription_id from due)
        and not exists (
          select from subscriptions subscription
          where subscription.store_id = ${storeId}
            and subscription.subscription_id = subscription_forwards.subscription_id
            and status = 'waiting'
        )
    )
    update subscription_forwards forward
    set due_at = now() + ${lease} * interval '1 millisecond',
        attempts = forward.attempts + 1
    from due
    join subscriptions subscription
      on subscription.store_id = ${storeId}
      and subscription.subscription_id = due.subscription_id
      and subscription.status = 'waiting'
    where forward.store_id = ${storeId}
      and forward.subscription_id = due.subscription_id
    returning forward.subscription_id, medium, address, variant_id, attempts`
}

/** `after` null: done; otherwise retried after so many milliseconds. */
export async function settleForward(
  sql: Sql,
  storeId: number,
  { subscriptionId, attempts }: Forward,
  { after, reason }: { after: number | null; reason: string },
): Promise<void> {
  if (after === null) {
    await sql`
      with done as (
        delete from subscription_forwards
        where store_id = ${storeId}
          and subscription_id = ${subscriptionId}
          and attempts = ${attempts}
        returning subscription_id
      )
      insert into subscription_events (store_id, subscription_id, step, reason)
      select ${storeId}, subscription_id, 'forwarded', ${safeText(reason, 200)}
      from done`
    return
  }
  await sql`
    update subscription_forwards
    set due_at = now() + ${after} * interval '1 millisecond',
        reason = ${safeText(reason, 500)}
    where store_id = ${storeId}
      and subscription_id = ${subscriptionId}
      and attempts = ${attempts}`
}

export type MailingChoice = {
  medium: 'email' | 'sms'
  address: string
  joins: boolean
  attempts: number
  chosenAt: Date
}

/** Choices that the provider does not know yet. */
export async function claimChoices(sql: Sql, storeId: number, most: number, lease: number): Promise<MailingChoice[]> {
  return await sql<MailingChoice[]>`
    with due as materialized (
      select medium, address
      from mailing_choices
      where store_id = ${storeId}
        -- a choice by WhatsApp is recorded, and forwarded nowhere
        and medium in ('email', 'sms')
        and forwarded_at is null
        and forward_at <= now()
      order by chosen_at
      limit ${most}
      for update skip locked
    )
    update mailing_choices choice
    set forward_at = now() + ${lease} * interval '1 millisecond',
        forward_attempts = forward_attempts + 1
    from due
    where choice.store_id = ${storeId}
      and choice.medium = due.medium
      and choice.address = due.address
    returning choice.medium, choice.address, joins, forward_attempts as attempts, chosen_at`
}

export async function settleChoice(
  sql: Sql,
  storeId: number,
  { medium, address, chosenAt }: MailingChoice,
  { after, reason }: { after: number | null; reason: string },
): Promise<void> {
  await sql`
    update mailing_choices
    set forwarded_at = case when ${after === null} then now() end,
        forward_at = now() + ${after ?? 0} * interval '1 millisecond',
        forward_reason = ${safeText(reason, 500)}
    where store_id = ${storeId}
      and medium = ${medium}
      and address = ${address}
      -- a choice made meanwhile must still be forwarded
      and chosen_at = ${chosenAt}`
}
