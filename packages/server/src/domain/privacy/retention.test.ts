/** Old rows are deleted; recent ones and all that are still needed stay. */
import { expect, test } from 'vitest'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { recordAct } from '../audit/audit.ts'
import { newId } from '../secrets/ids.ts'
import { makeVault } from '../secrets/vault.ts'
import { findSettingFault, parseSettings } from '../settings/settings.ts'
import { createStore, findStore, type Store } from '../stores/stores.ts'
import { applyRetention, deleteOldInstallationRows, retentionRules } from './retention.ts'

const database = useTestDatabase()
const vault = makeVault('a secret for tests')
const shopper = newId()

const open = async (...settings: string[]): Promise<Store> => {
  const { pid } = await createStore(database.sql, vault, { name: 'Shop', settings: parseSettings(settings) })
  return (await findStore(database.sql, vault, pid))!
}

/** Rows in every table, `days` old; their names say whether they may be deleted. */
async function fill({ storeId, tokenKey: _ }: Store, days: number, name: string): Promise<void> {
  const { sql } = database
  const ago = sql`now() - ${days} * interval '1 day'`
  for (const status of ['sent', 'failed', 'due'])
    await sql`
      insert into messages (store_id, message_id, purpose, recipient, sender_name, subject, body_text, body_html, digest, status, updated_at)
      values (${storeId}, ${newId()}, 'test', 'a@b.example', '', ${`${name} ${status}`}, '', '', ${newId()}, ${status}, ${ago})`
  const triggerId = newId()
  await sql`
    insert into triggers (store_id, trigger_id, topic, variant_id, cause)
    values (${storeId}, ${triggerId}, 'backinstock', ${name}, 'restock')`
  for (const status of ['told', 'left', 'waiting', 'unconfirmed']) {
    const subscriptionId = newId()
    const consentId = newId()
    const address = `${status}-${name}@b.example`
    await sql`
      insert into consents (store_id, consent_id, medium, address, purpose, granted, text_version, source)
      values (${storeId}, ${consentId}, 'email', ${address}, 'alert', true, 'v1', 'test')`
    await sql`
      insert into subscriptions (store_id, subscription_id, medium, address, topic, variant_id, product_id, url, status, consent_id)
      values (${storeId}, ${subscriptionId}, 'email', ${address}, 'backinstock', ${name}, ${name}, '', ${status}, ${consentId})`
    for (const [channel, state] of [
      ['email', 'sent'],
      ['sms', 'due'],
    ] as const)
      await sql`
        insert into deliveries (store_id, subscription_id, trigger_id, channel, medium, status, updated_at)
        values (${storeId}, ${subscriptionId}, ${triggerId}, ${channel}, 'email', ${state}, ${ago})`
  }
  for (const status of ['done', 'failed', 'due'])
    await sql`
      insert into inbound_messages (store_id, source, message_key, topic, body, status, received_at)
      values (${storeId}, 'shopify', ${`${name} ${status}`}, 't', '{}', ${status}, ${ago})`
  await sql`
    insert into feedback_messages (store_id, source, message_id, received_at)
    values (${storeId}, 'ses-events', ${name}, ${ago})`
  await sql`insert into shoppers (store_id, shopper_id) values (${storeId}, ${shopper}) on conflict do nothing`
  await sql`
    insert into deleted_lists (store_id, list_id, shopper_id, record, item_count, item_bytes, deleted_at)
    values (${storeId}, gen_random_uuid(), ${shopper}, ${sql.json({ name })}, 0, 0, ${ago})`
  await recordAct(sql, storeId, { kind: 'system', id: null, name }, { act: 'settings-changed' })
  await sql`update audit_log set happened_at = ${ago} where store_id = ${storeId} and user_name = ${name}`
}

const texts = async (statement: Promise<readonly Record<string, unknown>[]>) =>
  (await statement).map((row) => String(Object.values(row)[0])).sort()

