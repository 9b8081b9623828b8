/** The items of a list, products and custom items: fields of add, update and remove, and the records of answers. */
import { z } from 'zod'
import { documentedAs, withJsonSchema } from '../wire/documented.ts'
import {
  clearable,
  clearableText,
  maybeEmpty,
  optional,
  productKey,
  productKeyOut,
  requiredText,
  text,
  webAddress,
} from '../wire/fields.ts'
import { freeMap } from '../wire/free-map.ts'
import { bundleItemNames, customItemNames, itemAdditionNames, itemNames } from '../wire/names.ts'
import { price, wholeNumber } from '../wire/numbers.ts'
import { resource } from '../wire/resource.ts'

const quantity = wholeNumber(1, 1_000_000)
const labels = z.array(text(200)).max(1, 'may contain one label only')
const anyVariant = z.boolean()

const edits = {
  quantity: optional(quantity),
  note: clearableText(text(2000)),
  properties: clearable(freeMap),
  labels: clearable(labels),
  anyVariant: optional(anyVariant),
}

/** The page's data about the product; the item stores it for fields that the catalog does not have. */
const snapshot = {
  title: maybeEmpty(text(512)),
  brand: maybeEmpty(text(512)),
  sku: maybeEmpty(text(200)),
  variantInfo: maybeEmpty(text(512)),
  imageUrl: maybeEmpty(webAddress()),
  price: optional(price),
}

const productItem = resource(itemNames, {
  variantId: productKey,
  productId: productKey,
  url: webAddress(),
  ...edits,
  ...snapshot,
})

/** As sent, empty texts included: storefronts show a bundle from these fields alone. */
const bundleItem = resource(bundleItemNames, {
  title: text(512),
  price: optional(price),
  productId: maybeEmpty(productKey),
  variantId: maybeEmpty(productKey),
  imageUrl: maybeEmpty(webAddress()),
  variantUrl: maybeEmpty(webAddress()),
  vendor: maybeEmpty(text(512)),
})

const bundle = optional(z.array(bundleItem.reader).max(100, 'may contain at most 100 items'))

/** The ids that were made for a custom item, sent back with its record. */
const madeId = /^custom-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Anything may be sent as an id: `String(id)` throws for an object with a `toString` of its own. */
const isMadeId = (id: unknown): id is string => typeof id === 'string' && madeId.test(id)

/** Any other id is ignored: the server makes the ids of custom items. */
const ownId = withJsonSchema(
  z
    .unknown()
    .transform((sent) => (isMadeId(sent) ? sent : undefined))
    .optional(),
  { type: 'string' },
)

const customItem = resource(customItemNames, {
  variantId: ownId,
  title: requiredText(512),
  url: maybeEmpty(webAddress()),
  price: optional(price),
  imageUrl: maybeEmpty(webAddress()),
  sku: maybeEmpty(text(200)),
  bundle,
  compareAtPrice: optional(price),
  quantity: optional(quantity),
  platformItemId: optional(productKey),
  properties: clearable(freeMap),
  note: clearableText(text(2000)),
  labels: clearable(labels),
})

export type BundleItem = z.output<typeof bundleItem.reader>
export type NewProductItem = { custom: false } & z.output<typeof productItem.reader>
export type NewCustomItem = { custom: true } & z.output<typeof customItem.reader>
export type NewItem = NewProductItem | NewCustomItem

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPresent = (value: unknown) => value !== undefined && value !== null && value !== ''

const { title, price: ownPrice, compareAtPrice, bundle: parts, platformItemId, kind } = customItemNames
const customFields = [title, ownPrice, compareAtPrice, parts, platformItemId]
const customKinds: unknown[] = ['custom', 'customBundle']

/** The record of a custom item that was sent back: it has the ids or the kind that were made for it. */
const isOwnRecord = (item: Record<string, unknown>) =>
  customKinds.includes(item[kind]) || isMadeId(item[itemNames.variantId])

/** An item with a title or price of its own and without product and variant is a custom item. */
const isCustom = (item: Record<string, unknown>) =>
  isOwnRecord(item) ||
  (customFields.some((field) => isPresent(item[field])) &&
    !isPresent(item[itemNames.variantId]) &&
    !isPresent(item[itemNames.productId]))

/** A storefront may send the record back with an item's name for the title alone. */
const withTitle = (item: Record<string, unknown>) =>
  isPresent(item[title]) || !isPresent(item[itemNames.title]) ? item : { ...item, [title]: item[itemNames.title] }

/** Parses with one of two schemas; a union would report the issues of the wrong one. */
const readNewItem = z.unknown().transform((value, context): NewItem => {
  if (!isRecord(value)) {
    context.addIssue({ code: 'custom', message: 'must be an object', input: value })
    return z.NEVER
  }
  const custom = isCustom(value)
  const read = custom ? customItem.reader.safeParse(withTitle(value)) : productItem.reader.safeParse(value)
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
  bundle,
  platformItemId: optional(productKey),
})

export type ItemEdit = z.output<typeof itemEdit.reader> & z.output<typeof customEdit.reader>

/**
 * An update identifies its item by variant; a custom item may also send its own title and price. In its whole record these count
 * more than the item's names for the same, which the caller left as they were.
 */
const readEditedItem = z.unknown().transform((value, context): ItemEdit => {
  const edit = itemEdit.reader.safeParse(value)
  const custom = customEdit.reader.safeParse(value)
  const failed = edit.success ? custom : edit
  if (edit.success && custom.success)
    return isOwnRecord(value as Record<string, unknown>)
      ? { ...edit.data, ...custom.data }
      : { ...custom.data, ...edit.data }
  for (const issue of failed.error?.issues ?? []) context.addIssue(issue as never)
  return z.NEVER
})

export const editedItem = documentedAs(readEditedItem, z.object({ ...itemEdit.wire.shape, ...customEdit.wire.shape }))

export const removedItem = resource(itemNames, { variantId: productKey }).reader

/** In the order of their weight. */
export const priorities = ['must-have', 'would-love', 'nice'] as const
export type ItemPriority = (typeof priorities)[number]

const additions = resource(itemAdditionNames, {
  priority: z.enum(priorities).optional(),
  desired: z.int().optional(),
  received: z.int().optional(),
  position: z.int().optional(),
})

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
  deviceId: z.string(),
  createdAt: z.int(),
  updatedAt: z.int(),
  updatedBy: z.string().nullable(),
  productHash: z.string(),
  partitionKey: z.string(),
  recordType: z.int(),
  additions: additions.wire.strict().optional(),
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
