/** Imports saved items from another app: into the lists of the account with the e-mail address, with the original dates. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { type FoundProduct, type ProductReference, resolveProducts } from '../catalog/resolve-products.ts'
import { itemBytes, listBytes } from '../items/item-quotas.ts'
import { lastPathPart } from '../items/new-item.ts'
import { saverCountSteps } from '../items/saver-counts.ts'
import { findSuppressed } from '../messages/suppressions.ts'
import { newId } from '../secrets/ids.ts'
import { accountId } from '../secrets/tokens.ts'
import type { Store } from '../stores/stores.ts'

export type ImportedItem = {
  email: string
  /** Null: the wishlist, whatever its name. */
  list: string | null
  product: ProductReference
  title: string | null
  imageUrl: string | null
  price: number | null
  quantity: number | null
  note: string | null
  savedAt: Date | null
}

export type ItemImportOutcome = 'added' | 'there' | { wrong: string }

const defaultName = 'My Wishlist'

type ImportedItemRow = ImportedItem & FoundProduct & { place: number; shopperId: string; listKey: string }

/** Outcomes in the order of `imported`. May be repeated; sends no events. */
export async function importItems(
  sql: Database,
  store: Store,
  imported: readonly ImportedItem[],
): Promise<ItemImportOutcome[]> {
  return await transaction(sql, async (sql) => {
    const named = await resolveProducts(
      sql,
      store,
      imported.map(({ product }) => product),
    )
    const reasons = await findSuppressed(
      sql,
      store,
      imported.map(({ email }) => ({ medium: 'email', address: email })),
    )
    const wrongOf = (place: number) => {
      const product = named[place]!
      if (reasons[place] === 'erased') return 'the person’s data was erased at their request'
      if ('wrong' in product) return product.wrong
      const isRejectedStatement = store.settings.catalog === 'strict' && !product.isKnown
      return isRejectedStatement
        ? `variant ${product.variantId} is not in the catalog, and this store accepts only products of its catalog`
        : null
    }
    const rows = imported.flatMap((one, place): ImportedItemRow[] => {
      if (wrongOf(place)) return []
      const shopperId = accountId(store.tokenKey, one.email)
      const listKey = `${shopperId} ${one.list?.toLowerCase() ?? ''}`
      return [{ ...one, ...(named[place] as FoundProduct), place, shopperId, listKey }]
    })
    await lockAccounts(sql, store, rows)
    const lists = await findOrCreateLists(sql, store, rows)
    const added = new Set(await insertItems(sql, store, rows, lists))
    return imported.map((_, place) => {
      const wrong = wrongOf(place)
      return wrong ? { wrong } : added.has(place) ? 'added' : 'there'
    })
  })
}

/** Locked in one order, so that two imports cannot deadlock, and before lists are created for them. */
async function lockAccounts(sql: Sql, { storeId }: Store, rows: ImportedItemRow[]): Promise<void> {
  const emails = new Map(rows.map(({ shopperId, email }) => [shopperId, email]))
  await sql`
    insert into shoppers (store_id, shopper_id, email)
    select ${storeId}, shopper_id, email
    from unnest(${[...emails.keys()]}::uuid[], ${[...emails.values()]}::text[]) account (shopper_id, email)
    order by shopper_id
    on conflict (store_id, shopper_id) do update
    set email = excluded.email`
}

