/** The list that older calls mean by “wishlist”: the shopper's oldest wishlist that is not archived, created at first use. */
import type { NewItem } from '@heartbell/contract/items'
import { olderCallNames, olderItemNames } from '@heartbell/contract/names'
import { badSession } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { jsonObject, millis } from '../../database/json.ts'
import { variantLinkSql } from '../catalog/product-links.ts'
import { productKeyJson } from '../catalog/product-record.ts'
import { addItems } from '../items/add-items.ts'
import { removeItems } from '../items/edit-items.ts'
import { type ItemsJson, itemJson, joinVariantOfItem } from '../items/item-record.ts'
import { lockList } from '../items/items.ts'
import { listColumns } from '../items/list-access.ts'
import { publicListId } from '../secrets/ids.ts'
import { isSessionValid, type Shopper } from '../shoppers/shoppers.ts'
import { findFreeName } from './list-names.ts'
import { newestItemsJson } from './list-record.ts'
import { insertList } from './lists.ts'

const defaultName = 'My Wishlist'

/** The same order as fetch-lists: callers use its first list as the wishlist. */
const defaultList = (sql: Sql, { store, shopperId }: Shopper) => sql`
  from lists list
  where list.store_id = ${store.storeId}
    and list.shopper_id = ${shopperId}
    and list.type = 'wl'
    and not list.archived
  order by list.created_at, list.list_id
  limit 1`

async function findDefaultList(sql: Sql, who: Shopper): Promise<string | null> {
  const [list] = await sql<{ listId: string }[]>`
    select list.list_id
    ${defaultList(sql, who)}`
  return list ? publicListId(who.store.prefix, list.listId) : null
}

export async function fetchDefaultListItems(sql: Sql, who: Shopper): Promise<ItemsJson> {
  const [row] = await sql<{ admitted: boolean; items: ItemsJson }[]>`
    with me as (
      select ${isSessionValid(sql, who)} as admitted
    ),
    list as (
      select ${listColumns(sql, who)}
      ${defaultList(sql, who)}
    )
    select me.admitted, coalesce(
      (select ${sql.unsafe(newestItemsJson)}::text from list), '[]'
    ) as items
    from me`
  if (!row?.admitted) throw badSession()
  return row.items
}

const legacyProduct = `(${itemJson})::jsonb || ${jsonObject(olderItemNames, {
  shownTitle: 'coalesce(variant.title, item.title)',
  vendor: "coalesce(variant.brand, item.brand, '')",
  variantUrl: `coalesce(nullif(variant.variant_url, ''), ${variantLinkSql('item.url', 'item.variant_id', 'item.product_id')})`,
  units: 'case when variant.deleted_at is null then variant.stock else 0 end',
})}::jsonb`

const { variantId, savedAt, savedId, savedOn, deviceId, eventType } = olderCallNames
const legacySave = jsonObject(
  { variantId, savedAt, savedId, savedOn, deviceId, eventType },
  {
    variantId: productKeyJson('item.variant_id'),
    savedAt: millis('item.created_at'),
    savedId: 'item.item_id',
    savedOn: "to_char(item.created_at at time zone 'utc', 'YYYY-MM-DD')",
    deviceId: "coalesce(item.device_id, '')",
    // the number that older calls use for a save
    eventType: '4',
  },
)

/** Products and the times they were saved, each a JSON array, newest first. */
export async function fetchLegacyWishlist(sql: Sql, who: Shopper): Promise<{ products: string; savings: string }> {
  const [row] = await sql<{ products: string; savings: string }[]>`
    with list as (
      select ${listColumns(sql, who)}
      ${defaultList(sql, who)}
    ),
    item as (
      select item.*
      from list
      join items item
        on item.store_id = list.store_id
        and item.list_id = list.list_id
      order by item.created_at desc, item.item_id desc
      limit ${who.store.settings.previewItems}
    )
    select
      coalesce(json_agg(${sql.unsafe(legacyProduct)} order by item.created_at desc, item.item_id desc)::text, '[]') as products,
      coalesce(json_agg(${sql.unsafe(legacySave)} order by item.created_at desc, item.item_id desc)::text, '[]') as savings
    from item
    cross join list
    ${sql.unsafe(joinVariantOfItem)}`
  return row!
}

/** The shopper's row is locked, so a second call at the same time finds the list that the first created. */
export async function addToDefaultList(
  sql: Database,
  who: Shopper,
  email: string | null,
  items: NewItem[],
): Promise<void> {
  await transaction(sql, async (sql) => {
    const owner = await lockOrCreateShopper(sql, who, email)
    const found = await findDefaultList(sql, who)
    const make = async () => {
      const name = await findFreeName(sql, who, defaultName)
      return publicListId(who.store.prefix, await insertList(sql, who, { name, type: 'wl' }, owner, 2))
    }
    await addItems(sql, who, found ?? (await make()), items)
  })
}

/** A store may name a shopper by an address that never logged in: the account is created, but this is not a login. */
async function lockOrCreateShopper(
  sql: Sql,
  { store, shopperId }: Shopper,
  email: string | null,
): Promise<string | null> {
  const [row] = await sql<{ email: string | null }[]>`
    insert into shoppers (store_id, shopper_id, email)
    values (${store.storeId}, ${shopperId}, ${email})
    on conflict (store_id, shopper_id) do update
    set email = coalesce(shoppers.email, excluded.email),
        updated_at = now()
    returning email`
  return row!.email
}

/** Null for guests and for accounts that never logged in. */
export async function findShopperEmail(sql: Sql, { store, shopperId }: Shopper): Promise<string | null> {
  const [row] = await sql<{ email: string | null }[]>`
    select email
    from shoppers
    where store_id = ${store.storeId}
      and shopper_id = ${shopperId}`
  return row?.email ?? null
}

/** A variant that is not in the list is not an error. */
export async function removeFromDefaultList(sql: Database, who: Shopper, variantIds: string[]): Promise<void> {
  await transaction(sql, async (sql) => {
    const list = await findDefaultList(sql, who)
    if (list) await removeItems(sql, who, await lockList(sql, who, list), variantIds)
  })
}
