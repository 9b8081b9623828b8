/** Converts a sent item to a row. Fields that were not sent stay undefined, so that adding the item again does not change them. */
import { writeProductKey } from '@heartbell/contract/fields'
import {
  type BundleItem,
  bundleItem,
  type ItemEdit,
  type NewCustomItem,
  type NewItem,
  type NewProductItem,
} from '@heartbell/contract/items'
import { newId } from '../secrets/ids.ts'

export type NewItemRow = {
  place: number
  item_id: string
  variant_id: string
  product_id: string
  url: string
  kind: 'product' | 'custom' | 'customBundle'
  fallback_title: string
} & EditRow

export type EditRow = {
  quantity: number | undefined
  note: string | undefined
  clears_note: boolean | undefined
  properties: Record<string, unknown> | undefined
  label: string | undefined
  any_variant: boolean | undefined
  title: string | undefined
  brand: string | undefined
  sku: string | undefined
  variant_info: string | undefined
  image_url: string | undefined
  price: number | undefined
  compare_at_price: number | undefined
  platform_item_id: string | undefined
  bundle: Record<string, unknown>[] | undefined
}

export const newItemRow = (item: NewItem, place: number): NewItemRow =>
  item.custom ? customRow(item, place) : productRow(item, place)

const productRow = (item: NewProductItem, place: number): NewItemRow => ({
  place,
  item_id: newId(),
  variant_id: item.variantId,
  product_id: item.productId,
  url: item.url,
  kind: 'product',
  fallback_title: lastPathPart(item.url),
  ...editRow(item),
})

/** Ids of custom items are created here; callers use them in later updates and removals, or send the whole record back. */
function customRow(item: NewCustomItem, place: number): NewItemRow {
  const itemId = newId()
  const id = item.variantId ?? `custom-${itemId}`
  return {
    place,
    item_id: itemId,
    variant_id: id,
    product_id: id,
    url: item.url ?? '',
    kind: item.bundle?.length ? 'customBundle' : 'custom',
    fallback_title: item.title,
    ...editRow(item),
  }
}

type EditableFields = ItemEdit & Omit<NewCustomItem, 'custom' | 'variantId'>
type SentFields = { [K in keyof EditableFields]?: EditableFields[K] | undefined }

/** Null clears a field: a note becomes null, a label '' and properties {}. Undefined leaves it unchanged. */
export const editRow = (edit: SentFields): EditRow => ({
  quantity: edit.quantity,
  note: edit.note ?? undefined,
  clears_note: edit.note === undefined ? undefined : edit.note === null,
  properties: edit.properties === null ? {} : edit.properties,
  label: edit.labels === null ? '' : edit.labels && (edit.labels[0] ?? ''),
  any_variant: edit.anyVariant,
  title: edit.title,
  brand: edit.brand,
  sku: edit.sku,
  variant_info: edit.variantInfo,
  image_url: edit.imageUrl,
  price: edit.price,
  compare_at_price: edit.compareAtPrice,
  platform_item_id: edit.platformItemId,
  bundle: edit.bundle?.map(bundlePart),
})

const bundlePart = ({ productId, variantId, ...part }: BundleItem) =>
  bundleItem.write({
    ...part,
    productId: productId && writeProductKey(productId),
    variantId: variantId && writeProductKey(variantId),
  })

/** A variant sent twice in one call: the later fields win, because one statement cannot change a row twice. */
export function uniqueByVariant<Row extends EditRow & { variant_id: string }>(rows: Row[]): Row[] {
  if (rows.length === 1) return rows
  const byVariant = new Map<string, Row>()
  for (const row of rows) {
    const sent = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))
    byVariant.set(row.variant_id, { ...row, ...byVariant.get(row.variant_id), ...sent })
  }
  return [...byVariant.values()]
}

/** The title of a product without a known title: the last part of its URL path. */
export function lastPathPart(url: string): string {
  const [path = ''] = url.split(/[?#]/)
  const part = path.split('/').filter(Boolean).at(-1) ?? url
  const title = decoded(part)
  return title.length <= 512 ? title : [...title].slice(0, 512).join('')
}

function decoded(part: string): string {
  try {
    const text = decodeURIComponent(part)
    return /[\u0000-\u001f]/.test(text) ? part : text
  } catch {
    return part
  }
}
