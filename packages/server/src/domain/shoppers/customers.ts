/** What a store tells about its customers: stored in the row of the shopper with that e-mail address. */
import { mostMediums } from '@heartbell/contract/customers'
import type { Database, Fragment, Sql } from '../../database/connect.ts'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import { accountId } from '../secrets/tokens.ts'
import type { Store } from '../stores/stores.ts'
import { noteEarlierChoices } from './mailing-list.ts'

export type MarketingChoice = { signedUpAt: number; acceptsMarketing: boolean; source: string }

/** Fields that are absent stay as they are. */
export type CustomerDetails = {
  firstName?: string
  lastName?: string
  tags?: string[]
  acceptsMarketing?: boolean
  /** By medium. */
  preferences?: Record<string, MarketingChoice>
  /** Changes of the platform data, by our names; null clears a field. */
  platformData?: Record<string, unknown>
}

/** `at`: when the customer changed, as the store says; null counts as news. */
export type CustomerUpdate = CustomerDetails & { email: string; at: Date | null }

export type RecordedCustomers = { recorded: number; older: number }

/** So far a clock may run ahead of ours: after a time in the far future no later update would count. */
const mostAhead = 3_600_000

/** Creates the row of a customer who never visited, so that the first list shows the data. */
export async function recordCustomers(
  sql: Database,
  store: Store,
  customers: readonly CustomerUpdate[],
): Promise<RecordedCustomers> {
  const combined = combineRepeated(customers)
  const told = combined.map(({ email, ...update }) => ({
    ...update,
    email,
    shopperId: accountId(store.tokenKey, email),
  }))
  return await nestedTransaction(sql, async (sql) => {
    const rows = told.map(({ shopperId, email }) => ({ shopper_id: shopperId, email }))
    const added = await sql<{ email: string }[]>`
      insert into shoppers (store_id, shopper_id, email)
      select ${store.storeId}, shopper_id, email
      from jsonb_to_recordset(${sql.json(rows)}) as told (shopper_id uuid, email text)
      order by shopper_id
      on conflict (store_id, shopper_id) do nothing
      returning email`
    if (added.length > 0)
      await noteEarlierChoices(
        sql,
        store,
        added.map(({ email }) => email),
      )
    const recorded = await describeShoppers(sql, store, told)
    return { recorded, older: told.length - recorded }
  })
}

/** The same customer twice in one call: the later one counts, field by field, unless the store says that it is older. */
function combineRepeated(customers: readonly CustomerUpdate[]): CustomerUpdate[] {
  const byEmail = new Map<string, CustomerUpdate>()
  for (const next of customers) {
    const before = byEmail.get(next.email)
    if (!before) byEmail.set(next.email, next)
    else if (!before.at || !next.at || before.at <= next.at) byEmail.set(next.email, combine(before, next))
  }
  return [...byEmail.values()]
}

const combine = (before: CustomerUpdate, next: CustomerUpdate): CustomerUpdate => ({
  ...before,
  ...next,
  at: next.at ?? before.at,
  preferences: { ...before.preferences, ...next.preferences },
  platformData: { ...before.platformData, ...next.platformData },
})

type DescribedShopper = CustomerDetails & { shopperId: string; email?: string; at: Date | null }

/**
 * Changes the rows of these shoppers; returns how many were not older than what is stored. A row that says the same already is
 * not written: stores send all customers every night.
 */
export async function describeShoppers(
  sql: Sql,
  { storeId }: Store,
  told: readonly DescribedShopper[],
): Promise<number> {
  const [counted] = await sql<{ fresh: number }[]>`
    with told as materialized (
      select *
      from jsonb_to_recordset(${sql.json(told.map(rowOf) as never)}) as told (
        shopper_id uuid, email text, at timestamptz, first_name text, last_name text, tags text[], accepts_marketing boolean,
        preferences jsonb, data jsonb, cleared text[]
      )
    ),
    fresh as materialized (
      select shopper.shopper_id,
        coalesce(told.email, shopper.email) as email,
        coalesce(told.first_name, shopper.first_name) as first_name,
        coalesce(told.last_name, shopper.last_name) as last_name,
        coalesce(told.tags, shopper.tags) as tags,
        coalesce(told.accepts_marketing, shopper.accepts_marketing) as accepts_marketing,
        ${newestChoices(sql, sql`shopper.preferences || coalesce(told.preferences, '{}')`)} as preferences,
        (shopper.platform_data || coalesce(told.data, '{}')) - coalesce(told.cleared, '{}') as platform_data,
        coalesce(told.at, shopper.customer_told_at) as customer_told_at
      from shoppers shopper
      join told on told.shopper_id = shopper.shopper_id
      where shopper.store_id = ${storeId}
        and (told.at is null or shopper.customer_told_at is null or shopper.customer_told_at <= told.at)
      order by shopper.shopper_id
      for update of shopper
    ),
    changed as (
      update shoppers
      set email = fresh.email,
          first_name = fresh.first_name,
          last_name = fresh.last_name,
          tags = fresh.tags,
          accepts_marketing = fresh.accepts_marketing,
          preferences = fresh.preferences,
          platform_data = fresh.platform_data,
          customer_told_at = fresh.customer_told_at,
          updated_at = now()
      from fresh
      where shoppers.store_id = ${storeId}
        and shoppers.shopper_id = fresh.shopper_id
        and (
          shoppers.email, shoppers.first_name, shoppers.last_name, shoppers.tags, shoppers.accepts_marketing,
          shoppers.preferences, shoppers.platform_data, shoppers.customer_told_at
        ) is distinct from (
          fresh.email, fresh.first_name, fresh.last_name, fresh.tags, fresh.accepts_marketing,
          fresh.preferences, fresh.platform_data, fresh.customer_told_at
        )
    )
    select count(*)::integer as fresh
    from fresh`
  return counted!.fresh
}

/** Choices of further media accumulate call by call: those of the latest sign-ups stay. */
const newestChoices = (sql: Sql, choices: Fragment) => sql`(
  select coalesce(jsonb_object_agg(medium, choice), '{}')
  from (
    select key as medium, value as choice
    from jsonb_each(${choices})
    order by (value -> 'signedUpAt')::bigint desc nulls last, key
    limit ${sql.unsafe(String(mostMediums))}
  ) newest
)`

function rowOf({ shopperId, email, at, platformData = {}, ...details }: DescribedShopper) {
  const fields = Object.entries(platformData).filter(([, value]) => value !== undefined)
  return {
    shopper_id: shopperId,
    email,
    at: at && at.getTime() <= Date.now() + mostAhead ? at.toISOString() : null,
    first_name: details.firstName,
    last_name: details.lastName,
    tags: details.tags,
    accepts_marketing: details.acceptsMarketing,
    preferences: details.preferences,
    data: Object.fromEntries(fields.filter(([, value]) => value !== null)),
    cleared: fields.filter(([, value]) => value === null).map(([name]) => name),
  }
}
