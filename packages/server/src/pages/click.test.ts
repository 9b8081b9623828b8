/** From an alert to its product: a click is recorded once and never leads to a foreign address. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { triggerTailOf, writeClick } from '../domain/shoppers/links.ts'
import { openPages } from './testing/pages.ts'

let t: Awaited<ReturnType<typeof openPages>>
beforeAll(async () => {
  t = await openPages()
})
afterAll(() => t.close())

async function tell(address: string, variant = 1) {
  const subscriptionId = await t.subscribe(address, variant)
  const triggerId = randomUUID()
  await t.sql`
    insert into deliveries (store_id, subscription_id, trigger_id, channel, status)
    values (${t.own.storeId}, ${subscriptionId}, ${triggerId}, 'email', 'sent')`
  const link = `/c/${writeClick(t.own, { subscriptionId, triggerTail: triggerTailOf(triggerId) })}`
  const clicked = async () =>
    (await t.sql`select clicked_at from deliveries where subscription_id = ${subscriptionId}`).map(
      (row) => row.clickedAt,
    )
  return { link, clicked, subscriptionId }
}

test('a click leads to the product, and the first click is recorded', async () => {
  const { link, clicked } = await tell('ada@example.com')
  const reply = await t.look(link)
  expect(reply.statusCode).toBe(302)
  expect(reply.headers.location).toBe('https://shop.example/products/shirt')
  const [first] = await clicked()
  expect(first).toBeInstanceOf(Date)
  await t.look(link)
  expect(await clicked()).toEqual([first])
})

test('only the delivery it came from counts as clicked', async () => {
  const { link, clicked, subscriptionId } = await tell('two@example.com')
  await t.sql`
    insert into deliveries (store_id, subscription_id, trigger_id, channel, status)
    values (${t.own.storeId}, ${subscriptionId}, ${randomUUID()}, 'email', 'sent')`
  await t.look(link)
  expect((await clicked()).filter(Boolean)).toHaveLength(1)
})

test('a click never leads to an address that is not a web address', async () => {
  const { link } = await tell('bad@example.com', 2)
  const spoil = (url: string) =>
    t.sql`update variants set url = ${url}, variant_url = ${url} where store_id = ${t.own.storeId} and variant_id = '2'`
  await spoil('javascript:alert(1)')
  expect((await t.look(link)).headers.location).toBe('https://shop.example/products/shirt')
  await t.sql`update subscriptions set url = 'data:text/html,x' where store_id = ${t.own.storeId} and address = 'bad@example.com'`
  const reply = await t.look(link)
  expect(reply.statusCode).toBe(404)
  expect(reply.headers.location).toBeUndefined()
})

test('a forged link, and one with an address added, lead nowhere', async () => {
  const { link, clicked } = await tell('forged@example.com')
  for (const bad of [`${link.slice(0, -3)}xyz`, '/c/https:%2F%2Fevil.example', `${link}A`])
    expect((await t.look(`${bad}?to=https://evil.example`)).statusCode).toBe(404)
  expect(await clicked()).toEqual([null])
})

test('a link signed with another store’s key is refused', async () => {
  const { clicked, subscriptionId } = await tell('other@example.com')
  const other = await t.storeNow(await t.newStore())
  const theirs = writeClick(other, { subscriptionId, triggerTail: '00000000' })
  expect((await t.look(`/c/${theirs}`)).statusCode).toBe(404)
  expect((await t.look(`/c/${t.own.prefix}${theirs.slice(8)}`)).statusCode).toBe(404)
  expect(await clicked()).toEqual([null])
})
