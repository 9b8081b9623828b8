/** Scripts in the style of existing themes, unchanged except for the address of the service. */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { readText } from '../codebase/sources.ts'
import { openShop, type Shop, script, sizes, type Visitor } from './shop.ts'

let shop: Shop
let visitor: Visitor
beforeAll(async () => {
  shop = await openShop()
  await shop.newStore()
})
afterAll(() => shop?.close())

const lax = "default-src 'self' 'unsafe-inline'; img-src 'self' data:"

/** The page runs the theme's script; the test reads `window.seen`. */
async function run(name: string, theme: string, body = ''): Promise<unknown> {
  visitor = await shop.visitor()
  const page = `${sizes()}<body>${body}<script>window.seen = []; ${theme}</script>${script(shop, 'data-compat')}`
  await visitor.page.goto(shop.theme(name, page, lax))
  const seen = await visitor.page
    .waitForFunction(
      () => (globalThis as unknown as { done?: boolean }).done && (globalThis as unknown as { seen: unknown[] }).seen,
    )
    .then((handle) => handle.jsonValue())
  return seen
}

const mug = '{ epi: "150151", empi: "15015", du: location.origin + "/products/mug", dt: "Mug", pr: 14 }'

// proves C6.queue, C6.compat
test('functions queued before load run in order, and one pushed after load runs at once', async () => {
  const seen = await run(
    'queue',
    `window.SwymCallbacks = window.SwymCallbacks || []
     SwymCallbacks.push(function (swat) { seen.push('first', typeof swat.fetchLists) })
     SwymCallbacks.push(function (swat) {
       seen.push('second', swat === window._swat)
       var late = function () {
         window.SwymCallbacks.push(function (again) { seen.push('at once', again === swat, this === swat) })
         seen.push('after')
         window.done = true
       }
       if (document.readyState === 'complete') late()
       else addEventListener('load', function () { setTimeout(late) })
     })`,
  )
  expect(seen).toEqual(['first', 'function', 'second', true, 'at once', true, true, 'after'])
  expect(visitor.faults).toEqual([])
})

test('a list is created, filled, fetched and deleted by callbacks, and fetchLists right after the delete is current', async () => {
  const seen = await run(
    'lists',
    `window.SwymCallbacks = [function (swat) {
       var fail = function (xhr) { seen.push(xhr.status, xhr.responseText, xhr.description); window.done = true }
       swat.createList({ lname: 'Kitchen' }, function (list) {
         swat.addToList(list.lid, ${mug}, function (item) {
           seen.push(item.epi, item.dt)
           swat.fetchLists({ callbackFn: function (lists) {
             seen.push(lists.length, lists[0].listcontents.length, lists[0].cnt)
             swat.fetchListDetails({ lid: list.lid }, function (page) {
               seen.push(page.listcontents[0].epi, page.pagination.totalcount)
               swat.deleteFromList(list.lid, ${mug}, function () {
                 swat.deleteList(list.lid, function (gone) {
                   seen.push(gone.lname)
                   swat.fetchLists({ callbackFn: function (lists) { seen.push(lists.length); window.done = true }, errorFn: fail })
                 }, fail)
               }, fail)
             }, fail)
           }, errorFn: fail })
         }, fail)
       }, fail)
     }]`,
  )
  expect(seen).toEqual([150151, 'Mug', 1, 1, 1, 150151, 1, 'Kitchen', 0])
})

// proves C6.errors
test('an error has the shape of a failed XHR', async () => {
  const seen = (await run(
    'errors',
    `window.SwymCallbacks = [function (swat) {
       swat.createList({ lname: 'ab' }, null, function (xhr) {
         seen.push(xhr.status, JSON.parse(xhr.responseText).type, typeof xhr.description)
         window.done = true
       })
     }]`,
  )) as unknown[]
  expect(seen).toEqual([400, 'invalid-lname', 'string'])
})

test('save for later: init returns the list, add and remove accept string ids', async () => {
  const seen = await run(
    'later',
    `window.SwymCallbacks = [function (swat) {
       var fail = function (xhr) { seen.push(xhr); window.done = true }
       swat.SaveForLater.init(function (page) {
         seen.push(page.list.lty, page.items.length, page.pagination.totalcount)
         swat.SaveForLater.add(page.list.lid, [${mug}], function (answer) {
           seen.push(answer.itemsadded[0].epi, answer.itemsfailed.length)
           swat.SaveForLater.remove(page.list.lid, [${mug}], function (answer) {
             seen.push(answer.itemsdeleted.length)
             swat.SaveForLater.fetch(page.list.lid, function (page) { seen.push(page.items.length); window.done = true }, fail)
           }, fail)
         }, fail)
       }, fail)
     }]`,
  )
  expect(seen).toEqual(['sfl', 0, 0, 150151, 0, 1, 0])
})

