/** Converts an entry of a Google Merchant feed to a variant, or reports what is wrong with it. */
import { plainProductId } from '@heartbell/contract/product-ids'
import type { BulkVariantRow } from '../domain/catalog/bulk-variant-input.ts'
import type { FeedFields } from './entry.ts'

/** `seen`: the id if it is valid; the feed contains it, refused or not. */
export type ReadItem = { row: BulkVariantRow; seen: string } | { wrong: string; seen: string | null }

const controls = /[\0-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]/
const schemed = /^[a-z][a-z0-9+.-]*:/i
const webScheme = /^https?:/i

class InvalidField extends Error {}

/** Called a million times per feed, so it creates only one object, of one shape. */
export function readItem(fields: FeedFields): ReadItem {
  let seen: string | null = null
  try {
    const id = readId(fields, 'id')
    if (id === null) throw new InvalidField('id is missing')
    const channelId = readChannelId(id)
    const variantId = channelId?.variantId ?? id
    seen = variantId
    const price = readPrice(fields, 'price')
    const sale = readPrice(fields, 'sale_price')
    const { stock, at_least, sells_when_empty } = readAvailability(fields)
    const row: BulkVariantRow = {
      variant_id: variantId,
      product_id: channelId?.productId ?? readId(fields, 'item_group_id') ?? id,
      url: readLink(fields, 'link'),
      title: readText(fields, 'title', 512),
      brand: readText(fields, 'brand', 512),
      sku: readText(fields, 'sku', 200) ?? readText(fields, 'mpn', 200) ?? readText(fields, 'gtin', 200),
      variant_info: readOptions(fields),
      image_url: readLink(fields, 'image_link'),
      price: sale ? sale.amount : (price?.amount ?? null),
      compare_at_price: sale && price ? price.amount : null,
      currency: price?.currency ?? sale?.currency ?? null,
      sells_when_empty,
      stock,
      at_least,
    }
    return { row, seen }
  } catch (error) {
    if (error instanceof InvalidField) return { wrong: error.message, seen }
    throw error
  }
}

function readId(fields: FeedFields, name: string): string | null {
  const text = fields[name]?.trim() ?? ''
  if (text === '') return null
  if (text.length > 128) throw new InvalidField(`${name} is longer than 128 characters`)
  if (controls.test(text) || !text.isWellFormed()) throw new InvalidField(`${name} contains control characters`)
  return plainProductId(text)
}

/** Shopify's Google channel writes `shopify_US_<product>_<variant>`; themes use the two numbers. */
function readChannelId(id: string): { productId: string; variantId: string } | null {
  if (!id.startsWith('shopify_')) return null
  const [, productId, variantId] = /^shopify_[A-Za-z]{2}_(\d+)_(\d+)$/.exec(id) ?? []
  return productId !== undefined && variantId !== undefined ? { productId, variantId } : null
}

function readText(fields: FeedFields, name: string, most: number): string | null {
  const text = fields[name]?.trim() ?? ''
  if (text === '') return null
  if (text.length > most && [...text].length > most) throw new InvalidField(`${name} is longer than ${most} characters`)
  if (text.includes('\0') || !text.isWellFormed()) throw new InvalidField(`${name} is not valid text`)
  return text
}

/** Only http links: a scheme that runs code must never reach an e-mail. */
function readLink(fields: FeedFields, name: string): string | null {
  const text = readText(fields, name, 2048)
  if (text === null) return null
  if (controls.test(text)) throw new InvalidField(`${name} contains control characters`)
  if (schemed.test(text) && !webScheme.test(text)) throw new InvalidField(`${name} is not an http or https address`)
  return text
}

const optionNames = ['color', 'size', 'material']

function readOptions(fields: FeedFields): string | null {
  let options: string | null = null
  for (const name of optionNames) {
    const option = readText(fields, name, 200)
    if (option !== null) options = options === null ? option : `${options} / ${option}`
  }
  return options === null ? null : options.slice(0, 512)
}

