/** Each member that older scripts call, played in Chromium under its old name. */
import { build } from 'esbuild'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { NewStore } from '../../packages/server/src/domain/stores/stores.ts'
import { openShop, type Shop } from '../browser/shop.ts'
import { projectRoot } from '../codebase/sources.ts'
import { type Answer, call, openPage, signIdentity } from './script-page.ts'

let shop: Shop
let store: NewStore
let page: Page
beforeAll(async () => {
  shop = await openShop()
  store = await shop.newStore('custom-items=on')
  page = (await openPage(shop, store, 'data-compat')).page
})
afterAll(() => shop?.close())

const [mug, pen] = [
  { epi: 150151, empi: 15015, du: '/products/mug', dt: 'Mug', pr: 14 },
  { epi: '22', empi: '2', du: '/products/pen' },
]
const newList = async (lname: string): Promise<string> => (await call(page, 'createList', { lname })).lid
const epis = (items: { epi: unknown }[]) => items.map(({ epi }) => epi)

// proves C6.compat
test('data-compat and installCompat() give the page the old names', async () => {
  const names = () => ['_swat', 'SwymCallbacks', 'SwymUtils'].map((name) => typeof (globalThis as Answer)[name])
  expect(await page.evaluate(names)).toEqual(['object', 'object', 'object'])
  const { page: bundled, context } = await openPage(shop, store)
  expect(await bundled.evaluate(names)).toEqual(['undefined', 'undefined', 'undefined'])
  const { outputFiles } = await build({
    stdin: {
      contents: `import { installCompat } from '@heartbell/client/compat'; import { start } from '@heartbell/client'
        globalThis.startCompat = (store, api) => installCompat(start({ store, api }))`,
      resolveDir: projectRoot,
    },
    // the paths of the workspace lead to sources; an app has the built package only
    tsconfigRaw: {},
    bundle: true,
    write: false,
    format: 'iife',
  })
  await bundled.evaluate(
    `${outputFiles[0]!.text}; startCompat(${JSON.stringify(store.pid)}, ${JSON.stringify(shop.url)})`,
  )
  expect(await bundled.evaluate(names)).toEqual(['object', 'object', 'object'])
  expect(await call(bundled, 'fetchLists')).toEqual([])
  await context.close()
})

describe('lists', () => {
  // proves C6.createList, C6.updateList, C6.deleteList, C6.fetchLists, C6.errors
  test('createList, updateList, deleteList and fetchLists', async () => {
    const lid = await newList('Kitchen')
    expect(await call(page, 'updateList', { lid, lname: 'Garden' })).toMatchObject({ lid, lname: 'Garden' })
    expect(await call(page, 'fetchLists', { lty: 'wl' })).toMatchObject([{ lid, lname: 'Garden' }])
    expect(await call(page, 'deleteList', lid)).toMatchObject({ lid, lname: 'Garden' })
    expect(await call(page, 'fetchLists')).toEqual([])
    const { xhr } = await call(page, 'deleteList', lid)
    expect([xhr.status, JSON.parse(xhr.responseText).type]).toEqual([404, 'unknown-list'])
    expect(xhr.description).toBe(JSON.parse(xhr.responseText).message)
  })

  // proves C6.addToList, C6.updateListItem, C6.fetchListDetails, C6.fetchListCtx, C6.deleteFromList, C8.3.fetchListDetails
  test('an item is added, changed, fetched and removed', async () => {
    const lid = await newList('One item')
    expect(await call(page, 'addToList', lid, mug)).toMatchObject({ epi: 150151, lid, dt: 'Mug' })
    expect(await call(page, 'updateListItem', lid, { ...mug, qty: 4 })).toMatchObject({ epi: 150151, qty: 4 })
    const details = await call(page, 'fetchListDetails', { lid })
    expect(details).toMatchObject({ list: { lid, listcontents: [{ epi: 150151 }] }, items: [{ epi: 150151, qty: 4 }] })
    expect(await call(page, 'fetchListDetails', lid)).toEqual(details)
    expect(await call(page, 'fetchListCtx', { lid })).toEqual(details.items)
    expect(await call(page, 'deleteFromList', lid, mug)).toMatchObject({ epi: 150151 })
    expect(await call(page, 'fetchListCtx', { lid })).toEqual([])
  })

  // proves C6.addProductsToList, C6.removeProductsFromList
  test('several products are added to a list, and up to ten removed', async () => {
    const lid = await newList('Ten items')
    const ten = Array.from({ length: 10 }, (_, n) => ({ epi: 900 + n, empi: 9, du: '/products/nine' }))
    expect(epis(await call(page, 'addProductsToList', lid, ten))).toEqual(epis(ten))
    expect(epis(await call(page, 'removeProductsFromList', lid, ten)).sort()).toEqual(epis(ten))
    expect(await call(page, 'fetchListCtx', { lid })).toEqual([])
  })

  // proves C6.addProductToLists, C6.removeProductFromLists, C8.3.events
  test('a product is added to several lists and removed from them, and each of these calls fires an event', async () => {
    const lids = [await newList('Several 1'), await newList('Several 2')]
    const heard = (name: string) =>
      page.evaluate((name) => {
        const here = globalThis as Answer
        here.heard ??= []
        here._swat.evtLayer.addEventListener(here._swat.JSEvents[name], ({ detail }: Answer) =>
          here.heard.push([name, detail.d.epi]),
        )
      }, name)
    await heard('addedToWishlist')
    await heard('removedFromWishlist')
    const since = async () => await page.evaluate(() => (globalThis as Answer).heard.splice(0))
    const added = await call(page, 'addProductToLists', pen, lids)
    expect(added.map((item: { lid: string }) => item.lid).sort()).toEqual([...lids].sort())
    expect(await since()).toEqual([
      ['addedToWishlist', 22],
      ['addedToWishlist', 22],
    ])
    expect(await call(page, 'removeProductFromLists', pen, lids)).toHaveLength(2)
    expect(await since()).toEqual([
      ['removedFromWishlist', 22],
      ['removedFromWishlist', 22],
    ])
    await call(page, 'addProductsToList', lids[0], [pen])
    expect(await since()).toEqual([['addedToWishlist', 22]])
    await call(page, 'removeProductsFromList', lids[0], [pen])
    expect(await since()).toEqual([['removedFromWishlist', 22]])
  })

  // proves C6.addCustomProductToList
  test('a custom item is added', async () => {
    const lid = await newList('Custom')
    const lamp = { title: 'Painted lamp', du: '/custom/lamp', price: 49.9 }
    const item = await call(page, 'addCustomProductToList', lid, lamp)
    expect(item).toMatchObject({ title: 'Painted lamp', lity: 'custom', epi: expect.any(String) })
  })

  // proves C6.SaveForLater, C8.3.sfl-default
  test('SaveForLater: init, add, update, fetch and remove, with and without the id of the list', async () => {
    const { list } = await call(page, 'SaveForLater.init')
    expect(await call(page, 'SaveForLater.add', list.lid, [mug])).toMatchObject({ itemsadded: [{ epi: 150151 }] })
    const added = await page.evaluate((pen) => {
      const { _swat } = globalThis as Answer
      return new Promise((ok, fail) => _swat.SaveForLater.add(undefined, [pen], ok, fail))
    }, pen)
    expect(added).toMatchObject({ itemsadded: [{ epi: 22, lid: list.lid }], itemsfailed: [] })
    const changed = await call(page, 'SaveForLater.update', list.lid, [{ ...mug, qty: 2 }])
    expect(changed).toMatchObject({ itemsupdated: [{ epi: 150151, qty: 2 }] })
    expect(await call(page, 'SaveForLater.remove', list.lid, [mug])).toMatchObject({ itemsdeleted: [{ epi: 150151 }] })
    expect((await call(page, 'SaveForLater.fetch', list.lid)).items).toMatchObject([{ epi: 22 }])
  })
})