// proves C6.initializeActionButtons, C6.evtLayer
test('buttons of a grid that is rendered later work, and listeners get detail.d', async () => {
  await run(
    'grid',
    `window.SwymCallbacks = [function (swat) {
       swat.evtLayer.addEventListener(swat.JSEvents.addedToWishlist, function (event) { seen.push('added', event.detail.d.epi) })
       swat.evtLayer.addEventListener(swat.JSEvents.removedFromWishlist, function (event) { seen.push('removed', event.detail.d.epi) })
       setTimeout(function () {
         var grid = document.getElementById('grid')
         var button = document.createElement('button')
         button.setAttribute('data-swaction', 'addToWishlist')
         button.setAttribute('data-product-id', '15015')
         button.setAttribute('data-variant-id', '150151')
         button.setAttribute('data-product-url', '/products/mug')
         button.textContent = 'Wish'
         grid.appendChild(button)
         swat.initializeActionButtons('#grid')
         window.done = true
       })
     }]`,
    '<div id="grid"></div><span id="count"></span>',
  )
  const { page } = visitor
  const seen = () => page.evaluate(() => (globalThis as unknown as { seen: unknown[] }).seen)
  await page.getByRole('button', { name: 'Wish' }).click()
  await page.waitForFunction(() => (globalThis as unknown as { seen: unknown[] }).seen.length === 2)
  expect(await seen()).toEqual(['added', 150151])
  await page.locator('button.swym-added', { hasText: 'Wish' }).waitFor()
  await page.evaluate(() =>
    (globalThis as unknown as { _swat: { renderWishlistCount(s: string): void } })._swat.renderWishlistCount('#count'),
  )
  await page.locator('#count', { hasText: '1' }).waitFor()
  await page.reload()
  await page.locator('.swym-added').waitFor()
  await page.getByRole('button', { name: 'Wish' }).click()
  await page.waitForFunction(() => (globalThis as unknown as { seen: unknown[] }).seen.includes('removed'))
  expect(visitor.faults).toEqual([])
})

test('alerts, social count, older single-list calls and small helpers', async () => {
  const seen = await run(
    'more',
    `window.SwymCallbacks = [function (swat) {
       var fail = function (xhr) { seen.push(xhr); window.done = true }
       seen.push(swat.platform.isLoggedIn(), swat.utils.getEncodedAsObject('a=1&b=x%20y').b)
       swat.authCheck(function () { seen.push('in') }, function () { seen.push('out') })
       swat.sendWatchlist('ada@shop.example', 'email', ${mug}, function (answer) {
         seen.push(answer.topics[0])
         swat.fetchSubscriptions({ topic: 'backinstock' }, function (answer) {
           seen.push(answer.total, answer.subscriptions[0].position)
           swat.addToWishList(${mug}, function () {
             swat.isInWishlist({ epi: 150151 }, function (isIn) {
               seen.push(isIn)
               swat.fetchWrtEventTypeET(function (items) {
                 seen.push(items.length)
                 swat.wishlist.getSocialCount({ empi: 15015 }, function (answer) {
                   seen.push(answer.data.count >= 1)
                   swat.removeFromWishList(${mug}, function () {
                     swat.fetch(function (items) { seen.push(items.length); window.done = true }, fail)
                   }, fail)
                 }, fail)
               }, 4, fail)
             })
           }, fail)
         }, fail)
       }, fail, 0)
     }]`,
  )
  expect(seen).toEqual([false, 'x y', 'out', 'backinstock', 1, 1, true, 1, true, 0])
})

test('several products and several lists in one call, and lists by type', async () => {
  const seen = await run(
    'several',
    `window.SwymCallbacks = [function (swat) {
       var fail = function (xhr) { seen.push(xhr); window.done = true }
       var pen = { epi: 2, empi: 3, du: location.origin + '/pen' }
       swat.createList({ lname: 'One' }, function (one) {
         swat.createList({ lname: 'Two' }, function (two) {
           swat.addProductsToList(one.lid, [${mug}, pen], function (items) {
             seen.push(items.length)
             swat.addProductToLists(pen, [one.lid, two.lid], function (items) {
               seen.push(items.length)
               swat.updateListItem(one.lid, { epi: 2, qty: 4 }, function (item) {
                 seen.push(item.qty)
                 swat.removeProductsFromList(one.lid, [${mug}, pen], function (items) {
                   seen.push(items.length)
                   swat.fetchLists({ lty: 'wl', callbackFn: function (lists) {
                     seen.push(lists.map(function (list) { return list.lname + list.cnt }).join())
                     swat.generateSharedListURL(two.lid, function (url) { seen.push(url); window.done = true }, function (xhr) { seen.push(xhr.status); window.done = true })
                   }, errorFn: fail })
                 }, fail)
               }, fail)
             }, fail)
           }, fail)
         }, fail)
       }, fail)
     }]`,
  )
  expect(seen).toEqual([2, 2, 4, 2, 'One0,Two1', 403])
})

test('the page has exactly the members that the build lists', async () => {
  const seen = (await run(
    'members',
    `window.SwymCallbacks = [function (swat) {
       var list = function (object, before, depth) {
         Object.keys(object).forEach(function (name) {
           var value = object[name]
           seen.push(before + name)
           if (depth && value && (!value.constructor || value.constructor === Object)) list(value, before + name + '.', depth - 1)
         })
       }
       list(swat, '', 2)
       window.done = true
     }]`,
  )) as string[]
  const pathsOf = (members: object, before = ''): string[] =>
    Object.entries(members).flatMap(([name, member]) => [
      before + name,
      ...(typeof member === 'object' ? pathsOf(member, `${before}${name}.`) : []),
    ])
  const listed = pathsOf(JSON.parse(readText('packages/client/dist/members.json'))._swat)
  // the build shortens the names of our own properties, and its stamp is the name of the code that files share
  const { build } = JSON.parse(readText('packages/client/dist/script/manifest.json'))
  const isOurs = (path: string) =>
    path
      .split('.')
      .some((name) => (/^\w{1,2}$/.test(name) && !['ui', 'UI', 'on'].includes(name)) || name.startsWith(build))
  expect(seen.filter((path) => !isOurs(path)).sort()).toEqual(listed.sort())
})
