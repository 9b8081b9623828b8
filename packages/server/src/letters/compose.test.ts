/** The text of alerts: every kind, medium and language; foreign text is escaped; a broken template does not stop an alert. */
import { randomBytes } from 'node:crypto'
import vm from 'node:vm'
import { languages } from '@heartbell/contract/dashboard/messages'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { StoredTemplate } from '../domain/messages/templates.ts'
import { storePrefix } from '../domain/secrets/ids.ts'
import { makeTokenKey } from '../domain/secrets/tokens.ts'
import { readSettings } from '../domain/settings/settings.ts'
import { readAlerts, readClick, readUnsubscribe } from '../domain/shoppers/links.ts'
import type { Store } from '../domain/stores/stores.ts'
import { readStoredValues } from './alert-values.ts'
import { letterKinds } from './built-in.ts'
import { composeAlert, writeAlert } from './compose.ts'
import { countSegments } from './rendering/sms.ts'
import { type SampleOptions, sampleDelivery, sampleVariant } from './sample.ts'
import { prepareTemplates } from './templates.ts'

const makeStore = (settings: Record<string, string> = {}, name = 'Fern & Field'): Store =>
  ({
    storeId: 7,
    prefix: storePrefix(7),
    name,
    settings: readSettings(settings),
    tokenKey: makeTokenKey(randomBytes(32)),
  }) as Store

const store = makeStore()
const now = new Date('2026-03-02T10:00:00Z')
const context = { publicUrl: 'https://wishes.example', now }
const rules = ['back-in-stock', 'coming-soon', 'price-drop', 'low-stock', 'reminder', 'manual']
/** Messages beside a topic's own. */
const causes = ['follow-up', 'restock-date-moved', 'restock-date-missed', 'preorder']

const compose = (sample: Partial<SampleOptions> = {}, more: object = {}, of = store) =>
  composeAlert(
    of,
    sampleDelivery({ topic: 'backinstock', medium: 'email', address: 'ada@example.com', locale: 'en', ...sample }, now),
    { ...context, ...more },
  )

const template = (parts: Partial<StoredTemplate>): StoredTemplate => ({
  topic: 'backinstock',
  medium: 'email',
  locale: '*',
  version: 3,
  subject: null,
  html: null,
  text: null,
  author: 'api',
  createdAt: now,
  ...parts,
})

test('a mail names the product, its price, the end of the offer and the reason for the mail', () => {
  const { subject, html, text, headers, senderName } = compose()
  expect(subject).toBe('Monstera deliciosa is back in stock')
  expect(senderName).toBe('Fern & Field')
  for (const part of [html, text]) {
    expect(part).toContain('12 cm pot')
    expect(part).toContain('€24.50')
    expect(part).toContain('instead of €29.00')
    expect(part.replace(/<[^>]*>/g, ' ')).toMatch(
      /You are among the first to know\.\s+Place in line: 1\s+We’ll tell the next people on \w+, \w+ \d+, 12:00.PM UTC\./,
    )
    expect(part).toContain('You get this message at ada@example.com because you asked Fern')
    expect(part).toContain('on March 2, 2026')
  }
  expect(html).toContain('Fern &amp; Field')
  expect(text).toContain('Fern & Field')
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  expect(headers['List-Unsubscribe']).toMatch(/^<https:\/\/wishes\.example\/u\/[\w-]+>$/)
})

test('its links are the store’s own', () => {
  const { html, facts } = compose()
  const [, click] = /href="https:\/\/wishes\.example\/c\/([\w-]+)"/.exec(html)!
  const [, unsubscribe] = /href="https:\/\/wishes\.example\/u\/([\w-]+)"/.exec(html)!
  const [, alerts] = /href="https:\/\/wishes\.example\/alerts\/([\w-]+)"/.exec(html)!
  expect(readClick(store, click!)).not.toBeNull()
  expect(readUnsubscribe(store, unsubscribe!)).not.toBeNull()
  expect(readAlerts(store, alerts!)!.until.getTime()).toBeGreaterThan(now.getTime())
  expect(facts).toMatchObject({ ProductTitle: 'Monstera deliciosa', Price: 24.5, Currency: 'EUR', Stock: 3 })
  expect(facts.ProductUrl).toContain('/c/')
})

