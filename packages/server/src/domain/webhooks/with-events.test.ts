import { beforeAll, expect, test, vi } from 'vitest'
import { makeForwardWork } from '../../alerts/outgoing/forwards.ts'
import { openProvider } from '../../channels/testing/provider.ts'
import { useTestApp } from '../../http/testing/test-app.ts'
import { connectIntegration } from '../integrations/integrations.ts'
import { serveDue } from '../schedule/leased-work.ts'
import { saveWebhook } from './webhook-endpoints.ts'

const t = useTestApp()
beforeAll(async () => {
  await saveWebhook(t.sql, t.vault, (await t.storeNow()).storeId, { url: 'https://shop.example/hook' })
})

const told = async () => {
  const { storeId } = await t.storeNow()
  const rows = await t.sql`select type, body from webhook_events where store_id = ${storeId} order by event_id`
  return rows.map(({ type, body }) => [type, JSON.parse(body).data])
}

const product = { epi: 111, empi: 11, du: 'https://shop.example/p', dt: 'Shirt', stk: 0 }
const alert = { medium: 'email', mediumvalue: 'ana@shop.example', topics: ['backinstock'], products: [product] }

test('changes by shoppers and of stock create events, each once and in order', async () => {
  const ana = await t.account('ana@shop.example')
  // A database notification adds the webhook to the cached store.
  await vi.waitFor(async () => {
    await t.shop('lists/create', ana, { lname: `List ${Date.now()}` })
    expect((await told()).length).toBeGreaterThan(0)
  }, 45_000)
  const before = (await told()).length
  const { body: list } = await t.shop('lists/create', ana, { lname: 'Mine' })
  await t.shop('lists/update-ctx', ana, { lid: list.lid, a: [product] })
  await t.shop('lists/update', ana, { lid: list.lid, lname: 'Ours' })
  await t.shop('lists/update-ctx', ana, { lid: list.lid, d: [product] })
  await t.shop('lists/delete-list', ana, { lid: list.lid })
  await t.admin('v3/catalog/products', { products: [product] })
  await t.admin('bispa/subscriptions/create', alert)
  await t.admin('bispa/subscriptions/create', alert)
  await t.admin('v3/catalog/stock', { items: [{ epi: 111, stk: 5 }] })
  await t.shop('subscriptions/remove', ana, { topic: 'backinstock', epi: 111 })
  const events = (await told()).slice(before)
  expect(events.map(([type]) => type)).toEqual([
    'list.created',
    'list.item_added',
    'list.updated',
    'list.item_removed',
    'list.deleted',
    'subscription.created',
    'stock.restocked',
    'subscription.cancelled',
  ])
  const of = Object.fromEntries(events)
  expect(of['list.item_added']).toMatchObject({ lid: list.lid, epi: 111, empi: 11, qty: 1 })
  expect(of['list.updated']).toMatchObject({ lid: list.lid, lname: 'Ours' })
  expect(of['subscription.created']).toMatchObject({ topic: 'backinstock', mediumvalue: 'ana@shop.example', epi: 111 })
  expect(of['stock.restocked']).toEqual({ epi: 111, stk: 5, stkbefore: 0 })
})

test('a moved item is removed and added, a copied one added, a restored list created; a repetition creates no event', async () => {
  const ana = await t.account('ana@shop.example')
  const [from, to] = await Promise.all(
    ['From', 'To'].map(
      async (lname) => (await t.shop('lists/create', ana, { lname: `${lname} ${Date.now()}` })).body.lid,
    ),
  )
  await t.shop('lists/update-ctx', ana, { lid: from, a: [product, { ...product, epi: 112 }] })
  const before = (await told()).length
  await t.shop('lists/move-items', ana, { lid: from, tolid: to, items: [111] })
  await t.shop('lists/move-items', ana, { lid: from, tolid: to, items: [111] })
  await t.shop('lists/copy-items', ana, { lid: from, tolid: to, items: [112] })
  await t.shop('lists/reorder', ana, { lid: to, items: [111, 112] })
  await t.shop('lists/delete-list', ana, { lid: to })
  await t.shop('lists/restore-list', ana, { lid: to })
  await t.shop('lists/restore-list', ana, { lid: to })
  expect((await told()).slice(before).map(([type, { lid, epi }]) => [type, lid, epi])).toEqual([
    ['list.item_removed', from, 111],
    ['list.item_added', to, 111],
    ['list.item_added', to, 112],
    ['list.deleted', to, undefined],
    ['list.created', to, undefined],
  ])
})

test('a refused call creates no event', async () => {
  const ana = await t.account('ana@shop.example')
  const before = (await told()).length
  expect((await t.shop('lists/update-ctx', ana, { lid: 'nothing', a: [product] })).status).toBe(404)
  expect((await t.shop('lists/create', ana, { lname: 'x' })).status).toBe(400)
  expect((await told()).length).toBe(before)
})

test('where Klaviyo sends the alerts, it gets each subscription and each mailing-list consent once', async () => {
  const klaviyo = await openProvider(() => ({ status: 202 }))
  const store = await t.newStore()
  await connectIntegration(t.sql, t.vault, await t.storeNow(store), {
    kind: 'klaviyo',
    values: {
      'api-key': 'pk_1',
      mode: 'back-in-stock',
      'list-id': 'Abc123',
      'api-url': klaviyo.url,
      catalog: '$shopify:::$default',
    },
  })
  await t.admin('bispa/subscriptions/create', { ...alert, addtomailinglist: 1 }, store)
  const options = { vault: t.vault, fetch: klaviyo.fetch, warn: () => {} }
  klaviyo.tell(() => ({ status: 429, headers: { 'retry-after': '0' } }))
  await serveDue(makeForwardWork(t.sql, options))
  klaviyo.tell(() => ({ status: 202 }))
  await vi.waitFor(async () => {
    await serveDue(makeForwardWork(t.sql, options))
    expect(await t.sql`select from subscription_forwards`).toHaveLength(0)
    expect(await t.sql`select from mailing_choices where forwarded_at is null`).toHaveLength(0)
  }, 45_000)
  const taken = klaviyo.asked.slice(2).map(({ url }) => url)
  expect(taken.sort()).toEqual(['/api/back-in-stock-subscriptions', '/api/profile-subscription-bulk-create-jobs'])
  await serveDue(makeForwardWork(t.sql, options))
  expect(klaviyo.asked).toHaveLength(4)
  await klaviyo.close()
})
