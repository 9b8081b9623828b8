/**
 * Imports waiting subscriptions from another app: no confirmation requests, no events. They stand in line by their own date, also
 * in the line of a restock that is being offered now.
 */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import {
  type FoundProduct,
  type ProductReference,
  type ResolvedProduct,
  resolveProducts,
} from '../catalog/resolve-products.ts'
import { findSuppressed } from '../messages/suppressions.ts'
import { replanLateJoiners } from '../planning/replan-late-joiners.ts'
import { spellTopic } from '../rules/standard-topics.ts'
import { firstStatus } from '../rules/subscription-states.ts'
import { newId } from '../secrets/ids.ts'
import { accountId } from '../secrets/tokens.ts'
import type { Recipient } from '../shoppers/addresses.ts'
import type { Store } from '../stores/stores.ts'

export type ImportedSubscription = {
  to: Recipient
  product: ProductReference
  topic: string
  /** Null: unknown. Such subscriptions come after all others, in the order of the file. */
  since: Date | null
  quantity: number
  locale: string | null
}

/** `there`: a subscription exists already, whatever its status; it is not changed. */
export type SubscriptionImportOutcome = 'added' | 'there' | 'suppressed' | { wrong: string }

/** Outcomes in the order of `imported`. May be repeated. `source`: recorded as the origin of the consent. */
export async function importSubscriptions(
  sql: Database,
  store: Store,
  source: string,
  imported: readonly ImportedSubscription[],
): Promise<SubscriptionImportOutcome[]> {
  return await transaction(sql, async (sql) => {
    const named = await resolveProducts(
      sql,
      store,
      imported.map(({ product }) => product),
    )
    const suppressed = await findSuppressed(
      sql,
      store,
      imported.map(({ to }) => to),
    )
    const ready = imported.flatMap((one, place) => {
      const product = named[place]!
      return suppressed[place] || isWrong(product) ? [] : [rowOf(store, one, product as FoundProduct, place)]
    })
    await lockLines(sql, store, ready)
    const rows = await insertWaiting(sql, store, source, ready)
    const late = rows.filter(({ isLate }) => isLate).map(({ subscriptionId }) => subscriptionId)
    await replanLateJoiners(sql, store, late)
    const added = new Set(rows.map(({ place }) => place))
    return imported.map((_, place) => {
      const wrong = isWrong(named[place]!)
      if (suppressed[place]) return 'suppressed'
      return wrong ? { wrong } : added.has(place) ? 'added' : 'there'
    })
  })
}

function isWrong(product: ResolvedProduct): string | null {
  if ('wrong' in product) return product.wrong
  return product.isAnyVariant ? `product ${product.productId} has several variants: the row must name one` : null
}

/** Ids ascend, so that subscriptions with the same time, or none, stay in the order of the file. */
const rowOf = ({ tokenKey, topics }: Store, one: ImportedSubscription, product: FoundProduct, place: number) => ({
  place,
  subscription_id: newId(),
  consent_id: newId(),
  medium: one.to.medium,
  address: one.to.address,
  shopper_id: one.to.medium === 'email' ? accountId(tokenKey, one.to.address) : null,
  topic: spellTopic(topics, one.topic),
  variant_id: product.variantId,
  product_id: product.productId,
  url: product.url,
  since: one.since?.toISOString() ?? null,
  quantity: one.quantity,
  locale: one.locale,
})

type ImportRow = ReturnType<typeof rowOf>

/** A restock that is recorded meanwhile waits for the import, or the import for it: then its planning has not passed these places. */
async function lockLines(sql: Sql, { storeId }: Store, rows: ImportRow[]): Promise<void> {
  await sql`
    select
    from variants
    where store_id = ${storeId}
      and variant_id = any(${[...new Set(rows.map(({ variant_id }) => variant_id))]})
    order by variant_id
    for share`
}

/** `isLate`: a restock of the variant is being planned, and may have passed the place. */
type AddedRow = { place: number; subscriptionId: string; isLate: boolean }

async function insertWaiting(sql: Sql, { storeId }: Store, source: string, rows: ImportRow[]): Promise<AddedRow[]> {
  return await sql<AddedRow[]>`
    with input as (
      select *, coalesce(since, now()) as waits_since
      from jsonb_to_recordset(${sql.json(rows)}) as input (
        place integer, subscription_id uuid, consent_id uuid, medium text, address text, shopper_id uuid, topic text,
        variant_id text, product_id text, url text, since timestamptz, quantity integer, locale text
      )
    ),
    added as (
      insert into subscriptions (
        store_id, subscription_id, medium, address, topic, variant_id, product_id, url, shopper_id, status,
        waiting_since, consent_id, quantity, locale, price_when_saved, created_at, url_from_store, passed_over
      )
      select ${storeId}, subscription_id, medium, address, topic, variant_id, product_id, url, shopper_id,
        ${firstStatus(sql, 'import')}, waits_since, consent_id, quantity, locale,
        (select price from variants where variants.store_id = ${storeId} and variants.variant_id = input.variant_id),
        waits_since, true,
        exists (
          select from triggers
          where triggers.store_id = ${storeId}
            and triggers.variant_id = input.variant_id
            and triggers.topic = input.topic
            and superseded_at is null
        )
      from input
      order by place
      on conflict (store_id, address, medium, topic, variant_id) do nothing
      returning subscription_id, passed_over
    ),
    accepted as (
      select input.*, passed_over as is_late
      from added
      join input using (subscription_id)
    ),
    consented as (
      insert into consents (store_id, consent_id, medium, address, purpose, granted, text_version, source, given_at)
      select ${storeId}, consent_id, medium, address, 'alert', true, 'imported', ${source}::text, waits_since
      from accepted
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${storeId}, subscription_id, 'waiting', 'imported',
        jsonb_build_object('source', ${source}::text, 'consentId', consent_id, 'since', since)
      from accepted
    )
    select place, subscription_id, is_late
    from accepted`
}
