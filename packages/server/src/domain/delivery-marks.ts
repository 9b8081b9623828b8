/** What is heard of a message after it went out: it arrived, it came back, its link was followed. */
import type { Sql } from '../database/connect.ts'
import type { DeliveryKey } from './deliveries.ts'

/** A provider's report, by the id it gave; a repeated one changes nothing. Gives the delivery, null when it is none of ours. */
export async function markDelivered(
  sql: Sql,
  storeId: number,
  providerId: string,
  at: Date,
): Promise<DeliveryKey | null> {
  const [delivery] = await sql<DeliveryKey[]>`
    update deliveries
    set delivered_at = coalesce(delivered_at, ${at}),
        updated_at = now()
    where store_id = ${storeId}
      and provider_id = ${providerId}
    returning subscription_id, trigger_id, channel`
  return delivery ?? null
}

/** A message that came back reached nobody, whatever the provider said at first. Gives the delivery only the first time. */
export async function markBounced(
  sql: Sql,
  storeId: number,
  providerId: string,
  detail: string,
): Promise<DeliveryKey | null> {
  const [delivery] = await sql<DeliveryKey[]>`
    with bounced as (
      update deliveries
      set status = 'failed',
          reason = 'bounced',
          delivered_at = null,
          updated_at = now()
      where store_id = ${storeId}
        and provider_id = ${providerId}
        and status = 'sent'
      returning subscription_id, trigger_id, channel
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${storeId}, subscription_id, 'failed', 'bounced',
        jsonb_build_object('triggerId', trigger_id, 'medium', channel, 'detail', ${detail}::text)
      from bounced
    )
    select subscription_id, trigger_id, channel
    from bounced`
  return delivery ?? null
}

/** The shopper followed the link; true the first time. */
export async function markClicked(sql: Sql, storeId: number, key: DeliveryKey, at: Date): Promise<boolean> {
  const clicked = await sql`
    update deliveries
    set clicked_at = ${at},
        updated_at = now()
    where store_id = ${storeId}
      and subscription_id = ${key.subscriptionId}
      and trigger_id = ${key.triggerId}
      and channel = ${key.channel}
      and clicked_at is null`
  return clicked.count > 0
}
