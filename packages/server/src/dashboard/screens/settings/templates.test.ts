import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillShop, mug, shirt } from '../../testing/shop.ts'
import { openTestDashboard, type Person, prefixOf, type TestDashboard } from '../../testing/test-dashboard.ts'

let t: TestDashboard
let person: Person
let marketer: ReturnType<Person['in']>
let viewer: ReturnType<Person['in']>
beforeAll(async () => {
  t = await openTestDashboard()
  person = await t.member('marketer')
  marketer = person.in()
  viewer = (await t.member('viewer')).in()
  await fillShop(t)
})
afterAll(() => t.close())

const mail = { topic: 'backinstock', medium: 'email', locale: '*' }

describe('topics', () => {
  test('the built-in topics exist, and a store adds and changes its own', async () => {
    const { body } = await viewer.get('/topics')
    expect(body.topics.map(({ topic }: { topic: string }) => topic)).toEqual([
      'backinstock',
      'comingsoon',
      'pricedrop',
      'saveditems',
    ])
    expect(body.settings).toMatchObject({ pacing: 'offers', 'offer-window': '2h' })
    const options = { pacing: 'everyone', 'min-stock': '3' }
    expect((await marketer.post('/topics', { topic: 'backinstock', options, channels: ['email'] })).body).toMatchObject(
      {
        options,
        channels: ['email'],
        isStandard: true,
      },
    )
    expect((await marketer.post('/topics', { topic: 'sale', rule: 'price-drop' })).body).toMatchObject({
      rule: 'price-drop',
    })
    expect((await viewer.get('/topics')).body.topics).toHaveLength(5)
  })

  test('an invalid field is refused by name, and a viewer changes nothing', async () => {
    const save = (fields: object) => marketer.post('/topics', { topic: 'backinstock', ...fields })
    expect((await save({ options: { 'offer-ratio': 'much' } })).status).toBe(400)
    expect((await save({ rule: 'manual' })).status).toBe(400)
    expect((await save({ topic: 'no spaces' })).status).toBe(400)
    expect((await viewer.post('/topics', { topic: 'sale', enabled: false })).status).toBe(403)
    expect((await t.stranger.in().get('/topics')).status).toBe(401)
  })
})

describe('templates', () => {
  test('a new version is stored beside the old one, which is restored by saving it again', async () => {
    const first = (await marketer.post('/templates', { ...mail, subject: 'One {{ product.title }}' })).body
    expect(first).toMatchObject({ version: 1, html: null })
    await marketer.post('/templates', { ...mail, subject: 'Two' })
    const { versions, builtIn } = (await viewer.get('/templates/one?topic=backinstock&medium=email')).body
    expect(versions.map(({ subject }: { subject: string }) => subject)).toEqual(['Two', 'One {{ product.title }}'])
    expect(builtIn.html).toContain('{{ product.url }}')
    expect((await marketer.post('/templates', { ...mail, subject: versions[1].subject })).body.version).toBe(3)
    expect((await viewer.get('/templates')).body.own).toMatchObject([{ ...mail, version: 3 }])
  })

  test('a draft is shown with a real product, in its language, with the size of an SMS', async () => {
    const draft = { ...mail, subject: 'Back: {{ product.title }}', variantId: shirt }
    const { body } = await viewer.post('/templates/preview', draft)
    expect(body).toMatchObject({ subject: 'Back: Linen shirt', faults: [], segments: null })
    expect(body.html).toContain('Linen shirt')
    const nasty = await viewer.post('/templates/preview', { ...draft, variantId: mug })
    expect(nasty.body.html).not.toContain('<script>')
    const sms = await viewer.post('/templates/preview', {
      ...mail,
      medium: 'sms',
      locale: 'de',
      text: 'Da: {{ product.title }}',
    })
    expect(sms.body).toMatchObject({ segments: { segments: 1, alphabet: 'gsm' } })
  })

  test('an error is reported with its line, and the template is not saved', async () => {
    const broken = { ...mail, html: 'one\ntwo {{ product.title | nonsense }}\n{% if %}', text: '{{ a' }
    const { faults } = (await viewer.post('/templates/preview', broken)).body
    expect(faults.map(({ part }: { part: string }) => part)).toEqual(['html', 'text'])
    expect(faults[0].line).toBeGreaterThanOrEqual(2)
    expect(await marketer.post('/templates', broken)).toMatchObject({ status: 400, body: { type: 'template-fault' } })
    expect((await marketer.post('/templates', { ...mail, medium: 'pigeon' })).status).toBe(400)
    expect((await marketer.post('/templates', { ...mail, locale: 'xx' })).status).toBe(400)
  })

  test('the frame accepts only the page’s own draft, light or dark', async () => {
    const send = (scheme: string, headers: object) =>
      t.app.inject({
        method: 'POST',
        url: `/dashboard/api/stores/${prefixOf(t.store)}/templates/frame`,
        headers: { cookie: person.cookie, 'content-type': 'application/x-www-form-urlencoded', ...headers },
        payload: new URLSearchParams({ draft: JSON.stringify({ ...mail, variantId: shirt }), scheme }).toString(),
      })
    const own = { 'sec-fetch-site': 'same-origin' }
    const light = await send('light', own)
    expect(light.statusCode).toBe(200)
    expect(light.headers['content-security-policy']).toContain('sandbox')
    expect(light.body).toContain('@media not all')
    expect((await send('dark', own)).body).toContain('@media all')
    expect((await send('light', { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403)
    expect((await send('light', {})).statusCode).toBe(403)
    expect((await send('sepia', own)).statusCode).toBe(400)
  })

  test('a test is sent to the outbox, and only by allowed roles', async () => {
    const wish = { ...mail, subject: 'Try: {{ product.title }}', variantId: shirt, to: 'Me@Shop.example' }
    expect((await marketer.post('/templates/test', wish)).body).toEqual({ to: 'me@shop.example' })
    expect((await marketer.post('/templates/test', wish)).status).toBe(200)
    const { rows } = (await viewer.get('/outbox?status=due')).body
    expect(rows).toMatchObject([
      { purpose: 'test', subject: 'Try: Linen shirt', recipient: 'me@shop.example' },
      { purpose: 'test' },
    ])
    expect(await marketer.post('/templates/test', { ...wish, to: 'nobody' })).toMatchObject({
      status: 400,
      body: { msg: 'to must be an e-mail address.' },
    })
    expect((await marketer.post('/templates/test', { ...wish, medium: 'push' })).status).toBe(400)
    expect((await viewer.post('/templates/test', wish)).status).toBe(403)
    expect((await viewer.post('/templates', mail)).status).toBe(403)
    expect((await t.stranger.in().post('/templates/preview', mail)).status).toBe(401)
  })
})
