/** A shopper's own alerts by a link that expires: shown, ended, moved; requesting the link reveals nothing. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { writeAlerts, writeUnsubscribe } from '../domain/shoppers/links.ts'
import { openPages } from './testing/pages.ts'

let t: Awaited<ReturnType<typeof openPages>>
beforeAll(async () => {
  t = await openPages()
})
afterAll(() => t.close())

const hour = 3_600_000
const linkOf = async (subscriptionId: string, inHours = 1) =>
  `/alerts/${writeAlerts(t.own, { ...(await t.sentTo(subscriptionId)), until: new Date(Date.now() + inHours * hour) })}`
const letters = (address: string) => t.sql`select subject, body_text from messages where recipient = ${address}`
/** As if its message had been sent. */
async function send(id: string): Promise<void> {
  await t.sql`update subscriptions set status = 'told', told_at = now() where subscription_id = ${id}`
  await t.sql`
    insert into deliveries (store_id, subscription_id, trigger_id, channel, status, sent_at)
    values (${t.own.storeId}, ${id}, ${id}, 'email', 'sent', now())`
}
const ask = (address: string) => t.post('/alerts', { store: t.store.pid, address })

test('all alerts are shown with their position', async () => {
  await t.subscribe('first@example.com', 1)
  const id = await t.subscribe('ada@example.com', 1)
  await t.subscribe('ada@example.com', 2)
  const page = await t.look(await linkOf(id))
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('A &lt;green&gt; shirt')
  expect(page.body).toMatch(/Place in line: <bdi>2<\/bdi>/)
  expect(page.body).toMatch(/Place in line: <bdi>1<\/bdi>/)
  expect(page.body).toContain('<option value="3">L</option>')
  expect(page.headers['content-security-policy']).toContain('img-src data: https://cdn.example;')
  expect(page.body).not.toContain('first@example.com')
})

test('a lower price has no line, and any variant is no variant to change', async () => {
  const id = await t.subscribe('cheap@example.com', 1)
  await t.subscribe('cheap@example.com', 2)
  await t.sql`update subscriptions set topic = 'pricedrop' where subscription_id = ${id}`
  await t.sql`update subscriptions set any_of = 'any' where address = 'cheap@example.com' and variant_id = '2'`
  const { body } = await t.look(await linkOf(id))
  expect(body.match(/Place in line|Waiting|Any variant of this product/g)).toEqual([
    ...['Any variant of this product', 'Place in line', 'Waiting'],
  ])
  // the price of the one, which can be changed to another variant, too
  expect(body.match(/<details>/g)).toHaveLength(2)
})

// proves C8.4.next
test('who was notified first reads when the next people are', async () => {
  const id = await t.subscribe('soon@example.com', 1)
  const { storeId } = t.own
  await t.sql`
    insert into triggers (store_id, trigger_id, topic, variant_id, cause)
    values (${storeId}, ${id}, 'backinstock', '1', 'restock')`
  await t.sql`
    insert into offers (store_id, subscription_id, trigger_id, variant_id, quantity, lapses_at)
    values (${storeId}, ${id}, ${id}, '1', 1, now() + interval '1 hour')`
  await send(id)
  const page = await t.look(await linkOf(id), { 'accept-language': 'en' })
  expect(page.body).toMatch(
    /We wrote to you on <bdi>[^<]* UTC<\/bdi>\. This alert is done\. You are among the first to know\. We’ll tell the next people on <bdi>\w+, \w+ \d+, \d+:\d\d.[AP]M UTC<\/bdi>\./,
  )
  const german = await t.look(await linkOf(id), { 'accept-language': 'de' })
  expect(german.body).toMatch(/Die Nächsten benachrichtigen wir ab <bdi>[^<]*\d+:\d\d.*UTC<\/bdi>\./)
})

test('an alert whose message was sent says when, names nobody who does not wait, and can only be removed; undone, it is not on again', async () => {
  const id = await t.subscribe('told@example.com', 77)
  expect((await t.look(await linkOf(id))).body).toContain('Stop this alert')
  await send(id)
  await t.sql`
    insert into triggers (store_id, trigger_id, topic, variant_id, cause)
    values (${t.own.storeId}, ${id}, 'backinstock', '77', 'restock')`
  await t.sql`
    insert into offers (store_id, subscription_id, trigger_id, variant_id, quantity, lapses_at)
    values (${t.own.storeId}, ${id}, ${id}, '77', 1, now() + interval '1 hour')`
  const { body } = await t.look(await linkOf(id))
  expect(body).toMatch(/We wrote to you on <bdi>[^<]*\d+:\d\d.[AP]M UTC<\/bdi>\. This alert is done\./)
  expect(body).not.toMatch(/next people|among the first|Stop this alert/)
  expect(body).toMatch(/<button [^>]*>Remove<\/button>/)
  const { headers } = await t.post(await linkOf(id), { act: 'leave', alert: id })
  expect((await t.look(`${await linkOf(id)}${headers.location}`)).body).toMatch(/The alert is removed\..*Undo/s)
  const back = await t.post(await linkOf(id), { act: 'undo', alert: id })
  const again = (await t.look(`${await linkOf(id)}${back.headers.location}`)).body
  expect(again).toContain('We wrote to you on')
  expect(again).not.toMatch(/Place in line|kept your place|on again/)
  await t.post(await linkOf(id), { act: 'stop' })
  await t.post(await linkOf(id), { act: 'undo-stop' })
  expect(await t.status('told@example.com')).toEqual(['told'])
})

