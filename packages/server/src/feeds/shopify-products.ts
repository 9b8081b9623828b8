/** Products exported from Shopify: the CSV of its admin, read as a feed. */
import { BadFeed } from './decode.ts'
import { readEntries } from './entries.ts'
import type { Entry, Fields } from './entry.ts'
import type { Reading } from './import.ts'
import { readItem } from './item.ts'

/**
 * A product's first row says what its other rows leave out. The export holds no ids: the handle stands for the product and the SKU
 * for the variant, or the handle with its options.
 */
async function* entries(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Entry[]> {
  let first: Fields = {}
  for await (const rows of readEntries(chunks, 'handle')) {
    const some: Entry[] = []
    for (const { number, fields } of rows) {
      if (fields.handle === undefined)
        throw new BadFeed('The file is not Shopify\u2019s export of products: a row has no Handle.')
      if (fields.handle !== first.handle) first = fields
      // Further pictures of a product have rows of their own.
      if (fields.variant_price !== undefined) some.push({ number, fields: asFeed(fields, first) })
    }
    yield some
  }
}

function asFeed(row: Fields, first: Fields): Fields {
  const handle = row.handle!
  const options = [1, 2, 3].flatMap((n) => row[`option${n}_value`] ?? []).filter((one) => one !== 'Default Title')
  const compareAt = row.variant_compare_at_price
  const isCounted = (row.variant_inventory_tracker ?? '') === 'shopify'
  return {
    id: row.variant_sku?.replace(/^'/, '') || [handle, ...options].join('/'),
    item_group_id: handle,
    title: first.title,
    brand: first.vendor,
    sku: row.variant_sku?.replace(/^'/, ''),
    color: options.join(' / '),
    image_link: row.variant_image ?? first.image_src,
    price: compareAt ?? row.variant_price,
    sale_price: compareAt === undefined ? undefined : row.variant_price,
    quantity: isCounted ? row.variant_inventory_qty : undefined,
    availability: row.variant_inventory_policy === 'continue' ? 'backorder' : undefined,
  }
}

export const shopifyProducts: Reading = { entries, item: ({ fields }) => readItem(fields) }
