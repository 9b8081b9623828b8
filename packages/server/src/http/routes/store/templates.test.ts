/** A store's own templates: saved, shown, sent as a test, restored; invalid ones are refused with line and column. */
import { expect, test } from 'vitest'
import type { NewStore } from '../../../domain/stores/stores.ts'
import { basic, type Reply, useTestApp } from '../../testing/test-app.ts'

const t = useTestApp()

async function call(method: 'GET' | 'PUT' | 'POST', path: string, fields: object = {}, of = t.store): Promise<Reply> {
  const query = method === 'GET' ? `?${new URLSearchParams(fields as Record<string, string>)}` : ''
  const reply = await t.app.inject({
    method,
    url: `/storeadmin/v3/templates${path}${query}`,
    headers: { authorization: basic(of) },
    ...(method !== 'GET' && { payload: fields }),
  })
  return { status: reply.statusCode, body: reply.json(), headers: reply.headers }
}

const mail = { topic: 'backinstock', medium: 'email' }

// proves S2.4.template
test('a saved template is active and stored as a version', async () => {
  const store = await t.newStore()
  const first = await call('PUT', '', { ...mail, subject: 'Back: {{ product.title }}' }, store)
  expect(first).toMatchObject({
    status: 200,
    body: { version: 1, locale: '*', builtin: false, html: null, author: 'api' },
  })
  expect((await call('PUT', '', { ...mail, subject: 'Back: {{ product.title }}' }, store)).body.version).toBe(1)
  expect((await call('PUT', '', { ...mail, subject: 'Again: {{ product.title }}' }, store)).body.version).toBe(2)
  expect((await call('GET', '', {}, store)).body.templates).toMatchObject([
    { version: 2, subject: 'Again: {{ product.title }}' },
  ])
  const { templates } = (await call('GET', '/versions', mail, store)).body
  expect(templates.map(({ version }: { version: number }) => version)).toEqual([2, 1])
})

// proves S2.4.template
test('where there is none, the built-in is shown to begin with', async () => {
  const { templates } = (await call('GET', '', { ...mail, topic: 'comingsoon' })).body
  expect(templates).toMatchObject([{ builtin: true, version: 0, cts: null }])
  expect(templates[0].html).toContain("'comingSoonHeading' | t")
  expect((await call('GET', '/versions', { ...mail, topic: 'comingsoon' })).body.templates).toEqual([])
})

test('restoring an earlier version makes it the newest; version 0 is the built-in template', async () => {
  const store = await t.newStore()
  for (const subject of ['one', 'two']) await call('PUT', '', { ...mail, subject }, store)
  expect((await call('POST', '/restore', { ...mail, version: 1 }, store)).body).toMatchObject({
    version: 3,
    subject: 'one',
  })
  expect((await call('POST', '/restore', { ...mail, version: 0 }, store)).body).toMatchObject({
    version: 4,
    builtin: true,
  })
  expect((await call('GET', '', {}, store)).body.templates).toEqual([])
  expect(await call('POST', '/restore', { ...mail, version: 9 }, store)).toMatchObject({
    status: 404,
    body: { type: 'unknown-version' },
  })
})

test('a preview shows a product of the catalog, in the language asked for', async () => {
  await t.admin('v3/catalog/products', {
    products: [{ epi: 5, empi: 5, du: 'https://shop.example/p', dt: '<Fern>', pr: 7.5, currency: 'EUR', stk: 1 }],
  })
  const { status, body } = await call('POST', '/preview', {
    ...mail,
    locale: 'de',
    html: '<b>{{ product.title }}</b> {{ product.price | money }}',
    epi: 5,
  })
  expect(status).toBe(200)
  expect(body.subject).toBe('<Fern> ist wieder da')
  expect(body.html).toMatch(/^<b>&lt;Fern&gt;<\/b> 7,50\s€$/)
  expect(body.size).toBeNull()
  const sms = await call('POST', '/preview', { topic: 'backinstock', medium: 'sms' })
  expect(sms.body.size).toMatchObject({ alphabet: 'gsm', segments: expect.any(Number) })
})

test('an error has its line and column, and nothing is stored', async () => {
  const store = await t.newStore()
  for (const path of ['/preview', '/test'])
    expect(
      await call('POST', path, { ...mail, html: 'a\n  {% for x in y %}', to: 'me@example.com' }, store),
    ).toMatchObject({
      status: 400,
      body: { type: 'template-fault', msg: expect.stringMatching(/^html, line 2, column 3: /) },
    })
  const wrong: [object, string][] = [
    [{ html: '{{ product.title | nothing }}' }, 'template-fault'],
    [{ text: "{{ 'nothing' | t }}" }, 'template-fault'],
    [{ html: "{% include 'x' %}" }, 'template-fault'],
    [{ subject: 'two\nlines' }, 'invalid-subject'],
    [{ locale: 'no language' }, 'invalid-locale'],
    [{ medium: 'pigeon' }, 'invalid-medium'],
    [{ topic: '' }, 'invalid-topic'],
  ]
  for (const [fields, type] of wrong)
    expect(await call('PUT', '', { ...mail, ...fields }, store), JSON.stringify(fields)).toMatchObject({
      status: 400,
      body: { type },
    })
  expect(await call('POST', '/preview', { ...mail, epi: 404 }, store)).toMatchObject({
    status: 400,
    body: { type: 'unknown-product' },
  })
  expect((await call('GET', '', {}, store)).body.templates).toEqual([])
})

test('a test is sent to an address, by mail or SMS', async () => {
  const sent = await call('POST', '/test', { ...mail, subject: 'Try {{ product.title }}', to: 'Me@Example.com' })
  expect(sent).toMatchObject({ status: 200, body: { to: 'me@example.com' } })
  await call('POST', '/test', { topic: 'backinstock', medium: 'sms', to: '+1 202 555 0123' })
  const kept = await t.sql`select channel, purpose, recipient, subject, headers from messages order by created_at`
  expect(kept).toMatchObject([
    { channel: 'email', purpose: 'test', recipient: 'me@example.com', subject: 'Try Monstera deliciosa' },
    { channel: 'sms', purpose: 'test', recipient: '+12025550123' },
  ])
  expect(await call('POST', '/test', { ...mail, to: 'nobody' })).toMatchObject({
    status: 400,
    body: { type: 'invalid-to' },
  })
  expect(await call('POST', '/test', { ...mail, medium: 'push', to: 'x' })).toMatchObject({
    status: 400,
    body: { type: 'invalid-medium' },
  })
})

test('without the store’s key nothing is shown or written, and stores don’t see each other’s', async () => {
  const stranger = { ...t.store, apiKey: 'wrong' } as NewStore
  const calls: ['GET' | 'PUT' | 'POST', string][] = [
    ['GET', ''],
    ['PUT', ''],
    ['GET', '/versions'],
    ['POST', '/restore'],
    ['POST', '/preview'],
    ['POST', '/test'],
  ]
  for (const [method, path] of calls) expect((await call(method, path, mail, stranger)).status).toBe(401)
  const other = await t.newStore()
  await call('PUT', '', { ...mail, subject: 'mine' })
  expect((await call('GET', '', {}, other)).body.templates).toEqual([])
})
