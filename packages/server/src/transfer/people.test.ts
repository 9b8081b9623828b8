/** Import of people: their order in the waiting line, and that nobody is notified. */
import { randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../database/testing/use-test-database.ts'
import { recordProducts } from '../domain/catalog/catalog.ts'
import { fetchSaverCounts } from '../domain/items/saver-counts.ts'
import { suppress } from '../domain/messages/suppressions.ts'
import { newStore, planAll, setStock, testVault, wait } from '../domain/planning/testing/waiting-people.ts'
import { eraseSubject } from '../domain/privacy/erase-subject.ts'
import { findStore, type Store } from '../domain/stores/stores.ts'
import { unsubscribeAll } from '../domain/subscriptions/unsubscribe-all.ts'
import { saveWebhook } from '../domain/webhooks/webhook-endpoints.ts'
import { listsCsv } from './lists-csv.ts'
import { importPeople, type PeopleOptions, type PeopleTable } from './people.ts'
import { subscribersCsv } from './subscribers-csv.ts'

const t = useTestDatabase()
let store: Store
beforeEach(async () => {
  const { storeId, pid } = await newStore(t.sql, 'double-opt-in=on', 'country=DE')
  await saveWebhook(t.sql, testVault, storeId, { url: 'https://hooks.example' })
  store = (await findStore(t.sql, testVault, pid))!
  const url = (name: string) => `https://shop.example/products/${name}`
  await recordProducts(
    t.sql,
    store,
    [
      { variantId: '111', productId: '11', url: url('shirt'), title: 'Shirt', sku: 'SH-S', price: 20, stock: 0 },
      { variantId: '112', productId: '11', url: url('shirt'), title: 'Shirt', sku: 'SH-M', price: 20, stock: 0 },
      { variantId: '221', productId: '22', url: url('mug'), title: 'Mug', sku: 'MU', price: 8, stock: 0 },
    ],
    'api',
  )
})

const importRows = (kind: PeopleTable<never>, text: string, options: PeopleOptions = {}) =>
  importPeople(
    t.sql,
    store,
    (async function* () {
      yield Buffer.from(text)
    })(),
    kind as unknown as PeopleTable<object>,
    options,
  )

const line = async (variantId: string) => {
  const rows = await t.sql<{ address: string; status: string; since: Date }[]>`
    select address, status, waiting_since as since
    from subscriptions
    where store_id = ${store.storeId}
      and variant_id = ${variantId}
    order by waiting_since, subscription_id`
  return rows.map(({ address, status }) => `${address} ${status}`)
}

/** Counts everything that could notify somebody. */
const countNotifications = async () => {
  const { storeId } = store
  const [found] = await t.sql<{ count: number }[]>`
    select (select count(*) from messages where store_id = ${storeId})
      + (select count(*) from deliveries where store_id = ${storeId})
      + (select count(*) from wakes where store_id = ${storeId})
      + (select count(*) from webhook_events where store_id = ${storeId} and type not like 'stock%') as count`
  return found!.count
}

const waiting = `Customer Email;Phone;Product ID;Variant ID;SKU;Created At;Status;Channel
late@example.com;;11;111;;2026-03-01 10:00;pending;email
early@example.com;;11;111;;2026-01-01 10:00;pending;email
"First; Last
nobody";;11;111;;2026-01-01;pending;email
told@example.com;;11;111;;2026-01-01;sent;email
left@example.com;;11;111;;2026-01-01;unsubscribed;email
;0151 12345678;22;;;2026-02-01;pending;sms
;0151 12345679;22;;;2026-02-02;pending;WhatsApp
sku@example.com;;;;SH-M;2026-02-01;pending;email
some@example.com;;11;;;2026-02-01;pending;email
strange@example.com;;99;999;;2026-02-01;pending;email
bounced@example.com;;11;111;;2026-02-01;pending;email
odd@example.com;;11;111;;2026-02-01;half-asleep;email
`

describe('imported subscribers', () => {
  test('wait in the order of their requests, and every skipped row is reported with its line', async () => {
    await suppress(t.sql, store, { medium: 'email', address: 'bounced@example.com' }, 'bounced')
    const report = await importRows(subscribersCsv as never, waiting)
    expect(report).toMatchObject({ rows: 12, added: 5, there: 0, refused: 4 })
    expect(report.left).toEqual({ told: 1, unsubscribed: 1, suppressed: 1 })
    expect(report.lines.map(({ line, message }) => [line, message.slice(0, 40)])).toEqual([
      [4, expect.stringMatching(/is not an e-mail/)],
      [11, 'product 11 has several variants: the row '.slice(0, 40)],
      [12, 'variant 999 is not in the catalog, and the'.slice(0, 40)],
      [14, 'the status "half-asleep" is unknown: remove'.slice(0, 40)],
    ])
    expect(await line('111')).toEqual(['early@example.com waiting', 'late@example.com waiting'])
    expect(await line('221')).toEqual(['+4915112345678 waiting', '+4915112345679 waiting'])
    const [last] = await t.sql`select medium from subscriptions where address = '+4915112345679'`
    expect(last!.medium).toBe('whatsapp')
    const [consent] = await t.sql`select source, given_at, granted from consents where address = 'early@example.com'`
    expect({ ...consent }).toEqual({ source: 'import', givenAt: new Date('2026-01-01T10:00:00Z'), granted: true })
    expect(await countNotifications()).toBe(0)
  })

  test('are imported once: a second import changes nothing, and those who unsubscribed stay unsubscribed', async () => {
    await importRows(subscribersCsv as never, waiting)
    await unsubscribeAll(t.sql, store, { medium: 'email', address: 'early@example.com' }, { source: 'test' } as never)
    const before = await line('111')
    expect(before).toContain('early@example.com left')
    expect(await importRows(subscribersCsv as never, waiting)).toMatchObject({ added: 0, there: 6 })
    expect(await line('111')).toEqual(before)
  })

  test('without a date wait behind existing ones, in the order of the file', async () => {
    await wait(t.sql, store, 'ours')
    const names = Array.from({ length: 600 }, (_, n) => `p${(n * 7919) % 600}@example.com`)
    const report = await importRows(
      subscribersCsv as never,
      `email,variant id\n${names.map((name) => `${name},111`).join('\n')}\n`,
    )
    expect(report.added).toBe(600)
    expect((await line('111')).map((one) => one.split(' ')[0])).toEqual(['ours@mail.example', ...names])
  })

  test('are notified on a restock, in their order', async () => {
    await importRows(subscribersCsv as never, waiting)
    await setStock(t.sql, store, 1)
    await planAll(t.sql, store, new Date(Date.now() + 60_000))
    const [notified] = await t.sql<{ address: string }[]>`
      select address from deliveries join subscriptions using (store_id, subscription_id) where store_id = ${store.storeId}`
    expect(notified?.address).toBe('early@example.com')
  })

  // proves C8.2.gid-import
  test('may name variants by Shopify’s GraphQL ids and topics in any letter case', async () => {
    const rows = `Email,Variant ID,Topic
ada@example.com,gid://shopify/ProductVariant/111,BACKINSTOCK
bob@example.com,${btoa('gid://shopify/ProductVariant/111')},BackInStock
`
    expect(await importRows(subscribersCsv as never, rows)).toMatchObject({ added: 2, refused: 0 })
    expect(await line('111')).toHaveLength(2)
    const topics = await t.sql`select distinct topic from subscriptions where store_id = ${store.storeId}`
    expect(topics).toEqual([{ topic: 'backinstock' }])
    const lists = `Email,Product ID,Variant ID
ada@example.com,gid://shopify/Product/22,gid://shopify/ProductVariant/221
`
    expect(await importRows(listsCsv as never, lists)).toMatchObject({ added: 1, refused: 0 })
    expect(await t.sql`select variant_id from items where store_id = ${store.storeId}`).toEqual([{ variantId: '221' }])
  })

  test('are only counted in a dry run', async () => {
    expect(await importRows(subscribersCsv as never, waiting, { isDryRun: true })).toMatchObject({
      added: 6,
      refused: 4,
    })
    expect(await line('111')).toEqual([])
  })

  test('need an address and a product', async () => {
    await expect(importRows(subscribersCsv as never, 'variant id\n1\n')).rejects.toThrow(
      /e-mail addresses or phone numbers/,
    )
    await expect(importRows(subscribersCsv as never, 'email\na@example.com\n')).rejects.toThrow(
      /column for the product/,
    )
    await expect(importRows(subscribersCsv as never, 'email,sku\n')).rejects.toThrow(/no rows/)
  })
})

describe('imported list items', () => {
  const lists = `Customer email,Wishlist name,Product handle,Variant ID,Quantity,Date added,Product title
Ada@example.com,Birthday,,111,2,2026-01-02,
ada@example.com,birthday,mug,,,2026-01-01,My mug
ada@example.com,,shirt,,,,
ada@example.com,Birthday,,111,9,2026-05-05,
bob@example.com,Birthday,,111,,01.02.2026,
,Birthday,,111,,,
bob@example.com,Birthday,,999,,,
gone@example.com,Birthday,,111,,,
`
  const saved = async () => {
    const rows = await t.sql<{ row: string }[]>`
      select concat_ws(' ', email, list.name, list.item_count, variant_id, quantity, item.title, item.created_at::date, any_variant) as row
      from items item
      join lists list on list.store_id = item.store_id and list.list_id = item.list_id
      join shoppers on shoppers.store_id = list.store_id and shoppers.shopper_id = list.shopper_id
      where item.store_id = ${store.storeId}
      order by email, list.name, variant_id`
    return rows.map(({ row }) => row)
  }

  test('are in the lists once and counted, and nobody is notified', async () => {
    await eraseSubject(t.sql, store, { email: 'gone@example.com' })
    const before = await countNotifications()
    const report = await importRows(listsCsv as never, lists)
    expect(report).toMatchObject({ rows: 8, added: 4, there: 1, refused: 3 })
    expect(report.lines.map(({ line }) => line)).toEqual([7, 8, 9])
    const today = new Date().toISOString().slice(0, 10)
    expect(await saved()).toEqual(
      [
        'ada@example.com Birthday 2 111 2 Shirt 2026-01-02',
        'ada@example.com Birthday 2 221 My mug 2026-01-01',
        `ada@example.com My Wishlist 1 111 Shirt ${today} t`,
        'bob@example.com Birthday 1 111 Shirt 2026-02-01',
      ].sort(),
    )
    expect(await fetchSaverCounts(t.sql, store, ['11', '22'])).toEqual([
      { productId: '11', count: 2 },
      { productId: '22', count: 1 },
    ])
    expect(await countNotifications()).toBe(before)
    const once = await saved()
    expect(await importRows(listsCsv as never, lists)).toMatchObject({ added: 0, there: 5, refused: 3 })
    expect(await saved()).toEqual(once)
  })
})

test('a row with characters that the database rejects is refused, and the others are imported', async () => {
  const text = [
    'email,variant id,product url',
    'ada@mail.example,1\0 11,',
    'ben@mail.example,111,',
    `cleo@mail.example,${randomBytes(3000).toString('hex')},https://shop.example/long`,
  ].join('\n')
  const lines = [
    { line: 2, message: 'variant contains a NUL character' },
    { line: 4, message: 'variant is longer than 128 characters' },
  ]
  for (const kind of [subscribersCsv, listsCsv])
    expect(await importRows(kind as never, text)).toMatchObject({ added: 1, refused: 2, lines })
})
