/** The victim: a store with rows in every table, created mostly by ordinary calls. */
import { createHash, randomUUID } from 'node:crypto'
import type { Database } from '../../../../packages/server/src/database/connect.ts'
import { hashAddress } from '../../../../packages/server/src/domain/messages/suppressions.ts'
import { planDue } from '../../../../packages/server/src/domain/planning/plan.ts'
import type { Vault } from '../../../../packages/server/src/domain/secrets/vault.ts'
import * as links from '../../../../packages/server/src/domain/shoppers/links.ts'
import { createApiKey } from '../../../../packages/server/src/domain/stores/api-keys.ts'
import type { NewStore, Store } from '../../../../packages/server/src/domain/stores/stores.ts'
import type { HookAddress } from '../../../../test/fuzz/hook-requests.ts'
import { connectHooks } from '../hostile-hooks.ts'
import type { Ask, Tokens } from './ask.ts'
import { canary, shopMark } from './marks.ts'

export type Means = { sql: Database; vault: Vault; ask: Ask; origin: string }
export type Shop = { keys: NewStore; store: Store }

/** One shopper of a store: lists of every type, alerts, links from mails. */
export type ShopperData = {
  email: string
  phone: string
  tokens: Tokens
  /** The guest who was merged into the account; the session is from before. */
  merged: Tokens & { uuid: string }
  guest: Tokens & { uuid: string }
  lists: Record<'private' | 'public' | 'archived' | 'saved' | 'guest' | 'merged', string>
  ids: Record<'subscription' | 'trigger' | 'consent' | 'merge' | 'message', string>
  links: { unsubscribe: string; optOut: string; click: string; alerts: string; confirm: string }
}

const item = (epi: number, word: string) => ({
  ...{ epi, empi: epi, du: `https://shop.example/${word}/${epi}`, dt: word, note: word },
})

const json = (value: unknown) => JSON.stringify(value)

export type Marks = { name: string; mark: string; sign: string; variant: number }

