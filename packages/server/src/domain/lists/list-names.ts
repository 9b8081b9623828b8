/**
 * Names of a shopper's lists. On creation a name must be free: no active list of the shopper has it, whatever its type, in any
 * letter case. A rename, a merge and unarchiving may repeat a name. The shopper's row must be locked, so that no other call can
 * add a list of this name meanwhile.
 */
import { nameTaken } from '@heartbell/contract/refusals'
import type { Sql } from '../../database/connect.ts'
import type { Shopper } from '../shoppers/shoppers.ts'

export async function isNameTaken(sql: Sql, { store, shopperId }: Shopper, name: string): Promise<boolean> {
  const [taken] = await sql`
    select list_id
    from lists
    where store_id = ${store.storeId}
      and shopper_id = ${shopperId}
      and lower(btrim(name)) = lower(btrim(${name}))
      and not archived
    limit 1`
  return taken !== undefined
}

export async function refuseTakenName(sql: Sql, who: Shopper, name: string): Promise<void> {
  if (await isNameTaken(sql, who, name)) throw nameTaken(name)
}

/** For a list that is created by itself: the name, or the name with the first free number. */
export async function findFreeName(sql: Sql, { store, shopperId }: Shopper, name: string): Promise<string> {
  const [free] = await sql<{ name: string }[]>`
    select wanted.name
    from (
      select ${name}::text || case when place = 1 then '' else ' ' || place end as name, place
      -- one more than the lists there are, so that one is free
      from generate_series(1, (
        select count(*) + 1
        from lists
        where store_id = ${store.storeId}
          and shopper_id = ${shopperId}
      )) as place
    ) wanted
    where not exists (
      select from lists
      where store_id = ${store.storeId}
        and shopper_id = ${shopperId}
        and lower(btrim(lists.name)) = lower(wanted.name)
        and not archived
    )
    order by wanted.place
    limit 1`
  return free!.name
}
