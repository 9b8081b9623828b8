/** How a product is shown (spec 2.3): what the catalog knows of it, empty where it knows nothing. */
import { catalogNames, productNames } from '@heartbell/contract/names'
import { jsonObject } from '../../database/json.ts'

export const productHash = (product: string) => `encode(sha256(convert_to(${product}, 'UTF8')), 'base64')`

/**
 * Ids go out as numbers where they are safe integers (contract 1.5). Found at each read: a catalog is written by the million
 * and read by the page, and columns that hold the numbers made its import 1.6 times as slow.
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
  variantUrl: "coalesce(variant.variant_url, '')",
  imageUrl: "coalesce(variant.image_url, '')",
  productHash: productHash('variant.product_id'),
  // a product that is no longer sold has no units (contract 3)
  stock: 'case when variant.deleted_at is null then variant.stock else 0 end',
  price: 'variant.price',
  variantInfo: "coalesce(variant.variant_info, '')",
}

/** Of a row `variant`, with all that the store told. */
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

/** Of rows `asked` (ids and address as a caller sent them) and `variant` (its catalog entry, may be missing). */
export const requestedProductJson = jsonObject(productNames, {
  ...columns,
  productId: productKeyJson('coalesce(variant.product_id, asked.product_id)'),
  variantId: productKeyJson('asked.variant_id'),
  url: 'coalesce(variant.url, asked.url)',
  // the product's page is a better link than none
  variantUrl: "coalesce(variant.variant_url, variant.url, '')",
  productHash: productHash('coalesce(variant.product_id, asked.product_id)'),
})
