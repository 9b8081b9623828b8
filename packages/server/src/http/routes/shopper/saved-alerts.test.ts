/** Alerts about saved items as callers see them: asked once, on and off, for everything, for kinds of news and for one list. */
import { describe, expect, test } from 'vitest'
import { useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
const all = ['backinstock', 'pricedrop', 'lowstock']
const choose = (who: object, fields: object, store = t.store) => t.shop('lists/saved-alerts', who, { ...fields }, store)
const fetchChoice = async (who: object, store = t.store) =>
  (await t.shop('lists/fetch-saved-alerts', who, {}, store)).body

test('a shopper is asked once; yes is a consent with the text that was shown', async () => {
  const who = await t.account('ada@example.org')
  expect(await fetchChoice(who)).toEqual({ enabled: false, asks: true, topics: all, silentlids: [] })
  const yes = { enabled: true, consenttext: 'Tell me about what I saved?', locale: 'de-AT' }
  for (const _ of ['once', 'again'])
    expect(await choose(who, yes)).toMatchObject({ status: 200, body: { enabled: true, asks: false, topics: all } })
  const consents = await t.sql`
    select consent.granted, text_version, source, text, consent.locale, subscription.status
    from consents consent join subscriptions subscription using (store_id, address)
    where address = 'ada@example.org'`
  expect(consents).toEqual([
    {
      ...{ granted: true, textVersion: 'saved-items-1', source: 'browser', text: yes.consenttext, locale: 'de-AT' },
      status: 'waiting',
    },
  ])
  expect((await choose(who, { enabled: false })).body).toMatchObject({ enabled: false, asks: false })
  expect((await choose(who, { enabled: true, topics: ['pricedrop'] })).body).toMatchObject({
    enabled: true,
    topics: ['pricedrop'],
  })
})

test('no is remembered, and nothing is stored by looking', async () => {
  const who = await t.account('ben@example.org')
  await fetchChoice(who)
  expect(
    await t.sql`select from saved_alerts join shoppers using (store_id, shopper_id) where email = 'ben@example.org'`,
  ).toEqual([])
  await choose(who, { enabled: false })
  expect(await fetchChoice(who)).toMatchObject({ enabled: false, asks: false })
})

test('one list is silent, others speak', async () => {
  const who = await t.account('cleo@example.org')
  const { lid } = (await t.shop('lists/create', who, { lname: 'Surprises' })).body
  await choose(who, { enabled: true })
  expect((await choose(who, { lid, enabled: false })).body.silentlids).toEqual([lid])
  expect((await choose(who, { lid, enabled: true })).body.silentlids).toEqual([])
})

describe('refused', () => {
  test.each<[object, string]>([
    [{}, 'enabled or topics is required'],
    [{ enabled: 'perhaps' }, 'enabled must be true or false'],
    [{ enabled: true, topics: ['news'] }, 'topics[0]'],
    [{ enabled: true, topics: [] }, 'topics must contain a topic'],
    [{ lid: 'x' }, 'enabled is required with lid'],
    [{ lid: 'x', enabled: true, topics: ['lowstock'] }, 'topics may not be sent with lid'],
    [{ topics: ['lowstock'] }, 'needs alerts that are on'],
  ])('%j', async (fields, says) => {
    const reply = await choose(await t.account('dora@example.org'), fields)
    expect(reply).toMatchObject({ status: 400, body: { msg: expect.stringContaining(says) } })
  })

  test('a guest, a list of somebody else, a store without such alerts, and a request for a product', async () => {
    const guest = await t.guest()
    expect(await choose(guest, { enabled: true })).toMatchObject({ status: 403, body: { type: 'login-required' } })
    expect(await fetchChoice(guest)).toMatchObject({ enabled: false, asks: false })
    const { lid } = (await t.shop('lists/create', guest, { lname: 'Mine' })).body
    const who = await t.account('emil@example.org')
    expect(await choose(who, { lid, enabled: false })).toMatchObject({ status: 404, body: { type: 'unknown-list' } })
    const off = await t.newStore('saved-alerts=off')
    const there = await t.account('emil@example.org', off)
    expect(await choose(there, { enabled: true }, off)).toMatchObject({
      status: 403,
      body: { type: 'saved-alerts-off' },
    })
    expect(await choose(there, { enabled: false }, off)).toMatchObject({
      status: 200,
      body: { enabled: false, asks: false },
    })
    const products = [{ epi: '*', empi: '*', du: 'https://shop.example/' }]
    const ask = { ...who, medium: 'email', mediumvalue: 'victim@example.org', topics: ['SavedItems'], products }
    expect(await t.shop('subscriptions/create', who, ask)).toMatchObject({ status: 400 })
  })

  test.each([{}, { regid: 'wrong' }, { sessionid: 'wrong' }])('without a valid identity: %j', async (wrong) => {
    const who = 'regid' in wrong || 'sessionid' in wrong ? { ...(await t.account('f@example.org')), ...wrong } : {}
    for (const call of ['lists/saved-alerts', 'lists/fetch-saved-alerts'])
      expect(await t.shop(call, who, { enabled: true })).toMatchObject({ status: 401 })
  })
})
