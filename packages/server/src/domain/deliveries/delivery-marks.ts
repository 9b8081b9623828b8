/** What a provider says of a message after it went out: it arrived, or it came back. */
import type { Sql } from '../../database/connect.ts'
import type { DeliveryKey } from './deliveries.ts'

/** By the id the provider gave. Gives the delivery only the first time; one that came back did not arrive, though that is said late. */
export async function markDelivered(
  sql: Sql,
  storeId: number,
  providerId: string,
  at: Date,
): Promise<DeliveryKey | null> {
  const [delivery] = await sql<DeliveryKey[]>`
    update deliveries
    set delivered_at = ${at},
        updated_at = now()
    where store_id = ${storeId}
      and provider_id = ${providerId}
      and status = 'sent'
      and delivered_at is null
    returning subscription_id, trigger_id, channel`
  return delivery ?? null
}

/** A bounced message reached nobody, even if the provider reported it as delivered first. Gives the delivery only the first time. */
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
        jsonb_strip_nulls(jsonb_build_object(
          'triggerId', trigger_id, 'medium', channel, 'detail', ${detail}::text, 'deliveredAt', before.delivered_at
        ))
      from bounced
      -- as it was before this statement
      join deliveries before using (subscription_id, trigger_id, channel)
      where before.store_id = ${storeId}
    )
    select subscription_id, trigger_id, channel
    from bounced`
  return delivery ?? null
}