test('a price alert has no place to keep: moved, it compares with the new variant’s price, and its own price can be changed', async () => {
  const id = await t.subscribe('price@example.com', 1)
  await t.sql`update subscriptions set topic = 'pricedrop', price_when_saved = 98 where subscription_id = ${id}`
  await t.sql`update variants set price = 115 where store_id = ${t.own.storeId} and variant_id = '3'`
  expect((await t.look(await linkOf(id))).body).not.toContain('keep my place')
  const moved = await t.post(await linkOf(id), { act: 'move', alert: id, variant: '3' })
  const page = (await t.look(`${await linkOf(id)}${moved.headers.location}`)).body
  expect(page).toContain('>Changed.<')
  expect(page).not.toContain('place')
  const prices = () =>
    t.sql`select price_when_saved::float8, target_price::float8 from subscriptions where subscription_id = ${id}`
  expect(await prices()).toMatchObject([{ priceWhenSaved: 115, targetPrice: null }])
  const change = async (price: string, alert = id) =>
    (
      await t.look(
        `${await linkOf(id)}${(await t.post(await linkOf(id), { act: 'price', alert, price })).headers.location}`,
      )
    ).body
  expect(await change('€ 99,50')).toMatch(/>Changed\.<.*value="99.5"/s)
  for (const wrong of ['cheap', '115', '999', '0']) expect(await change(wrong)).toContain('a price below the one now')
  expect(await prices()).toMatchObject([{ targetPrice: 99.5 }])
  expect(await change('')).toContain('>Changed.<')
  expect(await prices()).toMatchObject([{ targetPrice: null }])
  const theirs = await t.subscribe('theirprice@example.com', 1)
  await t.sql`update subscriptions set topic = 'pricedrop' where subscription_id = ${theirs}`
  expect(await change('5', theirs)).not.toContain('>Changed.<')
  await t.post(await linkOf(id), { act: 'leave', alert: id })
  const back = await t.post(await linkOf(id), { act: 'undo', alert: id })
  expect((await t.look(`${await linkOf(id)}${back.headers.location}`)).body).toMatch(/The alert is on again\.</)
})

test('one alert is ended, then all of them', async () => {
  const id = await t.subscribe('leave@example.com', 1)
  const other = await t.subscribe('leave@example.com', 2)
  await t.subscribe('leave@example.com', 3)
  const left = await t.post(await linkOf(id), { act: 'leave', alert: other })
  expect(left.statusCode).toBe(303)
  expect(left.headers.location).toBe(`?done=left&alert=${other}`)
  expect(await t.status('leave@example.com')).toEqual(['waiting', 'left', 'waiting'])
  expect((await t.look(`${await linkOf(id)}?done=left`)).body).toContain('The alert is stopped.')
  await t.post(await linkOf(id), { act: 'stop' })
  expect(await t.status('leave@example.com')).toEqual(['left', 'left', 'left'])
  expect((await t.look(await linkOf(id))).body).toContain('You have no alerts')
})

test('an ended alert goes on in its place when that is undone, once', async () => {
  await t.subscribe('before@example.com', 2)
  const id = await t.subscribe('undo@example.com', 2)
  const [before] = await t.alertsOf('undo@example.com')
  const { headers } = await t.post(await linkOf(id), { act: 'leave', alert: id })
  const page = await t.look(`${await linkOf(id)}${headers.location}`)
  expect(page.body).toContain('Subscribe again')
  expect(page.body).toContain(`name="alert" value="${id}"`)
  expect((await t.post(await linkOf(id), { act: 'undo', alert: id })).headers.location).toBe(`?done=back&alert=${id}`)
  expect(await t.alertsOf('undo@example.com')).toMatchObject([
    { status: 'waiting', waitingSince: before!.waitingSince, passedOver: true },
  ])
  expect((await t.look(`${await linkOf(id)}?done=back&alert=${id}`)).body).toContain('You kept your place.')
  expect((await t.post(await linkOf(id), { act: 'undo', alert: id })).headers.location).toBe('?done=')
})

