import { languages } from '@heartbell/contract/dashboard/messages'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SharedItem, SharedList } from '../domain/messages/shared-list-mail.ts'
import { makeTokenKey } from '../domain/secrets/tokens.ts'
import { readSettings } from '../domain/settings/settings.ts'
import type { Store } from '../domain/stores/stores.ts'
import { composeListMail } from './list-mail.ts'

const storeWith = (texts: Record<string, string> = {}) =>
  ({
    storeId: 1,
    prefix: 'AAAAAAAA',
    name: 'Fern & Field',
    settings: readSettings({ 'shop-url': 'https://shop.example', ...texts }),
    tokenKey: makeTokenKey(Buffer.alloc(32, 1)),
  }) as unknown as Store

const item = (more: Partial<SharedItem> = {}): SharedItem => ({
  title: 'A green shirt',
  variantInfo: null,
  catalogUrls: ['https://shop.example/1'],
  imageUrl: null,
  price: 19.9,
  currency: null,
  quantity: 1,
  ...more,
})

const list = (more: Partial<SharedList> = {}): SharedList => ({
  fromName: 'Ada',
  listName: 'Birthday',
  note: 'a note',
  items: [item()],
  itemCount: 1,
  address: 'https://wishes.example/shared/x',
  locale: null,
  ...more,
})

const compose = (what: SharedList, store = storeWith()) =>
  composeListMail(store, 'grandma@example.org', what, 'https://wishes.example')

/** The tags with their attributes, without what is written between them and where links lead. */
const skeleton = (html: string) =>
  html.match(/<[^>]*>/g)!.map((tag) => tag.replace(/ (href|src|aria-label)="[^"]*"/g, ' $1'))

/** Texts that try to break out of text, attributes, comments and templates. */
const nasty = fc
  .array(
    fc.oneof(
      fc.constantFrom('<script>', '"', "'", '<!--', ']]>', '&', '&lt;', '</title>', '{{', '{%', '\\'),
      fc.string(),
    ),
  )
  .map((parts) => `x${parts.join('')}`.replace(/[\r\n]/g, ''))

test('the mail has the same tags for any text of a shopper or a catalog', () => {
  const plain = skeleton(compose(list()).html)
  fc.assert(
    fc.property(nasty, nasty, nasty, nasty, nasty, (fromName, listName, note, title, path) => {
      const catalogUrls = [`https://shop.example/${path}`]
      const mail = compose(list({ fromName, listName, note, items: [item({ title, catalogUrls })] }))
      expect(skeleton(mail.html)).toEqual(plain)
      expect(mail.text).toContain(`> ${note}`)
    }),
  )
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'localhost:3000/1', 'https://', ''])(
  'an address such as %s becomes neither a link nor a picture',
  (url) => {
    const { html, text } = compose(list({ items: [item({ catalogUrls: [url], imageUrl: url })] }))
    expect(html.match(/href="[^"]*"/g)).toHaveLength(3)
    expect(html).toContain('href="https://wishes.example/shared/x"')
    expect(html).not.toContain('<img')
    expect(text.match(/\S+:\/\/\S*/g)).toHaveLength(2)
  },
)

test('prices, quantities and the number of omitted items are shown', () => {
  const items = [
    item({ price: 1234.5, currency: 'EUR', quantity: 2 }),
    item({ price: 500, currency: 'JPY' }),
    item({ price: null, title: 'Priceless' }),
  ]
  const { html, text } = compose(list({ items, itemCount: 60 }))
  for (const part of ['2 × €1,234.50', '¥500', 'Priceless', 'and 57 more']) {
    expect(text).toContain(part)
    expect(html).toContain(part)
  }
  expect(compose(list({ items: [], itemCount: 3 })).text).toContain('Products on the list: 3')
})

test('a picture of the catalog is shown', () => {
  const { html } = compose(list({ items: [item({ imageUrl: 'https://cdn.example/a.jpg?x=1&y=2' })] }))
  expect(html).toContain('<img src="https://cdn.example/a.jpg?x=1&amp;y=2"')
})

test.each(languages)('in %s it names the author, the reason for the mail and the opt-out', (locale) => {
  const store = storeWith({ locale, 'postal-address': '1 Fern Lane, Berlin' })
  const { subject, text, html, headers } = compose(list(), store)
  expect(subject).toContain('Ada')
  expect(text).not.toMatch(/\{\w+\}/)
  const [, link] = /<(https:\/\/wishes\.example\/o\/[\w-]+)>/.exec(headers['List-Unsubscribe']!)!
  expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
  for (const body of [text, html]) {
    expect(body).toContain(link)
    expect(body).toContain('1 Fern Lane, Berlin')
  }
})

test('the list’s name is named as such and not as words of the sender, and no control turns the direction of a text', () => {
  const { text } = compose(list({ listName: 'Birth\u202eday', note: null }))
  expect(text).toContain('List: Birthday')
  expect(text).not.toContain('writes')
  expect(compose(list({ note: 'Look\u2066!' })).text).toMatch(/List: Birthday\s+Ada writes:\s+> Look!/)
})
