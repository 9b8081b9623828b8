/** Price drops from a browser: an own target price, and the sentence that the shopper agreed to. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { done, expectRefused } from '../../testing/lists.ts'
import { openTestApp, type TestApp, type TestShopper } from '../../testing/test-app.ts'

let t: TestApp
let store: NewStore
beforeAll(async () => {
  t = await openTestApp()
  store = await t.newStore()
})
afterAll(() => t.close())

const shirt = { epi: 111, empi: 11, du: 'https://shop.example/products/shirt' }
const request = (mediumvalue: string, targetprice?: unknown, more: object = {}) => ({
  ...{ medium: 'email', mediumvalue, topics: ['pricedrop'], products: [{ ...shirt, targetprice }], ...more },
})
const subscribe = (who: TestShopper, ...given: Parameters<typeof request>) =>
  done(t, 'subscriptions/create', who, request(...given), store)
const targets = async (who: TestShopper) => {
  const { subscriptions } = await done(t, 'subscriptions/fetch-subs', who, {}, store)
  return subscriptions.map(({ topic, hb }: { topic: string; hb: { targetPrice: number } }) => [topic, hb.targetPrice])
}

test('a target price is stored, shown to the shopper, and can be changed', async () => {
  const guest = await t.guest(undefined, store)
  await subscribe(guest, 'ada@mail.example', 40)
  expect(await targets(guest)).toEqual([['pricedrop', 40]])
  await subscribe(guest, 'ada@mail.example', '35.50')
  expect(await targets(guest)).toEqual([['pricedrop', 35.5]])
  const removed = await done(t, 'subscriptions/remove', guest, { topic: 'pricedrop', epi: 111 }, store)
  expect([removed, await targets(guest)]).toEqual([{ removed: 1 }, []])
})

test('somebody who types in the address of another shopper sees their own target price only', async () => {
  const owner = await t.guest(undefined, store)
  const stranger = await t.guest(undefined, store)
  await subscribe(owner, 'ben@mail.example', 30)
  await subscribe(stranger, 'ben@mail.example', 20)
  expect([await targets(owner), await targets(stranger)]).toEqual([[['pricedrop', 30]], [['pricedrop', 20]]])
  const noTarget = await t.guest(undefined, store)
  await subscribe(noTarget, 'ben@mail.example')
  expect(await targets(noTarget)).toEqual([['pricedrop', null]])
})

test('any variant is stored and shown; somebody who types in the address sees their own request', async () => {
  const any = async (who: TestShopper) => {
    const { subscriptions } = await done(t, 'subscriptions/fetch-subs', who, { topic: 'backinstock' }, store)
    return subscriptions.map(({ epi, hb }: { epi: number; hb: { any: boolean } }) => [epi, hb.any])
  }
  const ask = (who: TestShopper, wants: unknown) =>
    t.shop(
      'subscriptions/create',
      who,
      { ...request('any@mail.example'), topics: ['backinstock'], products: [{ ...shirt, any: wants }] },
      store,
    )
  const [owner, stranger] = [await t.guest(undefined, store), await t.guest(undefined, store)]
  expect((await ask(owner, true)).status).toBe(200)
  expect((await ask(stranger, false)).status).toBe(200)
  expect([await any(owner), await any(stranger)]).toEqual([[[111, true]], [[111, false]]])
  // planning moved it to the variant that is back
  await t.sql`update subscriptions set variant_id = '112' where address = 'any@mail.example'`
  expect([await any(owner), await any(stranger)]).toEqual([[[112, true]], [[111, false]]])
  const removed = await done(t, 'subscriptions/remove', stranger, { topic: 'backinstock', epi: 111 }, store)
  expect([removed, await any(stranger), await any(owner)]).toEqual([{ removed: 1 }, [], [[112, true]]])
  expectRefused(await ask(owner, 'perhaps'), 400, 'invalid-products')
})

test('the sentence that the form showed is stored with the consent, with its language', async () => {
  const guest = await t.guest(undefined, store)
  const consenttext = 'Wir nutzen die Adresse nur für diese Nachricht.'
  await subscribe(guest, 'cleo@mail.example', 40, { consenttext, locale: 'de-AT', addtomailinglist: 1 })
  const consents = await t.sql`
    select purpose, text, locale
    from consents
    where address = 'cleo@mail.example'
    order by purpose`
  expect(consents).toEqual([
    { purpose: 'alert', text: consenttext, locale: 'de-AT' },
    { purpose: 'marketing', text: null, locale: null },
  ])
})

test('a price that is none and a sentence that is too long are refused, and nothing is stored', async () => {
  const guest = await t.guest(undefined, store)
  for (const price of ['cheap', -1, { at: 1 }])
    expectRefused(
      await t.shop('subscriptions/create', guest, request('dan@mail.example', price), store),
      400,
      'invalid-products',
    )
  const long = { consenttext: 'x'.repeat(1001) }
  expectRefused(
    await t.shop('subscriptions/create', guest, request('dan@mail.example', 40, long), store),
    400,
    'invalid-consenttext',
  )
  expect(await targets(guest)).toEqual([])
})

test('without a valid session nobody subscribes or reads a target price', async () => {
  const { regid } = await t.guest(undefined, store)
  const stranger = { regid, sessionid: 'x'.repeat(48) }
  for (const [call, fields] of [
    ['create', request('eve@mail.example', 40)],
    ['fetch-subs', {}],
  ] as const)
    expect((await t.shop(`subscriptions/${call}`, stranger, fields, store)).status).toBe(401)
})

test('enabled-features says whether price drops are sent', async () => {
  const own = await t.newStore()
  const isSent = async () => (await t.shop('config/metafields/enabled-features', {}, {}, own)).body.priceDrop
  const set = async (enabled: boolean) => {
    const topics = [{ topic: 'PriceDrop', enabled }]
    const saved = await t.app.inject({
      ...{ method: 'PUT', url: '/storeadmin/v3/topics', payload: { topics } },
      headers: { authorization: `Basic ${btoa(`${own.pid}:${own.apiKey}`)}` },
    })
    expect(saved.statusCode).toBe(200)
  }
  expect(await isSent()).toBe(true)
  await set(false)
  await expect.poll(isSent).toBe(false)
  await set(true)
  await expect.poll(isSent).toBe(true)
})