// proves S2.4.template
test('every kind is rendered in every language and medium, with no placeholder left', () => {
  for (const language of languages)
    for (const sample of [...rules.map((rule) => ({ rule })), ...causes.map((topic) => ({ topic }))])
      for (const medium of ['email', 'sms', 'push'] as const) {
        const { subject, html, text, template } = compose({ ...sample, medium, locale: language })
        const all = `${subject}${html.replace(/<style>[\s\S]*<\/style>/, '')}${text}`
        expect(all).not.toMatch(/\{|\}|undefined|\[object/)
        expect(all).toContain('Monstera deliciosa')
        expect(template).toMatch(/^built-in\/.*@4$/)
        if (medium === 'email') expect(html).toContain(`lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"`)
      }
  // and messages about saved items, which mail-family.test.ts renders
  expect(letterKinds).toHaveLength(rules.length + causes.length + 1)
})

test('the language is the shopper’s, else the store’s, else English; money and hours follow the country', () => {
  expect(compose({ locale: 'de-AT' }).subject).toBe('Monstera deliciosa ist wieder da')
  expect(compose({ locale: 'de-AT' }).text).toMatch(/€\s24,50/)
  expect(compose({ locale: 'de' }).text).toMatch(/24,50\s€/)
  expect(compose({ locale: 'xx' }, {}, makeStore({ locale: 'nl' })).subject).toContain('weer op voorraad')
  expect(compose({ locale: null }).subject).toContain('is back in stock')
  expect(compose({ locale: 'fr' }, {}, makeStore({ timezone: 'Europe/Paris' })).text).toContain('13:00 UTC+1')
})

test('a lower price of what is sold out says so, and leads to the other alert instead of a purchase', () => {
  const delivery = sampleDelivery(
    { topic: 'pricedrop', medium: 'email', address: 'ada@example.com', locale: 'en' },
    now,
  )
  const textWith = (stock: number | null) =>
    composeAlert(makeStore(), { ...delivery, variant: { ...delivery.variant!, stock } }, context).text
  expect(textWith(0)).toMatch(/It is sold out at the moment\.[\s\S]*Notify me when it is back: https/)
  expect(textWith(0)).not.toContain('Shop now')
  for (const stock of [3, null]) expect(textWith(stock)).not.toMatch(/sold out|when it is back/)
})

// proves C8.4.next
test('the time of the next people is in the store’s time zone, whatever the shopper’s', () => {
  const berlin = makeStore({ timezone: 'Europe/Berlin' })
  const delivery = sampleDelivery(
    { topic: 'backinstock', medium: 'email', address: 'ada@example.com', locale: 'en' },
    now,
  )
  const far = { ...delivery, subscription: { ...delivery.subscription, timeZone: 'Asia/Tokyo' } }
  expect(composeAlert(berlin, far, context).text).toMatch(
    /We’ll tell the next people on \w+, \w+ \d+, 1:00.PM GMT\+1\./,
  )
})

test('where nobody comes next, and of a place that the alert would keep, a mail says nothing', () => {
  const delivery = sampleDelivery({ topic: 'backinstock', medium: 'email', address: 'a@b.example', locale: 'en' }, now)
  const last = { ...delivery, offer: { ...delivery.offer!, hasNext: false } }
  expect(composeAlert(store, delivery, context).text).not.toMatch(/keep your place/)
  expect(composeAlert(store, last, context).text).not.toMatch(/next people|Place in line|among the first/)
})

test('a template and a delivery of an earlier release show the same sentence', () => {
  const own = {
    text: "{{ 'heldUntil' | t: time: offer.until_text }} {{ 'heldAfter' | t }} {{ 'heldSms' | t: time: '1' }}",
  }
  const templates = prepareTemplates([template(own)])
  const sentence =
    /^We’ll tell the next people on \w+, \w+ \d+, 12:00.PM UTC\. If you don’t buy now, you keep your place in line\./
  expect(compose({}, { templates }).text).toMatch(sentence)
  const { offerUntil, offerText, ...values } = compose().values
  const stored = readStoredValues({ ...values, heldUntil: offerUntil, heldText: offerText })!
  const delivery = sampleDelivery({ topic: 'backinstock', medium: 'email', address: 'a@b.example', locale: 'en' }, now)
  expect(writeAlert(store, { ...delivery, address: 'a@b.example' }, stored, { ...context, templates }).text).toMatch(
    sentence,
  )
  expect(readStoredValues({ answer: '550' })).toBeNull()
})

test('an SMS in the GSM alphabet fits one part with any name, and contains the STOP hint', () => {
  for (const language of ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'sv']) {
    const title = 'Monstera deliciosa variegata with a name that goes on and on, in a hand-made pot'
    const delivery = sampleDelivery(
      {
        topic: 'backinstock',
        medium: 'sms',
        address: '+15551234567',
        locale: language,
        variant: { ...sampleVariant, title },
      },
      now,
    )
    const { text } = composeAlert(store, { ...delivery, offer: null }, context)
    expect(countSegments(text), text).toMatchObject({ alphabet: 'gsm', segments: 1 })
    expect(text).toContain('STOP')
    expect(text).toMatch(/https:\/\/wishes\.example\/c\/[\w-]{48}/)
  }
})

