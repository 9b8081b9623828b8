/** A store with data in every table, much of it about one person, who will be erased. */
import { randomUUID } from 'node:crypto'
import { saveTraces } from '../../../packages/server/src/alerts/testing/savers.ts'
import { type Database, transaction } from '../../../packages/server/src/database/connect.ts'
import { recordAct, userActor } from '../../../packages/server/src/domain/audit/audit.ts'
import { recordProducts } from '../../../packages/server/src/domain/catalog/catalog.ts'
import { saveFeedBatch, startFeedRun } from '../../../packages/server/src/domain/catalog/feed-runs.ts'
import { recordStock } from '../../../packages/server/src/domain/catalog/stock.ts'
import { recordPurchase } from '../../../packages/server/src/domain/deliveries/purchases.ts'
import { storeInboundMessage } from '../../../packages/server/src/domain/inbound/inbound.ts'
import { connectIntegration } from '../../../packages/server/src/domain/integrations/integrations.ts'
import { deleteList } from '../../../packages/server/src/domain/lists/lists.ts'
import { recordRecentProducts } from '../../../packages/server/src/domain/lists/recently-viewed.ts'
import { createSavedList } from '../../../packages/server/src/domain/lists/save-for-later.ts'
import { linkGuest } from '../../../packages/server/src/domain/merges/merges.ts'
import {
  change,
  innerId,
  listOf,
  logIn,
  newDevice,
  product,
} from '../../../packages/server/src/domain/merges/testing/guests-and-accounts.ts'
import { suppress } from '../../../packages/server/src/domain/messages/suppressions.ts'
import { saveTemplate } from '../../../packages/server/src/domain/messages/templates.ts'
import { planAll } from '../../../packages/server/src/domain/planning/testing/waiting-people.ts'
import { storeTables } from '../../../packages/server/src/domain/portability/store-tables.ts'
import { saveSubjectExport } from '../../../packages/server/src/domain/privacy/subject-exports.ts'
import { countDays, lastDays } from '../../../packages/server/src/domain/reports/daily-figures.ts'
import { countDemand } from '../../../packages/server/src/domain/reports/demand.ts'
import type { Vault } from '../../../packages/server/src/domain/secrets/vault.ts'
import { changeSettings, parseSettings } from '../../../packages/server/src/domain/settings/settings.ts'
import { emailList, recordShare, setPublic } from '../../../packages/server/src/domain/sharing/sharing.ts'
import { hashCaller } from '../../../packages/server/src/domain/shoppers/consents.ts'
import type { Shopper } from '../../../packages/server/src/domain/shoppers/shoppers.ts'
import { makeMember } from '../../../packages/server/src/domain/staff/testing/team-members.ts'
import { answerOnce } from '../../../packages/server/src/domain/stores/idempotency.ts'
import { createStore, findStore, type Store } from '../../../packages/server/src/domain/stores/stores.ts'
import { saveTopics } from '../../../packages/server/src/domain/stores/topics.ts'
import { type SubscribeRequest, subscribe } from '../../../packages/server/src/domain/subscriptions/subscribe.ts'
import { rotateWebhook, saveWebhook } from '../../../packages/server/src/domain/webhooks/webhook-endpoints.ts'
import { composeListMail } from '../../../packages/server/src/letters/list-mail.ts'

export const person = {
  email: 'zerlinde.quastel@mail.example',
  phone: '+4915112345678',
  firstName: 'Zerlinde',
  lastName: 'Quastel',
}

export type LeavingWorld = {
  store: Store
  /** Everything that could identify the person. */
  traces: string[]
  regid: string
}

export async function openLeavingWorld(sql: Database, vault: Vault, name = 'Fern & Field'): Promise<LeavingWorld> {
  const settings = parseSettings([
    'custom-items=on',
    'country=DE',
    'list-types=wl,sfl,reg',
    'shop-url=https://fern.example',
  ])
  const { pid } = await createStore(sql, vault, { name, settings })
  const find = async () => (await findStore(sql, vault, pid))!
  await furnish(sql, vault, await find())
  const store = await find()
  const owner = await makeMember(sql, store.storeId, { email: 'owner@fern.example', name: 'Owner', role: 'owner' })
  await prepareLetters(sql, store)
  await stockUp(sql, store)
  const { traces, regid } = await live(sql, store)
  for (let n = 0; n < 6; n++) await liveNextDoor(sql, store, n)
  await wait(sql, store, person.email, { topics: ['backinstock', 'pricedrop'], joinsMailingList: true })
  await wait(sql, store, person.phone, { medium: 'sms' })
  await suppress(sql, store, { medium: 'email', address: 'gone@mail.example' }, 'bounced')
  await recordStock(sql, store, [{ variantId: '101', stock: 3 }], 'api')
  await planAll(sql, store, new Date(Date.now() + 500))
  await recordPurchase(sql, store, {
    ...{ orderId: 'A-1001', email: person.email, currency: 'EUR', source: 'api' },
    items: [{ variantId: '101', quantity: 1, price: 69 }],
  })
  await recordAct(sql, store.storeId, userActor(owner, { ip: '192.0.2.1', headers: {} }), {
    act: 'shopper-looked-up',
    facts: { email: person.email },
  })
  await storeInboundMessage(sql, store, {
    ...{ source: 'shopify', key: 'm-1', topic: 'orders/create', meaning: 'orders' },
    body: JSON.stringify({ email: person.email.toUpperCase(), customer: { first_name: person.firstName } }),
  })
  await saveSubjectExport(sql, store, { source: 'shopify', requestId: '77' }, { email: person.email })
  await countDays(sql, store, lastDays(store, 3).now)
  await countDemand(sql, store)
  await leaveTraces(sql, store)
  await saveTraces(sql, store.storeId)
  await refuseEmptyTables(sql, store)
  return { store, traces, regid }
}

