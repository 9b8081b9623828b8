import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { type Database, transaction } from '../../database/connect.ts'
import { useTestDatabase } from '../../database/testing/use-test-database.ts'
import { recordProducts } from '../catalog/catalog.ts'
import { emailOf, newShop, setStock, wait } from '../planning/testing/waiting-people.ts'
import type { Store } from '../stores/stores.ts'
import { saveTopics } from '../stores/topics.ts'
import { claimDeliveries } from './claim-deliveries.ts'
import { readClaimed } from './read-claimed.ts'
import { deliveriesOf, idOf, nameOf, newestTrigger, newRestock, restock, take } from './testing/claimed-deliveries.ts'

const database = useTestDatabase({ connections: 5 })
let sql: Database
beforeAll(async () => {
  sql = database.sql
})

const wakesOf = ({ storeId }: Store) => sql`
  select work, due_at > now() + interval '30 seconds' as is_late
  from wakes
  where store_id = ${storeId}
  order by due_at desc`
const forgetWakes = ({ storeId }: Store) => sql`delete from wakes where store_id = ${storeId}`
const statusOf = async (store: Store, name: string) => {
  const [row] = await sql`
    select status, told_trigger_id, told_at is not null as has_time, passed_over
    from subscriptions
    where store_id = ${store.storeId}
      and subscription_id = ${await idOf(sql, store, name)}`
  return row
}

test('deliveries due longest are claimed first, at most the requested number, each once', async () => {
  const store = await newRestock(sql, ['ada', 'ben', 'cleo'])
  await sql`
    update deliveries
    set due_at = now() - interval '1 hour'
    where store_id = ${store.storeId}
      and subscription_id = ${await idOf(sql, store, 'cleo')}`
  const first = await claimDeliveries(sql, store.storeId, 'email', { most: 2, lease: 60_000 })
  expect(first.deliveries.map(nameOf).sort()).toEqual(['ada', 'cleo'])
  expect(first.mayHaveMore).toBe(true)
  const second = await claimDeliveries(sql, store.storeId, 'email', { most: 2, lease: 60_000 })
  expect(second.deliveries.map(nameOf)).toEqual(['ben'])
  expect(second.mayHaveMore).toBe(false)
  expect(await take(sql, store)).toEqual([])
})

test('claimed deliveries are returned in the order of the waiting line', async () => {
  const store = await newRestock(sql, ['ada', 'ben', 'cleo'])
  await sql`
    update subscriptions
    set waiting_since = waiting_since - interval '1 day'
    where store_id = ${store.storeId}
      and address = ${emailOf('cleo')}`
  const { deliveries } = await claimDeliveries(sql, store.storeId, 'email', { most: 10, lease: 60_000 })
  expect(deliveries.map(nameOf)).toEqual(['cleo', 'ada', 'ben'])
})

test('only due deliveries of the requested medium are claimed', async () => {
  const store = await newRestock(sql, ['ada', 'ben', 'cleo'])
  const set = async (name: string, what: object) => sql`
    update deliveries
    set ${sql(what as never)}
    where store_id = ${store.storeId}
      and subscription_id = ${await idOf(sql, store, name)}`
  await set('ada', { medium: 'sms' })
  await set('ben', { status: 'failed' })
  expect((await take(sql, store)).map(nameOf)).toEqual(['cleo'])
  expect((await take(sql, store, 100, 'sms')).map(nameOf)).toEqual(['ada'])
  expect((await deliveriesOf(sql, store)).map(({ attempts }) => attempts)).toEqual([1, 0, 1])
})

test('a claim marks a waiting subscription as notified by the trigger, and no longer as passed over', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  await sql`update subscriptions set passed_over = true where store_id = ${store.storeId}`
  const [taken] = await take(sql, store, 1)
  expect(taken).toMatchObject({ attempts: 1, subscription: { status: 'told', isHeld: true } })
  const triggerId = await newestTrigger(sql, store)
  const toldNow = { status: 'told', hasTime: true, passedOver: false }
  const notYet = { status: 'waiting', hasTime: false, passedOver: true }
  expect(await statusOf(store, 'ada')).toEqual({ ...toldNow, toldTriggerId: triggerId })
  expect(await statusOf(store, 'ben')).toEqual({ ...notYet, toldTriggerId: null })
})

