/** Triggers a topic by hand, for these variants. */
import { type Database, transaction } from '../../database/connect.ts'
import { pacingOf } from '../rules/rules.ts'
import { topicNamed } from '../rules/standard-topics.ts'
import type { Store } from '../stores/stores.ts'
import { pullTriggers } from './triggers.ts'

/** Returns the variants that somebody waits for. Repeated, nobody is notified twice. */
export async function triggerTopic(
  sql: Database,
  store: Store,
  name: string,
  variantIds: string[],
  requestId: string | null = null,
): Promise<string[]> {
  const topic = topicNamed(store.topics, name)
  const wanted = [...new Set(variantIds)].map((variantId) => ({
    ...{ variantId, topic: name, cause: 'by-hand', facts: {}, stockMove: null },
    pacing: pacingOf(store.settings, topic),
  }))
  return await transaction(sql, async (sql) => {
    await sql`
      select variant_id
      from variants
      where store_id = ${store.storeId}
        and variant_id = any(${variantIds})
      order by variant_id
      for update`
    return (await pullTriggers(sql, store, wanted, requestId)).map(({ variantId }) => variantId)
  })
}