async function furnish(sql: Database, vault: Vault, store: Store): Promise<void> {
  const { storeId } = store
  const endpoint = await saveWebhook(sql, vault, storeId, { url: 'https://hooks.fern.example/all' })
  await rotateWebhook(sql, vault, storeId, endpoint.endpointId)
  const values = { host: 'mail.fern.example', user: 'shop', password: 'not-for-everybody', from: 'hello@fern.example' }
  await connectIntegration(sql, vault, store, { kind: 'smtp', values })
  await changeSettings(sql, storeId, parseSettings(['min-stock=2']))
}

async function prepareLetters(sql: Database, store: Store): Promise<void> {
  await saveTopics(sql, store, [{ topic: 'pricedrop', rule: 'price-drop', channels: ['email'] }])
  const german = { subject: 'Wieder da: {{ product.title }}', html: '<p>Ja</p>', text: 'Ja' }
  await saveTemplate(sql, store, { topic: 'backinstock', medium: 'email', locale: 'de' }, german, 'Owner')
}

async function stockUp(sql: Database, store: Store): Promise<void> {
  const told = Array.from({ length: 30 }, (_, n) => ({
    ...{ variantId: String(101 + n), productId: String(10 + Math.floor(n / 3)), title: `Linen shirt ${n} “ü”` },
    ...{ url: `https://fern.example/products/shirt-${n}`, price: 69.9 + n / 100, stock: 0, sku: `LS-${n}` },
  }))
  await recordProducts(sql, store, told, 'api')
  const run = await startFeedRun(sql, store, 'google-feed feed.xml 1')
  await saveFeedBatch(sql, store, run, { rows: [], seen: ['101'], entries: 1 })
}

/** Everything one person does, as a guest and logged in. */
async function live(sql: Database, store: Store): Promise<{ traces: string[]; regid: string }> {
  const device = await newDevice(sql, store)
  const guestList = await listOf(
    sql,
    device,
    'Birthday',
    product(101, { note: `for ${person.firstName}` }),
    product(102),
  )
  const account = await logIn(sql, store, person.email)
  const own = await listOf(sql, account, 'Birthday', product(102), product(103))
  await change(sql, account, own, { add: [{ custom: true, title: 'A day off', price: 1.1 }] })
  await linkGuest(sql, store, device.uuid, person.email)
  await sql`
    update shoppers
    set phone = ${person.phone},
        first_name = ${person.firstName},
        last_name = ${person.lastName},
        tags = '{vip,"two words"}'
    where store_id = ${store.storeId}
      and email = ${person.email}`
  await createSavedList(sql, account, { name: 'Later' })
  await setPublic(sql, account, own, true)
  await recordShare(sql, account, own, 'copy')
  await emailList(
    sql,
    account,
    own,
    { toEmail: 'friend@mail.example', fromName: person.firstName },
    { home: 'https://w.example', network: null, compose: composeListMail },
  )
  await recordRecentProducts(sql, account, 'view', [{ variantId: '104', productId: '11', url: '/104' }])
  const call = { caller: account.shopperId, key: randomUUID(), requestHash: Buffer.from('asked') }
  await answerOnce(sql, store, call, { admit: async () => {}, act: async () => '{"n": 1.50}' })
  await copyUnderWay(sql, account, own)
  await deleteList(sql, account, await listOf(sql, account, 'Deleted', product(101)))
  const ids = [account.shopperId, device.shopperId]
  const regids = [account.identity.regid, device.identity.regid]
  const spellings = ids.flatMap((id) => [id, id.replaceAll('-', '')])
  return {
    regid: account.identity.regid,
    traces: [...Object.values(person), ...spellings, ...regids, device.uuid, innerId(store, guestList)],
  }
}

/** Large lists are copied in the background; this one is in the middle of it. */
async function copyUnderWay(sql: Database, who: Shopper, own: string): Promise<void> {
  const copy = await listOf(sql, who, 'A copy')
  await sql`
    insert into list_copies (store_id, list_id, source_id)
    values (${who.store.storeId}, ${innerId(who.store, copy)}, ${innerId(who.store, own)})`
}

