/**
 * Products exported from Shopify as CSV, read as a feed. The export of the admin contains no ids; those of export apps and of
 * metafield columns do. With them the catalog has the ids that themes send.
 */
import { plainProductId } from '@heartbell/contract/product-ids'
import { shopifyProductUrl } from '../domain/catalog/product-links.ts'
import { BadFeed } from './decode.ts'
import { readEntries } from './entries.ts'
import type { FeedEntry, FeedFields } from './entry.ts'
import type { FeedReader } from './import.ts'
import { readItem } from './item.ts'

/** `without`: variants that have no numeric id, so that the SKU, or the handle with the options, is their key. */
export type ShopifyIdCount = { with: number; without: number }

type ShopifyReader = FeedReader & { ids: ShopifyIdCount }

export function readShopifyProducts(shopUrl: string | null): ShopifyReader {
  const ids = { with: 0, without: 0 }
  return { entries: (chunks) => entries(chunks, shopUrl, ids), item: ({ fields }) => readItem(fields), ids }
}

/** A product's other rows omit what its first row says. */
async function* entries(
  chunks: AsyncIterable<Uint8Array>,
  shopUrl: string | null,
  ids: ShopifyIdCount,
): AsyncGenerator<FeedEntry[]> {
  let first: FeedFields = {}
  for await (const rows of readEntries(chunks, 'handle')) {
    const some: FeedEntry[] = []
    for (const { number, fields } of rows) {
      if (fields.handle === undefined)
        throw new BadFeed('The file is not a product export of Shopify: a row has no Handle.')
      if (fields.handle !== first.handle) first = fields
      // Additional pictures of a product have their own rows.
      if (fields.variant_price === undefined) continue
      const numeric = findIds(fields, first)
      ids[numeric.variantId === undefined ? 'without' : 'with']++
      some.push({ number, fields: asFeed(fields, first, numeric, shopUrl) })
    }
    yield some
  }
}

/** Column names without spaces and case; a metafield column has its key in brackets behind the name. */
const variantIdNames = /^(variant_id|variant_gid|variant_graphql_id|variant_admin_graphql_api_id)(_\(.*\))?$/
const productIdNames = /^(id|product_id|product_gid|product_graphql_id|admin_graphql_api_id)(_\(.*\))?$/
const metafield = (key: string) => new RegExp(`\\.metafields\\.[^)]*\\.${key}\\)$`)
const [variantMetafield, productMetafield] = [metafield('variant_id'), metafield('product_id')]

type NumericIds = { productId: string | undefined; variantId: string | undefined }

function findIds(row: FeedFields, first: FeedFields): NumericIds {
  const variantId = findNumber(row, variantIdNames) ?? findNumber(row, variantMetafield)
  const find = (fields: FeedFields) => findNumber(fields, productIdNames) ?? findNumber(fields, productMetafield)
  return { variantId, productId: find(row) ?? find(first) }
}

/** Spreadsheets put an apostrophe before a long number. */
function findNumber(fields: FeedFields, names: RegExp): string | undefined {
  for (const name in fields) {
    if (!names.test(name)) continue
    const id = plainProductId(fields[name]!.trim().replace(/^'/, ''))
    if (/^\d+$/.test(id)) return id
  }
  return undefined
}

function asFeed(
  row: FeedFields,
  first: FeedFields,
  { productId, variantId }: NumericIds,
  shopUrl: string | null,
): FeedFields {
  const handle = row.handle!
  const options = [1, 2, 3].flatMap((n) => row[`option${n}_value`] ?? []).filter((one) => one !== 'Default Title')
  const compareAt = row.variant_compare_at_price
  const isCounted = (row.variant_inventory_tracker ?? '') === 'shopify'
  const sku = row.variant_sku?.replace(/^'/, '')
  return {
    id: variantId ?? (sku || [handle, ...options].join('/')),
    item_group_id: productId ?? handle,
    link: shopifyProductUrl(handle, shopUrl),
    title: first.title,
    brand: first.vendor,
    sku,
    color: options.join(' / '),
    image_link: row.variant_image ?? first.image_src,
    price: compareAt ?? row.variant_price,
    sale_price: compareAt === undefined ? undefined : row.variant_price,
    quantity: isCounted ? row.variant_inventory_qty : undefined,
    availability: row.variant_inventory_policy === 'continue' ? 'backorder' : undefined,
  }
}
