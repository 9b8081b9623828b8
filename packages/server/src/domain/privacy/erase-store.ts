/** Erases every person of a store at once, when its platform reports that the store is gone. */
import { type Database, transaction } from '../../database/connect.ts'
import { eraseFromAudit } from '../audit/audit.ts'
import type { Store } from '../stores/stores.ts'
import { eraseAllShopperRows } from './erase-shopper-rows.ts'

/** Children before parents. The catalog, the stock ledger and anonymous figures stay. */
const personalTables = [
  'webhook_events',
  'subject_exports',
  'remembered_answers',
  'messages',
  'follow_ups',
  'deliveries',
  'offers',
  'subscription_forwards',
  'subscription_asks',
  'any_variant_subscriptions',
  'subscription_events',
  'subscriptions',
  'mailing_choices',
  'consents',
  'list_copies',
  'list_shares',
  'seen_products',
  'product_savers',
  'product_counts',
  'lists',
  'deleted_lists',
  'merges',
  'platform_customers',
  'suppressions',
  'wakes',
]

export async function eraseStoreSubjects(sql: Database, { storeId }: Store): Promise<void> {
  await transaction(sql, async (sql) => {
    for (const table of personalTables) await sql`delete from ${sql(table)} where store_id = ${storeId}`
    await eraseAllShopperRows(sql, storeId)
    await sql`update purchases set buyer_hash = null, subscription_id = null where store_id = ${storeId}`
    await eraseFromAudit(sql, storeId, null)
    await sql`update redactions set person = null where store_id = ${storeId} and person is not null`
    await sql`
      update inbound_messages
      set body = null,
          status = 'done'
      where store_id = ${storeId}
        and body is not null`
  })
}
