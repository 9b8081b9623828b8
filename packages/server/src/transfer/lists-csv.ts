/** Wishlists exported from another app: who saved what, in which list, and when. */

import { type ImportedItem, importItems } from '../domain/portability/import-lists.ts'
import { readAddress } from '../domain/shoppers/addresses.ts'
import { BadTable } from './csv.ts'
import { readDate } from './dates.ts'
import type { PeopleTable } from './people.ts'

const longestName = 50
const shortestName = 3

export const listsCsv: PeopleTable<ImportedItem> = {
  check(columns) {
    if (!columns.has('email'))
      throw new BadTable('No column with e-mail addresses was recognized. Give it with --columns "email=…".')
    if (!(['variant', 'sku', 'product', 'handle'] as const).some((field) => columns.has(field)))
      throw new BadTable(
        'No column for the product was recognized. Give it with --columns "variant=…", "sku=…" or "product=…".',
      )
  },
  read(store, cells, now) {
    if (cells.email === undefined)
      return { wrong: 'the row has no e-mail address, so the owner of the list is unknown' }
    const email = readAddress('email', cells.email, store.settings.country)
    if (email === null) return { wrong: `"${cells.email}" is not an e-mail address` }
    const savedAt = cells.date === undefined ? null : readDate(cells.date, store.settings.country, now)
    if (cells.date !== undefined && savedAt === null) return { wrong: `"${cells.date}" is not a date` }
    const quantity = cells.quantity === undefined ? null : Number(cells.quantity)
    if (quantity !== null && (!Number.isInteger(quantity) || quantity < 1 || quantity > 1_000_000))
      return { wrong: `"${cells.quantity}" is not a whole number of units` }
    const { variant, sku, product, handle, url, title, image, note } = cells
    return {
      ...{ email, list: readName(cells.list), product: { variant, sku, product, handle, url } },
      ...{ title: title ?? null, imageUrl: image ?? null, price: readPrice(cells.price), quantity, note: note ?? null },
      savedAt,
    }
  },
  importRows: importItems,
}

/** List names have 3 to 50 characters: a longer one is cut, a shorter one is ignored. */
function readName(text: string | undefined): string | null {
  const name = [...(text ?? '').replace(/[\u0000-\u001f\u007f]/g, ' ').trim()].slice(0, longestName).join('').trim()
  return [...name].length >= shortestName ? name : null
}

/** `12.50`, `€ 12,50`, `1,299.00 USD`. Null when it cannot be read; then the catalog's price is shown. */
export function readPrice(text: string | undefined): number | null {
  const digits = /\d[\d.,']*/.exec(text ?? '')?.[0].replaceAll("'", '')
  if (!digits) return null
  const [, whole = '', part = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? []
  const price = Number(`${whole.replace(/[.,]/g, '')}.${part || '0'}`)
  return Number.isFinite(price) && price < 1e12 ? price : null
}
