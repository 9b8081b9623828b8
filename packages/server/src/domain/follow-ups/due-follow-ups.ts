/** Which stores have follow-ups to decide. */
import type { Sql } from '../../database/connect.ts'

/** One index lookup for each store. */
export const findStoresWithDueFollowUps = (sql: Sql) => sql<{ storeId: number; pid: string }[]>`
  -- every store: the engine goes from one to the next
  select store_id, pid
  from stores
  where asleep_since is null
    and exists (
      select from follow_ups
      where follow_ups.store_id = stores.store_id
        and due_at <= now()
    )`
