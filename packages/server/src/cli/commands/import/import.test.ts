/** Import of a catalog and of a person's data, by the commands an operator types. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../database/testing/use-test-database.ts'
import { fetchLists } from '../../../domain/lists/lists.ts'
import { saveSubjectExport } from '../../../domain/privacy/subject-exports.ts'
import { makeVault } from '../../../domain/secrets/vault.ts'
import { identifyAccount, identifyShopper } from '../../../domain/shoppers/shoppers.ts'
import { findStore } from '../../../domain/stores/stores.ts'
import { subscribe } from '../../../domain/subscriptions/subscribe.ts'
import { call } from '../../testing/run-command.ts'

const secret = 'a secret for tests that is long enough'
const database = useTestDatabase()
let data: string
let pid: string
const heartbell = (...args: string[]) =>
  call(args, { DATABASE_URL: database.url, HEARTBELL_SECRET: secret, HEARTBELL_DATA: data })
beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'heartbell-import-'))
  pid = JSON.parse((await heartbell('store', 'create', '--name', 'Fern', '--json')).stdout).pid
})
afterAll(async () => {
  await rm(data, { recursive: true })
})

const put = async (name: string, contents: string | Buffer) => {
  await writeFile(join(data, name), contents)
  return join(data, name)
}
const read = (file: string, kind: string, ...more: string[]) =>
  heartbell('import', file, '--store', pid, '--as', kind, ...more)
const variants = async () =>
  (
    await database.sql<{ variantId: string; title: string; stock: number | null }[]>`
      select variant_id, title, stock from variants where deleted_at is null order by variant_id`
  ).map(({ variantId, title, stock }) => [variantId, title, stock])

const feed = `<?xml version="1.0"?><rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel>
  <item><g:id>1</g:id><title>Tea</title><g:price>4.50 EUR</g:price><g:quantity>3</g:quantity></item>
  <item><g:id>2</g:id><title>Coffee</title><g:price>6 EUR</g:price><g:quantity>0</g:quantity></item>
  <item><g:id>3</g:id><title>Cocoa</title><g:price>cheap</g:price></item>
</channel></rss>`

const shopify = `Handle,Title,Vendor,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Tracker,Variant Inventory Qty,Variant Price
shirt,Linen shirt,Fern,Size,S,LS-S,shopify,4,69.00
shirt,,,,M,LS-M,shopify,0,69.00
`

describe('heartbell import', () => {
  // proves C5.feed-ways
  test('reads a feed, compressed or not, and reports what was refused', async () => {
    const first = await read(await put('feed.xml.gz', gzipSync(feed)), 'google-feed')
    expect(first.code).toBe(0)
    expect(first.stdout).toContain('2 products read: 2 new, 0 changed, 0 no longer sold.')
    expect(first.stdout).toContain('1 refused:\n  3: price "cheap" is not a price')
    expect(await variants()).toEqual([
      ['1', 'Tea', 3],
      ['2', 'Coffee', 0],
    ])
    const again = await read(await put('feed.xml', feed.replace('Tea', 'Green tea')), 'google-feed', '--json')
    expect(JSON.parse(again.stdout)).toMatchObject({ products: 2, added: 0, changed: 1, refused: 1, held: 0 })
    expect((await variants())[0]).toEqual(['1', 'Green tea', 3])
  })

  test('a dry run of a catalog reports the same and changes nothing', async () => {
    const before = await variants()
    const file = await put('dry.xml', feed.replace('>1<', '>9<').replace('Coffee', 'Strong coffee'))
    const dry = await read(file, 'google-feed', '--dry-run')
    expect(dry).toMatchObject({ code: 0 })
    expect(dry.stdout).toContain('2 products read: 1 would be new, 1 would change. Nothing was changed.')
    expect(dry.stdout).toContain('1 products of the store are missing from the file')
    expect(dry.stdout).toContain('1 refused:\n  3: price "cheap" is not a price')
    const csv = await read(await put('dry.csv', shopify), 'shopify-products', '--dry-run', '--json')
    expect(JSON.parse(csv.stdout)).toMatchObject({ products: 2, added: 2, changed: 0, dryRun: true, ids: { with: 0 } })
    expect(await variants()).toEqual(before)
    const store = await heartbell('import', data, '--as', 'heartbell', '--dry-run')
    expect(store).toMatchObject({ code: 2, stderr: expect.stringContaining('--dry-run is not possible') })
  })

  test('removes a large part of a catalog only when confirmed', async () => {
    const file = await put('products.csv', shopify)
    const held = await read(file, 'shopify-products')
    expect(held).toMatchObject({ code: 1, stdout: expect.stringContaining('2 products of the store are missing') })
    expect(await variants()).toHaveLength(4)
    expect(await read(file, 'shopify-products', '--confirm-removals')).toMatchObject({ code: 0 })
    expect(await variants()).toEqual([
      ['LS-M', 'Linen shirt', 0],
      ['LS-S', 'Linen shirt', 4],
    ])
  })

  // proves C8.2.import
  test('an export of Shopify with ids is keyed by them; without, the report says what will not match', async () => {
    const own = JSON.parse((await heartbell('store', 'create', '--name', 'Ids', '--json')).stdout).pid as string
    await heartbell('store', 'set', own, 'shop-url=https://fern.example/')
    const bring = async (name: string, contents: string, ...more: string[]) =>
      heartbell('import', await put(name, contents), '--store', own, '--as', 'shopify-products', ...more)
    const { storeId } = (await findStore(database.sql, makeVault(secret), own))!
    const stored = async () =>
      (
        await database.sql<{ variantId: string; productId: string; url: string }[]>`
          select variant_id, product_id, url from variants
          where store_id = ${storeId} and deleted_at is null order by variant_id`
      ).map(({ variantId, productId, url }) => [variantId, productId, url])
    const link = 'https://fern.example/products/shirt'

    const withIds = `ID,Handle,Title,Option1 Value,Variant ID,Variant SKU,Variant Price
gid://shopify/Product/45,shirt,Shirt,S,'4001,LS-S,69.00
,shirt,,M,gid://shopify/ProductVariant/4002,LS-M,69.00
`
    const clean = await bring('with-ids.csv', withIds)
    expect(clean).toMatchObject({ code: 0, stdout: expect.not.stringContaining('will not match') })
    expect(await stored()).toEqual([
      ['4001', '45', link],
      ['4002', '45', link],
    ])

    const metafields = `Handle,Title,Option1 Value,Variant SKU,Variant Price,Variant ID (variant.metafields.custom.variant_id)
shirt,Shirt,S,LS-S,69.00,4001
shirt,,M,LS-M,69.00,
`
    const some = await bring('some-ids.csv', metafields, '--confirm-removals')
    expect(some.stdout).toMatch(/1 variants of the file have no id .*will not match/)
    expect((await stored()).map(([variantId]) => variantId)).toEqual(['4001', 'LS-M'])

    const none = await bring('no-ids.csv', shopify, '--confirm-removals')
    expect(none.stdout).toMatch(/The file has no variant ids .*hearts and alerts of these variants will not match/)
    const counted = JSON.parse((await bring('no-ids.csv', shopify, '--json')).stdout)
    expect(counted.ids).toEqual({ with: 0, without: 2 })
  })

  test('reports an error and changes nothing', async () => {
    const before = await variants()
    const file = await put('other.csv', 'colour,size\nred,1\n')
    expect(await read(file, 'pigeon')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/google-feed or shopify/),
    })
    expect(await heartbell('import', file, '--store', pid)).toMatchObject({ code: 2 })
    const missing = await read(join(data, 'nothing.xml'), 'google-feed')
    expect(missing).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('does not exist') })
    for (const kind of ['google-feed', 'shopify-products'])
      expect(await read(file, kind)).toMatchObject({ code: 1, stderr: expect.stringMatching(/\w/) })
    const stranger = await heartbell('import', file, '--store', 'nobody', '--as', 'google-feed')
    expect(stranger.code).not.toBe(0)
    expect(await variants()).toEqual(before)
  })
})

describe('heartbell subject, erase and end-sessions', () => {
  const person = (...args: string[]) => heartbell(args[0]!, '--store', pid, ...args.slice(1))

  test('print what is stored and erase it permanently', async () => {
    const store = (await findStore(database.sql, makeVault(secret), pid))!
    const facts = { textVersion: '1', source: 'test', userAgent: 'test', callerHash: Buffer.from('x') }
    for (const address of ['ada@example.com', 'bob@example.com']) {
      const products = [{ variantId: '1', productId: '1', url: 'https://shop.example/1' }]
      await subscribe(database.sql, store, { medium: 'email', address, products, topics: ['backinstock'] }, facts)
    }
    const given = JSON.parse((await person('subject', '--email', 'Ada@example.com', '--json')).stdout)
    expect(given.subscriptions).toHaveLength(1)
    expect(JSON.stringify(given)).not.toContain('bob@')
    expect((await person('subject', '--email', 'ada@example.com')).stdout).toMatch(/^ +1 {2}subscriptions$/m)
    await saveSubjectExport(database.sql, store, { source: 'shopify', requestId: '77' }, { email: 'ada@example.com' })
    expect((await person('subject', '--requests')).stdout).toContain('shopify  77')

    expect(await person('erase', '--email', 'ada@example.com')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('1 alerts'),
    })
    expect(JSON.parse((await person('subject', '--email', 'ada@example.com', '--json')).stdout).subscriptions).toEqual(
      [],
    )
    expect((await person('subject', '--requests')).stdout).toBe('None.\n')
    const left = await database.sql`select address from subscriptions`
    expect(left.map(({ address }) => address)).toEqual(['bob@example.com'])
    expect((await person('erase', '--email', 'ada@example.com')).stdout).toContain('0 alerts')
  })

  // proves C2.end-sessions
  test('end a person’s sessions', async () => {
    const store = async () => (await findStore(database.sql, makeVault(secret), pid))!
    const before = await identifyAccount(database.sql, await store(), 'cleo@example.com')
    const given = await person('end-sessions', '--email', 'Cleo@example.com')
    expect(given).toMatchObject({ code: 0, stdout: 'Every session of this person has ended.\n' })
    const nobody = await person('end-sessions', '--phone', '+14155552671')
    expect(nobody).toMatchObject({ code: 1, stdout: 'No such person is known: no session was ended.\n' })
    const after = await identifyAccount(database.sql, await store(), 'cleo@example.com')
    expect(after.regid).toBe(before.regid)
    expect(after.sessionId).not.toBe(before.sessionId)
    const old = identifyShopper(await store(), before.regid, before.sessionId)
    await expect(fetchLists(database.sql, old, {})).rejects.toMatchObject({ type: 'invalid-session' })
  })

  test('require a person', async () => {
    for (const command of ['subject', 'erase', 'end-sessions']) {
      expect(await person(command)).toMatchObject({ code: 2, stderr: expect.stringContaining('Give the person') })
      const nobody = await person(command, '--email', 'nobody')
      expect([nobody.code > 0, nobody.stderr]).toEqual([true, expect.stringContaining('e-mail address')])
    }
  })
})
