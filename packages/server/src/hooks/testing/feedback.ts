/** For tests: the app with the platform routes, a store with integrations, and a fake outside world. */

import { connectIntegration, type Integration } from '../../domain/integrations/integrations.ts'
import { newId } from '../../domain/secrets/ids.ts'
import type { Store } from '../../domain/stores/stores.ts'
import { openTestApp } from '../../http/testing/test-app.ts'
import type { SafeFetch, SafeResponse } from '../../net/safe-fetch.ts'
import { hookRoutes } from '../routes.ts'

export const home = 'https://wishes.example'

export const answerOf = (status: number, text = ''): SafeResponse => ({
  status,
  headers: {},
  body: (async function* () {
    yield Buffer.from(text)
  })(),
  text: async () => text,
  dump: async () => {},
})

export async function openHooks(fetch: SafeFetch = async () => answerOf(404)) {
  const t = await openTestApp({
    publicUrl: () => home,
    mounts: [(scope, context) => hookRoutes(scope, { ...context, fetch })],
  })
  const store = await t.storeNow()
  const post = async (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    await t.app.inject({ method: 'POST', url: path, payload: body, headers })
  return {
    ...t,
    now: store,
    connect: (kind: string, values: Record<string, string>): Promise<Integration> =>
      connectIntegration(t.sql, t.vault, store, { kind, values }),
    post,
    subscribe: (medium: 'email' | 'sms' | 'whatsapp', mediumvalue: string) =>
      t.admin('bispa/subscriptions/create', {
        ...{ medium, mediumvalue, topics: ['backinstock'], addtomailinglist: 0 },
        products: [{ epi: 1, empi: 1, du: 'https://shop.example/p' }],
      }),
    statusOf: async (address: string) =>
      (await t.sql`select status from subscriptions where store_id = ${store.storeId} and address = ${address}`)[0]
        ?.status,
    /** An alert that was sent with this id. */
    sent: (address: string, providerId: string) => markSent(t.sql, store, address, providerId),
  }
}

async function markSent(
  sql: Awaited<ReturnType<typeof openTestApp>>['sql'],
  { storeId }: Store,
  address: string,
  providerId: string,
) {
  const triggerId = newId()
  await sql`
    insert into triggers (store_id, trigger_id, topic, variant_id, cause)
    values (${storeId}, ${triggerId}, 'backinstock', '1', 'restock')`
  await sql`
    insert into deliveries (store_id, subscription_id, trigger_id, channel, status, provider_id, sent_at)
    select store_id, subscription_id, ${triggerId}, medium, 'sent', ${providerId}, now()
    from subscriptions
    where store_id = ${storeId}
      and address = ${address}`
  return async () =>
    (await sql`select status, reason, delivered_at from deliveries where trigger_id = ${triggerId}`)[0]!
}
