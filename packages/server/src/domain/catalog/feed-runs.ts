/** One import of a feed: its progress, the variants it contains, and the variants missing from it at the end. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { newId } from '../secrets/ids.ts'
import type { Store } from '../stores/stores.ts'
import { emitEvents } from '../webhooks/events.ts'
import type { BulkVariantRow } from './bulk-variant-input.ts'
import { deleteProducts } from './catalog.ts'
import { saveVariantsInBulk } from './variant-differences.ts'

/** `requestId`: of the call that sent the feed; null for a feed that we fetched. */
export type FeedRun = { runId: string; entries: number; expectNew: boolean; requestId: string | null }

/** Resumes an unfinished import of the same feed if its progress is complete; otherwise starts a new one. */
export async function startFeedRun(
  sql: Database,
  { storeId }: Store,
  fingerprint: string,
  requestId: string | null = null,
): Promise<FeedRun> {
  return await transaction(sql, async (sql) => {
    await sql`select from stores where store_id = ${storeId} for update`
    const [open] = await sql<{ runId: string; entries: number; isWhole: boolean }[]>`
      select run_id, entries,
        items = (
          select coalesce(sum(cardinality(variant_ids)), 0)
          from feed_pages
          where feed_pages.store_id = ${storeId}
            and feed_pages.run_id = feed_runs.run_id
        ) as is_whole
      from feed_runs
      where store_id = ${storeId}
        and fingerprint = ${fingerprint}
        and finished_at is null
      order by started_at desc
      limit 1`
    const [known] = await sql`select from variants where store_id = ${storeId} limit 1`
    const expectNew = known === undefined
    if (open?.isWhole) return { runId: open.runId, entries: open.entries, expectNew, requestId }
    await deleteOpenRuns(sql, storeId)
    const runId = newId()
    await sql`insert into feed_runs (store_id, run_id, fingerprint) values (${storeId}, ${runId}, ${fingerprint})`
    return { runId, entries: 0, expectNew, requestId }
  })
}

async function deleteOpenRuns(sql: Sql, storeId: number): Promise<void> {
  await sql`
    delete from feed_pages
    where store_id = ${storeId}`
  await sql`
    delete from feed_runs
    where store_id = ${storeId}
      and (finished_at is null or started_at < now() - interval '30 days')`
}

/** `seen` includes variants whose entry was refused: they are in the feed and must not be removed. */
export type FeedBatch = { rows: BulkVariantRow[]; seen: string[]; entries: number }

/** Commits a batch together with the progress. */
export async function saveFeedBatch(sql: Database, store: Store, run: FeedRun, batch: FeedBatch) {
  const { storeId } = store
  const { expectNew, requestId } = run
  const taken = await transaction(sql, async (sql) => {
    // Both at once: the process is busy parsing the next batch, so each answer waits.
    const [taken] = await Promise.all([
      saveVariantsInBulk(sql, store, batch.rows, { source: 'feed', expectNew, requestId }),
      noteProgress(sql, storeId, run, batch),
    ])
    return taken
  })
  run.expectNew = taken.added * 2 > batch.rows.length
  return taken
}

async function noteProgress(
  sql: Sql,
  storeId: number,
  { runId }: FeedRun,
  { seen, entries }: FeedBatch,
): Promise<void> {
  await sql`
    with noted as (
      insert into feed_pages (store_id, run_id, entries, variant_ids)
      values (${storeId}, ${runId}, ${entries}, ${seen})
    )
    update feed_runs
    set entries = ${entries},
        items = items + ${seen.length}
    where store_id = ${storeId}
      and run_id = ${runId}`
}

/** Removing more than this share of a catalog needs a confirmation: a truncated feed looks the same. */
const maxRemovedShare = 0.3

export type FeedRemoval = { removed: number; held: number }

/** Variants that are not in the feed are no longer sold. */
export async function removeMissing(
  sql: Database,
  store: Store,
  run: FeedRun,
  confirmed: boolean,
): Promise<FeedRemoval> {
  const { storeId } = store
  const [counted] = await withoutNestedLoops(
    sql,
    (sql) => sql<{ live: number; missing: number }[]>`
      with seen as materialized (${variantsInFeed(sql, storeId, run)})
      select count(*) as live, count(*) filter (where seen.variant_id is null) as missing
      from variants variant
      left join seen using (variant_id)
      where variant.store_id = ${storeId}
        and variant.deleted_at is null`,
  )
  const { live, missing } = counted!
  if (missing > live * maxRemovedShare && !confirmed) return { removed: 0, held: missing }
  let removed = 0
  while (removed < missing) {
    const some = await withoutNestedLoops(
      sql,
      (sql) => sql<{ variantId: string }[]>`
        with seen as materialized (${variantsInFeed(sql, storeId, run)})
        select variant.variant_id
        from variants variant
        left join seen using (variant_id)
        where variant.store_id = ${storeId}
          and variant.deleted_at is null
          and seen.variant_id is null
        limit 50000`,
    )
    if (some.length === 0) break
    for (let from = 0; from < some.length; from += 5000) {
      const variantIds = some.slice(from, from + 5000).map(({ variantId }) => variantId)
      removed += await deleteProducts(sql, store, { variantIds, productIds: [] })
    }
  }
  return { removed, held: 0 }
}

/** The planner has no statistics of rows added a moment ago and would scan them once for each variant. */
const withoutNestedLoops = <Rows>(sql: Database, ask: (sql: Sql) => Promise<Rows>): Promise<Rows> =>
  transaction(sql, async (sql) => {
    await sql`set local enable_nestloop = off`
    return await ask(sql)
  })

/** Distinct, because a feed may repeat an id. */
const variantsInFeed = (sql: Sql, storeId: number, { runId }: FeedRun) => sql`
  select distinct unnest(variant_ids) as variant_id
  from feed_pages
  where feed_pages.store_id = ${storeId}
    and feed_pages.run_id = ${runId}`

export type FeedCounts = FeedRemoval & { products: number; added: number; changed: number; refused: number }

export async function finishFeedRun(sql: Database, store: Store, run: FeedRun, report: FeedCounts): Promise<void> {
  const { storeId } = store
  await transaction(sql, async (sql) => {
    await sql`
      update feed_runs
      set finished_at = now(),
          report = ${sql.json(report as never)}
      where store_id = ${storeId}
        and run_id = ${run.runId}`
    await sql`
      delete from feed_pages
      where store_id = ${storeId}
        and run_id = ${run.runId}`
    await emitEvents(sql, store, [{ type: 'import.finished', data: countsOf(report) }])
  })
}

/** The event data of any import, with the outcome as text. */
function countsOf({ products: count, added, changed, removed, refused, held }: FeedCounts) {
  const left = [...(refused > 0 ? [`${refused} refused`] : []), ...(held > 0 ? [`${held} removals held back`] : [])]
  const message = `${added} new, ${changed} changed, ${removed} no longer sold`
  return { source: 'feed', count, message, reason: left.join(', ') || null }
}