/** The list of each row: the oldest active list of that name, or a new one. */
async function findOrCreateLists(sql: Sql, { storeId }: Store, rows: ImportedItemRow[]): Promise<Map<string, string>> {
  const wanted = new Map<string, ImportedItemRow>()
  for (const row of rows) {
    const first = wanted.get(row.listKey)
    // A new list gets the name of its first row and the date of its oldest.
    if (!first) wanted.set(row.listKey, { ...row })
    else if (row.savedAt && (!first.savedAt || row.savedAt < first.savedAt)) first.savedAt = row.savedAt
  }
  const asked = [...wanted.values()].map(({ listKey, shopperId, email, list, savedAt }) => ({
    ...{ key: listKey, shopper_id: shopperId, email, name: list, list_id: newId() },
    saved_at: savedAt?.toISOString() ?? null,
  }))
  const found = await sql<{ key: string; listId: string }[]>`
    with asked as (
      select *
      from jsonb_to_recordset(${sql.json(asked)}) as asked (
        key text, shopper_id uuid, email text, name text, list_id uuid, saved_at timestamptz
      )
    ),
    known as (
      select distinct on (key) key, list.list_id
      from asked
      join lists list
        on list.store_id = ${storeId}
        and list.shopper_id = asked.shopper_id
        and list.type = 'wl'
        and not list.archived
        and (asked.name is null or lower(list.name) = lower(asked.name))
      order by key, list.created_at, list.list_id
    ),
    made as (
      insert into lists (store_id, list_id, shopper_id, name, created_by, updated_by, created_for, created_at)
      select ${storeId}, list_id, shopper_id, coalesce(name, ${defaultName}), email, email, email, coalesce(saved_at, now())
      from asked
      where key not in (select key from known)
      order by list_id
      returning list_id
    )
    select key, list_id
    from known
    union all
    select key, list_id
    from made
    join asked using (list_id)`
  return new Map(found.map(({ key, listId }) => [key, listId]))
}

/** Lists are locked before their items and counts change, as everywhere. */
async function insertItems(
  sql: Sql,
  store: Store,
  rows: ImportedItemRow[],
  lists: Map<string, string>,
): Promise<number[]> {
  const { storeId } = store
  const items = rows.map((row) => ({
    ...{ place: row.place, item_id: newId(), list_id: lists.get(row.listKey)!, shopper_id: row.shopperId },
    ...{ variant_id: row.variantId, product_id: row.productId, url: row.url, any_variant: row.isAnyVariant || null },
    ...{
      title: row.title,
      fallback: lastPathPart(row.url) || row.variantId,
      image_url: row.imageUrl,
      price: row.price,
    },
    ...{ quantity: row.quantity, note: row.note, saved_at: row.savedAt?.toISOString() ?? null },
  }))
  await sql`
    select from lists
    where store_id = ${storeId}
      and list_id = any(${[...lists.values()]}::uuid[])
    order by list_id
    for update`
  const added = await sql<{ place: number }[]>`
    with input as (
      select *
      from jsonb_to_recordset(${sql.json(items)}) as input (
        place integer, item_id uuid, list_id uuid, shopper_id uuid, variant_id text, product_id text, url text,
        any_variant boolean, title text, fallback text, image_url text, price numeric, quantity integer, note text,
        saved_at timestamptz
      )
    ),
    saved as (
      insert into items (
        store_id, list_id, item_id, variant_id, product_id, url, quantity, note, any_variant, title, brand, sku,
        variant_info, image_url, price, created_at
      )
      select ${storeId}, input.list_id, input.item_id, input.variant_id, input.product_id, input.url, input.quantity,
        input.note, input.any_variant, coalesce(input.title, variant.title, input.fallback), variant.brand, variant.sku,
        variant.variant_info, coalesce(input.image_url, variant.image_url), coalesce(input.price, variant.price),
        coalesce(input.saved_at, now())
      from input
      left join variants variant
        on variant.store_id = ${storeId}
        and variant.variant_id = input.variant_id
      order by input.place
      on conflict (store_id, list_id, variant_id) do nothing
      returning item_id, list_id, product_id, ${sql.unsafe(itemBytes('items'))} as bytes
    ),
    counted as (
      update lists
      set item_count = item_count + more.items,
          item_bytes = ${sql.unsafe(listBytes('lists'))} + more.bytes,
          updated_at = now()
      from (select list_id, count(*) as items, sum(bytes) as bytes from saved group by list_id) more
      where lists.store_id = ${storeId}
        and lists.list_id = more.list_id
    ),
    ${saverCountSteps(
      sql,
      store,
      sql`select input.shopper_id, saved.product_id, 1 as items from saved join input using (item_id)`,
    )}
    select place
    from saved
    join input using (item_id)`
  return added.map(({ place }) => place)
}
