/** An item and its product: what was saved stays, the catalog's live values are shown. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { add, expectRefused, look, makeList, product } from '../../testing/lists.ts'
import { openTestApp, type TestApp, type TestShopper } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await openTestApp()
})
afterAll(() => t.close())

type Known = { title?: string; price?: number; stock?: number; image?: string; tracked?: boolean }

/** Puts a variant into the catalog. */
async function know(store: NewStore, variant: string, { title, price, stock, image }: Known): Promise<void> {
  const { storeId } = await t.storeNow(store)
  await t.sql`
    insert into variants (store_id, variant_id, product_id, title, brand, sku, variant_info, image_url, price, stock)
    values (${storeId}, ${variant}, '5001', ${title ?? null}, 'Linen', 'SKU-1', 'M', ${image ?? null}, ${price ?? null}, ${stock ?? null})
    on conflict (store_id, variant_id) do update
    set title = excluded.title, price = excluded.price, stock = excluded.stock, image_url = excluded.image_url`
}

const forget = (variant: string) => t.sql`update variants set deleted_at = now() where variant_id = ${variant}`

async function shopIn(...settings: string[]): Promise<{ store: NewStore; guest: TestShopper; lid: string }> {
  const store = await t.newStore(...settings)
  const guest = await t.guest(undefined, store)
  return { store, guest, lid: (await makeList(t, guest, {}, store)).lid }
}

describe('an open catalog', () => {
  // proves C3.open, C7.open
  test('accepts any product and stores what was sent', async () => {
    const { store, guest, lid } = await shopIn()
    const [item] = await add(t, guest, lid, [product(1, { dt: 'Sent', pr: 3 })], store)
    expect(item).toMatchObject({ dt: 'Sent', pr: 3, stk: null, inactive: false })
  })

  // proves C3.snapshot
  test('fills the snapshot of a known product, and shows its live values', async () => {
    const { store, guest, lid } = await shopIn()
    await know(store, '1', { title: 'Shirt', price: 20, stock: 4, image: '/old.png' })
    const [item] = await add(t, guest, lid, [product(1)], store)
    const live = { dt: 'Shirt', pr: 20, savedpr: 20, stk: 4, iu: '/old.png', bt: 'Linen', sku: 'SKU-1', vi: 'M' }
    expect(item).toMatchObject(live)
    await know(store, '1', { title: 'Green shirt', price: 15.5, stock: 0, image: '/new.png' })
    const shown = (await look(t, guest, lid, store)).listcontents[0]
    expect(shown).toMatchObject({ dt: 'Green shirt', pr: 15.5, savedpr: 20, stk: 0, iu: '/new.png' })
  })

  // proves C3.snapshot
  test('a product learned of later shows its values; the price of the saving stays', async () => {
    const { store, guest, lid } = await shopIn()
    await add(t, guest, lid, [product(1, { dt: 'Page title', pr: 9 })], store)
    await know(store, '1', { title: 'Catalog title', price: 8, stock: 2 })
    const [item] = (await look(t, guest, lid, store)).listcontents
    expect(item).toMatchObject({ dt: 'Catalog title', pr: 8, savedpr: 9, stk: 2 })
  })

  test('adding it again does not change the snapshot', async () => {
    const { store, guest, lid } = await shopIn()
    await know(store, '1', { title: 'Shirt', price: 20, stock: 4 })
    await add(t, guest, lid, [product(1)], store)
    await know(store, '1', { title: 'Shirt', price: 30, stock: 4 })
    expect((await add(t, guest, lid, [product(1)], store))[0]).toMatchObject({ pr: 30, savedpr: 20 })
  })

  // proves C3.inactive
  test('an item survives its product’s deletion, with stk 0 and inactive', async () => {
    const { store, guest, lid } = await shopIn()
    await know(store, '77', { title: 'Shirt', price: 20, stock: 4 })
    await add(t, guest, lid, [product(77)], store)
    await forget('77')
    const [item] = (await look(t, guest, lid, store)).listcontents
    expect(item).toMatchObject({ dt: 'Shirt', pr: 20, stk: 0, inactive: true })
  })

  test('a store’s catalog does not affect another store’s items', async () => {
    const [one, two] = [await shopIn(), await shopIn()]
    await know(one.store, '1', { title: 'Theirs', price: 1, stock: 1 })
    expect((await add(t, two.guest, two.lid, [product(1)], two.store))[0]).toMatchObject({ dt: 'number-1', stk: null })
  })
})

describe('a strict catalog', () => {
  // proves C3.strict
  test('refuses an unknown product, naming it, and saves nothing of the call', async () => {
    const { store, guest, lid } = await shopIn('catalog=strict')
    await know(store, '1', { title: 'Known' })
    const reply = await t.shop('lists/update-ctx', guest, { lid, a: [product(1), product(2)] }, store)
    expectRefused(reply, 400, 'unknown-product', /epi 2 is not in this store’s catalog/)
    expect(await look(t, guest, lid, store)).toMatchObject({ cnt: 0, listcontents: [] })
    expect((await add(t, guest, lid, [product(1)], store))[0].dt).toBe('Known')
  })

  test('knows neither deleted products nor those of another store', async () => {
    const { store, guest, lid } = await shopIn('catalog=strict')
    await know(await t.newStore(), '5', { title: 'Elsewhere' })
    await know(store, '6', { title: 'Deleted' })
    await forget('6')
    for (const n of [5, 6])
      expectRefused(await t.shop('lists/update-ctx', guest, { lid, a: [product(n)] }, store), 400, 'unknown-product')
  })

  test('accepts custom items, which are in no catalog', async () => {
    const { store, guest, lid } = await shopIn('catalog=strict', 'custom-items=on')
    expect((await add(t, guest, lid, [{ title: 'Lamp' }], store))[0].lity).toBe('custom')
  })
})
