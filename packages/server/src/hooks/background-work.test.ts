/** Background work over all stores: an error in one store does not stop the others. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveDue } from '../domain/schedule/leased-work.ts'
import { makeInboundWork } from './platforms/inbound-work.ts'
import { openHookTest } from './testing/platforms.ts'

let t: Awaited<ReturnType<typeof openHookTest>>
beforeAll(async () => {
  t = await openHookTest()
})
afterAll(() => t.close())

/** A message that is not applied yet: a product called tea. */
const keep = (storeId: number, source: string) => t.sql`
  insert into inbound_messages (store_id, source, message_key, topic, body, due_at)
  values (
    ${storeId}, ${source}, 'k', ${source === 'shopify' ? 'products/update' : 'product.updated'},
    '{"id": 7, "title": "Tea", "name": "Tea", "variants": [{"id": 7}]}',
    -- a second ago: the machine's clock may be set back a little between two statements
    now() - interval '1 second'
  )`

const warnings: string[] = []
const warn = (sentence: string, error?: unknown) => void warnings.push(`${sentence}: ${error}`)
const look = () => serveDue(makeInboundWork({ sql: t.sql, vault: t.vault, fetch: t.fetch, warn }))

test('a store or a connection whose secrets can’t be decrypted does not block the messages of others', async () => {
  for (let n = 0; n < 4; n++) {
    const { store } = await t.newStore()
    await keep(store.storeId, 'shopify')
    await t.sql`update stores set token_key = 'x' where store_id = ${store.storeId}`
  }
  for (let n = 0; n < 4; n++) {
    const { store } = await t.newStore()
    await keep(store.storeId, 'shopify')
    await keep(store.storeId, 'woocommerce')
    await t.sql`update integrations set secrets = 'x' where store_id = ${store.storeId} and kind = 'shopify'`
  }
  await keep(t.store.storeId, 'shopify')
  await look()
  expect(warnings, warnings.join('\n')).toHaveLength(8)
  expect(await t.variant(t.store.storeId, '7')).toMatchObject({ title: 'Tea' })
  const applied = await t.sql`select source from inbound_messages where status = 'done' order by source`
  expect(applied.map(({ source }) => source)).toEqual(['shopify', ...Array(4).fill('woocommerce')])
})
