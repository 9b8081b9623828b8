/** Saving requested subscriptions: new ones, ended ones that start again, and details of those that wait. */
import type { Sql } from '../../database/connect.ts'
import { toMoved, type WantedRow } from '../any-variant/moved-alerts.ts'
import { hashAddress } from '../messages/suppressions.ts'
import { closeOffers } from '../planning/offers.ts'
import { firstStatus, holdsOffer, type SubscriptionState, statusAllows } from '../rules/subscription-states.ts'
import type { Recipient } from '../shoppers/addresses.ts'
import {
  type ConsentFacts,
  consentColumns,
  consentValues,
  refusesAlerts,
  unprovenSource,
} from '../shoppers/consents.ts'
import type { Store } from '../stores/stores.ts'
import { emitEvents, type StoreEvent } from '../webhooks/events.ts'
import type { RequestedProduct } from './requested-products.ts'
import { addForwards } from './subscription-forwards.ts'

type RequestedAlerts = {
  products: RequestedProduct[]
  topics: string[]
  extras: string | undefined
  locale: string | undefined
  shopperId: string | null
  /** The store or the owner of the address asks. */
  speaksForAddress: boolean
  /** The store's own server asks: its product addresses may be shown in messages. */
  isByStore: boolean
}

/**
 * One statement, clause by clause:
 * - `requested`: each product with each topic.
 * - `saved`: inserts them. An existing row starts again if it ended; otherwise it stays in its place, and only its details
 *   change. A request that changes nothing touches no row.
 * - `consented`: the consent of this call, if a row waits under it.
 * - `noted`: a timeline entry for each row.
 *
 * A row has the consent it waits under. This call's `consentId` on a returned row means that it is new or started again.
 */
export async function saveSubscriptions(
  sql: Sql,
  store: Store,
  to: Recipient,
  alerts: RequestedAlerts,
  facts: ConsentFacts,
  consentId: string,
): Promise<void> {
  const { storeId } = store
  const rows = await toMoved(sql, store, to, alerts)
  const refuses = !alerts.speaksForAddress && (await refusesAlerts(sql, store, to))
  // Not the address's own yes: it takes no refusal back.
  const given = refuses ? { ...facts, source: unprovenSource(facts.source) } : facts
  const started = await sql<StartedSubscription[]>`
    with requested as (${requestedRows(sql, rows)}),
    saved as (
      insert into subscriptions as subscription (
        store_id, subscription_id, medium, address, topic, variant_id, product_id, url,
        shopper_id, status, consent_id, extras, locale, quantity, target_price, price_when_saved, url_from_store,
        any_of, asked_variant_id
      )
      select ${storeId}, subscription_id, ${to.medium}, ${to.address}, topic, variant_id, product_id, url,
        ${alerts.shopperId}::uuid, ${statusOf(sql, store, to, refuses)}, ${consentId}::uuid, ${alerts.extras ?? null},
        ${alerts.locale ?? null}, coalesce(quantity, 1), target_price,
        (select price from variants where variants.store_id = ${storeId} and variants.variant_id = requested.variant_id),
        ${alerts.isByStore},
        case when any_variant then coalesce((
          select variants.product_id
          from variants
          where variants.store_id = ${storeId}
            and variants.variant_id = requested.variant_id
        ), product_id) end,
        asked_variant_id
      from requested
      -- in one order, so that two calls for one address do not deadlock
      order by topic, variant_id
      on conflict (store_id, address, medium, topic, variant_id) do update
      ${changeExisting(sql, store, rows, alerts)}
      returning subscription.subscription_id, subscription.status, subscription.consent_id, subscription.topic,
        subscription.variant_id, subscription.product_id,
        -- an update sets xmax when it locks the row
        subscription.xmax = 0 as is_new
    ),
    consented as (
      insert into consents (${sql.unsafe(consentColumns)}, text, locale)
      select ${consentValues(sql, store, to, { consentId, purpose: 'alert', granted: true }, given)},
        ${facts.text ?? null}::text, ${facts.locale ?? null}::text
      where exists (select from saved where consent_id = ${consentId})
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${storeId}, saved.subscription_id, saved.status,
        case
          when is_new then 'subscribed'
          when saved.consent_id = ${consentId} then 'subscribed-again'
          else 'details-changed'
        end,
        jsonb_strip_nulls(jsonb_build_object(
          'source', ${facts.source}::text, 'consentId', saved.consent_id,
          'was', jsonb_build_object('quantity', before.quantity, 'targetPrice', before.target_price)
        ))
      from saved
      -- as it was before this statement
      left join subscriptions before on before.store_id = ${storeId}
        and before.subscription_id = saved.subscription_id
    )
    select subscription_id, status, topic, variant_id, product_id, is_new
    from saved
    where consent_id = ${consentId}`
  if (alerts.products.some(({ acceptsAny }) => acceptsAny)) await addToProducts(sql, store, to)
  const ids = started.filter(({ isNew }) => !isNew).map(({ subscriptionId }) => subscriptionId)
  await closeOffers(sql, store, ids, { by: 'lapsed', reason: 'subscribed-again', isNoted: true })
  await announceNew(sql, store, to, started)
}

/** So that planning finds them by the product of a variant that is back. */
async function addToProducts(sql: Sql, { storeId }: Store, to: Recipient): Promise<void> {
  await sql`
    insert into any_variant_subscriptions (store_id, product_id, subscription_id)
    select store_id, any_of, subscription_id
    from subscriptions
    where store_id = ${storeId}
      and address = ${to.address}
      and medium = ${to.medium}
      and any_of is not null
    on conflict do nothing`
}

