/** Older calls on the default wishlist, alerts, counts, events and helpers, played in Chromium under their old names. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop, storedItems, whoIs } from '../browser/shop.ts'
import { type Answer, call, openPage, signIdentity } from './script-page.ts'

let shop: Shop
let page: Page
beforeAll(async () => {
  shop = await openShop()
  page = (await openPage(shop, shop.store, 'data-compat')).page
})
afterAll(() => shop?.close())

const mug = { epi: 150151, empi: 15015, du: '/products/mug', dt: 'Mug', pr: 14 }

// proves C8.3.every-list, C8.3.default-first
test('fetchLists gives every list, and to a shopper with only a save-for-later list the default wishlist first', async () => {
  const { page: fresh, context } = await openPage(shop, shop.store, 'data-compat')
  await call(fresh, 'SaveForLater.init')
  expect(await call(fresh, 'fetchLists')).toMatchObject([{ lty: 'wl', cnt: 0 }, { lty: 'sfl' }])
  await call(fresh, 'createList', { lname: 'Third' })
  expect(await call(fresh, 'fetchLists')).toMatchObject([{ lty: 'wl' }, { lname: 'Third' }, { lty: 'sfl' }])
  expect(await call(fresh, 'fetchLists', { lty: 'sfl' })).toHaveLength(1)
  await context.close()
})

// proves C6.addToWishList, C6.isInWishlist, C6.fetch, C6.wishlistCount, C6.removeFromWishList
test('the default wishlist is made at first use: add, ask, fetch, count, remove', async () => {
  expect(await whoIs(page)).toBeNull()
  expect(await call(page, 'addToWishList', mug)).toMatchObject({ epi: 150151 })
  expect(await storedItems(shop, page, 'wl')).toMatchObject([{ epi: 150151, dt: 'Mug' }])
  expect(await call(page, 'isInWishlist', { epi: 150151 })).toBe(true)
  expect(await call(page, 'isInWishlist', { epi: 150152 })).toBe(false)
  expect(await call(page, 'fetch')).toMatchObject([{ epi: 150151 }])
  const byType = await page.evaluate(() => {
    const { _swat } = globalThis as Answer
    return new Promise((ok, fail) => _swat.fetchWrtEventTypeET(ok, _swat.EventTypes.addToWishList, fail))
  })
  expect(byType).toMatchObject([{ epi: 150151 }])
  expect(await call(page, 'wishlistCount')).toBe(1)
  expect(await call(page, 'removeFromWishList', mug)).toMatchObject({ epi: 150151 })
  expect(await storedItems(shop, page, 'wl')).toEqual([])
  expect(await call(page, 'wishlistCount')).toBe(0)
})

// proves C6.renderWishlistCount, C8.3.renderWishlistCount
test('renderWishlistCount writes the number and calls the function with number and element', async () => {
  await call(page, 'addToWishList', mug)
  const seen = await page.evaluate(() => {
    const counter = document.body.appendChild(document.createElement('b'))
    counter.id = 'count'
    const { _swat } = globalThis as Answer
    return new Promise((done) =>
      _swat.renderWishlistCount(counter, (count: number, element: Element) => done([count, element.id])),
    )
  })
  expect(seen).toEqual([1, 'count'])
  expect(await page.locator('#count').textContent()).toBe('1')
})

// proves C6.sendWatchlist, C6.subscribeForProductAlert, C6.fetchSubscriptions, C8.3.sendWatchlist
test('sendWatchlist and subscribeForProductAlert subscribe, with an opt-in and a topic; without du the page’s address counts', async () => {
  const watch = (name: string, email: string, product: object, ...more: unknown[]) =>
    page.evaluate(
      ([name, email, product, more]) => {
        const { _swat } = globalThis as Answer
        return new Promise((ok, fail) => _swat[name](email, 'email', product, ok, fail, ...more))
      },
      [name, email, product, more] as [string, string, object, unknown[]],
    )
  const { du, ...withoutDu } = mug
  expect(await watch('sendWatchlist', 'ada@shop.example', withoutDu, 1)).toMatchObject({ topics: ['backinstock'] })
  const soon = await watch('subscribeForProductAlert', 'ada@shop.example', mug, 0, 'comingsoon')
  expect(soon).toMatchObject({ topics: ['comingsoon'], products: [{ epi: 150151 }] })
  const { total, subscriptions } = await call(page, 'fetchSubscriptions', { topic: 'backinstock' })
  expect([total, subscriptions]).toMatchObject([1, [{ epi: 150151, empi: 15015, topic: 'backinstock' }]])
  const rows = await shop.sql`select topic, url from subscriptions where address = 'ada@shop.example' order by topic`
  expect(rows).toMatchObject([
    { topic: 'backinstock', url: page.url() },
    { topic: 'comingsoon', url: new URL(du, page.url()).href },
  ])
})

// proves C6.getSocialCount, C6.getSocialCountBatch, C8.3.getSocialCount, C8.3.getSocialCountBatch
test('getSocialCount and getSocialCountBatch count shoppers, with either form of products', async () => {
  const one = await call(page, 'wishlist.getSocialCount', { empi: 15015 })
  expect(one).toEqual({ data: { count: expect.any(Number), empi: 15015 }, count: expect.any(Number), empi: 15015 })
  expect(one.count).toBe(one.data.count)
  const batch = {
    data: [
      { empi: 15015, count: one.count },
      { empi: 4711, count: 0 },
    ],
  }
  expect(await call(page, 'wishlist.getSocialCountBatch', [{ empi: 15015 }, { empi: 4711 }])).toEqual(batch)
  expect(await call(page, 'wishlist.getSocialCountBatch', [15015, 4711])).toEqual(batch)
})

// proves C6.evtLayer, C8.3.JSEvents, C8.3.EventTypes
test('evtLayer has the events of JSEvents, with detail.d and detail.e', async () => {
  const { page: fresh, context } = await openPage(shop, shop.store, 'data-compat')
  const names = await fresh.evaluate(() => ({ ...(globalThis as Answer)._swat.JSEvents }))
  expect(names).toMatchObject({
    addedToWishlist: 'sw:addedtowishlist',
    removedFromWishlist: 'sw:removedfromwishlist',
    addedToWatchlist: 'sw:addedtowatchlist',
    addedToCart: 'sw:addedtocart',
    registered: 'sw:registered',
    customerInfoRefreshed: 'sw:customerinforefreshed',
  })
  for (const name of ['variantChanged', 'UIAddedToCart', 'movedToCartFromSFL', 'configLoaded', 'regidRefreshed'])
    expect(names[name]).toMatch(/^sw:/)
  const types = await fresh.evaluate(() => ({ ...(globalThis as Answer)._swat.EventTypes }))
  for (const name of ['addToCart', 'addToWishList', 'addToWishlist', 'addToWatchlist', 'pageView'])
    expect(types[name]).toEqual(expect.any(Number))
  await fresh.evaluate(() => {
    const here = globalThis as Answer
    here.heard = []
    for (const name of Object.values<string>(here._swat.JSEvents))
      here._swat.evtLayer.addEventListener(name, ({ type, detail }: Answer) =>
        here.heard.push([type, Object.keys(detail).sort().join(), detail.d?.epi ?? null]),
      )
  })
  await call(fresh, 'addToWishList', mug)
  await call(fresh, 'removeFromWishList', mug)
  await call(fresh, 'sendWatchlist', 'eve@shop.example', 'email', mug)
  await fresh.evaluate((token) => globalThis.heartbell.signIn(token), signIdentity(shop.store, 'eve@shop.example'))
  const heard = await fresh.evaluate(() => (globalThis as Answer).heard)
  for (const name of ['addedToWishlist', 'removedFromWishlist', 'addedToWatchlist'])
    expect(heard).toContainEqual([names[name], 'd,e', 150151])
  for (const name of ['registered', 'regidRefreshed', 'customerInfoRefreshed'])
    expect(heard).toContainEqual([names[name], 'd,e', null])
  await context.close()
})

// proves C6.getEncodedAsObject, C6.retailerSettings, C8.3.retailerSettings, C8.3.classes, C8.3.formatProductPrice, C8.3.renderTemplateString
test('helpers: encoded texts, settings, classes, prices and templates', async () => {
  const seen = await page.evaluate(() => {
    const { _swat, SwymUtils } = globalThis as Answer
    const { UI, Wishlist } = _swat.retailerSettings
    const element = document.createElement('i')
    SwymUtils.addClass(element, 'one two')
    SwymUtils.removeClass(element, 'one')
    SwymUtils.toggleClass(element, 'three')
    let isReady = false
    SwymUtils.onDOMReady(() => {
      isReady = true
    })
    const template = '{{name}}:{{#on}}yes{{/on}}{{^on}}no{{/on}}{{#items}}<li>{{dt}}</li>{{/items}}'
    return {
      encoded: _swat.utils.getEncodedAsObject('a=1&b=x%20y'),
      settings: [UI.Language, typeof Wishlist.EnableCollections, Array.isArray(Wishlist.SharingModes)],
      classes: element.className,
      isReady,
      price: SwymUtils.formatProductPrice({ epi: 1, pr: 14 }),
      text: SwymUtils.renderTemplateString(template, {
        name: '<b>&',
        on: false,
        items: [{ dt: 'Mug' }, { dt: 'Pen' }],
      }),
      on: SwymUtils.renderTemplateString(template, { name: 'x', on: true, items: [] }),
    }
  })
  expect(seen).toMatchObject({
    encoded: { a: '1', b: 'x y' },
    settings: [expect.stringMatching(/^en/), 'boolean', true],
    classes: 'two three',
    isReady: true,
    price: { epi: 1, cu: expect.any(String) },
    text: '&lt;b&gt;&amp;:no<li>Mug</li><li>Pen</li>',
    on: 'x:yes',
  })
})

// proves C8.3.errors
test('an error has every member of a failed XHR that scripts read', async () => {
  const xhr = await page.evaluate(
    () =>
      new Promise((done) =>
        (globalThis as Answer)._swat.createList({ lname: 'ab' }, null, (xhr: Answer) =>
          done({ ...xhr, getResponseHeader: xhr.getResponseHeader('x-none') }),
        ),
      ),
  )
  expect(xhr).toMatchObject({
    status: 400,
    statusText: expect.any(String),
    responseText: expect.stringContaining('invalid-lname'),
    response: expect.stringContaining('invalid-lname'),
    description: expect.any(String),
    getResponseHeader: null,
  })
})

// proves C8.3.isInDeviceCart, C8.3.replayAddToCart
test('replayAddToCart adds to the shop’s cart and fires its event, and isInDeviceCart knows it then', async () => {
  const add = (fails: boolean) =>
    page.evaluate(
      async ([product, fails]) => {
        const here = globalThis as Answer
        here.inCart ??= []
        here.heartbell.cart = {
          items: async () => [],
          add: async (epi: unknown, quantity: number) => {
            if (fails) throw new Error('sold out')
            here.inCart.push([Number(epi), quantity])
          },
        }
        const heard: unknown[] = []
        here._swat.evtLayer.addEventListener(here._swat.JSEvents.addedToCart, ({ detail }: Answer) =>
          heard.push(Number(detail.d.epi)),
        )
        const ended = await new Promise((done) =>
          here._swat.replayAddToCart(
            product,
            150151,
            () => done('ok'),
            (xhr: Answer) => done(xhr.description),
          ),
        )
        return { ended, heard, cart: here.inCart, isIn: here._swat.platform.isInDeviceCart(150151) }
      },
      [mug, fails] as [typeof mug, boolean],
    )
  expect(await add(true)).toEqual({ ended: 'sold out', heard: [], cart: [], isIn: false })
  expect(await add(false)).toEqual({ ended: 'ok', heard: [150151], cart: [[150151, 1]], isIn: true })
})

// proves C8.3.notifications
test('notifications show their message, also under ui.uiRef, and ui.open shows the list', async () => {
  const say = (path: string, message: string) =>
    page.evaluate(
      ([path, message]) => {
        const { ui } = (globalThis as Answer)._swat
        const [owner, name] = path.startsWith('uiRef.') ? [ui.uiRef, path.slice(6)] : [ui, path]
        owner[name]({ message })
      },
      [path, message] as const,
    )
  const names = ['showSuccessNotification', 'showErrorNotification']
  for (const path of [...names, ...names.map((name) => `uiRef.${name}`)]) {
    await say(path, `Said by ${path} <b>`)
    await page.getByText(`Said by ${path} <b>`).waitFor()
  }
  await page.evaluate(() => (globalThis as Answer)._swat.ui.open())
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
})

// proves C8.3.others
test('isAlreadyAuth, collections, recently viewed products, storage, key, get and postLoader', async () => {
  const seen = await page.evaluate(async () => {
    const { _swat } = globalThis as Answer
    const opened = await new Promise((done) => _swat.collectionsApi.initializeCollections(_swat, false, done))
    const viewed = await new Promise((ok, fail) => _swat.shopper.fetchRecentlyViewedProducts(ok, fail))
    _swat.storage.set('theme-value', { a: 1 })
    const posted = await new Promise((done) => _swat.postLoader('Callback', done))
    return {
      isAlreadyAuth: _swat.isAlreadyAuth(),
      isCollectionsEnabled: _swat.isCollectionsEnabled(),
      opened: opened === _swat,
      viewed,
      stored: _swat.storage.get('theme-value'),
      regid: [_swat.get(_swat.key.REGID), _swat.key.REGID],
      posted: posted === _swat,
    }
  })
  expect(seen).toMatchObject({
    isAlreadyAuth: false,
    isCollectionsEnabled: true,
    opened: true,
    viewed: expect.any(Object),
    stored: { a: 1 },
    regid: [(await whoIs(page))!.regid, expect.any(String)],
    posted: true,
  })
})