/** `mark` is in everything private, `sign` in what visitors see. */
export async function createShopperData(
  { sql, ask }: Means,
  { keys, store }: Shop,
  { name, mark, sign, variant }: Marks,
): Promise<ShopperData> {
  // No mark in the address: a shopper with the same address in another store sees it there as their own.
  const [email, phone] = [`${name}@shopper.example`, `+4915${variant}`]
  const products = [variant, variant + 1].map((epi) => ({
    ...{ epi, empi: epi, du: `https://shop.example/${epi}`, dt: `${sign} ${epi}`, bt: sign, vi: sign },
    ...{ stk: 0, pr: 9.5 },
  }))
  await ask.admin(keys, 'v3/catalog/products', { products: json(products) })
  const guestUuid = randomUUID()
  const guest = await ask.identify(keys, { uuid: guestUuid })
  const mergedUuid = randomUUID()
  const merged = await ask.identify(keys, { uuid: mergedUuid })
  const tokens = await ask.identify(keys, { useremail: email, firstname: mark, lastname: mark })
  // A visitor of a public list sees the first name, and nothing else.
  const customer = { em: email, fname: sign, lname: mark, m: mark, extags: [mark], pd: { addresses: [{ city: mark }] } }
  await ask.admin(keys, 'v3/customers', { customers: json([customer]) })
  const make = async (kind: string, word: string) => {
    const { lid } = await ask.shopper(keys, 'lists/create', tokens, { lname: `${kind} ${word}`, lnote: word })
    const items = [item(variant, word), item(variant + 1, word)]
    await ask.shopper(keys, 'lists/update-ctx', tokens, { lid, a: json(items) })
    return lid as string
  }
  const [open, hidden] = [await make('private', mark), await make('archived', mark)]
  // Public lists may be read and copied by anybody.
  const shared = await make('public', sign)
  // A deleted list is as private as any.
  await ask.shopper(keys, 'lists/delete-list', tokens, { lid: await make('deleted', mark) })
  await ask.shopper(keys, 'lists/markPublic', tokens, { lid: shared })
  await ask.shopper(keys, 'lists/markArchived', tokens, { lid: hidden })
  const { lid: guestList } = await ask.shopper(keys, 'lists/create', guest, { lname: `guest ${mark}` })
  const { lid: mergedList } = await ask.shopper(keys, 'lists/create', merged, { lname: `private ${mark}` })
  await ask.shopper(keys, 'lists/update-ctx', merged, { lid: mergedList, a: json([item(variant, mark)]) })
  await ask.admin(keys, 'v3/user/guest-validate-sync', {
    ...{ regid: merged.regid, uuid: mergedUuid, useremail: email, useragenttype: 'probe' },
  })
  const { lid: saved } = await ask.shopper(keys, 'lists/sfl/create', tokens, { lname: mark })
  await ask.shopper(keys, 'lists/sfl/add', tokens, { lid: saved, items: json([item(variant, mark)]) })
  const wish = { medium: 'email', topics: '["backinstock"]', extras: mark, addtomailinglist: '1' }
  const wanted = json([item(variant, sign)])
  await ask.shopper(keys, 'subscriptions/create', tokens, { ...wish, mediumvalue: email, products: wanted })
  await ask.shopper(keys, 'subscriptions/create', guest, { ...wish, mediumvalue: email, products: wanted })
  await ask.shopper(keys, 'subscriptions/create', tokens, {
    ...{ ...wish, mediumvalue: `any-${email}`, products: json([{ ...item(variant, sign), any: true }]) },
  })
  await ask.admin(keys, 'bispa/subscriptions/create', { ...wish, medium: 'sms', mediumvalue: phone, products: wanted })
  await ask.shopper(keys, 'events', tokens, { type: 'view', products: wanted })
  await ask.shopper(keys, 'lists/emailList', tokens, {
    ...{ lid: shared, toemail: 'friend@victim.example', fromname: mark, note: mark },
  })
  await ask.shopper(keys, 'lists/reportShare', tokens, { lid: shared, medium: 'copylink' }).catch(() => {})
  await ask.admin(keys, 'v3/catalog/stock', { items: json([{ epi: variant, stk: 2 }]) })
  while (await planDue(sql, store, 50, new Date(Date.now() + 600_000)));
  const { storeId } = store
  const [found] = await sql<ShopperData['ids'][]>`
    select subscription.subscription_id as subscription, delivery.trigger_id as trigger,
      subscription.consent_id as consent,
      (select merge_id from merges where store_id = ${storeId} order by merged_at limit 1) as merge,
      (select message_id from messages where store_id = ${storeId} order by created_at limit 1) as message
    from subscriptions subscription
    join deliveries delivery on delivery.store_id = ${storeId}
      and delivery.subscription_id = subscription.subscription_id
    where subscription.store_id = ${storeId}
      and subscription.address = ${email}`
  const ids = found!
  const addressHash = hashAddress(store, { medium: 'email', address: email })
  const until = new Date(Date.now() + 24 * 3_600_000)
  return {
    ...{ email, phone, tokens, ids },
    merged: { ...merged, uuid: mergedUuid },
    guest: { ...guest, uuid: guestUuid },
    lists: { private: open, public: shared, archived: hidden, saved, guest: guestList, merged: mergedList },
    links: {
      unsubscribe: links.writeUnsubscribe(store, { subscriptionId: ids.subscription, address: email }),
      optOut: links.writeOptOut(store, { addressHashes: [addressHash], purpose: 'shared-list' }),
      click: links.writeClick(store, {
        subscriptionId: ids.subscription,
        triggerTail: links.triggerTailOf(ids.trigger),
      }),
      alerts: links.writeAlerts(store, { subscriptionId: ids.subscription, address: email, until }),
      confirm: links.writeConfirm(store, ids.consent),
    },
  }
}

/** Rows about the first person's alert, list and saved items, which only the engine writes. */
async function addAboutPeople(sql: Database, storeId: number): Promise<void> {
  const alert = sql`from subscriptions where store_id = ${storeId} order by created_at limit 1`
  const list = sql`select list_id from lists where store_id = ${storeId} order by created_at limit 1`
  await sql`insert into follow_ups select store_id, subscription_id, gen_random_uuid(), now(), now() + interval '1 day' ${alert}`
  await sql`
    insert into lift_assignments (
      store_id, subscription_id, trigger_id, topic, variant_id, is_held, share, assigned_at, ends_at
    )
    select store_id, subscription_id, gen_random_uuid(), topic, variant_id, false, 0.05, now(), now() + interval '1 day'
    ${alert}`
  await sql`
    insert into saved_alerts (store_id, shopper_id, subscription_id, topics)
    select store_id, shopper_id, null, array['pricedrop']
    from shoppers
    where store_id = ${storeId}
    order by created_at
    limit 1`
  await sql`
    insert into saved_news (store_id, subscription_id, variant_id, topic, list_id)
    select store_id, subscription_id, variant_id, 'pricedrop', (${list})
    ${alert}`
  await sql`insert into silent_lists select ${storeId}::bigint, (${list})`
}

/** What a store's staff created: connections, webhooks, templates, topics, keys; with all ids and secrets. */
export type StaffData = {
  hooks: HookAddress[]
  keyId: string
  endpointId: string
  eventId: string
  topic: string
  webhookUrl: string
  idempotencyKey: string
  /** Never sent by the store itself. */
  otherKey: string
  runId: string
  redactionId: string
  exportId: string
  file: string
  /** Visible to the store's own staff only. */
  secrets: string[]
}

