/** The numbers of stock messages that were heard, so that one sent again changes nothing; nobody sends one again after weeks. */
import type { Sql } from '../database/connect.ts'
import type { Store } from './stores.ts'

const keptFor = '30 days'

/** Gives how many, `most` at a time. */
export async function forgetOldStockMessages(sql: Sql, { storeId }: Store, most: number): Promise<number> {
  const gone = await sql`
    delete from stock_messages
    where store_id = ${storeId}
      and (source, message_id) in (
        select source, message_id
        from stock_messages
        where store_id = ${storeId}
          and received_at < now() - ${keptFor}::interval
        limit ${most}
      )`
  return gone.count
}
