import { expect, test } from 'vitest'
import { useTestDatabase } from '../database/testing/use-test-database.ts'
import { recordStock } from '../domain/catalog/stock.ts'
import { makeVault } from '../domain/secrets/vault.ts'
import { createStore, findStore, type Store } from '../domain/stores/stores.ts'
import { saveWebhook } from '../domain/webhooks/webhook-endpoints.ts'
import { type FeedOptions, importFeed } from './import.ts'

const t = useTestDatabase()

const vault = makeVault('a secret for tests')
const newStore = async () => (await findStore(t.sql, vault, (await createStore(t.sql, vault, { name: 'F' })).pid))!

const header = 'id\ttitle\tprice\tavailability\tquantity\n'
type Item = { title?: string; price?: string; availability?: string; quantity?: number | '' }
const row = (
  id: number | string,
  { title = `No. ${id}`, price = '9.50 EUR', availability = 'in_stock', quantity = 3 }: Item = {},
) => `${id}\t${title}\t${price}\t${availability}\t${quantity}\n`
const rows = (from: number, count: number, item?: Item) =>
  Array.from({ length: count }, (_, n) => row(from + n, item)).join('')

async function* bytes(text: string, breaksAt = Number.POSITIVE_INFINITY) {
  for (let from = 0; from < text.length; from += 65_536) {
    if (from >= breaksAt) throw new Error('the line went dead')
    yield Buffer.from(text.slice(from, from + 65_536))
  }
}
const read = (store: Store, text: string, options: Partial<FeedOptions> = {}) =>
  importFeed(t.sql, store, bytes(header + text), { fingerprint: 'f', ...options })
const variants = async ({ storeId }: Store) =>
  await t.sql`select * from variants where store_id = ${storeId} order by variant_id`
const live = async (store: Store) =>
  (await variants(store)).filter((one) => one.deletedAt === null).map((one) => one.variantId)

test('a feed becomes the catalog, and importing it again rewrites nothing', async () => {
  const store = await newStore()
  const first = await read(store, rows(1, 5000))
  expect(first).toMatchObject({ products: 5000, added: 5000, changed: 0, removed: 0, refused: 0 })
  const versions = () => t.sql`select max(xmin::text::bigint) as last from variants where store_id = ${store.storeId}`
  const [before] = await versions()
  expect(await read(store, rows(1, 5000))).toMatchObject({ products: 5000, added: 0, changed: 0, removed: 0 })
  expect((await versions())[0]).toEqual(before)
  expect(await read(store, rows(1, 4999) + row(5000, { quantity: 0 }) + row('new'))).toMatchObject({
    added: 1,
    changed: 1,
  })
  const moves = await t.sql`
    select variant_id, stock_before, stock_after, source from stock_moves
    where store_id = ${store.storeId} and (move > 1 or variant_id = 'new') order by variant_id`
  expect(moves.map((one) => ({ ...one }))).toEqual([
    { variantId: '5000', stockBefore: 3, stockAfter: 0, source: 'feed' },
    { variantId: 'new', stockBefore: null, stockAfter: 3, source: 'feed' },
  ])
})

test('any text is stored exactly as it was written', async () => {
  const store = await newStore()
  const titles = ['5" pipe', 'a\\b', '{a,b}', 'null', '"', "it's; --", 'café 🍵', 'NULL, "x" \\" }']
  const all = titles.map((title, n) => row(n, { title })).join('')
  await read(store, all)
  expect((await variants(store)).map(({ title }) => title)).toEqual(titles)
  expect(await read(store, all)).toMatchObject({ added: 0, changed: 0 })
})

test('in stock without a quantity leaves a known positive quantity unchanged', async () => {
  const store = await newStore()
  await read(store, row(1, { quantity: '' }) + row(2, { quantity: '' }))
  await recordStock(
    t.sql,
    store,
    [
      { variantId: '1', stock: 12 },
      { variantId: '2', stock: 0 },
    ],
    'api',
  )
  await read(store, row(1, { quantity: '', title: 'Renamed' }) + row(2, { quantity: '' }))
  expect((await variants(store)).map(({ title, stock }) => [title, stock])).toEqual([
    ['Renamed', 12],
    ['No. 2', 1],
  ])
})