export async function createStaffData(
  { sql, vault, ask, origin }: Means,
  { keys, store }: Shop,
  { name, mark, variant }: Marks,
) {
  const { storeId } = store
  const hooks = await connectHooks(sql, vault, store, origin, `a-platforms-secret-with-${mark}`)
  const { keyId, apiKey } = await createApiKey(sql, storeId, mark)
  // No mark in values that others may enter: their own store would return it to them.
  const word = name.slice(0, 1)
  const webhookUrl = `https://hooks.shop.example/${word}`
  const { id: endpointId, secret } = await ask.admin(keys, 'v3/webhooks', { url: webhookUrl }, { method: 'PUT' })
  const topic = `topic-${word}`
  const topics = json([{ topic, rule: 'manual', channels: ['email'] }])
  await ask.admin(keys, 'v3/topics', { topics }, { method: 'PUT' })
  const texts = { subject: mark, html: `<p>${mark}</p>`, text: mark }
  await ask.admin(keys, 'v3/templates', { topic: 'backinstock', medium: 'email', ...texts }, { method: 'PUT' })
  await ask.admin(keys, 'v3/orders', {
    ...{ orderid: mark, useremail: 'buyer@victim.example', items: json([{ epi: variant + 1, qty: 1 }]) },
  })
  const [idempotencyKey, otherKey] = [randomUUID(), randomUUID()]
  const more = { key: idempotencyKey }
  await ask.admin(keys, 'v3/catalog/stock', { items: json([{ epi: variant + 1, stk: 0 }]) }, more)
  const [eventId, runId, exportId, redactionId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const file = `file-${word}`
  const fingerprint = createHash('sha256').update(`dashboard ${file}`).digest('hex')
  await sql`insert into webhook_events (store_id, event_id, type, body) values (${storeId}, ${eventId}, 'list.created', ${mark})`
  await sql`insert into event_feeds (store_id, last_position) values (${storeId}, 7)`
  await sql`insert into webhook_deliveries (store_id, endpoint_id, event_id, status, reason) values (${storeId}, ${endpointId}, ${eventId}, 'failed', ${mark})`
  await sql`insert into feed_runs (store_id, run_id, fingerprint, report) values (${storeId}, ${runId}, ${fingerprint}, ${sql.json({ mark })})`
  await sql`insert into subject_exports (store_id, export_id, source, request_id, contents) values (${storeId}, ${exportId}, 'shopify', ${mark}, ${sql.json({ mark })})`
  await sql`insert into inbound_messages (store_id, source, message_key, topic, body, status) values (${storeId}, 'shopify', ${mark}, 'products/update', ${mark}, 'failed')`
  await sql`insert into feedback_messages (store_id, source, message_id) values (${storeId}, 'postmark', ${mark})`
  await sql`insert into suppressions (store_id, address_hash, medium, reason) values (${storeId}, ${Buffer.from(mark)}, 'email', 'complained')`
  await sql`insert into inventory_items (store_id, source, inventory_item_id, variant_id) values (${storeId}, 'shopify', '901', ${String(variant)})`
  await sql`insert into location_stock (store_id, source, inventory_item_id, location_id, available, told_at) values (${storeId}, 'shopify', '901', '1', 0, now())`
  await sql`insert into told_products (store_id, source, product_id, told_at) values (${storeId}, 'shopify', ${String(variant)}, now())`
  await sql`insert into platform_customers (store_id, source, customer_hash, told_at) values (${storeId}, 'shopify', ${Buffer.from(mark)}, now())`
  await sql`insert into mail_opt_outs (store_id, address_hash, purpose, source) values (${storeId}, ${Buffer.from(mark)}, 'shared-list', 'page')`
  await sql`insert into used_identities (store_id, token_hash, forget_at) values (${storeId}, ${Buffer.from(mark)}, now() + interval '1 day')`
  await sql`insert into redactions (store_id, redaction_id, source, scope, subject, person, status) values (${storeId}, ${redactionId}, 'shopify', 'customer', ${mark}, ${sql.json({ mark })}, 'held')`
  await sql`insert into inbound_bodies (store_id, source, body_hash, meaning) values (${storeId}, 'shopify', ${Buffer.from(mark)}, ${mark})`
  await addAboutPeople(sql, storeId)
  const staffData: StaffData = {
    ...{ hooks, keyId, endpointId, eventId, topic, webhookUrl, runId, exportId, file },
    ...{ idempotencyKey, otherKey, redactionId },
    secrets: [apiKey, secret, keys.apiKey, keys.identitySecret],
  }
  return staffData
}

/** Tables that stay empty without a worker or have no data of a store; every other table must have a row of the victim. */
export const emptyTables: readonly string[] = [
  ...[
    'installation',
    'installation_log',
    'feed_items',
    'feed_pages',
    'list_copies',
    'list_removals',
    'saver_recounts',
    'subscription_forwards',
    'daily_figures',
    'daily_totals',
    'demand',
  ],
]

export const victimMarks: Marks = { name: 'victim', mark: canary, sign: shopMark, variant: 7_700_101 }
