/** Lists the items of a shopper's list for the merchant, newest first. */
import type { Sql } from '../../database/connect.ts'
import { resolveListAlias } from '../items/list-access.ts'
import { readListId } from '../secrets/ids.ts'
import type { Store } from '../stores/stores.ts'

export type ItemLine = {
  itemId: string
  variantId: string
  productId: string
  kind: string
  title: string
  variantInfo: string | null
  imageUrl: string | null
  url: string
  quantity: number
  note: string | null
  label: string | null
  savedPrice: number | null
  price: number | null
  stock: number | null
  createdAt: Date
}

const place = /^(\d{4}-\d\d-\d\dT[\d:.]+Z)~([0-9a-f]{8}-[0-9a-f-]{27})$/

export async function browseItems(
  sql: Sql,
  store: Store,
  publicId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<{ rows: ItemLine[]; next: string | null }> {
  const listId = readListId(store.prefix, publicId)
  if (!listId) return { rows: [], next: null }
  const [, at, id] = place.exec(after ?? '') ?? []
  const rows = await sql<ItemLine[]>`
    select item.item_id, item.variant_id, item.product_id, item.kind, coalesce(variant.title, item.title) as title,
      coalesce(variant.variant_info, item.variant_info) as variant_info,
      variant.image_url, item.url, coalesce(item.quantity, 1) as quantity,
      nullif(item.note, '') as note, nullif(item.label, '') as label, item.price::float8 as saved_price,
      coalesce(variant.price, item.price)::float8 as price, variant.stock, item.created_at
    from items item
    left join variants variant
      on variant.store_id = ${store.storeId}
      and variant.variant_id = item.variant_id
    where item.store_id = ${store.storeId}
      and item.list_id = ${resolveListAlias(sql, store, listId)}
      ${at && id ? sql`and (item.created_at, item.item_id) < (${at}::timestamptz, ${id}::uuid)` : sql``}
    order by item.created_at desc, item.item_id desc
    limit ${limit}`
  const last = rows.length === limit ? rows.at(-1)! : null
  return { rows, next: last && `${last.createdAt.toISOString()}~${last.itemId}` }
}
