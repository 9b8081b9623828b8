/** Reminders: an alert that is sent a fixed time after it was requested. */
import { databaseTime } from '../../database/clock.ts'
import type { Sql } from '../../database/connect.ts'
import { topicNamed } from '../rules/standard-topics.ts'
import { scheduleWork } from '../schedule/scheduled-work.ts'
import { newId } from '../secrets/ids.ts'
import type { Store } from '../stores/stores.ts'

/**
 * In the transaction of the request. All reminders about a variant share one trigger, which is planned whenever one of them is
 * due. Two triggers created at the same moment do no harm: planning uses the newest.
 */
export async function scheduleReminders(
  sql: Sql,
  { storeId, topics }: Store,
  requested: string[],
  products: { variantId: string }[],
): Promise<void> {
  const reminders = requested
    .map((topic) => topicNamed(topics, topic))
    .filter(({ rule, after, enabled }) => rule === 'reminder' && after !== null && enabled)
  for (const { topic, after } of reminders) {
    const variantIds = products.map(({ variantId }) => variantId)
    const triggers = await sql<{ triggerId: string }[]>`
      with known as (
        select trigger_id, variant_id
        from triggers
        where store_id = ${storeId}
          and topic = ${topic}
          and variant_id = any(${variantIds})
          and superseded_at is null
      ),
      made as (
        insert into triggers (store_id, trigger_id, topic, variant_id, cause, pacing)
        select ${storeId}, trigger_id, ${topic}, variant_id, 'reminder', 'everyone'
        from unnest(${variantIds.map(() => newId())}::uuid[], ${variantIds}::text[]) as asked (trigger_id, variant_id)
        where variant_id not in (select variant_id from known)
        returning trigger_id
      )
      select trigger_id from known
      union all
      select trigger_id from made`
    // A second after it is due, so that planning does not miss a request of the same millisecond.
    const at = new Date((await databaseTime(sql)).getTime() + after! + 1000)
    await scheduleWork(
      sql,
      storeId,
      triggers.map(({ triggerId }) => ({ work: 'plan', triggerId, at })),
    )
  }
}
