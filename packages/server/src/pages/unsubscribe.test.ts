/** Unsubscribing from all alerts: by a button or a mail program's one click, never by opening the page; it can be undone. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPages } from './testing/pages.ts'

let t: Awaited<ReturnType<typeof openPages>>
beforeAll(async () => {
  t = await openPages()
})
afterAll(() => t.close())

const policy = (headers: Record<string, unknown>) => String(headers['content-security-policy'])

test('opening the page changes nothing', async () => {
  const link = await t.unsubscribeOf(await t.subscribe('look@example.com', 1))
  const page = await t.look(link)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('look@example.com')
  expect(page.body).toContain('Stop all alerts')
  expect(await t.status('look@example.com')).toEqual(['waiting'])
})

test('the page’s policy allows no script and sends no referrer', async () => {
  const page = await t.look(await t.unsubscribeOf(await t.subscribe('strict@example.com', 1)))
  expect(policy(page.headers)).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/=]+'; img-src data:; form-action 'self'/,
  )
  expect(page.headers['referrer-policy']).toBe('no-referrer')
  expect(page.headers['x-robots-tag']).toBe('noindex')
  expect(page.body).not.toMatch(/<script| on\w+=| style="/)
})

// proves C7.unsubscribe
test('the button ends all alerts of the address, and only of this address', async () => {
  const link = await t.unsubscribeOf(await t.subscribe('ada@example.com', 1))
  await t.subscribe('ada@example.com', 2)
  await t.subscribe('bob@example.com', 1)
  const page = await t.post(link, { act: 'stop' })
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('Subscribe me again')
  expect(await t.status('ada@example.com')).toEqual(['left', 'left'])
  expect(await t.status('bob@example.com')).toEqual(['waiting'])
  const refusals = await t.sql`select source, granted from consents where address = 'ada@example.com' and not granted`
  expect(refusals).toMatchObject([{ source: 'page', granted: false }])
  // again: nothing more
  expect((await t.post(link, { act: 'stop' })).statusCode).toBe(200)
  expect(await t.sql`select from consents where address = 'ada@example.com' and not granted`).toHaveLength(1)
})

// proves C7.unsubscribe
test('a mail program’s one-click request needs no page, as a form or as multipart', async () => {
  const form = await t.unsubscribeOf(await t.subscribe('one@example.com', 1))
  const reply = await t.post(form, { 'List-Unsubscribe': 'One-Click' })
  expect(reply.statusCode).toBe(200)
  expect(reply.body.length).toBeLessThan(50)
  expect(await t.status('one@example.com')).toEqual(['left'])
  const parts = await t.unsubscribeOf(await t.subscribe('parts@example.com', 1))
  const payload = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n'
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  expect((await t.app.inject({ method: 'POST', url: parts, payload, headers })).statusCode).toBe(200)
  expect(await t.status('parts@example.com')).toEqual(['left'])
})

test('unsent messages are withheld, and offers pass to the next', async () => {
  const id = await t.subscribe('held@example.com', 3)
  const { storeId } = t.own
  const [trigger] = await t.sql<{ triggerId: string }[]>`
    insert into triggers (store_id, trigger_id, topic, variant_id, cause)
    values (${storeId}, gen_random_uuid(), 'backinstock', '3', 'restock')
    returning trigger_id`
  const { triggerId } = trigger!
  await t.sql`
    insert into offers (store_id, subscription_id, trigger_id, variant_id, quantity, lapses_at)
    values (${storeId}, ${id}, ${triggerId}, '3', 1, now() + interval '1 hour')`
  await t.sql`
    insert into deliveries (store_id, subscription_id, trigger_id, channel)
    values (${storeId}, ${id}, ${triggerId}, 'email')`
  await t.sql`update subscriptions set status = 'told' where store_id = ${storeId} and subscription_id = ${id}`
  await t.post(await t.unsubscribeOf(id), { act: 'stop' })
  expect(await t.status('held@example.com')).toEqual(['left'])
  expect(await t.sql`select closed_by from offers where subscription_id = ${id}`).toMatchObject([
    { closedBy: 'declined' },
  ])
  expect(await t.sql`select status, reason from deliveries where subscription_id = ${id}`).toMatchObject([
    { status: 'withheld', reason: 'unsubscribed' },
  ])
  expect(await t.sql`select from wakes where trigger_id = ${triggerId} and work = 'plan'`).not.toHaveLength(0)
})

test('an unsubscribe can be undone, with the old position', async () => {
  const id = await t.subscribe('oops@example.com', 1)
  const [before] = await t.alertsOf('oops@example.com')
  await t.post(await t.unsubscribeOf(id), { act: 'stop' })
  const page = await t.post(await t.unsubscribeOf(id), { act: 'undo' })
  expect(page.body).toContain('on again')
  expect(await t.alertsOf('oops@example.com')).toMatchObject([
    { status: 'waiting', waitingSince: before!.waitingSince, passedOver: true },
  ])
  const consents = await t.sql`select granted from consents where address = 'oops@example.com' order by given_at`
  expect(consents.map(({ granted }) => granted)).toEqual([true, false, true])
})

test('an undo restores only what the last unsubscribe ended', async () => {
  const id = await t.subscribe('some@example.com', 1)
  await t.subscribe('some@example.com', 2)
  await t.sql`update subscriptions set status = 'left' where address = 'some@example.com' and variant_id = '2'`
  await t.post(await t.unsubscribeOf(id), { act: 'stop' })
  await t.post(await t.unsubscribeOf(id), { act: 'undo' })
  expect(await t.status('some@example.com')).toEqual(['waiting', 'left'])
})

test('a forged or cut link shows an error page and ends nothing', async () => {
  const link = await t.unsubscribeOf(await t.subscribe('safe@example.com', 1))
  for (const bad of [link.slice(0, -1), `${link.slice(0, -2)}AA`, '/u/x', '/u/AAAAAAAHAAAAAAAAAAAAAAAAAAAAAAAA']) {
    const page = await t.post(bad, { act: 'stop' })
    expect(page.statusCode).toBe(404)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toContain('doesn’t work')
  }
  expect(await t.status('safe@example.com')).toEqual(['waiting'])
})

// proves C7.unsubscribe
test('another store’s alerts of the same address continue', async () => {
  const other = await t.newStore()
  await t.stock(other)
  await t.subscribe('both@example.com', 1, other)
  const id = await t.subscribe('both@example.com', 1)
  await t.post(await t.unsubscribeOf(id), { act: 'stop' })
  expect((await t.status('both@example.com')).sort()).toEqual(['left', 'waiting'])
})

test('the page is in the reader’s language, right to left in Arabic', async () => {
  const link = await t.unsubscribeOf(await t.subscribe('lang@example.com', 1))
  expect((await t.look(link, { 'accept-language': 'xx, sv;q=0.8' })).body).toContain('Avsluta alla')
  expect((await t.look(link, { 'accept-language': 'ar' })).body).toContain('<html lang="ar" dir="rtl">')
  await t.sql`update subscriptions set locale = 'de-AT' where address = 'lang@example.com'`
  expect((await t.look(link, { 'accept-language': 'ar' })).body).toContain('Alle beenden')
})

test('a body that can’t be parsed is a client error, shown on a page', async () => {
  const link = await t.unsubscribeOf(await t.subscribe('broken@example.com', 1))
  const send = (type: string, payload: string) =>
    t.app.inject({ method: 'POST', url: link, payload, headers: { 'content-type': type } })
  expect((await send('application/json', '{')).statusCode).toBe(400)
  expect((await send('text/html', 'x')).statusCode).toBe(415)
  expect(await t.status('broken@example.com')).toEqual(['waiting'])
})
