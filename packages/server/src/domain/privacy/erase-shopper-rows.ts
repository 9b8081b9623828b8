/**
 * Deletes the rows of shoppers. What remains is the keyed id and the number of ended sessions: ids are made from the address, so
 * without that number a session from before the erasure would open the account of the next login.
 */
import type { Sql } from '../../database/connect.ts'
import { markEndedSessions } from '../stores/stores.ts'

/** A condition: the row has nothing else. It describes nobody, and repeating an erasure changes nothing. */
export const onlyEpoch = `(
  email is null
  and phone is null
  and merged_into is null
  and last_login_at is null
  and session_epoch > 0
)`

/** Children go with the rows. Returns how many had more than the number of ended sessions. */
export async function eraseShopperRows(sql: Sql, storeId: number, shopperIds: string[]): Promise<number> {
  await sql`
    delete from silent_lists
    using lists
    where silent_lists.store_id = ${storeId}
      and lists.store_id = ${storeId}
      and lists.list_id = silent_lists.list_id
      and lists.shopper_id = any(${shopperIds}::uuid[])`
  const [erased] = await sql<{ shoppers: number; guests: number }[]>`
    with gone as (
      delete from shoppers
      where store_id = ${storeId}
        and shopper_id = any(${shopperIds}::uuid[])
      returning shopper_id, session_epoch, email is null as is_guest, ${sql.unsafe(onlyEpoch)} as is_only_epoch
    ),
    remaining as (
      insert into shoppers (store_id, shopper_id, session_epoch)
      select ${storeId}, shopper_id, case when is_only_epoch then session_epoch else session_epoch + 1 end
      from gone
    )
    select count(*) filter (where not is_only_epoch) as shoppers,
      count(*) filter (where is_guest and not is_only_epoch) as guests
    from gone`
  // Accounts read their row at every login; guests do so only in stores with this mark.
  if (erased!.guests > 0) await markEndedSessions(sql, storeId)
  return erased!.shoppers
}

/** The same for every shopper of a store. Guests who never signed in leave nothing: their sessions open no account. */
export async function eraseAllShopperRows(sql: Sql, storeId: number): Promise<void> {
  await sql`delete from silent_lists where store_id = ${storeId}`
  await sql`
    with gone as (
      delete from shoppers
      where store_id = ${storeId}
      returning shopper_id, session_epoch, ${sql.unsafe(onlyEpoch)} as is_only_epoch,
        coalesce(email, phone, merged_into::text, last_login_at::text) is not null as has_signed_in
    )
    insert into shoppers (store_id, shopper_id, session_epoch)
    select ${storeId}, shopper_id, case when is_only_epoch then session_epoch else session_epoch + 1 end
    from gone
    where has_signed_in
      or is_only_epoch`
  await markEndedSessions(sql, storeId)
}
