import { afterAll, beforeAll, expect, test } from 'vitest'
import { seededRandom } from '../database/testing/test-database.ts'
import { forge, levelMessages, productMessage, relabel, type Sent } from './testing/forgeries.ts'
import { openHookTest, secret } from './testing/platforms.ts'

let t: Awaited<ReturnType<typeof openHookTest>>
beforeAll(async () => {
  t = await openHookTest()
})
afterAll(() => t.close())

const send = ({ path, body, headers }: Sent) => t.post(path, body, { 'content-type': 'application/json', ...headers })

test('a thousand forged messages are all refused', async () => {
  const other = await t.newStore()
  const path = await other.connect('shopify', { shop: 'fern.myshopify.com', 'client-secret': 'another' })
  const random = seededRandom(9)
  for (let number = 0; number < 1000; number++) {
    const status = await send(forge({ ...t.paths, other: path }, number, { secret, random, now: Date.now() }))
    expect([number, status]).toEqual([number, 401])
  }
  expect(await t.sql`select 1 from inbound_messages`).toHaveLength(0)
})

test('three hundred signed messages with a changed label have no effect', async () => {
  const own = await t.newStore()
  const random = seededRandom(11)
  for (let number = 0; number < 300; number++) {
    const { refused, ...message } = relabel({ ...own.paths, other: '' }, number, { secret, random, now: Date.now() })
    expect([number, message, await send(message)]).toEqual([number, message, refused ? 401 : 200])
  }
  await t.settled()
  const { storeId } = own.store
  expect(await t.sql`select 1 from redactions where store_id = ${storeId}`).toHaveLength(0)
  expect(await t.sql`select 1 from subject_exports where store_id = ${storeId}`).toHaveLength(0)
  expect(await t.sql`select 1 from told_products where store_id = ${storeId}`).toHaveLength(0)
  expect(await t.sql`select 1 from integrations where store_id = ${storeId} and not enabled`).toHaveLength(0)
})

test('genuine messages, repeated and out of order, result in the newest level and change it at most once each', async () => {
  const [variants, steps] = [10, 4]
  const genuine = { variants, steps, random: seededRandom(4), secret, path: t.paths.shopify }
  for (let variant = 1; variant <= variants; variant++) expect(await send(productMessage(variant, genuine))).toBe(200)
  await t.settled()
  const statuses = await Promise.all(levelMessages(genuine).map(send))
  expect(new Set(statuses)).toEqual(new Set([200]))
  await t.settled()
  const rows = await t.sql`
    select variant_id, stock, (select count(*) from stock_moves moves where moves.store_id = variants.store_id
        and moves.variant_id = variants.variant_id) as moves,
      (select count(distinct stock_after) from stock_moves moves where moves.store_id = variants.store_id
        and moves.variant_id = variants.variant_id) as figures
    from variants where store_id = ${t.store.storeId} and title = 'Genuine'`
  expect(rows).toHaveLength(variants)
  for (const { stock, moves, figures } of rows) expect([stock, moves === figures]).toEqual([steps * 10, true])
})
