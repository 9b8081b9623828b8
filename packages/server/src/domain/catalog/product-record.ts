/** The JSON of a product from the catalog, with empty texts where the catalog has nothing. */
import { catalogNames, productNames } from '@heartbell/contract/names'
import { jsonObject } from '../../database/json.ts'
import { variantLinkSql } from './product-links.ts'

export const productHash = (product: string) => `encode(sha256(convert_to(${product}, 'UTF8')), 'base64')`

/**
 * Ids are written as numbers if they are safe integers. Computed at each read: catalogs are written by the million and read by
 * the page, and columns with the numbers made the import 1.6 times slower.
 */
export const productKeyJson = (column: string) => `case
  when ${column} ~ '^(0|[1-9][0-9]{0,15})$' and ${column}::bigint <= 9007199254740991 then to_json(${column}::bigint)
  else to_json(${column})
end`

const columns = {
  brand: "coalesce(variant.brand, '')",
  title: "coalesce(variant.title, '')",
  productId: productKeyJson('variant.product_id'),
  variantId: productKeyJson('variant.variant_id'),
  sku: "coalesce(variant.sku, '')",
  url: "coalesce(variant.url, '')",
  variantUrl: `coalesce(nullif(variant.variant_url, ''), ${variantLinkSql('variant.url', 'variant.variant_id', 'variant.product_id')})`,
  imageUrl: "coalesce(variant.image_url, '')",
  productHash: productHash('variant.product_id'),
  // a product that is no longer sold has no units
  stock: 'case when variant.deleted_at is null then variant.stock else 0 end',
  price: 'variant.price',
  variantInfo: "coalesce(variant.variant_info, '')",
}

/** For a row `variant`, with every field of the catalog. */
export const catalogJson = jsonObject(
  { ...productNames, ...catalogNames },
  {
    ...columns,
    compareAtPrice: 'variant.compare_at_price',
    currency: "coalesce(variant.currency, '')",
    tags: 'variant.tags',
    tracked: 'variant.tracked',
    sellsWhenEmpty: 'variant.sells_when_empty',
  },
)

/** For rows `asked` (ids and URL as a caller sent them) and `variant` (its catalog entry, may be missing). */
export const requestedProductJson = jsonObject(productNames, {
  ...columns,
  productId: productKeyJson('coalesce(variant.product_id, asked.product_id)'),
  variantId: productKeyJson('asked.variant_id'),
  url: 'coalesce(variant.url, asked.url)',
  variantUrl: `coalesce(nullif(variant.variant_url, ''), ${variantLinkSql(
    'coalesce(variant.url, asked.url)',
    'asked.variant_id',
    'coalesce(variant.product_id, asked.product_id)',
  )})`,
  productHash: productHash('coalesce(variant.product_id, asked.product_id)'),
})
