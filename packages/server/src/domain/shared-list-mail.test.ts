import fc from 'fast-check'
import { expect, test } from 'vitest'
import { composeSharedList, type SharedItem, type SharedList } from './shared-list-mail.ts'

const item = (more: Partial<SharedItem> = {}): SharedItem => ({
  title: 'A green shirt',
  url: 'https://shop.example/1',
  imageUrl: null,
  price: 19.9,
  currency: null,
  quantity: 1,
  ...more,
})

const list = (more: Partial<SharedList> = {}): SharedList => ({
  storeName: 'Fern & Field',
  fromName: 'Ada',
  listName: 'Birthday',
  note: 'a note',
  items: [item()],
  itemCount: 1,
  address: 'https://wishes.example/shared/x',
  ...more,
})

/** The tags with their attributes, without what is written between them and where links lead. */
const skeleton = (html: string) => html.match(/<[^>]*>/g)!.map((tag) => tag.replace(/ (href|src)="[^"]*"/, ' $1'))

/** Texts made of what breaks out of text, attributes and comments. */
const nasty = fc
  .array(
    fc.oneof(fc.constantFrom('<script>', '"', "'", '<!--', ']]>', '&', '&lt;', '</title>', '{{', '\\'), fc.string()),
  )
  .map((parts) => `x${parts.join('')}`.replace(/[\r\n]/g, ''))

test('whatever a shopper writes, the mail has the same tags', () => {
  const plain = skeleton(composeSharedList(list()).html)
  fc.assert(
    fc.property(nasty, nasty, nasty, nasty, nasty, (fromName, listName, note, title, path) => {
      const url = `https://shop.example/${path}`
      const mail = composeSharedList(list({ fromName, listName, note, items: [item({ title, url })] }))
      expect(skeleton(mail.html)).toEqual(plain)
      expect(mail.text).toContain(title)
    }),
  )
})

test.each(['javascript:alert(1)', 'data:text/html,x', '/products/1', 'localhost:3000/1', 'https://', ''])(
  'an address such as %s is no link',
  (url) => {
    const { html, text } = composeSharedList(list({ items: [item({ url, imageUrl: url })] }))
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://wishes.example/shared/x"'])
    expect(html).not.toContain('<img')
    expect(text.match(/\S+:\/\/\S*/g)).toEqual(['https://wishes.example/shared/x'])
  },
)

test('prices, quantities and what is left out are told', () => {
  const items = [
    item({ price: 1234.5, currency: 'EUR', quantity: 2 }),
    item({ price: 500, currency: 'JPY' }),
    item({ price: 3, currency: 'no currency' }),
    item({ price: null, title: 'Priceless' }),
  ]
  const { html, text } = composeSharedList(list({ items, itemCount: 60 }))
  for (const part of ['2 × €1,234.50', '¥500', '3.00', 'Priceless', 'and 56 more']) {
    expect(text).toContain(part)
    expect(html).toContain(part)
  }
})

test('a picture of the catalog is shown', () => {
  const { html } = composeSharedList(list({ items: [item({ imageUrl: 'https://cdn.example/a.jpg?x=1&y=2' })] }))
  expect(html).toContain('<img src="https://cdn.example/a.jpg?x=1&amp;y=2"')
})
