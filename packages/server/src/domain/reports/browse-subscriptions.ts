/** Lists subscriptions for the merchant by status, address and product, newest first. */
import { countedPositions } from '@heartbell/contract/dashboard/shoppers'
import type { Sql } from '../../database/connect.ts'
import type { SubscriptionState } from '../rules/subscription-states.ts'
import type { Store } from '../stores/stores.ts'

export type SubscriptionLine = {
  subscriptionId: string
  medium: string
  address: string
  topic: string
  variantId: string
  productId: string
  title: string | null
  variantInfo: string | null
  imageUrl: string | null
  url: string
  status: SubscriptionState
  quantity: number
  targetPrice: number | null
  locale: string | null
  waitingSince: Date
  toldAt: Date | null
  createdAt: Date
}

/** `email`: the owner's address; null for a guest. */
export type OwnedList = { listId: string; shopperId: string; email: string | null }

export type SubscriptionFilter = {
  status?: SubscriptionState | undefined
  topic?: string | undefined
  /** Exact addresses; e-mail in lower case. */
  addresses?: string[] | undefined
  variantIds?: string[] | undefined
  productId?: string | undefined
  medium?: string | undefined
  /** Of the list's owner, for what is in the list. */
  ofList?: OwnedList | undefined
  after?: string | undefined
  limit: number
}

const columns = `
  subscription.subscription_id, subscription.medium, subscription.address, subscription.topic, subscription.variant_id,
  subscription.product_id, variant.title, variant.variant_info, variant.image_url, subscription.url, subscription.status,
  subscription.quantity, subscription.target_price::float8, subscription.locale, subscription.waiting_since,
  subscription.told_at, subscription.created_at`

/**
 * Waiting subscriptions are sorted by `waiting_since`, all others by `created_at`, because the indexes are; `after` has the time
 * and the id of the previous page's last row.
 */
export async function browseSubscriptions(
  sql: Sql,
  { storeId }: Store,
  { status, topic, addresses, variantIds, productId, medium, ofList, after, limit }: SubscriptionFilter,
): Promise<{ rows: SubscriptionLine[]; next: string | null }> {
  const [at, id] = readSubscriptionCursor(after)
  const moment = sql.unsafe(status === 'waiting' ? 'waiting_since' : 'created_at')
  const rows = await sql<SubscriptionLine[]>`
    select ${sql.unsafe(columns)}
    from (
      select *
      from subscriptions
      where store_id = ${storeId}
        ${status ? sql`and status = ${status}` : sql``}
        ${topic ? sql`and lower(topic) = lower(${topic})` : sql``}
        ${addresses ? sql`and address = any(${addresses})` : sql``}
        ${variantIds ? sql`and variant_id = any(${variantIds})` : sql``}
        ${productId ? sql`and product_id = ${productId}` : sql``}
        ${medium ? sql`and medium = ${medium}` : sql``}
        ${ofList ? inList(sql, storeId, ofList) : sql``}
        ${at && id ? sql`and ${moment} <= ${at} and (${moment}, subscription_id) < (${at}::timestamptz, ${id}::uuid)` : sql``}
        -- matches the partial index, which contains unconfirmed subscriptions too
        ${status === 'waiting' && !variantIds ? sql`and status in ('waiting', 'unconfirmed')` : sql``}
      order by ${moment} desc, subscription_id desc
      limit ${limit}
    ) subscription
    left join variants variant on variant.store_id = ${storeId}
      and variant.variant_id = subscription.variant_id
    order by subscription.${moment} desc, subscription.subscription_id desc`
  const last = rows.length === limit ? rows.at(-1)! : null
  const lastAt = last && (status === 'waiting' ? last.waitingSince : last.createdAt)
  return { rows, next: last && `${lastAt!.toISOString()}~${last.subscriptionId}` }
}

const inList = (sql: Sql, storeId: number, { listId, shopperId, email }: OwnedList) => sql`
  and (shopper_id = ${shopperId} or (medium = 'email' and address = ${email}))
  and variant_id in (
    select item.variant_id
    from items item
    where item.store_id = ${storeId}
      and item.list_id = ${listId}
  )`

export function readSubscriptionCursor(after: string | undefined): [string | null, string | null] {
  const [, at, id] = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)~([0-9a-f]{8}-[0-9a-f-]{27})$/.exec(after ?? '') ?? []
  return [at ?? null, id ?? null]
}

export type GivenConsent = {
  purpose: string
  granted: boolean
  textVersion: string
  /** The sentence that the form showed, if the caller sent it. */
  text: string | null
  source: string
  userAgent: string | null
  givenAt: Date
}

export type SubscriptionDetail = SubscriptionLine & {
  /** How many subscriptions are ahead; null if it is not waiting. Counted up to ten thousand. */
  before: number | null
  stock: number | null
  offer: { quantity: number; openedAt: Date; lapsesAt: Date; number: number; outOf: number } | null
  consents: GivenConsent[]
}

export async function findSubscription(
  sql: Sql,
  { storeId }: Store,
  subscriptionId: string,
): Promise<SubscriptionDetail | null> {
  const [found] = await sql<SubscriptionDetail[]>`
    select ${sql.unsafe(columns)}, variant.stock,
      case when subscription.status = 'waiting' then (
        select count(*)
        from (
          select
          from subscriptions ahead
          where ahead.store_id = ${storeId}
            and ahead.variant_id = subscription.variant_id
            and ahead.topic = subscription.topic
            and ahead.status = 'waiting'
            and (ahead.waiting_since, ahead.subscription_id) < (subscription.waiting_since, subscription.subscription_id)
          limit ${countedPositions}
        ) ahead
      ) end as before,
      (
        select json_build_object(
          'quantity', offer.quantity, 'openedAt', offer.opened_at, 'lapsesAt', offer.lapses_at, 'number', offer.number,
          'outOf', offer.out_of
        )
        from offers offer
        where offer.store_id = ${storeId}
          and offer.subscription_id = subscription.subscription_id
          and offer.closed_at is null
      ) as offer
    from subscriptions subscription
    left join variants variant on variant.store_id = ${storeId}
      and variant.variant_id = subscription.variant_id
    where subscription.store_id = ${storeId}
      and subscription.subscription_id = ${subscriptionId}`
  if (!found) return null
  const consents = await sql<GivenConsent[]>`
    select purpose, granted, text_version, text, source, user_agent, given_at
    from consents
    where store_id = ${storeId}
      and address = ${found.address}
      and medium = ${found.medium}
    order by given_at desc
    limit 20`
  return { ...found, consents: [...consents] }
}
