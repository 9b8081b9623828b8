/** Products exported from Shopify: the CSV of its admin, read as a feed. */
import { BadFeed } from './decode.ts'
import { readEntries } from './entries.ts'
import type { FeedEntry, FeedFields } from './entry.ts'
import type { FeedReader } from './import.ts'
import { readItem } from './item.ts'

/**
 * A product's other rows omit what its first row says. The export contains no ids: the handle identifies the product, and the
 * SKU, or the handle with its options, the variant.
 */
async function* entries(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<FeedEntry[]> {
  let first: FeedFields = {}
  for await (const rows of readEntries(chunks, 'handle')) {
    const some: FeedEntry[] = []
    for (const { number, fields } of rows) {
      if (fields.handle === undefined)
        throw new BadFeed('The file is not a product export of Shopify: a row has no Handle.')
      if (fields.handle !== first.handle) first = fields
      // Additional pictures of a product have their own rows.
      if (fields.variant_price !== undefined) some.push({ number, fields: asFeed(fields, first) })
    }
    yield some
  }
}

function asFeed(row: FeedFields, first: FeedFields): FeedFields {
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

export const shopifyProducts: FeedReader = { entries, item: ({ fields }) => readItem(fields) }
