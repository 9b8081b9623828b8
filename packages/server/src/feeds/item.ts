/** An entry of a Google Merchant feed as a variant of ours; or what is wrong with it, in the feed's words. */
import type { BulkRow } from '../domain/variant-differences.ts'

/** `seen`: the id, where it has a good one; refused or not, it is in the feed. */
export type ReadItem = { row: BulkRow; seen: string } | { wrong: string; seen: string | null }

const controls = /[\p{Cc}\u2028\u2029\ufffe\uffff]|\p{Surrogate}/u
const schemed = /^[a-z][a-z0-9+.-]*:/i

class Wrong extends Error {}

export function readItem(fields: Record<string, string>): ReadItem {
  let seen: string | null = null
  try {
    const id = readId(fields, 'id')
    if (id === null) throw new Wrong('id is missing')
    seen = id
    const price = readPrice(fields, 'price')
    const sale = readPrice(fields, 'sale_price')
    const known = {
      url: readLink(fields, 'link'),
      title: readText(fields, 'title', 512),
      image_url: readLink(fields, 'image_link'),
      brand: readText(fields, 'brand', 512),
      sku: readText(fields, 'sku', 200) ?? readText(fields, 'mpn', 200) ?? readText(fields, 'gtin', 200),
      variant_info: readOptions(fields),
      price: sale ? sale.amount : (price?.amount ?? null),
      compare_at_price: sale && price ? price.amount : null,
      currency: price?.currency ?? sale?.currency ?? null,
    }
    const always = price || sale ? ['price', 'compare_at_price'] : []
    const sent = Object.keys(known).filter(
      (name) => known[name as keyof typeof known] !== null || always.includes(name),
    )
    const product_id = readId(fields, 'item_group_id') ?? id
    return { row: { variant_id: id, product_id, sent, ...known, ...readAvailability(fields) }, seen }
  } catch (error) {
    if (error instanceof Wrong) return { wrong: error.message, seen }
    throw error
  }
}

function readId(fields: Record<string, string>, name: string): string | null {
  const text = fields[name]?.trim() ?? ''
  if (text === '') return null
  if (text.length > 128) throw new Wrong(`${name} is longer than 128 characters`)
  if (controls.test(text)) throw new Wrong(`${name} holds control characters`)
  return text
}

function readText(fields: Record<string, string>, name: string, most: number): string | null {
  const text = fields[name]?.trim() ?? ''
  if (text === '') return null
  if (text.length > most && [...text].length > most) throw new Wrong(`${name} is longer than ${most} characters`)
  if (text.includes('\0') || !text.isWellFormed()) throw new Wrong(`${name} is no text`)
  return text
}

/** Only where a link may lead: a scheme that runs code must never reach a mail. */
function readLink(fields: Record<string, string>, name: string): string | null {
  const text = readText(fields, name, 2048)
  if (text === null) return null
  if (controls.test(text)) throw new Wrong(`${name} holds control characters`)
  if (schemed.test(text) && !/^https?:/i.test(text)) throw new Wrong(`${name} is not an http or https address`)
  return text
}

const readOptions = (fields: Record<string, string>) => {
  const options = ['color', 'size', 'material'].flatMap((name) => readText(fields, name, 200) ?? [])
  return options.length > 0 ? options.join(' / ').slice(0, 512) : null
}

type Price = { amount: number; currency: string | null }

/** `69.00 USD`, `USD 69`, `15,550.00 RUB`, `1.299,00 EUR`, `4999 JPY`: the number and the currency apart. */
function readPrice(fields: Record<string, string>, name: string): Price | null {
  const text = fields[name]?.trim() ?? ''
  if (text === '') return null
  const price = parsePrice(text)
  if (!price) throw new Wrong(`${name} "${text.slice(0, 40)}" is not a price`)
  return price
}

export function parsePrice(text: string): Price | null {
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

/** Feeds seldom say how many: then one for in stock, none for out. What can be ordered without stock tells nobody. */
function readAvailability(fields: Record<string, string>): Pick<BulkRow, 'stock' | 'at_least' | 'sells_when_empty'> {
  const quantity = readQuantity(fields)
  const text = (fields.availability ?? '')
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
  if (text === '') return { stock: quantity }
  if (text === 'in_stock' || text === 'available_for_order' || text === 'limited_availability')
    return { stock: quantity ?? 1, at_least: quantity === null, sells_when_empty: false }
  if (text === 'out_of_stock' || text === 'discontinued') return { stock: 0, sells_when_empty: false }
  if (text === 'preorder' || text === 'pre_order' || text === 'backorder' || text === 'back_order')
    return { stock: quantity ?? 0, sells_when_empty: true }
  throw new Wrong(`availability "${text.slice(0, 40)}" is none of in_stock, out_of_stock, preorder, backorder`)
}

function readQuantity(fields: Record<string, string>): number | null {
  const name = ['sell_on_google_quantity', 'quantity', 'inventory'].find((one) => (fields[one] ?? '').trim() !== '')
  if (name === undefined) return null
  const text = fields[name]!.trim()
  if (!/^-?\d{1,10}(\.0+)?$/.test(text) || Math.abs(Number(text)) > 1e9)
    throw new Wrong(`${name} is not a whole number`)
  return Number(text)
}
