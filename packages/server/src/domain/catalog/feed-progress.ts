/** The progress of a feed import. */
import type { Sql } from '../../database/connect.ts'
import type { Store } from '../stores/stores.ts'

export type FeedProgress = { entries: number; isFinished: boolean }

/** Of the newest run with this fingerprint; zero without one. */
export async function readFeedProgress(sql: Sql, { storeId }: Store, fingerprint: string): Promise<FeedProgress> {
  const [run] = await sql<FeedProgress[]>`
    select entries, finished_at is not null as is_finished
    from feed_runs
    where store_id = ${storeId}
      and fingerprint = ${fingerprint}
    order by started_at desc
    limit 1`
  return run ?? { entries: 0, isFinished: false }
}