test('each table is cleaned by the store’s own settings', async () => {
  const { sql } = database
  const store = await open(
    'keep-messages=60d',
    'keep-deliveries=60d',
    'keep-inbound=60d',
    'keep-webhooks=60d',
    'keep-audit=60d',
    'keep-deleted-lists=60d',
  )
  const { storeId } = store
  const other = await open(
    'keep-messages=off',
    'keep-deliveries=off',
    'keep-inbound=off',
    'keep-webhooks=off',
    'keep-audit=off',
    'keep-deleted-lists=365d',
  )
  for (const one of [store, other]) {
    await fill(one, 61, 'old')
    await fill(one, 59, 'young')
  }
  const count = async (id: number) => {
    const tables = [...new Set(retentionRules.map(({ table }) => table))]
    const counts = tables.map(async (table) => (await sql`select from ${sql(table)} where store_id = ${id}`).length)
    return (await Promise.all(counts)).join(' ')
  }
  const before = await count(other.storeId)
  while ((await applyRetention(sql, store, 2)) > 0);
  await applyRetention(sql, other, 100)
  expect(await count(other.storeId)).toBe(before)
  expect(await texts(sql`select subject from messages where store_id = ${storeId}`)).toEqual([
    'old due',
    'young due',
    'young failed',
    'young sent',
  ])
  expect(await texts(sql`select message_key from inbound_messages where store_id = ${storeId}`)).toEqual([
    'old due',
    'young done',
    'young due',
    'young failed',
  ])
  const kept = await texts(sql`
    select split_part(address, '@', 1) || ' ' || delivery.status
    from deliveries delivery
    join subscriptions using (store_id, subscription_id)
    where store_id = ${storeId} and address like '%-old@%'`)
  expect(kept).toEqual([
    'left-old due',
    'told-old due',
    'unconfirmed-old due',
    'unconfirmed-old sent',
    'waiting-old due',
    'waiting-old sent',
  ])
  expect(await texts(sql`select message_id from feedback_messages where store_id = ${storeId}`)).toEqual(['young'])
  expect(await texts(sql`select record ->> 'name' from deleted_lists where store_id = ${storeId}`)).toEqual(['young'])
  expect(await texts(sql`select user_name from audit_log where store_id = ${storeId}`)).toEqual(['young'])
  expect(await sql`select from subscriptions where store_id = ${storeId}`).toHaveLength(8)
  expect(await sql`select from consents where store_id = ${storeId}`).toHaveLength(8)
})

test('an event that is still due stays', async () => {
  const { sql } = database
  const { storeId, settings } = await open('keep-webhooks=1d')
  const endpointId = newId()
  await sql`
    insert into webhook_endpoints (store_id, endpoint_id, url, secret)
    values (${storeId}, ${endpointId}, 'https://hooks.example/a', '')`
  for (const status of ['due', 'sent']) {
    const eventId = newId()
    await sql`
      insert into webhook_events (store_id, event_id, type, body, created_at)
      values (${storeId}, ${eventId}, ${`test.${status}`}, '{}', now() - interval '3 days')`
    await sql`
      insert into webhook_deliveries (store_id, endpoint_id, event_id, status)
      values (${storeId}, ${endpointId}, ${eventId}, ${status})`
  }
  await applyRetention(sql, { storeId, settings }, 100)
  expect(await texts(sql`select type from webhook_events where store_id = ${storeId}`)).toEqual(['test.due'])
})

test('installation-wide: entries older than two years are deleted', async () => {
  const { sql } = database
  for (const days of [731, 729])
    await sql`
      insert into installation_log (entry_id, actor_kind, user_name, act, happened_at)
      values (${newId()}, 'system', ${String(days)}, 'signed-in', now() - ${days} * interval '1 day')`
  await deleteOldInstallationRows(sql, 100)
  expect(await texts(sql`select user_name from installation_log`)).toEqual(['729'])
})

test('a retention time that is too short is refused with a clear message', () => {
  expect(findSettingFault('keep-inbound', '2d')).toContain('3 days at least')
  expect(findSettingFault('keep-audit', '1d')).toContain('30 days at least')
  expect(findSettingFault('keep-audit', '30d')).toBeNull()
  expect(findSettingFault('keep-messages', 'off')).toBeNull()
})
