/**
 * The feed of a store's events: read page by page, each event once, none skipped. Transactions commit in another order than they
 * begin, so an event gets its place when it is read and not when it is written: whatever commits later gets a later place.
 */
import { badEventCursor, eventCursorTooOld, eventFeedOff } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import type { Store } from '../stores/stores.ts'

export type FeedEvent = { eventId: string; type: string; timestamp: string; data: Record<string, unknown> }

/** `cursor`: after the last event of the page; the same call again with it gives what has happened since. */
export type FeedPage = { events: FeedEvent[]; cursor: string; hasMore: boolean }

type FeedRow = { eventId: string; type: string; body: string; position: number; createdAt: Date }
type Feed = { lastPosition: number; prunedUntil: Date | null; now: Date }
type FeedCursor = { position: number; at: number }

/** No transaction takes longer, and clocks of servers do not differ by more. */
const margin = 10 * 60_000

export async function readEvents(
  sql: Database,
  store: Store,
  { after, limit = 100 }: { after?: string | undefined; limit?: number | undefined },
): Promise<FeedPage> {
  if (store.settings.eventFeed === 'off') throw eventFeedOff()
  const cursor = after === undefined ? { position: 0, at: 0 } : readCursor(store, after)
  return await transaction(sql, async (sql) => {
    const feed = await lockFeed(sql, store)
    if (cursor.position > feed.lastPosition) throw badEventCursor()
    // A reader that starts anew misses nothing that it has asked for.
    if (after !== undefined && (feed.prunedUntil?.getTime() ?? 0) > cursor.at - margin) throw eventCursorTooOld()
    // One more than the page, to know whether there is more.
    const numbered = await readNumbered(sql, store, cursor.position, limit + 1)
    const fresh = await numberNext(sql, store, feed, limit + 1 - numbered.length)
    const rows = [...numbered, ...fresh]
    const page = fitting(rows.slice(0, limit))
    const hasMore = rows.length > page.length
    // At its end the page contains everything until now, but for transactions that have not committed.
    const at = hasMore ? page.at(-1)!.createdAt.getTime() : feed.now.getTime()
    const position = page.at(-1)?.position ?? cursor.position
    return { events: page.map(showEvent), cursor: writeCursor(store, { position, at }), hasMore }
  })
}

/** A page of the largest events would have 19 MB. */
const mostBytes = 1024 * 1024

/** The first events that fit into an answer; at least one. */
function fitting(rows: FeedRow[]): FeedRow[] {
  let bytes = 0
  const tooMany = rows.findIndex(({ body }, place) => {
    bytes += Buffer.byteLength(body)
    return place > 0 && bytes > mostBytes
  })
  return tooMany < 0 ? rows : rows.slice(0, tooMany)
}

/** Readers of one store take turns. */
async function lockFeed(sql: Sql, { storeId }: Store): Promise<Feed> {
  await sql`
    insert into event_feeds (store_id)
    values (${storeId})
    on conflict (store_id) do nothing`
  const [feed] = await sql<Feed[]>`
    select last_position, pruned_until, now() as now
    from event_feeds
    where store_id = ${storeId}
    for update`
  return feed!
}

const readNumbered = (sql: Sql, { storeId }: Store, after: number, most: number) => sql<FeedRow[]>`
  select event_id, type, body, position, created_at
  from webhook_events
  where store_id = ${storeId}
    and position > ${after}
  order by position
  limit ${most}`

/** Gives places to the next events that have none; their ids ascend with time. */
async function numberNext(sql: Sql, { storeId }: Store, { lastPosition }: Feed, most: number): Promise<FeedRow[]> {
  if (most <= 0) return []
  const rows = await sql<FeedRow[]>`
    with next as materialized (
      select event_id
      from webhook_events
      where store_id = ${storeId}
        and position is null
      order by event_id
      limit ${most}
      for update
    ),
    numbered as (
      update webhook_events event
      set position = ${lastPosition}::bigint + next.place
      from (
        select event_id, row_number() over (order by event_id) as place
        from next
      ) next
      where event.store_id = ${storeId}
        and event.event_id = next.event_id
      returning event.event_id, event.type, event.body, event.position, event.created_at
    ),
    noted as (
      update event_feeds
      set last_position = ${lastPosition}::bigint + (select count(*) from numbered)
      where store_id = ${storeId}
    )
    select *
    from numbered
    order by position`
  return rows
}

/** For retention: the newest event that it deleted. A cursor from before that may have missed some. */
export async function noteDeletedEvents(sql: Sql, storeId: number, newest: Date): Promise<void> {
  await sql`
    insert into event_feeds (store_id, pruned_until)
    values (${storeId}, ${newest})
    on conflict (store_id) do update
    set pruned_until = greatest(event_feeds.pruned_until, excluded.pruned_until)`
}

function showEvent({ eventId, type, body, createdAt }: FeedRow): FeedEvent {
  const { timestamp = createdAt.toISOString(), data = {} } = JSON.parse(body) as Partial<FeedEvent>
  return { eventId, type, timestamp, data }
}

const writeCursor = ({ prefix }: Store, { position, at }: FeedCursor) =>
  Buffer.from(`${prefix}.${position}.${at}`).toString('base64url')

/** Callers treat it as opaque. The store's prefix refuses the cursor of another store. */
function readCursor({ prefix }: Store, text: string): FeedCursor {
  const [, of, position, at] = /^(.+)\.(\d{1,15})\.(\d{1,15})$/.exec(Buffer.from(text, 'base64url').toString()) ?? []
  if (of !== prefix) throw badEventCursor()
  return { position: Number(position), at: Number(at) }
}
