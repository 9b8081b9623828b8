/** An alert as its recipient saw it: rendered again from what the delivery stored, or as it would be if it was not sent yet. */

import { findVariant } from '../../domain/deliveries/find-variant.ts'
import { fetchTemplates, fetchVersions } from '../../domain/messages/templates.ts'
import { findSubscription } from '../../domain/reports/browse-subscriptions.ts'
import type { OutboxAlert } from '../../domain/reports/outbox.ts'
import { topicNamed } from '../../domain/rules/standard-topics.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { type AlertValues, gatherValues, readStoredValues } from '../../letters/alert-values.ts'
import { writeAlert } from '../../letters/compose.ts'
import { sampleDelivery } from '../../letters/sample.ts'
import { parseOwn, prepareTemplates, type StoreTemplates } from '../../letters/templates.ts'
import type { DashboardContext } from '../plumbing/dashboard-context.ts'

export type Shown = {
  subject: string | null
  html: string
  text: string
  senderName: string
  headers: Record<string, string>
}

export async function showAlert(context: DashboardContext, store: Store, alert: OutboxAlert): Promise<Shown> {
  // A failed delivery stores the provider's answer instead.
  const values = readStoredValues(alert.facts) ?? (await valuesNow(context, store, alert))
  const templates = alert.template
    ? await templatesThen(context, store, alert.template, values)
    : await templatesNow(context, store)
  const to = { ...alert, medium: alert.medium as 'email', address: alert.recipient }
  return writeAlert(store, to, values, { publicUrl: context.publicUrl(), now: alert.sentAt ?? new Date(), templates })
}

async function valuesNow({ sql }: DashboardContext, store: Store, alert: OutboxAlert): Promise<AlertValues> {
  const subscription = (await findSubscription(sql, store, alert.subscriptionId))!
  const { topic, locale, address, variantId } = subscription
  const variant = await findVariant(sql, store, variantId)
  const { rule } = topicNamed(store.topics, topic)
  const now = new Date()
  const sample = sampleDelivery({ topic, medium: alert.medium as 'email', address, locale, rule, variant }, now)
  return gatherValues(
    store,
    { ...sample, offer: null, subscription: { ...sample.subscription, url: subscription.url, urlFromStore: false } },
    now,
  )
}

const templatesNow = async ({ sql }: DashboardContext, { storeId }: Store) =>
  prepareTemplates(await fetchTemplates(sql, storeId))

/** `topic/medium/locale@version`, or a built-in template. */
async function templatesThen(
  { sql }: DashboardContext,
  store: Store,
  name: string,
  { kind }: AlertValues,
): Promise<StoreTemplates> {
  const [, topic, medium, locale, version] = /^([^/]+)\/([^/]+)\/([^/]+)@(\d+)$/.exec(name) ?? []
  const none: StoreTemplates = { find: () => null }
  if (!topic || !medium || !locale || topic === 'built-in') return none
  const versions = await fetchVersions(sql, store, { topic, medium, locale })
  const used = versions.find((one) => one.version === Number(version))
  if (!used) return none
  const letter = parseOwn(used, kind)
  return { find: () => letter }
}
