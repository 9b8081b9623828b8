/** An entry of a Google Merchant feed as a variant of ours; or what is wrong with it, in the feed's words. */
import type { BulkVariantRow } from '../domain/catalog/bulk-variant-input.ts'
import type { Fields } from './entry.ts'

/** `seen`: the id, where it has a good one; refused or not, it is in the feed. */
export type ReadItem = { row: BulkVariantRow; seen: string } | { wrong: string; seen: string | null }

const controls = /[\0-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]/
const schemed = /^[a-z][a-z0-9+.-]*:/i
const webScheme = /^https?:/i

class Wrong extends Error {}

/** Called a million times a feed: what it makes is one object, of one shape. */
export function readItem(fields: Fields): ReadItem {
  let seen: string | null = null
  try {
    const id = readId(fields, 'id')
    if (id === null) throw new Wrong('id is missing')
    seen = id
    const price = readPrice(fields, 'price')
    const sale = readPrice(fields, 'sale_price')
    const { stock, at_least, sells_when_empty } = readAvailability(fields)
    const row: BulkVariantRow = {
      variant_id: id,
      product_id: readId(fields, 'item_group_id') ?? id,
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
    if (error instanceof Wrong) return { wrong: error.message, seen }
    throw error
  }
}

function readId(fields: Fields, name: string): string | null {
  const text = fields[name]?.trim() ?? ''
  if (text === '') return null
  if (text.length > 128) throw new Wrong(`${name} is longer than 128 characters`)
  if (controls.test(text) || !text.isWellFormed()) throw new Wrong(`${name} holds control characters`)
  return text
}

function readText(fields: Fields, name: string, most: number): string | null {
  const text = fields[name]?.trim() ?? ''
  if (text === '') return null
  if (text.length > most && [...text].length > most) throw new Wrong(`${name} is longer than ${most} characters`)
  if (text.includes('\0') || !text.isWellFormed()) throw new Wrong(`${name} is no text`)
  return text
}

/** Only where a link may lead: a scheme that runs code must never reach a mail. */
function readLink(fields: Fields, name: string): string | null {
  const text = readText(fields, name, 2048)
  if (text === null) return null
  if (controls.test(text)) throw new Wrong(`${name} holds control characters`)
  if (schemed.test(text) && !webScheme.test(text)) throw new Wrong(`${name} is not an http or https address`)
  return text
}

const optionNames = ['color', 'size', 'material']

function readOptions(fields: Fields): string | null {
  let options: string | null = null
  for (const name of optionNames) {
    const option = readText(fields, name, 200)
    if (option !== null) options = options === null ? option : `${options} / ${option}`
  }
  return options === null ? null : options.slice(0, 512)
}

type Price = { amount: number; currency: string | null }

/** `69.00 USD`, `USD 69`, `15,550.00 RUB`, `1.299,00 EUR`, `4999 JPY`: the number and the currency apart. */
function readPrice(fields: Fields, name: string): Price | null {
  const text = fields[name]?.trim() ?? ''
  if (text === '') return null
  const price = parsePrice(text)
  if (!price) throw new Wrong(`${name} "${text.slice(0, 40)}" is not a price`)
  return price
}

/** As Google asks for it, and nearly all write it. */
const usual = /^(\d{1,11}(?:\.\d{1,2})?) ([A-Z]{3})$/

export function parsePrice(text: string): Price | null {
  const found = usual.exec(text)
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
  // One kind of mark before exactly three digits parts thousands (1,299), unless it is the only point (1.299 is written so in kilos).
  const isDecimal = last >= 0 && (new Set(marks).size > 1 || (marks.length === 1 && (places !== 3 || marks === '.')))
  const whole = (isDecimal ? plain.slice(0, last) : plain).replace(/[.,]/g, '')
  const amount = Number(isDecimal ? `${whole}.${plain.slice(last + 1)}` : whole)
  if (!Number.isFinite(amount) || amount >= 1e12 || places > 6) return null
  return { amount, currency: (before ?? after)?.toUpperCase() ?? null }
}

type Availability = Pick<BulkVariantRow, 'stock' | 'at_least' | 'sells_when_empty'>

/** Feeds seldom say how many: then one for in stock, none for out. What can be ordered without stock tells nobody. */
function readAvailability(fields: Fields): Availability {
  const quantity = readQuantity(fields)
  const text = fields.availability?.trim() ?? ''
  if (text === '') return { stock: quantity, at_least: false, sells_when_empty: null }
  const meaning = availabilities.get(text) ?? availabilities.get(text.toLowerCase().replace(/[\s-]+/g, '_'))
  if (meaning === 'in') return { stock: quantity ?? 1, at_least: quantity === null, sells_when_empty: false }
  if (meaning === 'out') return { stock: 0, at_least: false, sells_when_empty: false }
  if (meaning === 'later') return { stock: quantity ?? 0, at_least: false, sells_when_empty: true }
  throw new Wrong(`availability "${text.slice(0, 40)}" is none of in_stock, out_of_stock, preorder, backorder`)
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

function readQuantity(fields: Fields): number | null {
  for (const name of quantityNames) {
    const text = fields[name]?.trim() ?? ''
    if (text === '') continue
    if (!/^-?\d{1,10}(\.0+)?$/.test(text) || Math.abs(Number(text)) > 1e9)
      throw new Wrong(`${name} is not a whole number`)
    return Number(text)
  }
  return null
}
