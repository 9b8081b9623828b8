/** One subscription in the hands of the store's server: each call works, may be repeated, is refused with a reason, and leaves its lines. */
import { beforeEach, describe, expect, test } from 'vitest'
import { suppress } from '../../../domain/messages/suppressions.ts'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { basic, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let store: NewStore
const shirt = { epi: 111, empi: 11, du: 'https://shop.example/shirt' }
const large = { ...shirt, epi: 112 }

const open = async (...settings: string[]) => {
  store = await t.newStore('pacing=everyone', ...settings)
  const products = [shirt, large, { ...shirt, epi: 211, empi: 21 }].map((one) => ({ ...one, dt: 'Shirt', stk: 0 }))
  await t.admin('v3/catalog/products', { products }, store)
}
beforeEach(() => open())

async function ask(path: string, of: Pick<NewStore, 'pid' | 'apiKey'> = store) {
  const reply = await t.app.inject({ url: `/storeadmin/v3/${path}`, headers: { authorization: basic(of) } })
  return { status: reply.statusCode, body: reply.json() }
}

async function join(name: string, more: object = {}) {
  const fields = { medium: 'email', mediumvalue: `${name}@shop.example`, products: [shirt], topics: ['backinstock'] }
  await t.admin('bispa/subscriptions/create', { ...fields, ...more }, store)
  return (await ask(`subscriptions?mediumvalue=${name}@shop.example`)).body.subscriptions[0].id as string
}

const act = (id: string, what: string, fields: object = {}, of: Pick<NewStore, 'pid' | 'apiKey'> = store) =>
  t.admin(`v3/subscriptions/${id}/${what}`, { ...fields }, of)
const one = async (id: string) => (await ask(`subscriptions/${id}`)).body
const reasons = async (id: string) => (await one(id)).timeline.map((line: { reason: string }) => line.reason)
const audited = async () => {
  const rows = await t.sql<{ act: string; facts: object }[]>`
    select act, facts from audit_log where store_id = ${(await t.storeNow(store)).storeId} order by happened_at, entry_id`
  return rows.map((row) => row.act)
}
const messages = async () =>
  await t.sql`select recipient, purpose from messages where store_id = ${(await t.storeNow(store)).storeId}`

describe('one subscription', () => {
  test('is shown with its place, offer, consents and timeline', async () => {
    await join('ada')
    const { subscription, position, offer, consents, timeline } = await one(await join('ben'))
    expect(subscription).toMatchObject({ mediumvalue: 'ben@shop.example', status: 'waiting', epi: 111 })
    expect([position, offer]).toEqual([2, null])
    expect(consents).toMatchObject([{ purpose: 'alert', granted: true, source: 'storeadmin' }])
    expect(timeline.map((line: { reason: string }) => line.reason)).toEqual(['subscribed', 'in-line'])
  })

  test('of nobody is refused', async () => {
    const unknown = await ask('subscriptions/0190f3c2-a5d8-7c1e-9b6a-4d2e8f70c135')
    expect([unknown.status, unknown.body.type]).toEqual([404, 'unknown-subscription'])
  })
})

describe('finding people', () => {
  test('by product, medium and list', async () => {
    await join('ada')
    const phone = { medium: 'sms', mediumvalue: '+14155550123', products: [shirt], topics: ['backinstock'] }
    await t.admin('bispa/subscriptions/create', phone, store)
    await join('cleo', { products: [{ ...shirt, epi: 211, empi: 21 }] })
    const found = async (query: string) =>
      (await ask(`subscriptions?${query}`)).body.subscriptions.map(({ mediumvalue }: never) => mediumvalue)
    expect(await found('empi=11')).toEqual(['+14155550123', 'ada@shop.example'])
    expect(await found('empi=11&medium=sms')).toEqual(['+14155550123'])
    const ada = await t.account('ada@shop.example', store)
    const { lid } = (await t.shop('lists/create', ada, { lname: 'Mine' }, store)).body
    expect(await found(`lid=${lid}`)).toEqual([])
    await t.shop('lists/update-ctx', ada, { lid, a: [shirt] }, store)
    expect(await found(`lid=${lid}`)).toEqual(['ada@shop.example'])
  })

  test.each([
    ['medium=letter', 'invalid-medium', 'must be one of'],
    ['email=ada@shop.example', 'invalid-email', 'send mediumvalue'],
    ['product=11', 'invalid-product', 'send empi'],
  ])('by %s is refused', async (query, type, says) => {
    const { status, body } = await ask(`subscriptions?${query}`)
    expect([status, body.type]).toEqual([400, type])
    expect(body.msg).toContain(says)
  })

  test('by a list of another store is refused', async () => {
    const guest = await t.guest()
    const { lid } = (await t.shop('lists/create', guest, { lname: 'Theirs' })).body
    expect((await ask(`subscriptions?lid=${lid}`)).body.type).toBe('unknown-list')
  })
})

describe('ending', () => {
  test('ends the alert once, with the reason in the timeline', async () => {
    const id = await join('ada')
    const first = await act(id, 'end', { note: 'asked on the phone' })
    expect(first.body).toMatchObject({ changed: 1, subscription: { id, status: 'left' } })
    expect((await act(id, 'end')).body).toMatchObject({ changed: 0, subscription: { status: 'left' } })
    const { timeline } = await one(id)
    expect(timeline.at(-1)).toMatchObject({
      reason: 'ended-by-store',
      msg: `left: ended by the store (API key ${store.apiKey.slice(4, 16)}): asked on the phone`,
    })
    expect(await audited()).toEqual(['alert-ended'])
  })

  test('passes its place to the next, and the person may come back', async () => {
    const id = await join('ada')
    const next = await join('ben')
    await act(id, 'end')
    expect((await one(next)).position).toBe(1)
    await join('ada')
    expect((await one(id)).position).toBe(2)
  })
})

describe('moving', () => {
  test('keeps the place and may be repeated', async () => {
    const id = await join('ada')
    const { waitingsince } = (await one(id)).subscription
    expect((await act(id, 'move', { epi: 112 })).body).toMatchObject({
      changed: 1,
      subscription: { id, epi: 112, waitingsince },
    })
    expect((await act(id, 'move', { epi: 112 })).body).toMatchObject({ changed: 0, subscription: { id, epi: 112 } })
    expect(await reasons(id)).toEqual(['subscribed', 'moved', 'in-line'])
    expect(await audited()).toEqual(['alert-moved'])
  })

  test('merges with an alert that is there, and repeated finds it', async () => {
    const id = await join('ada')
    const { waitingsince } = (await one(id)).subscription
    const there = await join('ada', { products: [large] })
    const moved = await act(id, 'move', { epi: 112 })
    expect(moved.body).toMatchObject({ changed: 1, subscription: { id: there, waitingsince, status: 'waiting' } })
    expect((await act(id, 'move', { epi: 112 })).body).toMatchObject({ changed: 0, subscription: { id: there } })
    expect((await one(id)).subscription.status).toBe('left')
  })

  test('does not confirm what its owner has not confirmed', async () => {
    await open('double-opt-in=on')
    const id = await join('ada')
    const there = await join('ada', { products: [large] })
    await act(there, 'end')
    const moved = await act(id, 'move', { epi: 112 })
    expect(moved.body.subscription).toMatchObject({ id: there, status: 'unconfirmed' })
  })

  test.each([
    [{ epi: 211 }, 409, 'other-product'],
    [{ epi: 999 }, 400, 'unknown-product'],
    [{}, 400, 'invalid-epi'],
  ])('to %o is refused', async (fields, status, type) => {
    const refused = await act(await join('ada'), 'move', fields)
    expect([refused.status, refused.body.type]).toEqual([status, type])
  })

  test('of an ended alert is refused', async () => {
    const id = await join('ada')
    await act(id, 'end')
    expect((await act(id, 'move', { epi: 112 })).body.type).toBe('alert-ended')
  })
})

describe('changing the address', () => {
  test('keeps the place, records a consent and may be repeated', async () => {
    const id = await join('ada')
    await join('ben')
    const changed = await act(id, 'address', { mediumvalue: 'Ada@New.example' })
    expect(changed.body).toEqual({ changed: 1, confirm: false })
    expect((await act(id, 'address', { mediumvalue: 'ada@new.example' })).body).toEqual({ changed: 0, confirm: false })
    const { subscription, position, consents, timeline } = await one(id)
    expect([subscription.mediumvalue, subscription.status, position]).toEqual(['ada@new.example', 'waiting', 1])
    expect(consents).toMatchObject([{ granted: true, textversion: 'address-change' }])
    expect(timeline.at(1)).toMatchObject({
      reason: 'address-changed',
      facts: { from: 'a…@s….example', to: 'a…@n….example' },
    })
    expect(await audited()).toEqual(['alert-address-changed'])
    expect(await messages()).toEqual([])
  })

  test('asks the new address to confirm where the store does, and the place stays', async () => {
    await open('double-opt-in=on')
    const id = await join('ada')
    await t.sql`update subscriptions set status = 'waiting' where subscription_id = ${id}`
    const { waitingsince } = (await one(id)).subscription
    expect((await act(id, 'address', { mediumvalue: 'ada@new.example' })).body).toEqual({ changed: 1, confirm: true })
    expect((await one(id)).subscription).toMatchObject({ status: 'unconfirmed', waitingsince })
    expect(await messages()).toMatchObject([
      { recipient: 'ada@shop.example', purpose: 'confirm-alert' },
      { recipient: 'ada@new.example', purpose: 'confirm-alert' },
    ])
  })

  test('answers the same whether the new address is unknown, known or suppressed', async () => {
    const [ada, ben] = [await join('ada'), await join('ben')]
    const known = await join('known')
    await suppress(t.sql, await t.storeNow(store), { medium: 'email', address: 'bounced@shop.example' }, 'bounced')
    const { waitingsince } = (await one(ada)).subscription
    const merged = await act(ada, 'address', { mediumvalue: 'known@shop.example' })
    const lost = await act(ben, 'address', { mediumvalue: 'bounced@shop.example' })
    const fresh = await act(await join('cleo'), 'address', { mediumvalue: 'unknown@shop.example' })
    for (const reply of [merged, lost, fresh]) expect(reply.body).toEqual({ changed: 1, confirm: false })
    expect((await one(known)).subscription).toMatchObject({ status: 'waiting', waitingsince })
    expect((await one(ada)).subscription.status).toBe('left')
    expect((await one(ben)).subscription.status).toBe('suppressed')
    expect((await act(ada, 'address', { mediumvalue: 'known@shop.example' })).body.changed).toBe(0)
  })

  test('frees an alert from a suppressed address', async () => {
    const id = await join('ada')
    await suppress(t.sql, await t.storeNow(store), { medium: 'email', address: 'ada@shop.example' }, 'bounced')
    await act(id, 'address', { mediumvalue: '+14155550123', medium: 'sms' })
    expect((await one(id)).subscription).toMatchObject({
      status: 'waiting',
      medium: 'sms',
      mediumvalue: '+14155550123',
    })
  })

  test('of all alerts of a person takes one call', async () => {
    const id = await join('ada')
    await join('ada', { products: [large] })
    const changed = await act(id, 'address', { mediumvalue: 'ada@new.example', all: true })
    expect(changed.body.changed).toBe(2)
    expect((await ask('subscriptions?mediumvalue=ada@shop.example')).body.subscriptions).toEqual([])
  })

  test.each([
    [{}, 'invalid-mediumvalue'],
    [{ mediumvalue: 'nobody' }, 'invalid-mediumvalue'],
    [{ mediumvalue: '12', medium: 'sms' }, 'invalid-mediumvalue'],
    [{ mediumvalue: 'ada@new.example', medium: 'letter' }, 'invalid-medium'],
  ])('to %o is refused', async (fields, type) => {
    expect((await act(await join('ada'), 'address', fields)).body.type).toBe(type)
  })
})
