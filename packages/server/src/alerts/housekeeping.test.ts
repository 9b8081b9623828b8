/** Housekeeping over all stores: an error in one store does not affect others. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findStore } from '../domain/stores/stores.ts'
import { startHousekeeping } from './housekeeping.ts'
import { type Alerts, openAlerts } from './testing/engine.ts'

let a: Alerts
beforeAll(async () => {
  a = await openAlerts()
})
afterAll(() => a.close())

test('a store whose key can’t be decrypted does not block the release of stale alerts in others', async () => {
  const broken = await a.newStore()
  await a.sql`update stores set token_key = 'x' where store_id = ${broken.storeId}`
  const store = await a.newStore('alert-expiry=1d')
  await a.wait(store, ['ada@example.org'])
  await a.sql`update subscriptions set waiting_since = now() - interval '2 days'`
  const rounds = startHousekeeping(a.sql, { stores: { find: (pid) => findStore(a.sql, a.vault, pid) }, warn: () => {} })
  await vi.waitFor(async () => expect(await a.sql`select status from subscriptions`).toEqual([{ status: 'expired' }]), {
    timeout: 45_000,
  })
  await rounds.stop()
})

test('old messages of platforms are deleted, also in a store where none waits to be applied', async () => {
  const store = await a.newStore()
  const keep = (key: string, status: string, days: number) => a.sql`
    insert into inbound_messages (store_id, source, message_key, topic, body, status, received_at)
    values (${store.storeId}, 'shopify', ${key}, 't', '{}', ${status}, now() - ${days} * interval '1 day')`
  await keep('done', 'done', 15)
  await keep('failed', 'failed', 15)
  await keep('young', 'done', 13)
  await keep('due', 'due', 15)
  const rounds = startHousekeeping(a.sql, { stores: { find: (pid) => findStore(a.sql, a.vault, pid) }, warn: () => {} })
  await vi.waitFor(
    async () =>
      expect(await a.sql`select message_key from inbound_messages order by message_key`).toEqual([
        { messageKey: 'due' },
        { messageKey: 'young' },
      ]),
    { timeout: 45_000 },
  )
  await rounds.stop()
})
