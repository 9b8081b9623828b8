import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePrice, readItem } from './item.ts'

test('an entry becomes a variant with all its attributes', () => {
  const read = readItem({
    id: 'SKU-1-M',
    item_group_id: 'SKU-1',
    title: 'Linen shirt',
    link: 'https://shop.example/p/1',
    image_link: 'https://cdn.shop.example/1.jpg',
    price: '69.00 USD',
    sale_price: '49.00 USD',
    brand: 'Fern & Field',
    gtin: '4006381333931',
    color: 'Moss',
    size: 'M',
    availability: 'in stock',
  })
  expect(read).toMatchObject({
    seen: 'SKU-1-M',
    row: {
      variant_id: 'SKU-1-M',
      product_id: 'SKU-1',
      title: 'Linen shirt',
      url: 'https://shop.example/p/1',
      image_url: 'https://cdn.shop.example/1.jpg',
      price: 49,
      compare_at_price: 69,
      currency: 'USD',
      brand: 'Fern & Field',
      sku: '4006381333931',
      variant_info: 'Moss / M',
      stock: 1,
      at_least: true,
    },
  })
})

// proves C8.2.gid-import
test('the ids of Shopify become the numbers that themes send', () => {
  const keys = (id: string, item_group_id?: string) => {
    const read = readItem({ id, item_group_id })
    return 'row' in read ? [read.seen, read.row.variant_id, read.row.product_id] : read.wrong
  }
  expect(keys('gid://shopify/ProductVariant/12', 'gid://shopify/Product/3')).toEqual(['12', '12', '3'])
  expect(keys(btoa('gid://shopify/ProductVariant/12'), '3')).toEqual(['12', '12', '3'])
  expect(keys('shopify_US_3_12', 'shopify_US_3')).toEqual(['12', '12', '3'])
  expect(keys('shopify_ZZ_3_12')).toEqual(['12', '12', '3'])
  expect(keys('shopify_3_12', '3')).toEqual(['shopify_3_12', 'shopify_3_12', '3'])
})

test('availability and quantity become stock', () => {
  const stockOf = (fields: Record<string, string>) => {
    const read = readItem({ id: '1', ...fields })
    return 'row' in read ? [read.row.stock, read.row.at_least, read.row.sells_when_empty] : read.wrong
  }
  expect(stockOf({ availability: 'in_stock', quantity: '12' })).toEqual([12, false, false])
  expect(stockOf({ availability: 'out of stock', quantity: '12' })).toEqual([0, false, false])
  expect(stockOf({ availability: 'out_of_stock' })).toEqual([0, false, false])
  expect(stockOf({ availability: 'preorder' })).toEqual([0, false, true])
  expect(stockOf({ availability: 'Backorder', inventory: '3' })).toEqual([3, false, true])
  expect(stockOf({ sell_on_google_quantity: '4' })).toEqual([4, false, null])
  expect(stockOf({})).toEqual([null, false, null])
  expect(stockOf({ availability: 'perhaps' })).toMatch(/availability "perhaps"/)
  expect(stockOf({ quantity: 'many' })).toMatch(/quantity/)
})

test('a price is a number and a currency, in any notation', () => {
  const table: [string, number, string | null][] = [
    ['69.00 USD', 69, 'USD'],
    ['15,550.00 RUB', 15550, 'RUB'],
    ['4999 JPY', 4999, 'JPY'],
    ['1.299,00 EUR', 1299, 'EUR'],
    ['12,99 EUR', 12.99, 'EUR'],
    ['1,299 USD', 1299, 'USD'],
    ['1,234,567 INR', 1234567, 'INR'],
    ['1.234.567 EUR', 1234567, 'EUR'],
    ['eur 10', 10, 'EUR'],
    ["1'299.50 CHF", 1299.5, 'CHF'],
    ['1 299,50 PLN', 1299.5, 'PLN'],
    ['10', 10, null],
    ['12.345 KWD', 12.345, 'KWD'],
  ]
  for (const [text, amount, currency] of table) expect([text, parsePrice(text)]).toEqual([text, { amount, currency }])
  for (const text of ['', 'free', 'USD', '-5 USD', '5 EURO', '1e5 USD', '9'.repeat(20)])
    expect(parsePrice(text)).toBeNull()
})

test('a problem names the feed’s attribute, and the id still counts as present', () => {
  expect(readItem({ title: 'x' })).toEqual({ wrong: 'id is missing', seen: null })
  expect(readItem({ id: '1', price: 'cheap' })).toEqual({ wrong: 'price "cheap" is not a price', seen: '1' })
  expect(readItem({ id: '1', link: 'javascript:alert(1)' })).toMatchObject({
    wrong: /http/.source && expect.stringMatching(/http/),
  })
  expect(readItem({ id: '1', title: 'x'.repeat(513) })).toMatchObject({ wrong: expect.stringMatching(/512/) })
})

test('no entry makes it throw', () => {
  const names = fc.constantFrom('id', 'title', 'price', 'link', 'availability', 'quantity', 'item_group_id', 'color')
  fc.assert(fc.property(fc.dictionary(names, fc.string({ unit: 'binary' })), (fields) => void readItem(fields)))
})