test('of two triggers for one subscription the newer one notifies', async () => {
  const store = await newRestock(sql, ['ada'])
  const first = await newestTrigger(sql, store)
  const second = await restock(sql, store, 5)
  await sql`
    update triggers
    set superseded_at = null
    where store_id = ${store.storeId}`
  const taken = await take(sql, store)
  const held = Object.fromEntries(taken.map(({ triggerId, subscription }) => [triggerId, subscription.isHeld]))
  expect(held).toEqual({ [first]: false, [second]: true })
  expect(await statusOf(store, 'ada')).toMatchObject({ toldTriggerId: second })
})

test('a superseded trigger notifies no subscription', async () => {
  const store = await newRestock(sql, ['ada'])
  await sql`
    update triggers
    set superseded_at = now()
    where store_id = ${store.storeId}`
  expect(await take(sql, store)).toMatchObject([{ subscription: { isHeld: false } }])
  expect(await statusOf(store, 'ada')).toMatchObject({ status: 'waiting', toldTriggerId: null })
})

test('a notified subscription stays with its own trigger', async () => {
  const store = await newRestock(sql, ['ada'])
  await take(sql, store)
  await sql`
    update deliveries
    set due_at = now() - interval '1 second'
    where store_id = ${store.storeId}`
  expect(await take(sql, store)).toMatchObject([{ attempts: 2, subscription: { status: 'told', isHeld: true } }])
  await sql`
    update subscriptions
    set told_trigger_id = ${randomUUID()}
    where store_id = ${store.storeId}`
  await sql`
    update deliveries
    set due_at = now() - interval '1 second'
    where store_id = ${store.storeId}`
  expect(await take(sql, store)).toMatchObject([{ attempts: 3, subscription: { status: 'told', isHeld: false } }])
})

test('a subscription that another trigger has notified is not claimed together with others', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  await sql`
    update subscriptions
    set status = 'told',
        told_trigger_id = ${randomUUID()}
    where store_id = ${store.storeId}
      and address = ${emailOf('ben')}`
  const taken = await take(sql, store)
  expect(taken.map((one) => [nameOf(one), one.subscription.isHeld])).toEqual([
    ['ada', true],
    ['ben', false],
  ])
})

test('a locked subscription is skipped without waiting and claimed a moment later', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  const adaId = await idOf(sql, store, 'ada')
  await forgetWakes(store)
  const taken = await transaction(sql, async (held) => {
    await held`
      select subscription_id
      from subscriptions
      where store_id = ${store.storeId}
        and subscription_id = ${adaId}
      for update`
    return await take(sql, store)
  })
  expect(taken.map(nameOf)).toEqual(['ben'])
  expect(await wakesOf(store)).toEqual([
    { work: 'send', isLate: true },
    { work: 'send', isLate: false },
  ])
  expect((await take(sql, store)).map(nameOf)).toEqual(['ada'])
})

test('a locked delivery is skipped without waiting', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  const adaId = await idOf(sql, store, 'ada')
  const taken = await transaction(sql, async (held) => {
    await held`
      select channel
      from deliveries
      where store_id = ${store.storeId}
        and subscription_id = ${adaId}
      for update`
    return await take(sql, store)
  })
  expect(taken.map(nameOf)).toEqual(['ben'])
})

test('a claim locks only the subscriptions it claims', async () => {
  const store = await newRestock(sql, ['ada', 'ben'])
  const free = await transaction(sql, async (taking) => {
    await claimDeliveries(taking, store.storeId, 'email', { most: 1, lease: 60_000 })
    return await sql`
      select address
      from subscriptions
      where store_id = ${store.storeId}
      for update skip locked`
  })
  expect(free.map(({ address }) => address)).toEqual([emailOf('ben')])
})

test('a claim schedules work for the end of its lease; an empty claim schedules none', async () => {
  const store = await newRestock(sql, ['ada'])
  await forgetWakes(store)
  await take(sql, store)
  expect(await wakesOf(store)).toEqual([{ work: 'send', isLate: true }])
  await forgetWakes(store)
  await take(sql, store)
  expect(await wakesOf(store)).toEqual([])
})

