/** Reads the record of one of the shopper's own lists, in a transaction that has just created or locked it. */
import type { Sql } from '../../database/connect.ts'
import { type ItemSlice, listColumns, storeAndOwner } from '../items/list-access.ts'
import type { Shopper } from '../shoppers/shoppers.ts'
import { listJson } from './list-record.ts'

export async function readList(sql: Sql, who: Shopper, listId: string, slice: ItemSlice = {}): Promise<string> {
  const [row] = await sql<{ record: string }[]>`
    with ${storeAndOwner(sql, who)}
    select ${sql.unsafe(listJson(who.store))}::text as record
    from (
      select ${listColumns(sql, who, slice)}
      from lists list
      where list.store_id = ${who.store.storeId}
        and list.list_id = ${listId}
    ) list
    cross join store
    cross join owner`
  return row!.record
}
