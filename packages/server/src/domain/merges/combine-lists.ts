/** Combines lists in the database: items by variant, the lists' own fields, and the old id as an alias. */
import type { Sql } from '../../database/connect.ts'
import { recountBytes } from '../items/item-quotas.ts'
import { largeList, markListsForRemoval } from '../lists/remove-large-lists.ts'
import { combineItems } from '../rows/combine-items.ts'
import { type ListRow, readItemBatches, readItems, saveItems } from '../rows/list-snapshots.ts'
import type { Store } from '../stores/stores.ts'
import type { ListPair } from './merge-plan.ts'
import type { ItemBefore, ListBefore, Merge } from './merge-record.ts'
import { combineHeads } from './merge-rules.ts'

type SaveItemsBefore = (items: ItemBefore[]) => Promise<void>

/**
 * Several lists may be combined into one. Returns the state of the account's list before each combination, in order; `saveBefore`
 * gets the same for items, in batches.
 */
export async function combineLists(
  sql: Sql,
  store: Store,
  merge: Merge,
  pairs: ListPair[],
  saveBefore: SaveItemsBefore = async () => {},
): Promise<ListBefore[]> {
  const heads = new Map(pairs.map(({ into }) => [into.listId, { row: into.row, added: 0 }]))
  const lists: ListBefore[] = []
  for (const { from, into } of pairs) {
    const head = heads.get(into.listId)!
    const which = { mergeId: merge.mergeId, guestListId: from.listId }
    lists.push({ ...which, listId: into.listId, before: head.row })
    head.row = combineHeads(head.row, from.row, merge.mergedAt)
    for await (const brought of readItemBatches(sql, store, from.listId)) {
      const own = (await readItems(sql, store, [into.listId], [...brought.keys()])).get(into.listId)!
      const combined = [...brought.values()].map((item) => combineItems(own.get(item.variant_id) ?? null, item))
      head.added += brought.size - own.size
      await saveItems(
        sql,
        store,
        combined.map((item) => ({ ...item, list_id: into.listId })),
      )
      await saveBefore(
        [...brought.keys()].map((variantId) => ({ ...which, variantId, before: own.get(variantId) ?? null })),
      )
    }
  }
  await saveHeads(sql, store, heads)
  await recountBytes(sql, store, [...heads.keys()])
  await leaveAliases(sql, store, merge, pairs)
  return lists
}

async function saveHeads(sql: Sql, { storeId }: Store, heads: Map<string, { row: ListRow; added: number }>) {
  const rows = [...heads].map(([listId, { row, added }]) => ({ ...row, list_id: listId, added }))
  await sql`
    update lists
    set item_count = item_count + head.added,
        note = head.note,
        properties = head.properties,
        description = head.description,
        updated_at = head.updated_at
    from jsonb_to_recordset(${sql.json(rows as never)}) as head (
      list_id uuid, added integer, note text, properties jsonb, description jsonb, updated_at timestamptz
    )
    where lists.store_id = ${storeId}
      and lists.list_id = head.list_id`
}

/** Deletes the combined lists; their ids, and all aliases of them, become aliases of the list they were combined into. */
async function leaveAliases(sql: Sql, { storeId }: Store, { mergeId }: Merge, pairs: ListPair[]): Promise<void> {
  const from = pairs.map((pair) => pair.from.listId)
  const into = pairs.map((pair) => pair.into.listId)
  await sql`
    update list_aliases
    set list_id = pair.into_id
    from unnest(${from}::uuid[], ${into}::uuid[]) as pair (from_id, into_id)
    where list_aliases.store_id = ${storeId}
      and list_aliases.list_id = pair.from_id`
  await dropLists(sql, storeId, from)
  await sql`
    insert into list_aliases (store_id, alias_id, list_id, merge_id)
    select ${storeId}, from_id, into_id, ${mergeId}
    from unnest(${from}::uuid[], ${into}::uuid[]) as pair (from_id, into_id)`
}

/** Large lists are deleted in the background; their ids are aliases at once. */
async function dropLists(sql: Sql, storeId: number, listIds: string[]): Promise<void> {
  const large = await sql<{ listId: string }[]>`
    select list_id
    from lists
    where store_id = ${storeId}
      and list_id = any(${listIds})
      and item_count > ${largeList}`
  await markListsForRemoval(
    sql,
    storeId,
    large.map(({ listId }) => listId),
  )
  await sql`
    delete from lists
    where store_id = ${storeId}
      and list_id = any(${listIds})
      and item_count <= ${largeList}`
}