type Price = { amount: number; currency: string | null }

/** `69.00 USD`, `USD 69`, `15,550.00 RUB`, `1.299,00 EUR`, `4999 JPY`: returns number and currency. */
function readPrice(fields: FeedFields, name: string): Price | null {
  const text = fields[name]?.trim() ?? ''
  if (text === '') return null
  const price = parsePrice(text)
  if (!price) throw new InvalidField(`${name} "${text.slice(0, 40)}" is not a price`)
  return price
}

/** The format that Google requires and nearly all feeds use. */
const usualPrice = /^(\d{1,11}(?:\.\d{1,2})?) ([A-Z]{3})$/

export function parsePrice(text: string): Price | null {
  const found = usualPrice.exec(text)
  return found ? { amount: Number(found[1]), currency: found[2]! } : parseAnyPrice(text)
}

function parseAnyPrice(text: string): Price | null {
  const [, before, number, after] =
    /^([A-Za-z]{3})?\s*(\d[\d.,' \u00a0\u202f]*)\s*([A-Za-z]{3})?$/.exec(text.trim()) ?? []
  if (number === undefined) return null
  const plain = number.trim().replace(/['\s\u00a0\u202f]/g, '')
  const last = Math.max(plain.lastIndexOf('.'), plain.lastIndexOf(','))
  const places = last < 0 ? 0 : plain.length - last - 1
  const marks = plain.replace(/\d/g, '')
  // One kind of separator before exactly three digits separates thousands (1,299), except a single point (1.299 is a decimal).
  const isDecimal = last >= 0 && (new Set(marks).size > 1 || (marks.length === 1 && (places !== 3 || marks === '.')))
  const whole = (isDecimal ? plain.slice(0, last) : plain).replace(/[.,]/g, '')
  const amount = Number(isDecimal ? `${whole}.${plain.slice(last + 1)}` : whole)
  if (!Number.isFinite(amount) || amount >= 1e12 || places > 6) return null
  return { amount, currency: (before ?? after)?.toUpperCase() ?? null }
}

type Availability = Pick<BulkVariantRow, 'stock' | 'at_least' | 'sells_when_empty'>

/** Feeds seldom give quantities: then in stock is 1 and out of stock is 0. Products that sell without stock trigger no alert. */
function readAvailability(fields: FeedFields): Availability {
  const quantity = readQuantity(fields)
  const text = fields.availability?.trim() ?? ''
  if (text === '') return { stock: quantity, at_least: false, sells_when_empty: null }
  const meaning = availabilities.get(text) ?? availabilities.get(text.toLowerCase().replace(/[\s-]+/g, '_'))
  if (meaning === 'in') return { stock: quantity ?? 1, at_least: quantity === null, sells_when_empty: false }
  if (meaning === 'out') return { stock: 0, at_least: false, sells_when_empty: false }
  if (meaning === 'later') return { stock: quantity ?? 0, at_least: false, sells_when_empty: true }
  throw new InvalidField(
    `availability "${text.slice(0, 40)}" is not one of in_stock, out_of_stock, preorder, backorder`,
  )
}

const availabilities = new Map([
  ['in_stock', 'in'],
  ['available_for_order', 'in'],
  ['limited_availability', 'in'],
  ['out_of_stock', 'out'],
  ['discontinued', 'out'],
  ['preorder', 'later'],
  ['pre_order', 'later'],
  ['backorder', 'later'],
  ['back_order', 'later'],
])

const quantityNames = ['sell_on_google_quantity', 'quantity', 'inventory']

function readQuantity(fields: FeedFields): number | null {
  for (const name of quantityNames) {
    const text = fields[name]?.trim() ?? ''
    if (text === '') continue
    if (!/^-?\d{1,10}(\.0+)?$/.test(text) || Math.abs(Number(text)) > 1e9)
      throw new InvalidField(`${name} is not a whole number`)
    return Number(text)
  }
  return null
}
