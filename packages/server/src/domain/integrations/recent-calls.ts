/** What went to and came from somebody the store is connected to, of late. */
import type { Sql } from '../../database/connect.ts'
import type { Store } from '../stores/stores.ts'

export type RecentCall = { at: Date; way: 'out' | 'in'; what: string; state: string; detail: string | null }

const [mostLooked, mostShown] = [500, 20]

/** Among the newest few hundred only; older ones are in the outbox. */
export async function readRecentCalls(
  sql: Sql,
  { storeId }: Pick<Store, 'storeId'>,
  kind: string,
): Promise<RecentCall[]> {
  // Reports are stored under the provider's name, whichever of its connections received them.
  const provider = kind.replace(/-events$/, '')
  return await sql<RecentCall[]>`
    select at, way, what, state, detail
    from (
      select updated_at as at, 'out' as way, medium as what, status as state, coalesce(facts ->> 'detail', provider_id) as detail
      from (
        select *
        from deliveries
        where store_id = ${storeId}
          and status <> 'due'
        order by updated_at desc
        limit ${mostLooked}
      ) sent
      where provider = ${kind}
      union all
      select received_at, 'in', topic, status, reason
      from (
        select *
        from inbound_messages
        where store_id = ${storeId}
        order by received_at desc
        limit ${mostLooked}
      ) received
      where source = ${kind}
      union all
      select received_at, 'in', 'report', 'done', message_id
      from (
        select *
        from feedback_messages
        where store_id = ${storeId}
        order by received_at desc
        limit ${mostLooked}
      ) reported
      where source = ${provider}
    ) call
    order by at desc
    limit ${mostShown}`
}
