/** Save for later: the shopper's single list of that type. Each item of a call succeeds or fails by itself. */
import type { Refusal } from '@heartbell/contract/errors'
import type { ItemEdit, NewItem } from '@heartbell/contract/items'
import { customItemsDisabled, unknownItem, unknownProduct } from '@heartbell/contract/refusals'
import type { Sent } from '@heartbell/contract/save-for-later'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { addItems } from '../items/add-items.ts'
import { editItems, removeItems } from '../items/edit-items.ts'
import { lockForQuota } from '../items/item-quotas.ts'
import type { ItemsJson } from '../items/item-record.ts'
import { lockList } from '../items/items.ts'
import { publicListId } from '../secrets/ids.ts'
import { lockOrCreateShopper, requireSession, type Shopper } from '../shoppers/shoppers.ts'
import type { ListAttributes } from './change-list.ts'
import { findFreeName, refuseTakenName } from './list-names.ts'
import { fetchListPage, type ListPage, type ListPageRequest } from './list-page.ts'
import { savedForLater } from './list-types.ts'
import { insertList } from './lists.ts'
import { readList } from './read-list.ts'

const defaultName = 'Saved for later'

async function findSavedList(sql: Sql, { store, shopperId }: Shopper): Promise<string | null> {
  const [list] = await sql<{ listId: string }[]>`
    select list_id
    from lists
    where store_id = ${store.storeId}
      and shopper_id = ${shopperId}
      and type = ${savedForLater}
      and not archived`
  return list?.listId ?? null
}

/** Returns the internal id. The shopper's row is locked, so a second call at the same time finds the list that the first created. */
async function findOrCreateSavedList(sql: Sql, who: Shopper, what: ListAttributes): Promise<string> {
  await requireSession(sql, who)
  const { email } = await lockOrCreateShopper(sql, who)
  const found = await findSavedList(sql, who)
  if (found) return found
  if (what.name !== undefined) await refuseTakenName(sql, who, what.name)
  const name = what.name ?? (await findFreeName(sql, who, defaultName))
  return await insertList(sql, who, { ...what, name, type: savedForLater }, email, 1)
}

/** Returns the existing list, whatever its name, or creates it; its record as JSON text. */
export async function createSavedList(
  sql: Database,
  who: Shopper,
  what: ListAttributes & { name: string },
): Promise<string> {
  return await transaction(sql, async (sql) => await readList(sql, who, await findOrCreateSavedList(sql, who, what)))
}

export async function fetchSavedList(sql: Database, who: Shopper, requested: ListPageRequest): Promise<ListPage> {
  const make = () => transaction(sql, (sql) => findOrCreateSavedList(sql, who, {}))
  const listId = (await findSavedList(sql, who)) ?? (await make())
  return await fetchListPage(sql, who, publicListId(who.store.prefix, listId), requested)
}

export type PerItemResult = { done: ItemsJson; failed: { sent: unknown; refusal: Refusal }[] }

/** `check` returns why an item is refused; `act` changes the items that are not. */
type PerItemChange<Item> = {
  check(sql: Sql, listId: string, items: Item[]): Promise<(item: Item) => Refusal | undefined>
  act(sql: Sql, listId: string, items: Item[]): Promise<ItemsJson>
}

async function changePerItem<Item>(
  sql: Database,
  who: Shopper,
  publicId: string,
  sent: Sent<Item>[],
  { check, act }: PerItemChange<Item>,
): Promise<PerItemResult> {
  return await transaction(sql, async (sql) => {
    await lockForQuota(sql, who)
    const listId = await lockList(sql, who, publicId, savedForLater)
    const refuse = await check(sql, listId, sent.flatMap(({ item }) => item ?? []) as Item[])
    const checked = sent.map((one) => ({ ...one, refusal: one.refusal ?? refuse(one.item) }))
    const failed = checked.flatMap(({ sent, refusal }) => (refusal ? [{ sent, refusal }] : []))
    const good = checked.flatMap(({ item, refusal }) => (refusal ? [] : [item as Item]))
    return { done: good.length > 0 ? await act(sql, listId, good) : '[]', failed }
  })
}

export async function addSavedItems(sql: Database, who: Shopper, publicId: string, sent: Sent<NewItem>[]) {
  const { store } = who
  // The check below has the answer already; a product that leaves the catalog in between is added all the same.
  const unchecked = { ...who, store: { ...store, settings: { ...store.settings, catalog: 'open' as const } } }
  return await changePerItem(sql, who, publicId, sent, {
    check: async (sql, _listId, items) => {
      const known = store.settings.catalog === 'strict' ? await knownVariants(sql, who, items) : null
      return (item) => {
        if (item.custom) return store.settings.customItems ? undefined : customItemsDisabled()
        return known === null || known.has(item.variantId) ? undefined : unknownProduct(item.variantId)
      }
    },
    act: (sql, _listId, items) => addItems(sql, unchecked, publicId, items),
  })
}

async function knownVariants(sql: Sql, { store }: Shopper, items: NewItem[]): Promise<Set<string>> {
  const requested = items.flatMap((item) => (item.custom ? [] : [item.variantId]))
  const known = await sql<{ variantId: string }[]>`
    select variant_id
    from variants
    where store_id = ${store.storeId}
      and variant_id = any(${requested})
      and deleted_at is null`
  return new Set(known.map(({ variantId }) => variantId))
}

/** Returns the items as they were; also used for items moved to the cart. */
export async function removeSavedItems(
  sql: Database,
  who: Shopper,
  publicId: string,
  sent: Sent<{ variantId: string }>[],
) {
  return await changePerItem(sql, who, publicId, sent, {
    check: refuseMissing(who),
    act: (sql, listId, items) =>
      removeItems(
        sql,
        who,
        listId,
        items.map(({ variantId }) => variantId),
      ),
  })
}

export async function updateSavedItems(sql: Database, who: Shopper, publicId: string, sent: Sent<ItemEdit>[]) {
  return await changePerItem(sql, who, publicId, sent, {
    check: refuseMissing(who),
    act: (sql, listId, items) => editItems(sql, who, listId, items),
  })
}

const refuseMissing =
  ({ store }: Shopper) =>
  async (sql: Sql, listId: string, items: { variantId: string }[]) => {
    const there = await sql<{ variantId: string }[]>`
      select variant_id
      from items
      where store_id = ${store.storeId}
        and list_id = ${listId}
        and variant_id = any(${items.map(({ variantId }) => variantId)})`
    const present = new Set(there.map(({ variantId }) => variantId))
    return ({ variantId }: { variantId: string }) => (present.has(variantId) ? undefined : unknownItem(variantId))
  }
