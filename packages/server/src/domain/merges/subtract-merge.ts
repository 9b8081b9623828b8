/** Subtracts one merge from the account's list, also if other merges followed it. */
import type { Sql } from '../../database/connect.ts'
import { combineItems } from '../rows/combine-items.ts'
import { type ItemRow, type ListRow, readItems, saveItems } from '../rows/list-snapshots.ts'
import type { Store } from '../stores/stores.ts'
import {
  type ItemBefore,
  type Merge,
  type MergedItem,
  type MergedList,
  readLaterItems,
  readLaterLists,
  saveItemsBefore,
} from './merge-record.ts'
import { type Combine, combineHeads, headWithOwner, subtractMerge } from './merge-rules.ts'

export async function subtractItems(
  sql: Sql,
  store: Store,
  merge: Merge,
  list: MergedList,
  items: MergedItem[],
): Promise<void> {
  const { listId } = list
  const variantIds = items.map(({ variantId }) => variantId)
  const now = (await readItems(sql, store, [listId], variantIds)).get(listId)!
  const later = byVariant(await readLaterItems(sql, store, merge, list, variantIds))
  const changed: ItemRow[] = []
  const gone: string[] = []
  const rebased: ItemBefore[] = []
  for (const item of items) {
    const { variantId } = item
    const since = later.get(variantId) ?? []
    const done = subtractMerge<ItemRow>(combineItems, item, since, now.get(variantId) ?? null)
    rebased.push(...since.map((trace, index) => ({ ...trace, before: done.later[index]!.before })))
    if (done.now) changed.push(done.now)
    else if (now.has(variantId)) gone.push(variantId)
  }
  await saveItems(
    sql,
    store,
    changed.map((item) => ({ ...item, list_id: listId })),
  )
  await removeRows(sql, store, listId, gone)
  await saveItemsBefore(sql, store, rebased)
}

function byVariant(items: MergedItem[]): Map<string, MergedItem[]> {
  const found = new Map<string, MergedItem[]>()
  for (const item of items) found.set(item.variantId, [...(found.get(item.variantId) ?? []), item])
  return found
}

const removeRows = (sql: Sql, { storeId }: Store, listId: string, variantIds: string[]) => sql`
  with gone as (
    delete from items
    where store_id = ${storeId}
      and list_id = ${listId}
      and variant_id = any(${variantIds})
    returning 1
  )
  update lists
  set item_count = item_count - (select count(*) from gone)
  where store_id = ${storeId}
    and list_id = ${listId}`

export type SubtractedHead = { now: ListRow | null; later: MergedList[] }

/**
 * The fields of the account's list without this merge (null if the list would not exist), and the records of later merges as
 * they would be then. If the list came with this merge, the next merge's list would have moved unchanged.
 */
export async function subtractHead(
  sql: Sql,
  store: Store,
  merge: Merge,
  list: MergedList,
  own: { row: ListRow; email: string | null },
): Promise<SubtractedHead> {
  const later = await readLaterLists(sql, store, merge, list)
  const unite: Combine<DatedListRow> = (before, { mergedAt, ...brought }) =>
    before ? combineHeads(before, brought, mergedAt!) : headWithOwner(brought, own.email)
  const trace = ({ before, brought }: MergedList, mergedAt: string) => ({ before, brought: { ...brought, mergedAt } })
  const done = subtractMerge<DatedListRow>(
    unite,
    trace(list, merge.mergedAt),
    later.map((one) => trace(one, one.mergedAt)),
    own.row,
  )
  return { now: done.now, later: later.map((one, index) => ({ ...one, before: done.later[index]!.before })) }
}

type DatedListRow = ListRow & { mergedAt?: string }
