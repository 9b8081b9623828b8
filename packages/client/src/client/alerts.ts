/** A shopper's alerts: found, looked up and ended. What is known of them is cached, so that widgets show it without a call. */
import { type Alert, cachedAlerts, keepAlerts, refreshAlerts } from './alert-cache.ts'
import { type About, type AlertTopic, defaultTopic, isOf, openStates } from './alert-topics.ts'
import type { Client } from './client.ts'
import { itemNames } from './names.ts'
import type { Id } from './records.ts'
import { writeNow } from './sync/write-now.ts'

/** From the cache. */
export const findAlert = (client: Client, about: About, which: AlertTopic = {}): Alert | undefined =>
  cachedAlerts(client).find((alert) => isOf(alert, about, which))

export const isSubscribed = (client: Client, variantId: Id, topic?: string): boolean =>
  openStates.includes(findAlert(client, { variantId }, { topic })?.status ?? '')

/** Looks them up now. */
export async function fetchAlerts(client: Client): Promise<Alert[]> {
  await refreshAlerts(client)
  return cachedAlerts(client)
}

export async function leaveAlert(client: Client, about: About, { topic = defaultTopic, any }: AlertTopic = {}) {
  // one for any variant is stored with the variant that was back last
  const { variantId } = findAlert(client, about, { topic, any }) ?? about
  await writeNow(client, 'subscriptions/remove', { topic, [itemNames.variantId]: `${variantId}` })
  keepAlerts(
    client,
    cachedAlerts(client).filter((alert) => !isOf(alert, about, { topic, any })),
  )
  client.emit()
}
