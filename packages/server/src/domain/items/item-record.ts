/** The JSON of an item: the values saved with it, replaced by current catalog values where the catalog has the product. */
import { customItemAnswerNames, priorities } from '@heartbell/contract/items'
import { itemAdditionNames, itemNames } from '@heartbell/contract/names'
import type { Sql } from '../../database/connect.ts'
import { jsonObject, millis } from '../../database/json.ts'
import { productHash } from '../catalog/product-record.ts'
import type { Shopper } from '../shoppers/shoppers.ts'

/** The items of an answer, as JSON text. */
export type ItemsJson = string

/** Hides from other shoppers who created or changed a public list and its items, for whom and on which device. */
export const ifOwn = (column: string) => `case when list.is_own then ${column} end`

const columns = {
  itemId: 'item.item_id',
  listId: 'list.public_id',
  variantId:
    'case when item.variant_number is null then to_json(item.variant_id) else to_json(item.variant_number) end',
  productId:
    'case when item.product_number is null then to_json(item.product_id) else to_json(item.product_number) end',
  url: 'item.url',
  quantity: 'coalesce(item.quantity, 1)',
  note: 'item.note',
  properties: "coalesce(item.properties, '{}')",
  labels: "case when coalesce(item.label, '') = '' then '[]'::json else json_build_array(item.label) end",
  anyVariant: 'coalesce(item.any_variant, false)',
  title: 'coalesce(variant.title, item.title)',
  brand: "coalesce(variant.brand, item.brand, '')",
  sku: "coalesce(variant.sku, item.sku, '')",
  variantInfo: "coalesce(variant.variant_info, item.variant_info, '')",
  // Others see pictures of the catalog only. An address that a shopper gave could report who opens the list, and a path of the shop
  // could act there in the visitor's name: `/cart/clear`, `/account/logout`.
  imageUrl: `coalesce(variant.image_url, ${ifOwn('item.image_url')})`,
  price: 'coalesce(variant.price, item.price)',
  savedPrice: 'item.price',
  // a product that is no longer sold has no units
  stock: 'case when variant.deleted_at is null then variant.stock else 0 end',
  inactive: '(variant.deleted_at is not null)',
  // an empty text where it is hidden or not known: callers expect a string
  deviceId: `coalesce(${ifOwn('item.device_id')}, '')`,
  createdAt: millis('item.created_at'),
  updatedAt: millis('item.updated_at'),
  updatedBy: ifOwn('item.updated_by'),
  productHash: productHash('item.product_id'),
  partitionKey: 'list.public_id',
  recordType: '2',
}

const platformItem = `case
  when item.platform_item_id ~ '^(0|[1-9][0-9]{0,15})$' and item.platform_item_id::bigint <= 9007199254740991
    then to_json(item.platform_item_id::bigint)
  else to_json(item.platform_item_id)
end`

const customFields = jsonObject(
  {
    customTitle: customItemAnswerNames.customTitle,
    customPrice: customItemAnswerNames.customPrice,
    compareAtPrice: customItemAnswerNames.compareAtPrice,
    platformItemId: customItemAnswerNames.platformItemId,
    bundle: customItemAnswerNames.bundle,
    kind: customItemAnswerNames.kind,
  },
  {
    customTitle: 'item.title',
    customPrice: 'item.price',
    compareAtPrice: 'item.compare_at_price',
    platformItemId: platformItem,
    bundle: "coalesce(item.bundle, '[]')",
    kind: 'item.kind',
  },
)

/** Only what is set. */
const additions = `json_strip_nulls(${jsonObject(itemAdditionNames, {
  priority: `(array[${priorities.map((word) => `'${word}'`)}])[item.priority]`,
  desired: 'item.desired',
  received: 'item.received',
  position: 'item.position',
})})`

const { additions: _, ...plainNames } = itemNames
const plainItem = jsonObject(plainNames, columns)
const hasAdditions = 'num_nonnulls(item.priority, item.desired, item.received, item.position) > 0'

/**
 * For rows `item`, `variant` (its catalog entry, may be missing) and `list` (with `public_id` and `is_own`). Fields of custom items
 * and additions are appended as text: an object of its own for each combination makes the statement longer, and every add slower.
 */
export const itemJson = `case
  when item.kind = 'product' and not ${hasAdditions} then ${plainItem}
  else (
    left(${plainItem}::text, -1)
    || case when item.kind = 'product' then '' else ', ' || substr(left(${customFields}::text, -1), 2) end
    || case when ${hasAdditions} then ', "${itemNames.additions}" : ' || ${additions}::text else '' end
    || '}'
  )::json
end`

/**
 * The place of a row `item` in its owner's order, smallest first: where it was put, or else its creation time. Ties come newest
 * first, by the item's id downwards, as where items are sorted by time.
 */
export const ownPlace = `coalesce(item.position, -1000 * ${millis('item.created_at')})`

/** The catalog entry of each item. */
export const joinVariantOfItem = `left join variants variant
  on variant.store_id = item.store_id
  and variant.variant_id = item.variant_id`

/** The columns of the item's list that its record needs. Only owners change items, so the list is the caller's own. */
export const joinListOfItem = (sql: Sql, { store }: Pick<Shopper, 'store'>) => sql`
  cross join lateral (
    select ${store.prefix}::text || replace(item.list_id::text, '-', '') as public_id, true as is_own
  ) list`
