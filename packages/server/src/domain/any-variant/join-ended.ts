/**
 * Any variant: one joins the line of a variant for which its address has a subscription that notifies nobody. A variant has one
 * subscription of an address, and its timeline must stay true: so that one goes on with everything of the joining one, which ends.
 */
import type { Sql } from '../../database/connect.ts'
import { statusAfter } from '../rules/subscription-states.ts'
import type { JoiningAlert, RestockedLine } from './find-joining.ts'

/** What the joining one has: its owner, its consent, its place, its wishes. */
const taken = [
  ...[
    'shopper_id',
    'consent_id',
    'waiting_since',
    'product_id',
    'any_of',
    'quantity',
    'target_price',
    'price_when_saved',
  ],
  ...['locale', 'time_zone', 'extras', 'url_from_store', 'origin'],
]

/** The caller has locked both. */
export async function joinEnded(sql: Sql, round: RestockedLine, joining: JoiningAlert[]): Promise<void> {
  if (joining.length === 0) return
  await keepRequests(sql, round, joining)
  const { storeId, variantId } = round
  await sql`
    with pair as (${pairs(sql, joining)}),
    source as (
      update subscriptions
      set status = ${statusAfter(sql, 'moveAway')},
          updated_at = now()
      from pair
      where subscriptions.store_id = ${storeId}
        and subscriptions.subscription_id = pair.source_id
      returning subscriptions.*, pair.existing_id
    ),
    target as (
      update subscriptions subscription
      set ${sql.unsafe(taken.map((name) => `${name} = source.${name}`).join(', '))},
          asked_variant_id = nullif(coalesce(source.asked_variant_id, source.variant_id), ${variantId}),
          url = coalesce((
            select coalesce(variants.url, variants.variant_url)
            from variants
            where variants.store_id = ${storeId}
              and variants.variant_id = ${variantId}
          ), source.url),
          status = ${statusAfter(sql, 'moveInto', 'subscription.status')},
          passed_over = true,
          told_trigger_id = null,
          updated_at = now()
      from source
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = source.existing_id
      returning subscription.subscription_id, subscription.status, subscription.any_of, source.subscription_id as source_id
    ),
    listed as (
      insert into any_variant_subscriptions (store_id, product_id, subscription_id)
      select ${storeId}, any_of, subscription_id
      from target
      on conflict do nothing
    )
    insert into subscription_events (store_id, subscription_id, step, reason, facts)
    select ${storeId}::bigint, subscription_id, 'left', 'moved', jsonb_build_object('into', existing_id)
    from source
    union all
    select ${storeId}::bigint, subscription_id, target.status, 'joined-by-move',
      jsonb_build_object('from', source_id, 'was', jsonb_build_object('quantity', before.quantity, 'targetPrice', before.target_price))
    from target
    -- as it was before this statement
    join subscriptions before using (subscription_id)
    where before.store_id = ${storeId}`
}

/**
 * Others who asked for the joining one ask for the one that goes on. Whoever typed in the address for this variant and was not
 * confirmed becomes one of them: the alert belongs to the joining one's owner.
 */
async function keepRequests(sql: Sql, { storeId }: RestockedLine, joining: JoiningAlert[]): Promise<void> {
  await sql`
    with pair as (${pairs(sql, joining)})
    update subscription_asks ask
    set subscription_id = pair.existing_id
    from pair
    where ask.store_id = ${storeId}
      and ask.subscription_id = pair.source_id
      and not exists (
        select from subscription_asks same
        where same.store_id = ${storeId}
          and same.subscription_id = pair.existing_id
          and same.shopper_id = ask.shopper_id
      )`
  await sql`
    with pair as (${pairs(sql, joining)})
    insert into subscription_asks (
      store_id, shopper_id, subscription_id, holder_id, target_price, variant_id, any_variant, asked_at
    )
    select ${storeId}, existing.shopper_id, existing.subscription_id, existing.shopper_id, existing.target_price,
      existing.variant_id, existing.any_of is not null, greatest(existing.waiting_since, source.waiting_since)
    from pair
    join subscriptions existing
      on existing.store_id = ${storeId}
      and existing.subscription_id = pair.existing_id
    join subscriptions source
      on source.store_id = ${storeId}
      and source.subscription_id = pair.source_id
    where existing.status = 'unconfirmed'
      and existing.shopper_id is distinct from source.shopper_id
      and existing.shopper_id is not null
    on conflict do nothing`
}

const pairs = (sql: Sql, joining: JoiningAlert[]) => sql`
  select *
  from unnest(
    ${joining.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${joining.map(({ existingId }) => existingId!)}::uuid[]
  ) as pair (source_id, existing_id)`