test('due deliveries of a deleted subscription or trigger are deleted, and no others', async () => {
  const store = await newRestock(sql, ['ada', 'ben', 'cleo'])
  const [triggerId, gone] = [await newestTrigger(sql, store), randomUUID()]
  const [ada, ben, cleo] = await Promise.all(['ada', 'ben', 'cleo'].map((name) => idOf(sql, store, name)))
  const add = (subscriptionId: string, trigger: string, channel: string, isDue: boolean) => sql`
    insert into deliveries (store_id, subscription_id, trigger_id, channel, medium, due_at)
    values (
      ${store.storeId}, ${subscriptionId}, ${trigger}, ${channel}, 'email',
      now() + ${isDue ? -1 : 1} * interval '1 hour'
    )`
  await add(ben!, gone, 'email', true)
  await add(ben!, gone, 'sms', false)
  await add(cleo!, gone, 'email', false)
  await add(ada!, gone, 'email', false)
  await sql`delete from subscriptions where store_id = ${store.storeId} and subscription_id = ${ada!}`
  expect((await take(sql, store)).map(nameOf)).toEqual(['ben', 'cleo'])
  const left = await sql`
    select subscription_id, trigger_id, channel
    from deliveries
    where store_id = ${store.storeId}`
  const row = (subscriptionId: string, trigger: string, channel = 'email') => ({
    ...{ subscriptionId, triggerId: trigger, channel },
  })
  expect(left).toHaveLength(5)
  expect(left).toEqual(
    expect.arrayContaining([
      ...[row(ben!, triggerId), row(cleo!, triggerId), row(ben!, gone, 'sms'), row(cleo!, gone), row(ada!, gone)],
    ]),
  )
})

test('each delivery has its own offer, also if an earlier restock had another', async () => {
  const store = await newShop(sql)
  await wait(sql, store, 'ada', { products: [{ variantId: '111', productId: '11', url: '/shirt', quantity: 2 }] })
  await wait(sql, store, 'ben')
  await restock(sql, store, 3)
  await setStock(sql, store, 0)
  await restock(sql, store, 4)
  const taken = await take(sql, store)
  expect(taken.map((one) => [nameOf(one), one.offer])).toEqual([
    ['ada', expect.objectContaining({ quantity: 2, closedBy: null })],
    ['ben', expect.objectContaining({ quantity: 1, closedBy: null })],
  ])
})

test('a closed offer notifies no subscription', async () => {
  const store = await newRestock(sql, ['ada'], { settings: [] })
  await sql`
    update offers
    set closed_at = now(),
        closed_by = 'lapsed'
    where store_id = ${store.storeId}`
  await sql`
    update subscriptions
    set status = 'waiting',
        told_trigger_id = null
    where store_id = ${store.storeId}`
  expect(await take(sql, store)).toMatchObject([{ offer: { closedBy: 'lapsed' }, subscription: { isHeld: false } }])
  expect(await statusOf(store, 'ada')).toMatchObject({ status: 'waiting' })
})

test('each delivery has its own variant and topic', async () => {
  const store = await newRestock(sql, ['ada'])
  await recordProducts(sql, store, [{ variantId: '222', productId: '22', url: '/hat', price: 9 }], 'api')
  await saveTopics(sql, store, [
    { topic: 'backinstock', channels: ['email'] },
    { topic: 'pricedrop', channels: ['email'] },
  ])
  expect(await take(sql, store)).toMatchObject([
    { variant: { variantId: '111', url: '/shirt', price: 20 }, topic: { rule: 'back-in-stock' } },
  ])
})

test('the read sees changes made after the claim', async () => {
  const store = await newRestock(sql, ['ada', 'ben', 'cleo'])
  const claimed = await take(sql, store)
  const read = () => readClaimed(sql, store.storeId, claimed, new Date())
  await sql`
    update subscriptions
    set status = 'left',
        told_trigger_id = null
    where store_id = ${store.storeId}
      and address = ${emailOf('ada')}`
  await sql`
    update deliveries
    set attempts = attempts + 1
    where store_id = ${store.storeId}
      and subscription_id = ${await idOf(sql, store, 'ben')}`
  expect((await read()).map((one) => [nameOf(one), one.subscription.status, one.subscription.isHeld])).toEqual([
    ['ada', 'left', false],
    ['cleo', 'told', true],
  ])
})
