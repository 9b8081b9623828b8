/** Every person taken out of a store at once, when its platform says that the store is gone. */
import { type Database, transaction } from '../../database/connect.ts'
import { forgetInAudit } from '../audit/audit.ts'
import type { Store } from '../stores/stores.ts'

/** Children before what they stand on. The catalog, the ledger and figures that name nobody stay. */
const personal = [
  'webhook_events',
  'subject_exports',
  'remembered_answers',
  'messages',
  'deliveries',
  'offers',
  'subscription_forwards',
  'subscription_asks',
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
  'merges',
  'shoppers',
  'suppressions',
  'wakes',
]

export async function eraseStoreSubjects(sql: Database, { storeId }: Store): Promise<void> {
  await transaction(sql, async (sql) => {
    for (const table of personal) await sql`delete from ${sql(table)} where store_id = ${storeId}`
    await sql`update purchases set buyer_hash = null, subscription_id = null where store_id = ${storeId}`
    await forgetInAudit(sql, storeId, null)
    await sql`update redactions set person = null where store_id = ${storeId} and person is not null`
    await sql`
      update inbound_messages
      set body = null,
          status = 'done'
      where store_id = ${storeId}
        and body is not null`
  })
}