test('a missing product is no longer sold, a refused entry does not count as missing, and a returning product is sold again', async () => {
  const store = await newStore()
  await read(store, rows(1, 10))
  const refused: unknown[] = []
  const text = rows(1, 7) + row(8, { price: 'cheap' })
  const report = await read(store, text, { onRefused: (one) => refused.push(one) })
  expect(report).toMatchObject({
    removed: 2,
    refused: 1,
    lines: [{ line: 8, message: 'price "cheap" is not a price' }],
  })
  expect(refused).toEqual(report.lines)
  expect(await live(store)).toEqual(['1', '2', '3', '4', '5', '6', '7', '8'])
  await read(store, rows(1, 10))
  expect(await live(store)).toHaveLength(10)
})

test('more than 30 % are removed only when confirmed', async () => {
  const store = await newStore()
  await read(store, rows(1, 10))
  expect(await read(store, rows(1, 6))).toMatchObject({ removed: 0, held: 4 })
  expect(await live(store)).toHaveLength(10)
  expect(await read(store, rows(1, 6), { confirmRemovals: true })).toMatchObject({ removed: 4, held: 0 })
  expect(await live(store)).toHaveLength(6)
})

test('a webhook reports the result of an import, but not of a failed one', async () => {
  const { storeId, pid } = await newStore()
  await saveWebhook(t.sql, vault, storeId, { url: 'https://shop.example/hook', types: ['import.finished'] })
  const store = (await findStore(t.sql, vault, pid))!
  await read(store, rows(1, 10))
  await expect(read(store, row(1, { price: 'x' }))).rejects.toThrow(/no product/)
  await read(store, rows(1, 4) + row(5, { title: 'Renamed' }) + row('new') + row(6, { price: 'x' }))
  const events = await t.sql<{ body: string }[]>`
    select body
    from webhook_events
    join webhook_deliveries using (store_id, event_id)
    where store_id = ${storeId}
    order by event_id`
  expect(events.map(({ body }) => JSON.parse(body))).toMatchObject([
    { type: 'import.finished', data: { source: 'feed', count: 10, msg: '10 new, 0 changed, 0 no longer sold' } },
    {
      data: { count: 6, msg: '1 new, 1 changed, 0 no longer sold', reason: '1 refused, 4 removals held back' },
    },
  ])
})

test('an interrupted feed removes nothing, and the next import resumes it', async () => {
  const store = await newStore()
  const all = header + rows(1, 20_000)
  const broken = importFeed(t.sql, store, bytes(all, all.length / 2), { fingerprint: 'broken' })
  await expect(broken).rejects.toThrow(/dead/)
  const stored = (await live(store)).length
  expect(stored).toBeGreaterThan(3000)
  const progress: number[] = []
  const report = await importFeed(t.sql, store, bytes(all), {
    fingerprint: 'broken',
    onProgress: (n) => progress.push(n),
  })
  expect(report).toMatchObject({ products: 20_000, added: 20_000 - stored, removed: 0 })
  expect(progress[0]).toBeGreaterThan(stored)
  expect(await live(store)).toHaveLength(20_000)
})

test('a feed without a valid entry changes nothing', async () => {
  const store = await newStore()
  await read(store, rows(1, 3))
  await expect(read(store, row(1, { price: 'x' }))).rejects.toThrow(/no product/)
  await expect(read(store, '')).rejects.toThrow(/no product/)
  expect(await live(store)).toHaveLength(3)
})

test('a new variant in a feed triggers the alerts that wait for it', async () => {
  const store = await newStore()
  const { storeId } = store
  await t.sql`
    insert into consents (store_id, consent_id, medium, address, purpose, granted, text_version, source)
    values (${storeId}, gen_random_uuid(), 'email', 'ada@example.com', 'alert', true, '1', 'test')`
  await t.sql`
    insert into subscriptions (store_id, subscription_id, medium, address, topic, variant_id, product_id, url, consent_id)
    select ${storeId}, gen_random_uuid(), 'email', 'ada@example.com', 'backinstock', '2', '2', 'u', consent_id
    from consents where store_id = ${storeId}`
  await read(store, rows(1, 3))
  const triggers = () => t.sql`select variant_id, topic from triggers where store_id = ${storeId}`
  expect((await triggers()).map((one) => ({ ...one }))).toEqual([{ variantId: '2', topic: 'backinstock' }])
  await read(store, rows(1, 3))
  expect(await triggers()).toHaveLength(1)
})