/** Other people, whose data must stay unchanged. */
async function liveNextDoor(sql: Database, store: Store, n: number): Promise<void> {
  const who = await logIn(sql, store, `neighbour-${n}@mail.example`)
  await listOf(sql, who, `Wishes ${n}`, product(101 + n), product(102 + n))
  await wait(sql, store, `neighbour-${n}@mail.example`)
}

export async function wait(
  sql: Database,
  store: Store,
  address: string,
  more: Partial<SubscribeRequest> = {},
): Promise<void> {
  const callerHash = hashCaller(store.tokenKey, '192.0.2.1')
  const facts = { textVersion: 'v1', source: 'shop', userAgent: 'Mozilla/5.0', callerHash }
  const products = [{ variantId: '101', productId: '10', url: 'https://fern.example/products/shirt-0' }]
  await subscribe(sql, store, { medium: 'email', address, products, topics: ['backinstock'], ...more }, facts)
}

/** Data of platforms and providers, and rows that exist only in the middle of some work. */
async function leaveTraces(sql: Database, { storeId }: Store): Promise<void> {
  await transaction(sql, async (sql) => {
    await sql`
      insert into inventory_items (store_id, source, inventory_item_id, variant_id)
      values (${storeId}, 'shopify', 'i-101', '101')`
    await sql`
      insert into location_stock (store_id, source, inventory_item_id, location_id, available, told_at)
      values (${storeId}, 'shopify', 'i-101', 'berlin', 3, now())`
    await sql`
      insert into told_products (store_id, source, product_id, told_at)
      values (${storeId}, 'shopify', '10', now())`
    await sql`
      insert into platform_customers (store_id, source, customer_hash, shopper_id, told_at)
      select store_id, 'shopify', sha256(shopper_id::text::bytea), shopper_id, now()
      from shoppers
      where store_id = ${storeId}
        and email is not null`
    await sql`
      insert into feedback_messages (store_id, source, message_id)
      values (${storeId}, 'postmark', 'f-1')`
    await sql`
      insert into subscription_forwards (store_id, subscription_id)
      select store_id, subscription_id
      from subscriptions
      where store_id = ${storeId}
      limit 2`
    await sql`
      insert into subscription_asks (store_id, shopper_id, subscription_id, holder_id)
      select store_id, gen_random_uuid(), subscription_id, gen_random_uuid()
      from subscriptions
      where store_id = ${storeId}
      limit 2`
    await sql`
      insert into any_variant_subscriptions (store_id, product_id, subscription_id)
      select store_id, product_id, subscription_id
      from subscriptions
      where store_id = ${storeId}
      limit 2`
    await sql`
      insert into follow_ups (store_id, subscription_id, trigger_id, sent_at, due_at)
      select store_id, subscription_id, gen_random_uuid(), now(), now() + interval '2 days'
      from subscriptions
      where store_id = ${storeId}`
    await sql`
      insert into lift_assignments (
        store_id, subscription_id, trigger_id, topic, variant_id, is_held, share, assigned_at, ends_at, units_kept, number
      )
      select store_id, subscription_id, gen_random_uuid(), topic, variant_id, true, 0.05, now(), now() + interval '1 day', 1, 3
      from subscriptions
      where store_id = ${storeId}
      limit 2`
    await sql`
      insert into mail_opt_outs (store_id, address_hash, purpose, source)
      values (${storeId}, ${Buffer.from('an address')}, 'list', 'page')`
    await sql`
      insert into redactions (store_id, redaction_id, source, scope, request_id, subject, person, status, due_at)
      values (
        ${storeId}, gen_random_uuid(), 'shopify', 'customer', '207', 'a hash', ${sql.json({ email: person.email })}, 'pending',
        now() + interval '1 day'
      )`
    await sql`
      insert into event_feeds (store_id, last_position, pruned_until)
      values (${storeId}, 7, now() - interval '30 days')
      on conflict (store_id) do nothing`
    await sql`
      insert into used_identities (store_id, token_hash, forget_at)
      values (${storeId}, ${Buffer.from('a token')}, now() + interval '1 hour')`
    await sql`
      insert into list_removals (store_id, list_id)
      select store_id, list_id
      from lists
      where store_id = ${storeId}
        and name = 'A copy'`
    await sql`
      insert into saver_recounts (store_id, shopper_id, beside_id, after_product)
      select store_id, shopper_id, shopper_id, '101'
      from shoppers
      where store_id = ${storeId}
        and email = ${person.email}`
    await sql`
      insert into daily_figures (store_id, day, topic, medium, signed_up, revenue)
      values (${storeId}, '2026-01-01', 'backinstock', 'email', 3, 12.50)
      on conflict do nothing`
  })
}

async function refuseEmptyTables(sql: Database, { storeId }: Store): Promise<void> {
  const empty: string[] = []
  for (const { name } of storeTables) {
    const rows = await sql`select from ${sql(name)} where store_id = ${storeId} limit 1`
    if (rows.length === 0) empty.push(name)
  }
  if (empty.length > 0) throw new Error(`The world has nothing in ${empty.join(', ')}, so it shows nothing about them.`)
}