test('undo brings back neither another address’s alert, nor an old one, nor one that ended otherwise', async () => {
  const id = await t.subscribe('mine@example.com', 1)
  const theirs = await t.subscribe('victim@example.com', 1)
  const old = await t.subscribe('mine@example.com', 2)
  const bought = await t.subscribe('mine@example.com', 3)
  await t.post(await linkOf(theirs), { act: 'leave', alert: theirs })
  await t.post(await linkOf(id), { act: 'leave', alert: old })
  await t.sql`
    update subscription_events
    set happened_at = now() - interval '25 hours'
    where store_id = ${t.own.storeId} and subscription_id = ${old}`
  await t.sql`update subscriptions set status = 'left' where store_id = ${t.own.storeId} and subscription_id = ${bought}`
  for (const alert of [theirs, old, bought, 'nothing'])
    expect((await t.post(await linkOf(id), { act: 'undo', alert })).headers.location).toBe('?done=')
  expect(await t.status('victim@example.com')).toEqual(['left'])
  expect(await t.status('mine@example.com')).toEqual(['waiting', 'left', 'left'])
})

test('an undo does not confirm an alert that was not confirmed', async () => {
  const id = await t.subscribe('unsure@example.com', 1)
  await t.sql`update subscriptions set status = 'unconfirmed' where address = 'unsure@example.com'`
  await t.post(await linkOf(id), { act: 'leave', alert: id })
  await t.post(await linkOf(id), { act: 'undo', alert: id })
  expect(await t.status('unsure@example.com')).toEqual(['unconfirmed'])
})

test('stopping all can be undone on the same page', async () => {
  const id = await t.subscribe('all@example.com', 1)
  await t.subscribe('all@example.com', 2)
  const { headers } = await t.post(await linkOf(id), { act: 'stop' })
  expect((await t.look(`${await linkOf(id)}${headers.location}`)).body).toContain('value="undo-stop"')
  await t.post(await linkOf(id), { act: 'undo-stop' })
  expect(await t.status('all@example.com')).toEqual(['waiting', 'waiting'])
})

test('an alert shows its kind, the named price, and whether it was asked for or saved', async () => {
  const id = await t.subscribe('rich@example.com', 1)
  const saved = await t.subscribe('rich@example.com', 2)
  await t.sql`
    update subscriptions
    set topic = 'pricedrop', target_price = 15, waiting_since = '2026-05-03T10:00:00Z'
    where subscription_id = ${id}`
  await t.sql`update subscriptions set origin = 'saved' where subscription_id = ${saved}`
  const { body } = await t.look(await linkOf(id), { 'accept-language': 'en' })
  expect(body).toContain('Price drop')
  expect(body).toMatch(/When it costs <bdi>€15\.00<\/bdi> or less/)
  expect(body).toMatch(/Asked on <bdi>May 3, 2026<\/bdi>/)
  expect(body).toContain('From your list')
  expect(body).toContain('S · €19.90')
})

test('an alert moved to another variant keeps its position and is planned again', async () => {
  const id = await t.subscribe('move@example.com', 1)
  const [before] = await t.alertsOf('move@example.com')
  const { storeId } = t.own
  await t.sql`
    insert into triggers (store_id, trigger_id, topic, variant_id, cause)
    values (${storeId}, gen_random_uuid(), 'backinstock', '3', 'restock')`
  const moved = await t.post(await linkOf(id), { act: 'move', alert: id, variant: '3' })
  expect(moved.headers.location).toBe(`?done=moved&alert=${id}`)
  expect(await t.alertsOf('move@example.com')).toMatchObject([
    { subscriptionId: id, variantId: '3', waitingSince: before!.waitingSince, passedOver: true, status: 'waiting' },
  ])
  expect(await t.sql`select from wakes where store_id = ${storeId} and work = 'plan'`).not.toHaveLength(0)
})

test('an alert moved to a variant with an alert becomes one alert with the earlier position', async () => {
  const id = await t.subscribe('join@example.com', 1)
  const there = await t.subscribe('join@example.com', 2)
  const [early] = await t.alertsOf('join@example.com')
  await t.post(await linkOf(id), { act: 'move', alert: id, variant: '2' })
  expect(await t.alertsOf('join@example.com')).toMatchObject([
    { subscriptionId: id, status: 'left' },
    { subscriptionId: there, status: 'waiting', waitingSince: early!.waitingSince },
  ])
})

