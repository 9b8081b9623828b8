/** The owner of a list, by the list's public id. */
import { unknownList } from '@heartbell/contract/refusals'
import type { Sql } from '../../database/connect.ts'
import { listIdOf, resolveListAlias } from '../items/list-access.ts'
import type { OwnedList } from '../reports/browse-subscriptions.ts'
import type { Store } from '../stores/stores.ts'

export async function findOwnedList(sql: Sql, store: Store, publicId: string): Promise<OwnedList> {
  const [found] = await sql<OwnedList[]>`
    select list.list_id, list.shopper_id, shopper.email
    from lists list
    left join shoppers shopper
      on shopper.store_id = ${store.storeId}
      and shopper.shopper_id = list.shopper_id
    where list.store_id = ${store.storeId}
      and list.list_id = ${resolveListAlias(sql, store, listIdOf(store, publicId))}`
  if (!found) throw unknownList()
  return found
}
