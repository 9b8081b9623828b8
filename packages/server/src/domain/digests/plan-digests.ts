/** Makes messages about saved items: finds who is to be told of the changes, waits `digest-window`, and queues one message each. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { savedCause, savedTopic } from '../rules/saved-items.ts'
import { isOpen } from '../rules/subscription-states.ts'
import { scheduleWork } from '../schedule/scheduled-work.ts'
import { newId } from '../secrets/ids.ts'
import type { Store } from '../stores/stores.ts'
import { enrolSavers } from './enrol-savers.ts'
import { findNews } from './find-news.ts'
import { claimSavedChanges } from './saved-changes.ts'

/** In one transaction: about 20,000 rows of news of products that 20 people saved. */
const changesAtOnce = 1000
const digestsAtOnce = 1000
const ripeAtOnce = 20_000

/** While a message waits or is being sent, what comes meanwhile joins it or is looked at again after this many milliseconds. */
const again = 5 * 60_000

/** One step of the store's work; true when there may be more at once. */
export async function planDigests(sql: Database, store: Store): Promise<boolean> {
  return await transaction(sql, async (sql) => {
    const { storeId, settings } = store
    // Two workers would make two messages of the same news. The other one goes on.
    const [lock] = await sql<{ isMine: boolean }[]>`
      select pg_try_advisory_xact_lock(hashtextextended('saved items', ${storeId})) as is_mine`
    if (!lock!.isMine) return false
    await claimWakes(sql, storeId)
    const changes = await claimSavedChanges(sql, storeId, changesAtOnce)
    if (changes.length > 0 && settings.savedAlerts !== 'off') {
      if (settings.savedAlerts === 'on') await enrolSavers(sql, store, changes)
      if ((await findNews(sql, store, changes)) > 0) await lookAgain(sql, storeId, settings.digestWindow ?? 0)
    }
    const isMore = changes.length === changesAtOnce
    const { made, waiting } = isMore ? { made: 0, waiting: 0 } : await makeDigests(sql, store)
    const hasMore = isMore || made === digestsAtOnce
    if (hasMore || waiting > 0) await lookAgain(sql, storeId, hasMore ? 0 : again)
    return hasMore
  })
}

async function claimWakes(sql: Sql, storeId: number): Promise<void> {
  await sql`
    delete from wakes
    where store_id = ${storeId}
      and work = 'saved'
      and due_at <= now()`
}

/** By the database's clock, which also says when news was found: another clock may be some milliseconds early, and then nobody looks. */
async function lookAgain(sql: Sql, storeId: number, after: number): Promise<void> {
  await sql`
    insert into wakes (store_id, work, due_at)
    values (${storeId}, 'saved', now() + ${after} * interval '1 millisecond')`
}

type RipePerson = { subscriptionId: string; isOpen: boolean; hasMessage: boolean }

/**
 * One message for each person whose first news is older than the window: a trigger for this one person, as a message out of turn.
 * Whoever has a message that is not sent yet gets no second one. Returns how many were made, and how many people wait like that.
 *
 * The people are read first and named in the next statements: in one statement the planner, who knows nothing of a table that has just
 * been filled, compared every person with all news (more than 30 seconds for 20,000 people).
 */
async function makeDigests(sql: Sql, store: Store): Promise<{ made: number; waiting: number }> {
  const people = await findRipe(sql, store)
  const ended = people.filter(({ isOpen }) => !isOpen)
  if (ended.length > 0) await dropNews(sql, store, ended)
  const ready = people.filter(({ isOpen, hasMessage }) => isOpen && !hasMessage).slice(0, digestsAtOnce)
  if (ready.length > 0) {
    await queueDigests(sql, store, ready)
    await scheduleWork(sql, store.storeId, [{ work: 'send' }])
  }
  return { made: ready.length, waiting: people.filter(({ isOpen, hasMessage }) => isOpen && hasMessage).length }
}

/** Each table is asked once for all of them: a lookup for each person read all due deliveries each time. */
async function findRipe(sql: Sql, { storeId, settings }: Store): Promise<RipePerson[]> {
  const ripe = await sql<{ subscriptionId: string }[]>`
    select distinct subscription_id
    from saved_news
    where store_id = ${storeId}
      and found_at <= now() - ${settings.digestWindow ?? 0} * interval '1 millisecond'
      and found_at is not null
      and trigger_id is null
    limit ${ripeAtOnce}`
  if (ripe.length === 0) return []
  const ids = ripe.map(({ subscriptionId }) => subscriptionId)
  const open = await sql<{ subscriptionId: string }[]>`
    select subscription_id
    from subscriptions
    where store_id = ${storeId}
      and subscription_id = any(${ids}::uuid[])
      and ${isOpen(sql)}`
  const due = await sql<{ subscriptionId: string }[]>`
    select subscription_id
    from deliveries
    where store_id = ${storeId}
      and subscription_id = any(${ids}::uuid[])
      and status = 'due'`
  const [isOpenId, isDueId] = [open, due].map((rows) => new Set(rows.map(({ subscriptionId }) => subscriptionId)))
  return ids.map((subscriptionId) => ({
    subscriptionId,
    isOpen: isOpenId!.has(subscriptionId),
    hasMessage: isDueId!.has(subscriptionId),
  }))
}

/** Nobody wants it any more. */
async function dropNews(sql: Sql, { storeId }: Store, people: RipePerson[]): Promise<void> {
  await sql`
    update saved_news
    set found_at = null
    where store_id = ${storeId}
      and subscription_id = any(${people.map(({ subscriptionId }) => subscriptionId)}::uuid[])
      and trigger_id is null`
}

async function queueDigests(sql: Sql, { storeId }: Store, people: RipePerson[]): Promise<void> {
  const ids = people.map(({ subscriptionId }) => subscriptionId)
  await sql`
    with chosen as materialized (
      select *
      from unnest(${ids}::uuid[], ${ids.map(newId)}::uuid[]) as chosen (subscription_id, trigger_id)
    ),
    news as (
      update saved_news
      set trigger_id = chosen.trigger_id
      from chosen
      where saved_news.store_id = ${storeId}
        and saved_news.subscription_id = any(${ids}::uuid[])
        and saved_news.subscription_id = chosen.subscription_id
        and saved_news.found_at is not null
        and saved_news.trigger_id is null
      returning saved_news.trigger_id, saved_news.subscription_id, saved_news.variant_id, saved_news.topic
    ),
    triggered as (
      insert into triggers (
        store_id, trigger_id, topic, variant_id, cause, facts, pacing, planned, planned_at, superseded_at, for_subscription_id
      )
      select ${storeId}, trigger_id, ${savedTopic}, '*' || subscription_id, ${savedCause},
        jsonb_build_object(
          'products', count(distinct variant_id), 'backinstock', count(*) filter (where topic = 'backinstock'),
          'pricedrop', count(*) filter (where topic = 'pricedrop'), 'lowstock', count(*) filter (where topic = 'lowstock')
        ),
        'everyone', 1, now(), now(), subscription_id
      from news
      group by trigger_id, subscription_id
    )
    insert into deliveries (store_id, subscription_id, trigger_id, channel, medium, due_at)
    select ${storeId}, subscription_id, trigger_id, 'email', 'email', now()
    from chosen`
}
