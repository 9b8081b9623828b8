import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../database/testing/test-database.ts'
import { findStoresWithDueInbound } from '../inbound/inbound.ts'
import { claimDueFeed } from '../integrations/polled-feeds.ts'
import { findStoresWithDueMessages } from '../messages/messages.ts'
import { newShop, planAll, setStock, testVault, wait } from '../planning/testing/waiting-people.ts'
import { listStores, type Store } from '../stores/stores.ts'
import { findStoresWithDueWebhooks } from '../webhooks/webhook-deliveries.ts'
import { findStoresWithDueWork, scheduleForgottenWork } from './due-stores.ts'
import { pauseStore, resumeStore } from './pause-store.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await openTestDatabase()
})
afterAll(() => t.close())

/** Everything the clock could have to do, long due. */
async function newBusyShop(): Promise<Store> {
  const store = await newShop(t.sql)
  await wait(t.sql, store, 'ada')
  await setStock(t.sql, store, 5)
  await planAll(t.sql, store, new Date(Date.now() + 60_000))
  const { storeId } = store
  await t.sql`
    insert into wakes (store_id, work, trigger_id, due_at)
    select store_id, 'plan', trigger_id, now() - interval '1 hour' from triggers where store_id = ${storeId}`
  await t.sql`update wakes set due_at = now() - interval '1 hour' where store_id = ${storeId}`
  await t.sql`update deliveries set due_at = now() - interval '1 hour' where store_id = ${storeId}`
  await t.sql`
    insert into messages (store_id, message_id, purpose, recipient, sender_name, subject, body_text, body_html, digest, due_at)
    values (${storeId}, gen_random_uuid(), 'test', 'a@b.example', '', '', '', '', '', now() - interval '1 hour')`
  await t.sql`
    with endpoint as (
      insert into webhook_endpoints (store_id, endpoint_id, url, secret)
      values (${storeId}, gen_random_uuid(), 'https://hooks.example', '') returning endpoint_id
    ), event as (
      insert into webhook_events (store_id, event_id, type, body) values (${storeId}, gen_random_uuid(), 'x', '{}') returning event_id
    )
    insert into webhook_deliveries (store_id, endpoint_id, event_id, due_at)
    select ${storeId}, endpoint_id, event_id, now() - interval '1 hour' from endpoint, event`
  await t.sql`
    insert into integrations (store_id, integration_id, kind, hook_token, due_at)
    values (${storeId}, gen_random_uuid(), 'google-feed', ${String(storeId)}, now() - interval '1 hour')`
  await t.sql`
    insert into inbound_messages (store_id, source, message_key, topic, due_at)
    values (${storeId}, 'shopify', 'm', 'x', now() - interval '1 hour')`
  return store
}

const asked = async () => ({
  plan: (await findStoresWithDueWork(t.sql, 'plan')).map(({ storeId }) => storeId),
  send: (await findStoresWithDueWork(t.sql, 'send')).map(({ storeId }) => storeId),
  messages: await findStoresWithDueMessages(t.sql),
  webhooks: await findStoresWithDueWebhooks(t.sql),
})

test('the clock does nothing for a store that sleeps, and all of it when it wakes', async () => {
  const [first, second] = [await newBusyShop(), await newBusyShop()]
  const both = [first.storeId, second.storeId].sort()
  for (const found of Object.values(await asked())) expect(found.toSorted()).toEqual(both)
  expect((await findStoresWithDueInbound(t.sql)).toSorted()).toEqual([first.pid, second.pid].sort())
  await pauseStore(t.sql, first.storeId)
  expect(await findStoresWithDueInbound(t.sql)).toEqual([second.pid])
  for (const found of Object.values(await asked())) expect(found).toEqual([second.storeId])
  expect((await listStores(t.sql)).filter(({ isAsleep }) => isAsleep).map(({ pid }) => pid)).toEqual([first.pid])
  expect((await claimDueFeed(t.sql, testVault))?.storeId).toBe(second.storeId)
  expect(await claimDueFeed(t.sql, testVault)).toBeNull()
  // Not even because a wake was lost.
  await t.sql`delete from wakes where store_id = ${first.storeId} or store_id = ${second.storeId}`
  expect(await scheduleForgottenWork(t.sql)).toBe(1)

  await resumeStore(t.sql, first.storeId)
  expect((await asked()).send.toSorted()).toEqual(both)
  expect((await claimDueFeed(t.sql, testVault))?.storeId).toBe(first.storeId)
})
