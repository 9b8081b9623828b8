/** The specification's scripting interface, played in Chromium on `heartbell` itself. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openShop, type Shop } from '../browser/shop.ts'
import { call, openPage, signIdentity } from './script-page.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop?.close())

// proves S1.script, S4.5.init, S4.5.lid, S4.5.answer, C6.heartbell, C8.1.own-names
test('SaveForLater.init gives the list with its lid, no items, the owner and the page', async () => {
  const { page, context } = await openPage(shop, shop.store)
  expect(await page.evaluate(() => '_swat' in globalThis || 'SwymCallbacks' in globalThis)).toBe(false)
  const answer = await call(page, 'SaveForLater.init')
  expect(answer).toMatchObject({
    list: { lid: expect.any(String), lty: 'sfl', lname: expect.any(String), st: 1, cprops: {}, ldesc: {} },
    items: [],
    userinfo: null,
    pagination: { totalcount: 0, next: null, limit: expect.any(Number) },
  })
  for (const time of [answer.list.cts, answer.list.uts]) expect(Math.abs(Date.now() - time)).toBeLessThan(60_000)
  expect((await call(page, 'SaveForLater.init')).list.lid).toBe(answer.list.lid)
  await context.close()
})

// proves S4.5.error, S4.6.error
test('onError and errorFn get an object like an XHR', async () => {
  const { page, context } = await openPage(shop, shop.store)
  const body = JSON.stringify({ error: true, type: 'invalid-pid', msg: 'pid is wrong', message: 'pid is wrong' })
  await call(page, 'createList', { lname: 'Makes the guest known' })
  await call(page, 'fetchLists')
  await page.route(/sfl\/fetch|fetch-lists/, (route) => route.fulfill({ status: 400, body }))
  const xhr = { status: 400, responseText: body, description: expect.any(String) }
  expect(await call(page, 'SaveForLater.init')).toEqual({ xhr })
  await page.clock.setFixedTime(Date.now() + 301_000)
  expect(await call(page, 'fetchLists')).toEqual({ xhr })
  await context.close()
})

// proves S4.5.create
test('a list is created with a name of 3 to 50 characters that is unique for the user, a note, properties and a type', async () => {
  const { page, context } = await openPage(shop, shop.store)
  const sent = { lname: 'Kitchen', lnote: 'for the new flat', lprops: { room: 1 }, lty: 'wl' }
  expect(await call(page, 'createList', sent)).toMatchObject(sent)
  expect(await call(page, 'createList', { lname: 'For later', lty: 'sfl' })).toMatchObject({ lty: 'sfl' })
  for (const [lname, status] of [
    ['ab', 400],
    ['x'.repeat(51), 400],
    ['kitchen', 409],
  ] as const)
    expect(await call(page, 'createList', { lname, lty: 'wl' })).toMatchObject({ xhr: { status } })
  await context.close()
})

// proves S4.6.call, S4.6.lty, S4.6.guest, S4.6.answer
test('fetchLists gives a guest all lists of the device, each with its contents, count and owner, or those of one type', async () => {
  const { page, context } = await openPage(shop, shop.store)
  const { lid } = await call(page, 'createList', { lname: 'Wished' })
  await call(page, 'SaveForLater.init')
  await call(page, 'addToList', lid, { epi: 5, empi: 6, du: '/products/five' })
  const all = await call(page, 'fetchLists')
  expect(all).toMatchObject([
    { lid, lname: 'Wished', cnt: 1, listcontents: [{ epi: 5, empi: 6 }], userinfo: null },
    { lty: 'sfl', cnt: 0, listcontents: [], userinfo: null },
  ])
  expect(await call(page, 'fetchLists', { lty: 'sfl' })).toMatchObject([{ lty: 'sfl' }])
  await page.reload()
  await page.waitForFunction(() => globalThis.heartbell)
  expect(await call(page, 'fetchLists')).toEqual(all)
  await context.close()
})

// proves S4.6.account
test('fetchLists gives a logged-in user all lists of the e-mail, also those of another device', async () => {
  const phone = await shop.account('ana@shop.example')
  await shop.shop('lists/create', phone, { lname: 'Made on the phone' })
  const identity = signIdentity(shop.store, 'ana@shop.example')
  const { page, context } = await openPage(shop, shop.store, `data-identity="${identity}"`)
  expect(await call(page, 'fetchLists')).toMatchObject([
    { lname: 'Made on the phone', userinfo: { em: 'ana@shop.example' } },
  ])
  await context.close()
})

// proves S4.6.cache, S8.cache, C6.fetchLists-cache
test('fetchLists asks the network once in five minutes, in all tabs together, and again after a write', async () => {
  const { page, context } = await openPage(shop, shop.store)
  let asked = 0
  context.on('request', (request) => {
    if (request.url().includes('fetch-lists')) asked++
  })
  await call(page, 'createList', { lname: 'Cached' })
  await call(page, 'fetchLists')
  const before = asked
  await call(page, 'fetchLists')
  const second = await openPage(shop, shop.store, '', { context, page: await context.newPage(), faults: [] })
  expect(await call(second.page, 'fetchLists')).toMatchObject([{ lname: 'Cached' }])
  expect(asked).toBe(before)
  await call(second.page, 'createList', { lname: 'Written' })
  expect(await call(page, 'fetchLists')).toMatchObject([{ lname: 'Cached' }, { lname: 'Written' }])
  expect(asked).toBeGreaterThan(before)
  const afterWrite = asked
  // some seconds less than five minutes, which a busy machine may need
  await page.clock.install({ time: Date.now() + 280_000 })
  await call(page, 'fetchLists')
  expect(asked).toBe(afterWrite)
  await page.clock.setFixedTime(Date.now() + 301_000)
  await call(page, 'fetchLists')
  expect(asked).toBe(afterWrite + 1)
  await context.close()
})
