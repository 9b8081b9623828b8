/** Double opt-in: what waits for confirmation, by the consent it was requested under. */
import type { Sql } from '../../database/connect.ts'
import type { AnyRecipient } from '../shoppers/addresses.ts'
import type { Store } from '../stores/stores.ts'

export type UnconfirmedAlert = {
  subscriptionId: string
  consentId: string
  /** From the catalog; null for a product it does not know. */
  title: string | null
  variantInfo: string | null
  catalogUrls: (string | null)[]
  imageUrl: string | null
  price: number | null
  currency: string | null
  /** Confirming also joins the mailing list. */
  joinsOnYes: boolean
}

export type Confirmation = AnyRecipient & {
  locale: string | null
  alerts: (UnconfirmedAlert & { status: string })[]
}

const catalogColumns = (sql: Sql) => sql`
  variant.title, variant.variant_info, array[variant.variant_url, variant.url] as catalog_urls, variant.image_url,
  variant.price::float8 as price, variant.currency`

/** Null when nothing was requested under this consent, or all of it is deleted. */
export async function findConfirmation(sql: Sql, { storeId }: Store, consentId: string): Promise<Confirmation | null> {
  const rows = await sql<(UnconfirmedAlert & AnyRecipient & { locale: string | null; status: string })[]>`
    select subscription.subscription_id, subscription.consent_id, subscription.medium, subscription.address,
      subscription.locale, subscription.status, consent.joins_on_yes, ${catalogColumns(sql)}
    from consents consent
    join subscriptions subscription
      on subscription.store_id = ${storeId}
      and subscription.address = consent.address
      and subscription.medium = consent.medium
      and subscription.consent_id = consent.consent_id
    left join variants variant
      on variant.store_id = ${storeId}
      and variant.variant_id = subscription.variant_id
    where consent.store_id = ${storeId}
      and consent.consent_id = ${consentId}
    order by subscription.subscription_id`
  const [first] = rows
  if (!first) return null
  return { medium: first.medium, address: first.address, locale: first.locale, alerts: rows }
}

/** Which of the requested alerts still need a confirmation. A repeated request finds them again. */
export async function findUnconfirmed(
  sql: Sql,
  { storeId }: Store,
  to: AnyRecipient,
  { topics, variantIds }: { topics: string[]; variantIds: string[] },
): Promise<(UnconfirmedAlert & { locale: string | null })[]> {
  return await sql<(UnconfirmedAlert & { locale: string | null })[]>`
    select subscription.subscription_id, subscription.consent_id, subscription.locale,
      coalesce(consent.joins_on_yes, false) as joins_on_yes, ${catalogColumns(sql)}
    from subscriptions subscription
    left join consents consent
      on consent.store_id = ${storeId}
      and consent.address = ${to.address}
      and consent.consent_id = subscription.consent_id
    left join variants variant
      on variant.store_id = ${storeId}
      and variant.variant_id = subscription.variant_id
    where subscription.store_id = ${storeId}
      and subscription.address = ${to.address}
      and subscription.medium = ${to.medium}
      and subscription.topic = any(${topics})
      and subscription.variant_id = any(${variantIds})
      and subscription.status = 'unconfirmed'
    order by subscription.consent_id, subscription.subscription_id`
}