// proves C1.text
test('text of a merchant or shopper is shown and never executed', () => {
  const bad = `<script>alert(1)</script>"'{{ store.name }}`
  const variant = { ...sampleVariant, title: bad, variantInfo: bad, imageUrl: 'javascript:alert(1)' }
  const { html, subject, text } = compose({ variant, address: '"><img>@example.com' }, {}, makeStore({}, bad))
  expect(html).not.toMatch(/<script|"><img>|javascript:/)
  expect(html).toContain('&lt;script&gt;')
  expect(html).toContain('{{ store.name }}')
  expect(subject).toContain(bad)
  expect(text).toContain(bad)
})

test('a subject is one line with any title', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (title) => {
      const { subject, text } = compose({ variant: { ...sampleVariant, title } })
      expect(subject).not.toMatch(/[\r\n\u2028\u2029\u0000]/)
      expect(text.length).toBeGreaterThan(100)
    }),
    { numRuns: 50 },
  )
})

test('a product that is not in the catalog is named by its address', () => {
  const delivery = sampleDelivery(
    { topic: 'backinstock', medium: 'email', address: 'a@b.example', locale: 'en', variant: null },
    now,
  )
  delivery.subscription.url = 'https://shop.example/products/green-shirt?variant=1'
  expect(composeAlert(store, delivery, context).subject).toBe('green shirt is back in stock')
})

test('a store’s own template is used, the one of the language before the general one', () => {
  const templates = prepareTemplates([
    template({ subject: 'Wieder da: {{ product.title }} um {{ product.price | money }}', locale: 'de', version: 2 }),
    template({ subject: 'Back: {{ product.title }}' }),
  ])
  expect(compose({ locale: 'de-AT' }, { templates })).toMatchObject({
    subject: expect.stringMatching(/^Wieder da: Monstera deliciosa um €\s24,50$/),
    template: 'backinstock/email/de@2',
  })
  expect(compose({}, { templates })).toMatchObject({ subject: 'Back: Monstera deliciosa' })
  expect(compose({}, { templates }).html).toContain('back in stock')
  expect(compose({ topic: 'comingsoon' }, { templates }).subject).toBe('Monstera deliciosa is here')
})

test('a broken template never stops an alert: the built-in one is used, with the reason', () => {
  for (const html of [
    'a\n{% if %}',
    '{{ product.title | no_such_filter }}',
    "{{ 'noSuchWord' | t }}",
    "{% include 'x' %}",
    '{% for i in (1..100000000) %}{{ i }}{% endfor %}',
    "{% render 'secret.html' %}",
  ]) {
    const composed = compose({}, { templates: prepareTemplates([template({ html })]) })
    expect(composed.template).toMatch(/^built-in/)
    expect(composed.fault).toMatch(/^html, line \d+, column \d+: /)
    expect(composed.html).toContain('Monstera deliciosa')
  }
})

test('a template can read only its values', () => {
  const html =
    '[{{ product.constructor }}{{ setting.currency.constructor }}{{ product.__proto__ }}{{ store.token_key }}]'
  const { html: written } = compose({}, { templates: prepareTemplates([template({ html })]) })
  expect(written).toBe('[]')
})

test('a message rendered again from stored values has the same text', () => {
  const delivery = sampleDelivery(
    { topic: 'backinstock', medium: 'email', address: 'ada@example.com', locale: 'ja' },
    now,
  )
  const first = composeAlert(store, delivery, context)
  const kept = JSON.parse(JSON.stringify(first.values))
  const again = writeAlert(store, { ...delivery, address: 'ada@example.com' }, kept, context)
  expect(again.html).toBe(first.html)
  expect(again.text).toBe(first.text)
})

test('the button is readable on any colour', () => {
  expect(compose({}, {}, makeStore({ 'brand-color': '#ffee00' })).html).toMatch(
    /bgcolor="#ffee00"[^>]*><a [^>]*color:#161b19/,
  )
  expect(compose({}, {}, makeStore()).html).toMatch(/bgcolor="#177a4e"[^>]*><a [^>]*color:#ffffff/)
})

test('a store’s template that is too slow is skipped with a reason, and is not tried for every recipient', () => {
  const html =
    '{% for a in (1..900) %}{% for b in (1..900) %}{% for c in (1..900) %}.{% endfor %}{% endfor %}{% endfor %}'
  const templates = prepareTemplates([template({ html: `${html}{{ address }}` })])
  const watched = vi.spyOn(vm.Script.prototype, 'runInContext')
  for (let n = 0; n < 50; n++) {
    const { template, fault, subject } = compose({ address: `ada${n}@example.com` }, { templates })
    expect(template).toMatch(/^built-in/)
    expect(fault).toMatch(/takes longer than 50 ms/)
    expect(subject).toBe('Monstera deliciosa is back in stock')
  }
  // One or two to parse it, and two tries for each of the first three readers; up to six where the machine is busy.
  expect(watched.mock.calls.length).toBeLessThanOrEqual(2 + 3 * 6)
  watched.mockRestore()
})
