/** Customers that a platform describes, deletes or changes in part: which shopper each is, and what is newer. */
import { createHmac } from 'node:crypto'
import { mostTagBytes } from '@heartbell/contract/customers'
import type { Database, Sql } from '../../database/connect.ts'
import { accountId } from '../secrets/tokens.ts'
import { cutToBytes } from '../shoppers/customer-limits.ts'
import { type CustomerUpdate, describeShoppers, type MarketingChoice, recordCustomers } from '../shoppers/customers.ts'
import { forgetDescriptions } from '../shoppers/forget-customers.ts'
import type { Store } from '../stores/stores.ts'

type PlatformCustomer = { source: string; customerId: string }

/** Changes that a platform sends apart from the customer. */
export type CustomerPart = {
  tags?: { added?: string[]; removed?: string[] }
  choices?: Record<string, MarketingChoice>
  purchases?: { at: Date; platformData: Record<string, unknown> }
}

/** A row without a shopper stays after an erasure: the hash says nothing about the person. */
const hashCustomer = ({ tokenKey }: Store, { source, customerId }: PlatformCustomer) =>
  createHmac('sha256', tokenKey).update(`customer\0${source}\0`).update(customerId).digest()

/** A customer whose address has changed: what was told of the old address is deleted. Lists move only when the shopper signs in. */
export async function applyCustomer(
  sql: Database,
  store: Store,
  who: PlatformCustomer,
  customer: CustomerUpdate,
  changedAt: Date | null = customer.at,
): Promise<void> {
  const shopperId = accountId(store.tokenKey, customer.email)
  const before = await moveCustomer(sql, store, who, { shopperId, at: changedAt })
  if (!before) return
  if (before.shopperId && before.shopperId !== shopperId) await forgetUnlessShared(sql, store, before.shopperId)
  await recordCustomers(sql, store, [customer])
}

/** Null if the platform sent something newer before. `shopperId`: who it was until now. */
async function moveCustomer(
  sql: Sql,
  store: Store,
  who: PlatformCustomer,
  { shopperId, at }: { shopperId: string | null; at: Date | null },
): Promise<{ shopperId: string | null } | null> {
  const { storeId } = store
  const hash = hashCustomer(store, who)
  const [before] = await sql<{ shopperId: string | null; isNewer: boolean }[]>`
    insert into platform_customers as known (store_id, source, customer_hash)
    values (${storeId}, ${who.source}, ${hash})
    on conflict (store_id, source, customer_hash) do update
    set told_at = known.told_at
    returning shopper_id,
      case
        -- without a time, nothing says that the message is younger than the deletion or the erasure
        when ${at}::timestamptz is null then shopper_id is null and told_at is not null
        else coalesce(told_at > ${at}::timestamptz, false)
      end as is_newer`
  if (before!.isNewer) return null
  await sql`
    update platform_customers
    set shopper_id = ${shopperId},
        told_at = greatest(told_at, ${at}::timestamptz)
    where store_id = ${storeId}
      and source = ${who.source}
      and customer_hash = ${hash}`
  return { shopperId: before!.shopperId }
}

/** Another customer of the platform may have the address by now. */
async function forgetUnlessShared(sql: Sql, store: Store, shopperId: string): Promise<void> {
  const others = await sql`
    select
    from platform_customers
    where store_id = ${store.storeId}
      and shopper_id = ${shopperId}
    limit 1`
  if (others.length === 0) await forgetDescriptions(sql, store, [shopperId])
}

/** An older message about the customer that arrives later brings nothing back. */
export async function applyCustomerDeletion(sql: Sql, store: Store, who: PlatformCustomer, at: Date): Promise<void> {
  const before = await moveCustomer(sql, store, who, { shopperId: null, at })
  if (before?.shopperId) await forgetUnlessShared(sql, store, before.shopperId)
}

type KnownShopper = {
  shopperId: string
  tags: string[]
  platformData: { tags?: string[]; purchasesAt?: string }
  preferences: Record<string, MarketingChoice>
}

/** Nothing is done for a customer whose address the platform has not sent yet. */
export async function applyCustomerPart(
  sql: Sql,
  store: Store,
  who: PlatformCustomer,
  part: CustomerPart,
): Promise<void> {
  const { storeId } = store
  const [known] = await sql<KnownShopper[]>`
    select shopper.shopper_id, shopper.tags, shopper.platform_data, shopper.preferences
    from platform_customers customer
    join shoppers shopper
      on shopper.store_id = ${storeId}
      and shopper.shopper_id = customer.shopper_id
    where customer.store_id = ${storeId}
      and customer.source = ${who.source}
      and customer.customer_hash = ${hashCustomer(store, who)}
    for update of shopper`
  if (!known) return
  const details = { ...changeTags(known, part), ...changeChoices(known, part) }
  const platformData = { ...details.platformData, ...newerPurchases(known, part) }
  await describeShoppers(sql, store, [{ ...details, platformData, shopperId: known.shopperId, at: null }])
}

function changeTags({ tags: before }: KnownShopper, { tags: change }: CustomerPart) {
  if (!change) return {}
  const tags = [...new Set([...before, ...(change.added ?? [])])].filter((tag) => !change.removed?.includes(tag))
  const fitting = cutToBytes(tags.slice(0, 250), mostTagBytes)
  return { tags: fitting, platformData: { tags: fitting } }
}

/** A choice that is older than the stored one of its medium changes nothing. */
function changeChoices({ preferences: before }: KnownShopper, { choices = {} }: CustomerPart) {
  const isNew = ([medium, choice]: [string, MarketingChoice]) => (before[medium]?.signedUpAt ?? 0) <= choice.signedUpAt
  const preferences = Object.fromEntries(Object.entries(choices).filter(isNew))
  const acceptsMarketing = preferences.email?.acceptsMarketing
  return acceptsMarketing === undefined
    ? { preferences }
    : { preferences, acceptsMarketing, platformData: { acceptsMarketing } }
}

function newerPurchases({ platformData }: KnownShopper, { purchases }: CustomerPart): Record<string, unknown> {
  if (!purchases) return {}
  const at = purchases.at.toISOString()
  return (platformData.purchasesAt ?? '') > at ? {} : { ...purchases.platformData, purchasesAt: at }
}