const requestedRows = (sql: Sql, rows: WantedRow<RequestedProduct>[]) => sql`
    select *
    from unnest(
      ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ topic }) => topic)}::text[],
      ${rows.map(({ variantId }) => variantId)}::text[], ${rows.map(({ productId }) => productId)}::text[],
      ${rows.map(({ url }) => url)}::text[], ${rows.map(({ quantity }) => quantity ?? null)}::integer[],
      ${rows.map(({ targetPrice }) => targetPrice ?? null)}::numeric[],
      ${rows.map(({ acceptsAny }) => acceptsAny ?? false)}::boolean[],
      ${rows.map(({ askedVariantId }) => askedVariantId)}::text[]
    ) as requested (
      subscription_id, topic, variant_id, product_id, url, quantity, target_price, any_variant, asked_variant_id
    )`

/** Written only when a subscription starts again: until then it belongs to who asked first, in the place it has. */
const columnsOfStart = [
  ...['shopper_id', 'status', 'waiting_since', 'consent_id', 'price_when_saved', 'passed_over', 'origin', 'held_until'],
]

/** `set … where …` of the conflict. `excluded` is the row that would have been inserted. */
function changeExisting(
  sql: Sql,
  { settings }: Store,
  rows: WantedRow<RequestedProduct>[],
  { speaksForAddress }: RequestedAlerts,
) {
  // What somebody else asked for after the owner refused starts with the owner's own request.
  const confirms = speaksForAddress && !settings.doubleOptIn
  const hasEnded = sql`(
    (${statusAllows(sql, 'subscribe', 'subscription.status')} and not ${holdsOffer(sql)})
    or (${confirms} and ${statusAllows(sql, 'confirm', 'subscription.status')})
  )`
  const ofStart = columnsOfStart.map((name) => {
    const column = sql.unsafe(name)
    return sql`${column} = case when ${hasEnded} then excluded.${column} else subscription.${column} end,`
  })
  /** A quantity or price that this request leaves out stays as it was. */
  const wish = (name: 'quantity' | 'target_price', field: 'quantity' | 'targetPrice') => {
    const given = rows.filter((row) => row[field] !== undefined).map(({ variantId }) => variantId)
    const column = sql.unsafe(name)
    return sql`
      case
        when ${hasEnded} or excluded.variant_id = any(${given}) then excluded.${column}
        else subscription.${column}
      end`
  }
  const quantity = wish('quantity', 'quantity')
  const targetPrice = wish('target_price', 'targetPrice')
  // Any variant includes the one that is asked for again.
  const anyOf = sql`case when ${hasEnded} then excluded.any_of else coalesce(excluded.any_of, subscription.any_of) end`
  return sql`
    set ${ofStart}
        product_id = excluded.product_id,
        url = excluded.url,
        url_from_store = excluded.url_from_store,
        extras = coalesce(excluded.extras, subscription.extras),
        -- who asked first chose the language
        locale = case
          when ${hasEnded} then coalesce(excluded.locale, subscription.locale)
          else coalesce(subscription.locale, excluded.locale)
        end,
        quantity = ${quantity},
        target_price = ${targetPrice},
        any_of = ${anyOf},
        asked_variant_id = excluded.asked_variant_id,
        updated_at = now()
    where ${hasEnded}
      or (
        -- somebody else who types in the same address must not put another link into its mail
        (${speaksForAddress} or subscription.shopper_id = excluded.shopper_id)
        and (
          subscription.product_id, subscription.url, subscription.extras, subscription.quantity, subscription.target_price,
          subscription.any_of, subscription.asked_variant_id
        ) is distinct from (
          excluded.product_id, excluded.url, coalesce(excluded.extras, subscription.extras), ${quantity}, ${targetPrice},
          ${anyOf}, excluded.asked_variant_id
        )
      )`
}

/** A subscription of a suppressed address never waits; the answer of the call does not show it. `refuses`: the address is asked first. */
const statusOf = (sql: Sql, store: Store, to: Recipient, refuses: boolean) => sql`
  case
    when exists (
      select from suppressions
      where store_id = ${store.storeId}
        and address_hash = ${hashAddress(store, to)}
        and medium = ${to.medium}
    ) then ${firstStatus(sql, 'subscribeSuppressed')}
    else ${firstStatus(sql, store.settings.doubleOptIn || refuses ? 'subscribeUnconfirmed' : 'subscribe')}
  end`

type StartedSubscription = {
  subscriptionId: string
  status: SubscriptionState
  topic: string
  variantId: string
  productId: string
  isNew: boolean
}

/** Events, and forwards to a provider that sends its own alerts, for what is new or started again. */
async function announceNew(sql: Sql, store: Store, to: Recipient, started: StartedSubscription[]): Promise<void> {
  const shown = started.filter(({ status }) => status !== 'suppressed')
  const eventOf = ({ isNew: _, ...data }: StartedSubscription): StoreEvent => ({
    type: 'subscription.created',
    data: { ...data, medium: to.medium, address: to.address },
  })
  await emitEvents(sql, store, shown.map(eventOf))
  const ids = shown.filter(({ status }) => status === 'waiting').map(({ subscriptionId }) => subscriptionId)
  if (store.forwardedMedia.includes(to.medium) && !store.settings.doubleOptIn) await addForwards(sql, store, ids)
}
