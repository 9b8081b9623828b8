/** The items of a list, products and custom items: fields of add, update and remove, and the records of answers. */
import { z } from 'zod'
import { documentedAs } from '../wire/documented.ts'
import { clearable, optional, productKey, productKeyOut, requiredText, text, webAddress } from '../wire/fields.ts'
import { freeMap } from '../wire/free-map.ts'
import { bundleItemNames, customItemNames, itemNames } from '../wire/names.ts'
import { price, wholeNumber } from '../wire/numbers.ts'
import { resource } from '../wire/resource.ts'

const quantity = wholeNumber(1, 1_000_000)
const labels = z.array(text(200)).max(1, 'may contain one label only')
const anyVariant = z.boolean()

const edits = {
  quantity: optional(quantity),
  note: clearable(text(2000)),
  properties: clearable(freeMap),
  labels: clearable(labels),
  anyVariant: optional(anyVariant),
}

/** The page's data about the product; the item stores it for fields that the catalog does not have. */
const snapshot = {
  title: optional(text(512)),
  brand: optional(text(512)),
  sku: optional(text(200)),
  variantInfo: optional(text(512)),
  imageUrl: optional(webAddress()),
  price: optional(price),
}

const productItem = resource(itemNames, {
  variantId: productKey,
  productId: productKey,
  url: webAddress(),
  ...edits,
  ...snapshot,
})

const bundleItem = resource(bundleItemNames, {
  title: requiredText(512),
  price: optional(price),
  productId: optional(productKey),
  variantId: optional(productKey),
  imageUrl: optional(webAddress()),
  variantUrl: optional(webAddress()),
  vendor: optional(text(512)),
})

const customItem = resource(customItemNames, {
  title: requiredText(512),
  url: optional(webAddress()),
  price: optional(price),
  imageUrl: optional(webAddress()),
  sku: optional(text(200)),
  bundle: optional(z.array(bundleItem.reader).max(100, 'may contain at most 100 items')),
  compareAtPrice: optional(price),
  quantity: optional(quantity),
  platformItemId: optional(productKey),
  properties: clearable(freeMap),
  note: clearable(text(2000)),
  labels: clearable(labels),
})

export type BundleItem = z.output<typeof bundleItem.reader>
export type NewProductItem = { custom: false } & z.output<typeof productItem.reader>
export type NewCustomItem = { custom: true } & z.output<typeof customItem.reader>
export type NewItem = NewProductItem | NewCustomItem

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPresent = (value: unknown) => value !== undefined && value !== null && value !== ''

const { title, price: ownPrice, compareAtPrice, bundle, platformItemId } = customItemNames
const customFields = [title, ownPrice, compareAtPrice, bundle, platformItemId]

/** An item with a title or price of its own and without product and variant is a custom item. */
const isCustom = (item: Record<string, unknown>) =>
  customFields.some((field) => isPresent(item[field])) &&
  !isPresent(item[itemNames.variantId]) &&
  !isPresent(item[itemNames.productId])

/** Parses with one of two schemas; a union would report the issues of the wrong one. */
const readNewItem = z.unknown().transform((value, context): NewItem => {
  if (!isRecord(value)) {
    context.addIssue({ code: 'custom', message: 'must be an object', input: value })
    return z.NEVER
  }
  const custom = isCustom(value)
  const read = (custom ? customItem : productItem).reader.safeParse(value)
  if (read.success) return { custom, ...read.data } as NewItem
  for (const issue of read.error.issues) context.addIssue(issue as never)
  return z.NEVER
})

export const newItem = documentedAs(readNewItem, z.union([productItem.wire, customItem.wire]))

const itemEdit = resource(itemNames, { variantId: productKey, ...edits, ...snapshot, url: optional(webAddress()) })
const customEdit = resource(customItemNames, {
  title: optional(requiredText(512)),
  price: optional(price),
  compareAtPrice: optional(price),
  bundle: optional(z.array(bundleItem.reader).max(100, 'may contain at most 100 items')),
  platformItemId: optional(productKey),
})

export type ItemEdit = z.output<typeof itemEdit.reader> & z.output<typeof customEdit.reader>

/** An update identifies its item by variant; a custom item may also send its own title and price. */
const readEditedItem = z.unknown().transform((value, context): ItemEdit => {
  const edit = itemEdit.reader.safeParse(value)
  const custom = customEdit.reader.safeParse(value)
  const failed = edit.success ? custom : edit
  if (edit.success && custom.success) return { ...custom.data, ...edit.data }
  for (const issue of failed.error?.issues ?? []) context.addIssue(issue as never)
  return z.NEVER
})

export const editedItem = documentedAs(readEditedItem, z.object({ ...itemEdit.wire.shape, ...customEdit.wire.shape }))

export const removedItem = resource(itemNames, { variantId: productKey }).reader

const common = {
  itemId: z.string(),
  listId: z.string(),
  variantId: productKeyOut,
  productId: productKeyOut,
  url: z.string(),
  quantity: z.int(),
  note: z.string().nullable(),
  properties: z.record(z.string(), z.unknown()),
  labels: z.array(z.string()),
  anyVariant: z.boolean(),
  title: z.string(),
  brand: z.string(),
  sku: z.string(),
  variantInfo: z.string(),
  imageUrl: z.string().nullable(),
  price: z.number().nullable(),
  savedPrice: z.number().nullable(),
  stock: z.int().nullable(),
  inactive: z.boolean(),
  deviceId: z.string().nullable(),
  createdAt: z.int(),
  updatedAt: z.int(),
  updatedBy: z.string().nullable(),
  productHash: z.string(),
  partitionKey: z.string(),
  recordType: z.int(),
}

export const itemRecord = resource(itemNames, common)

/** A custom item in an answer has an item's names and its own. */
export const customItemAnswerNames = {
  ...itemNames,
  customTitle: customItemNames.title,
  customPrice: customItemNames.price,
  compareAtPrice: customItemNames.compareAtPrice,
  platformItemId: customItemNames.platformItemId,
  bundle: customItemNames.bundle,
  kind: customItemNames.kind,
} as const

export const customItemRecord = resource(customItemAnswerNames, {
  ...common,
  kind: z.enum(['custom', 'customBundle']),
  customTitle: z.string(),
  customPrice: z.number().nullable(),
  compareAtPrice: z.number().nullable(),
  platformItemId: productKeyOut.nullable(),
  bundle: z.array(z.record(z.string(), z.unknown())),
})

export const anyItemRecord = z.union([itemRecord.wire.strict(), customItemRecord.wire.strict()])

export { bundleItem }