describe('a signed-in shopper', () => {
  let mine: Page
  beforeAll(async () => {
    const attributes = `data-compat data-identity="${signIdentity(store, 'ana@shop.example')}"`
    mine = (await openPage(shop, store, attributes)).page
  })

  // proves C6.authCheck
  test('authCheck and platform.isLoggedIn tell a guest from an account', async () => {
    const isLoggedIn = () => (globalThis as Answer)._swat.platform.isLoggedIn()
    expect([await page.evaluate(isLoggedIn), await mine.evaluate(isLoggedIn)]).toEqual([false, true])
    expect(await call(page, 'authCheck')).toMatchObject({ xhr: { status: 401 } })
    expect(await call(mine, 'authCheck')).toMatchObject({ regid: expect.any(String) })
  })

  // proves C6.markListPublic, C6.generateSharedListURL, C6.shareListSocial, C6.fetchUserLists, C8.3.generateSharedListURL
  test('markListPublic, generateSharedListURL, shareListSocial and wishlist.fetchUserLists', async () => {
    const { lid } = await call(mine, 'createList', { lname: 'Shared' })
    expect(await call(mine, 'markListPublic', lid)).toMatchObject({ lid, anonRead: true })
    const [url, ofList] = await call(mine, 'generateSharedListURL', lid)
    expect([url, ofList]).toEqual([expect.stringContaining(lid), lid])
    expect(await (await fetch(url)).text()).toContain('Shared')
    expect(await call(mine, 'generateSharedListURL', null)).toEqual([expect.stringContaining(lid), lid])
    expect(await call(mine, 'shareListSocial', lid, 'Ana', 'copylink')).toEqual({ status: 'success' })
    expect(await call(mine, 'wishlist.fetchUserLists')).toMatchObject({ status: 'success', data: [{ lid }] })
  })

  // proves C6.sendListViaEmail, C8.3.sendListViaEmail
  test('sendListViaEmail mails a list, without lid the default one', async () => {
    const { lid } = await call(mine, 'fetchLists').then(
      ([first]) => first ?? call(mine, 'createList', { lname: 'Mailed' }),
    )
    for (const more of [{ lid }, {}]) {
      const sent = { toEmailId: `grandma-${more.lid ? 1 : 2}@shop.example`, fromName: 'Ana', note: 'Look', ...more }
      expect(await call(mine, 'sendListViaEmail', sent)).toMatchObject({ listinfo: { lid }, msg: expect.any(String) })
    }
    const rows = await shop.sql`select from messages where recipient like 'grandma-%'`
    expect(rows).toHaveLength(2)
  })
})
