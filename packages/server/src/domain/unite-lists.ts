/** Uniting lists in the database: items by variant, the words of the lists, and the old id as an alias. */
import type { Sql } from '../database/connect.ts'
import { type ItemsByList, type ListRow, readItems, saveItems } from './list-rows.ts'
import type { Pair } from './merge-plan.ts'
import type { ItemBefore, ListBefore, Merge } from './merge-record.ts'
import type { Store } from './stores.ts'
import { uniteHeads, uniteItems } from './unite.ts'

/** What was there before each list and each item that was united, in order. */
export type Union = { lists: ListBefore[]; items: ItemBefore[] }

/** Several lists may go into one. */
export async function uniteLists(sql: Sql, store: Store, merge: Merge, pairs: Pair[]): Promise<Union> {
  const brought = await readItems(sql, store, listIdsOf(pairs, 'from'))
  const variantIds = [...new Set([...brought.values()].flatMap((items) => [...items.keys()]))]
  const own = await readItems(sql, store, listIdsOf(pairs, 'into'), variantIds)
  const heads = new Map(pairs.map(({ into }) => [into.listId, { row: into.row, added: 0 }]))
  const union: Union = { lists: [], items: [] }
  for (const { from, into } of pairs) {
    const head = heads.get(into.listId)!
    const which = { mergeId: merge.mergeId, guestListId: from.listId }
    union.lists.push({ ...which, listId: into.listId, before: head.row })
    head.row = uniteHeads(head.row, from.row, merge.mergedAt)
    const held = own.get(into.listId)!
    for (const [variantId, item] of brought.get(from.listId)!) {
      const before = held.get(variantId) ?? null
      if (!before) head.added++
      union.items.push({ ...which, variantId, before })
      held.set(variantId, uniteItems(before, item))
    }
  }
  await saveItems(sql, store, placed(own))
  await saveHeads(sql, store, heads)
  await leaveAliases(sql, store, merge, pairs)
  return union
}

const listIdsOf = (pairs: Pair[], side: keyof Pair) => [...new Set(pairs.map((pair) => pair[side].listId))]

const placed = (lists: ItemsByList) =>
  [...lists].flatMap(([listId, items]) => [...items.values()].map((item) => ({ ...item, list_id: listId })))

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

/** The united list goes; its id, and every older id that led to it, lead to the list it went into. */
async function leaveAliases(sql: Sql, { storeId }: Store, { mergeId }: Merge, pairs: Pair[]): Promise<void> {
  const from = pairs.map((pair) => pair.from.listId)
  const into = pairs.map((pair) => pair.into.listId)
  await sql`
    update list_aliases
    set list_id = pair.into_id
    from unnest(${from}::uuid[], ${into}::uuid[]) as pair (from_id, into_id)
    where list_aliases.store_id = ${storeId}
      and list_aliases.list_id = pair.from_id`
  await sql`
    delete from lists
    where store_id = ${storeId}
      and list_id = any(${from})`
  await sql`
    insert into list_aliases (store_id, alias_id, list_id, merge_id)
    select ${storeId}, from_id, into_id, ${mergeId}
    from unnest(${from}::uuid[], ${into}::uuid[]) as pair (from_id, into_id)`
}