test('an alert moves neither to another product nor for another address', async () => {
  await t.admin('v3/catalog/products', {
    products: [{ epi: 99, empi: 9, du: 'https://shop.example/products/other', vi: 'one' }],
  })
  const id = await t.subscribe('fixed@example.com', 1)
  const theirs = await t.subscribe('theirs@example.com', 1)
  const done = async (fields: Record<string, string>) => (await t.post(await linkOf(id), fields)).headers.location
  expect(await done({ act: 'move', alert: id, variant: '99' })).toBe('?done=')
  expect(await done({ act: 'move', alert: theirs, variant: '2' })).toBe('?done=')
  expect(await done({ act: 'leave', alert: theirs })).toBe('?done=')
  expect(await done({ act: 'leave', alert: "x' or 1=1" })).toBe('?done=')
  expect(await t.status('theirs@example.com')).toEqual(['waiting'])
  expect(await t.alertsOf('fixed@example.com')).toMatchObject([{ variantId: '1', status: 'waiting' }])
})

test('a link expires, and the page offers a new one', async () => {
  const id = await t.subscribe('old@example.com', 1)
  const page = await t.look(await linkOf(id, -1))
  expect(page.statusCode).toBe(410)
  expect(page.body).toContain('Send me the link')
  expect((await t.post(await linkOf(id, -1), { act: 'stop' })).statusCode).toBe(410)
  expect(await t.status('old@example.com')).toEqual(['waiting'])
})

test('forged and foreign links show nothing', async () => {
  const id = await t.subscribe('forged@example.com', 1)
  const link = await linkOf(id)
  expect((await t.look(`${link.slice(0, -2)}xx`)).statusCode).toBe(404)
  const other = await t.storeNow(await t.newStore())
  const theirs = writeAlerts(other, { ...(await t.sentTo(id)), until: new Date(Date.now() + hour) })
  expect((await t.look(`/alerts/${theirs}`)).body).not.toContain('forged@example.com')
})

test('a request for the link gets the same answer for a known and an unknown address', async () => {
  await t.subscribe('known@example.com', 1)
  const known = await ask('known@example.com')
  const unknown = await ask('unknown@example.com')
  expect(known.statusCode).toBe(200)
  expect(known.body.replaceAll('known@', '')).toBe(unknown.body.replaceAll('unknown@', ''))
  await vi.waitFor(async () => expect(await letters('known@example.com')).toHaveLength(1), { timeout: 30_000 })
  const [letter] = await letters('known@example.com')
  const [, link] = /https:\/\/wishes\.example(\/alerts\/[\w-]+)/.exec(letter!.bodyText)!
  expect((await t.look(link!)).body).toContain('known@example.com')
  expect(await letters('unknown@example.com')).toHaveLength(0)
})

test('the form exists for a known store and reports an invalid address', async () => {
  const form = await t.look(`/alerts?store=${encodeURIComponent(t.store.pid)}`)
  expect(form.statusCode).toBe(200)
  expect(form.body).toContain('type="email"')
  expect((await t.look(`/alerts?store=${t.own.prefix}`)).statusCode).toBe(200)
  expect((await t.look('/alerts?store=nobody')).statusCode).toBe(404)
  expect((await t.look('/alerts')).statusCode).toBe(404)
  const wrong = await ask('not an address')
  expect(wrong.statusCode).toBe(400)
  expect(wrong.body).toContain('role="alert"')
})

test('too many requests are refused', async () => {
  const replies = []
  for (let count = 0; count < 25; count++) replies.push((await ask(`n${count}@example.com`)).statusCode)
  expect(replies.at(-1)).toBe(429)
})

test('alerts about saved items: kinds of news and lists are chosen, and all of them stopped', async () => {
  const who = await t.account('saver@example.com')
  const { lid } = (await t.shop('lists/create', who, { lname: 'Kitchen' })).body
  await t.shop('lists/create', who, { lname: '<i>Garden' })
  await t.shop('lists/saved-alerts', who, { enabled: true })
  const { subscriptionId } = (await t.alertsOf('saver@example.com'))[0]!
  const page = await linkOf(subscriptionId)
  const { body } = await t.look(page)
  expect(body.match(/type="checkbox"[^>]* checked/g)).toHaveLength(5)
  expect(body).toContain('Kitchen')
  expect(body).toContain('&lt;i&gt;Garden')
  const [kitchen] = /list-[0-9a-f-]{36}/.exec(body)!
  const saved = await t.post(page, { act: 'saved', 'topic-pricedrop': 'yes', [kitchen]: 'yes' })
  expect((await t.look(`${page}${saved.headers.location}`)).body).toContain('Your choice is saved.')
  const state = async () => (await t.shop('lists/fetch-saved-alerts', who)).body
  expect(await state()).toMatchObject({
    enabled: true,
    topics: ['pricedrop'],
    silentlids: [expect.not.stringMatching(lid)],
  })
  const unsubscribe = `/u/${writeUnsubscribe(t.own, await t.sentTo(subscriptionId))}`
  expect((await t.look(unsubscribe)).body).toContain('Stop alerts about what I saved')
  await t.post(unsubscribe, { act: 'stop-saved' })
  expect(await state()).toMatchObject({ enabled: false, asks: false })
  expect((await t.look(page)).body).not.toContain('checkbox')
})
