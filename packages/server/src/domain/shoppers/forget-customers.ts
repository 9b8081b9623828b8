/** Deletes what a store told about customers. Lists, alerts and sessions stay. */
import type { Database, Sql } from '../../database/connect.ts'
import { nestedTransaction } from '../../database/nested-transaction.ts'
import { accountId } from '../secrets/tokens.ts'
import type { Store } from '../stores/stores.ts'

/** Returns how many had data. Repeating it changes nothing. */
export async function forgetCustomers(sql: Database, store: Store, emails: readonly string[]): Promise<number> {
  const shopperIds = [...new Set(emails)].map((email) => accountId(store.tokenKey, email))
  return await nestedTransaction(sql, (sql) => forgetDescriptions(sql, store, shopperIds))
}

/** In the transaction of the caller. */
export async function forgetDescriptions(sql: Sql, { storeId }: Store, shopperIds: readonly string[]): Promise<number> {
  const ids = [...shopperIds]
  await sql`
    update platform_customers
    set shopper_id = null,
        -- a message about the customer from before the deletion brings nothing back
        told_at = greatest(told_at, now())
    where store_id = ${storeId}
      and shopper_id = any(${ids}::uuid[])`
  const cleared = await sql<{ shopperId: string }[]>`
    with locked as (
      select shopper_id
      from shoppers
      where store_id = ${storeId}
        and shopper_id = any(${ids}::uuid[])
      order by shopper_id
      for update
    )
    update shoppers
    set first_name = '',
        last_name = '',
        tags = '{}',
        accepts_marketing = false,
        preferences = '{}',
        platform_data = '{}',
        customer_told_at = null,
        updated_at = now()
    from locked
    where shoppers.store_id = ${storeId}
      and shoppers.shopper_id = locked.shopper_id
      and (
        first_name, last_name, tags, accepts_marketing, preferences, platform_data
      ) is distinct from ('', '', '{}'::text[], false, '{}'::jsonb, '{}'::jsonb)
    returning shoppers.shopper_id`
  await deleteUnused(sql, storeId, ids)
  return cleared.length
}

/** A row that only described a customer who never visited has no purpose any more. */
async function deleteUnused(sql: Sql, storeId: number, ids: string[]): Promise<void> {
  await sql`
    delete from shoppers shopper
    where store_id = ${storeId}
      and shopper_id = any(${ids}::uuid[])
      and last_login_at is null
      and session_epoch = 0
      and not exists (select from lists where lists.store_id = ${storeId} and lists.shopper_id = shopper.shopper_id)
      and not exists (
        select from deleted_lists
        where deleted_lists.store_id = ${storeId}
          and deleted_lists.shopper_id = shopper.shopper_id
      )
      and not exists (select from merges where merges.store_id = ${storeId} and merges.account_id = shopper.shopper_id)
      and not exists (
        select from shoppers guest
        where guest.store_id = ${storeId}
          and guest.merged_into = shopper.shopper_id
      )`
}
