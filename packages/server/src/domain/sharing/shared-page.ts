/** A public list as its page shows it to everyone: its name, the owner's first name and the items. */

import { listPageMarks } from '@heartbell/contract/names'
import type { Sql } from '../../database/connect.ts'
import { variantLinkSql } from '../catalog/product-links.ts'
import { joinVariantOfItem, ownPlace } from '../items/item-record.ts'
import { listIdOf, resolveListAlias } from '../items/list-access.ts'
import { storeOfListId } from '../secrets/ids.ts'
import type { Store, StoreCache } from '../stores/stores.ts'

/** Links open the saved variant, also where the catalog knows only the product's page. */
export const pageOfVariant = variantLinkSql('variant.url', 'variant.variant_id', 'variant.product_id')
const pageOfItem = variantLinkSql('item.url', 'item.variant_id', 'item.product_id')

export type SharedPageItem = {
  variantId: string
  productId: string
  title: string
  variantInfo: string | null
  catalogUrls: (string | null)[]
  /** As the shopper sent it. */
  url: string
  /** From the catalog only: an image URL from a shopper could track who opens the page. */
  imageUrl: string | null
  /** As the shopper sent it: shown only from the shop's own host. */
  price: number | null
  compareAtPrice: number | null
  currency: string | null
  quantity: number
  soldOut: boolean
}

export type SharedPage = {
  publicId: string
  listName: string
  firstName: string | null
  itemCount: number
  /** Of this page. */
  items: SharedPageItem[]
  page: number
  pages: number
}

/** The store that a public list id belongs to; the list need not exist. */
export async function findStoreOfList(stores: StoreCache, publicId: string): Promise<Store | null> {
  const storeId = storeOfListId(publicId)
  return storeId === null ? null : await stores.findByNumber(storeId)
}

/** The store's own page for a public list; null if it has none. */
export const ownPageOf = ({ settings }: Store, publicId: string): string | null =>
  settings.shareUrl?.replaceAll(listPageMarks.listId, publicId) ?? null

const itemsOnPage = 96

/** Null for a private, archived or unknown list, so that visitors cannot tell them apart. `page` counts from 1. */
export async function readSharedPage(
  sql: Sql,
  store: Store,
  publicId: string,
  page: number,
): Promise<SharedPage | null> {
  const [list] = await sql<Omit<SharedPage, 'page' | 'pages'>[]>`
    select ${store.prefix}::text || replace(list.list_id::text, '-', '') as public_id, list.name as list_name,
      list.item_count,
      (
        select first_name
        from shoppers
        where store_id = ${store.storeId}
          and shopper_id = list.shopper_id
      ) as first_name,
      (
        select coalesce(json_agg(json_build_object(
          'variantId', item.variant_id,
          'productId', item.product_id,
          'title', coalesce(variant.title, item.title),
          'variantInfo', variant.variant_info,
          'catalogUrls', json_build_array(variant.variant_url, ${sql.unsafe(pageOfVariant)}),
          'url', ${sql.unsafe(pageOfItem)},
          'imageUrl', variant.image_url,
          'price', coalesce(variant.price, item.price),
          'compareAtPrice', variant.compare_at_price,
          'currency', variant.currency,
          'quantity', coalesce(item.desired, item.quantity, 1),
          'soldOut', variant.deleted_at is not null
            or coalesce(variant.tracked and not variant.sells_when_empty and variant.stock <= 0, false)
        ) order by item.place, item.item_id desc), '[]')
        from (
          select item.*, ${sql.unsafe(ownPlace)} as place
          from items item
          where item.store_id = list.store_id
            and item.list_id = list.list_id
          order by place, item.item_id desc
          limit ${itemsOnPage}
          offset ${(page - 1) * itemsOnPage}
        ) item
        ${sql.unsafe(joinVariantOfItem)}
      ) as items
    from lists list
    where list.store_id = ${store.storeId}
      and list.list_id = ${resolveListAlias(sql, store, listIdOf(store, publicId))}
      and list.anonymous_read
      and not list.archived`
  return list ? { ...list, page, pages: Math.max(1, Math.ceil(list.itemCount / itemsOnPage)) } : null
}
