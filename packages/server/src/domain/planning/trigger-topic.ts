/** Triggers a topic by hand, for these variants. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { pacingOf, settingsOf } from '../rules/rules.ts'
import { topicNamed } from '../rules/standard-topics.ts'
import type { Store } from '../stores/stores.ts'
import { uniteSpellings } from '../stores/unite-spellings.ts'
import { releaseSubscriptions } from './release-subscriptions.ts'
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
  const pacing = pacingOf(store.settings, topic)
  const { offerRatio, minStock } = settingsOf(store.settings, topic)
  const how = { pacing, offerRatio, minStock, stockMove: null }
  return await transaction(sql, async (sql) => {
    const spellings = await findSpellings(sql, store, topic.topic, variantIds)
    if (spellings.length > 1) await endDuplicates(sql, store, topic.topic, variantIds)
    const wanted = [...new Set(variantIds)].flatMap((variantId) =>
      spellings.map((topic) => ({ variantId, topic, cause: 'by-hand', facts: {}, ...how }) as const),
    )
    await sql`
      select variant_id
      from variants
      where store_id = ${store.storeId}
        and variant_id = any(${variantIds})
      order by variant_id
      for update`
    const pulled = await pullTriggers(sql, store, wanted, requestId)
    return [...new Set(pulled.map(({ variantId }) => variantId))]
  })
}

/** One message for an address, whatever spellings of the topic somebody typed it in with. */
async function endDuplicates(sql: Sql, store: Store, topic: string, variantIds: string[]): Promise<void> {
  const ended = await uniteSpellings(sql, store, [topic], variantIds)
  await releaseSubscriptions(sql, store, ended, { by: 'declined', reason: 'moved', isNoted: true })
}

/** A topic that is not set up has the spellings of its subscribers: those who wait for “VIP” and for “vip” wait for the same. */
async function findSpellings(sql: Sql, { storeId }: Store, topic: string, variantIds: string[]): Promise<string[]> {
  const used = await sql<{ topic: string }[]>`
    select distinct topic
    from subscriptions
    where store_id = ${storeId}
      and variant_id = any(${variantIds})
      and lower(topic) = lower(${topic})`
  return [...new Set([topic, ...used.map(({ topic }) => topic)])]
}
