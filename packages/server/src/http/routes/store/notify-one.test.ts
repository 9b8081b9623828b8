/** The store notifies one person now: queued once, refused with the reason. */
import { beforeEach, expect, test } from 'vitest'
import { suppress } from '../../../domain/messages/suppressions.ts'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { basic, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()
let store: NewStore
const shirt = { epi: 111, empi: 11, du: 'https://shop.example/shirt' }

const open = async (...settings: string[]) => {
  store = await t.newStore(...settings)
  await t.admin('v3/catalog/products', { products: [{ ...shirt, dt: 'Shirt', stk: 0 }] }, store)
}
beforeEach(() => open())

async function read(path: string) {
  const reply = await t.app.inject({ url: `/storeadmin/v3/${path}`, headers: { authorization: basic(store) } })
  return reply.json()
}

async function join(name: string, topic = 'backinstock', more: object = {}) {
  const fields = { medium: 'email', mediumvalue: `${name}@shop.example`, products: [shirt], topics: [topic] }
  await t.admin('bispa/subscriptions/create', { ...fields, ...more }, store)
  return (await read(`subscriptions?mediumvalue=${name}@shop.example`)).subscriptions[0].id as string
}

const notify = (id: string, fields: object = {}) => t.admin(`v3/subscriptions/${id}/notify`, { ...fields }, store)
const restock = (stk: number) => t.admin('v3/catalog/stock', { items: [{ epi: 111, stk }] }, store)
const deliveries = async () =>
  await t.sql`
  select subscription_id, status from deliveries where store_id = ${(await t.storeNow(store)).storeId}`
const refusal = async (id: string) => {
  const { status, body } = await notify(id)
  return [status, body.type]
}

test('one who waits last is offered a free unit, once, with the line in the timeline', async () => {
  await join('ada')
  const id = await join('ben')
  await t.sql`update variants set stock = 2 where store_id = ${(await t.storeNow(store)).storeId}`
  const first = await notify(id, { note: 'a loyal customer' })
  expect(first.body).toMatchObject({ changed: 1, reason: 'queued', subscription: { id, status: 'told' } })
  expect((await notify(id)).body).toMatchObject({ changed: 0, reason: 'told-before' })
  expect(await deliveries()).toMatchObject([{ subscriptionId: id, status: 'due' }])
  const { timeline, offer } = await read(`subscriptions/${id}`)
  expect(timeline.map((line: { reason: string }) => line.reason)).toEqual([
    ...['subscribed', 'notify-requested', 'by-hand', 'offer-opened'],
  ])
  expect(timeline[1].msg).toContain('a loyal customer')
  expect(offer.qty).toBe(1)
})

test('where everybody is notified, a message is queued once', async () => {
  await open('pacing=everyone')
  await restock(3)
  const id = await join('ada')
  expect((await notify(id)).body).toMatchObject({ changed: 1, reason: 'queued' })
  expect((await notify(id)).body).toMatchObject({ changed: 0, reason: 'planned' })
  expect(await deliveries()).toHaveLength(1)
})

test('a topic that is triggered by hand does not look at stock', async () => {
  expect((await notify(await join('ada', 'comingsoon'))).body).toMatchObject({ changed: 1, reason: 'queued' })
})

test('of a sold-out product is refused', async () => {
  expect(await refusal(await join('ada'))).toEqual([409, 'alert-sold-out'])
  expect(await deliveries()).toEqual([])
})

test('of units that are offered to others is refused', async () => {
  const [ada, ben] = [await join('ada'), await join('ben')]
  await t.sql`update variants set stock = 1 where store_id = ${(await t.storeNow(store)).storeId}`
  await notify(ada)
  expect(await refusal(ben)).toEqual([409, 'alert-units-offered'])
  expect((await read(`subscriptions/${ben}`)).subscription.status).toBe('waiting')
})

test('of one who left, is unconfirmed or suppressed is refused with that reason', async () => {
  await open('double-opt-in=on', 'pacing=everyone')
  await restock(3)
  const [ada, ben] = [await join('ada'), await join('ben')]
  expect(await refusal(ada)).toEqual([409, 'alert-unconfirmed'])
  await t.admin(`v3/subscriptions/${ada}/end`, {}, store)
  expect(await refusal(ada)).toEqual([409, 'alert-ended'])
  await suppress(t.sql, await t.storeNow(store), { medium: 'email', address: 'ben@shop.example' }, 'complained')
  expect(await refusal(ben)).toEqual([409, 'alert-suppressed'])
})

test('of nobody is refused', async () => {
  expect(await refusal('0190f3c2-a5d8-7c1e-9b6a-4d2e8f70c135')).toEqual([404, 'unknown-subscription'])
  expect(await refusal('nothing')).toEqual([400, 'invalid-id'])
})

test('calls at the same time notify a person once, and never more people than there are units', async () => {
  const people = await Promise.all(['ada', 'ben', 'cleo', 'dora'].map((name) => join(name)))
  await t.sql`update variants set stock = 2 where store_id = ${(await t.storeNow(store)).storeId}`
  const replies = await Promise.all([...people, ...people, ...people].map((id) => notify(id)))
  const answers = replies.map(({ body }) => (body.type ?? body.reason) as string)
  expect(answers.filter((answer) => answer === 'queued')).toHaveLength(2)
  expect(new Set(answers)).toEqual(new Set(['queued', 'told-before', 'alert-units-offered']))
  expect(await deliveries()).toHaveLength(2)
})

test('ending and notifying at the same time: no message is due for one who left', async () => {
  for (let round = 0; round < 5; round++) {
    await open('pacing=everyone')
    await restock(9)
    const id = await join('ada')
    await Promise.all([notify(id), t.admin(`v3/subscriptions/${id}/end`, {}, store)])
    expect((await read(`subscriptions/${id}`)).subscription.status).toBe('left')
    expect((await deliveries()).filter(({ status }) => status === 'due')).toEqual([])
  }
})

test('it is no round: others are not planned, and a restock does not take it back', async () => {
  const [ada, ben] = [await join('ada'), await join('ben')]
  await t.sql`update variants set stock = 1 where store_id = ${(await t.storeNow(store)).storeId}`
  await notify(ben)
  await restock(5)
  const [delivery] = await t.sql`
    select status from deliveries where subscription_id = ${ben}`
  expect(delivery).toMatchObject({ status: 'due' })
  const { timeline } = await read(`subscriptions/${ada}`)
  expect(timeline.map((line: { reason: string }) => line.reason)).not.toContain('by-hand')
})

test('a product that the catalog does not know is refused where the message would have no link', async () => {
  const unknown = { ...shirt, epi: 999, empi: 99, du: 'https://evil.example/phish' }
  const asked = { medium: 'email', mediumvalue: 'eve@shop.example', products: [unknown], topics: ['backinstock'] }
  const ask = async () => {
    await t.shop('subscriptions/create', await t.guest(undefined, store), asked, store)
    return (await read('subscriptions?mediumvalue=eve@shop.example')).subscriptions[0].id as string
  }
  expect(await refusal(await ask())).toEqual([409, 'alert-product-unknown'])
  expect(await deliveries()).toEqual([])
  expect((await notify(await join('ada', 'backinstock', { products: [unknown] }))).status).toBe(200)
  await open('shop-url=https://shop.example')
  expect((await notify(await ask())).status).toBe(200)
})
