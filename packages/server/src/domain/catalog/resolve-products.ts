/** Finds products in the catalog by variant id, SKU, product id or the last part of a URL, many at a time. */
import type { Sql } from '../../database/connect.ts'
import type { Store } from '../stores/stores.ts'

export type ProductReference = {
  variant?: string | undefined
  sku?: string | undefined
  /** A product id, SKU or handle: exports of other apps use any of them. */
  product?: string | undefined
  handle?: string | undefined
  url?: string | undefined
}

/** `isKnown`: the catalog has it. `isAnyVariant`: several variants match, and this is the first. */
export type FoundProduct = {
  variantId: string
  productId: string
  url: string
  isKnown: boolean
  isAnyVariant: boolean
}

type KnownVariant = {
  variantId: string
  productId: string
  url: string | null
  sku: string | null
  handle: string | null
}

/** A product, or why none matches. */
export type ResolvedProduct = FoundProduct | { wrong: string }

export async function resolveProducts(
  sql: Sql,
  store: Store,
  asked: readonly ProductReference[],
): Promise<ResolvedProduct[]> {
  const { storeId } = store
  const valuesOf = (pick: (one: ProductReference) => string | undefined) => [
    ...new Set(asked.flatMap((one) => pick(one) ?? [])),
  ]
  const variants = valuesOf(({ variant }) => variant)
  const products = valuesOf(({ variant, product }) => (variant ? undefined : product))
  const handles = valuesOf(({ variant, handle }) => (variant ? undefined : handle))
  const skus = valuesOf(({ variant, sku }) => (variant ? undefined : sku))
  const lastPart = `substring(coalesce(url, '') from '([^/?#]+)/?(?:[?#].*)?$')`
  // SKUs and URLs have no index: scan the catalog only if they are needed.
  const loosely = sql`or sku = any(${[...skus, ...products]}) or ${sql.unsafe(lastPart)} = any(${[...handles, ...products]})`
  const known = await sql<KnownVariant[]>`
    select variant_id, product_id, coalesce(variant_url, url) as url, sku, ${sql.unsafe(lastPart)} as handle
    from variants
    where store_id = ${storeId}
      and (
        variant_id = any(${variants})
        or product_id = any(${[...products, ...handles]})
        ${skus.length + handles.length + products.length > 0 ? loosely : sql``}
      )
      and (deleted_at is null or variant_id = any(${variants}))
    order by variant_id`
  const by = (name: 'variantId' | 'productId' | 'sku' | 'handle') => groupBy(known, (one) => one[name])
  const maps = { variant: by('variantId'), product: by('productId'), sku: by('sku'), handle: by('handle') }
  return asked.map((one) => resolveOne(store, one, maps))
}

type VariantIndex = Record<'variant' | 'product' | 'sku' | 'handle', Map<string | null, KnownVariant[]>>

function groupBy(
  known: readonly KnownVariant[],
  nameOf: (one: KnownVariant) => string | null,
): Map<string | null, KnownVariant[]> {
  const groups = new Map<string | null, KnownVariant[]>()
  for (const one of known) {
    const group = groups.get(nameOf(one))
    if (group) group.push(one)
    else groups.set(nameOf(one), [one])
  }
  return groups
}

function resolveOne(
  { settings }: Store,
  { variant, sku, product, handle, url }: ProductReference,
  maps: VariantIndex,
): ResolvedProduct {
  if (variant) {
    const [found] = maps.variant.get(variant) ?? []
    const address =
      url ?? (handle && settings.shopUrl ? `${settings.shopUrl.replace(/\/+$/, '')}/products/${handle}` : null)
    if (found) return { ...found, url: url ?? found.url ?? '', isKnown: true, isAnyVariant: false }
    if (address)
      return { variantId: variant, productId: product ?? variant, url: address, isKnown: false, isAnyVariant: false }
    return {
      wrong: `variant ${variant} is not in the catalog, and the row has no URL for it: import the catalog first`,
    }
  }
  const name = sku ?? product ?? handle
  if (!name) return { wrong: 'the row names no product' }
  const found =
    (sku && maps.sku.get(sku)) ||
    (product && (maps.product.get(product) ?? maps.sku.get(product) ?? maps.handle.get(product))) ||
    (handle && (maps.product.get(handle) ?? maps.handle.get(handle)))
  if (!found) return { wrong: `"${name}" is not in the catalog: import the catalog first` }
  const [first] = found
  return { ...first!, url: url ?? first!.url ?? '', isKnown: true, isAnyVariant: found.length > 1 }
}
