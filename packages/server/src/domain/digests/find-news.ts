/** Who saved a changed product and wants to know: one row of news for each person, product and kind, in one statement. */
import type { Sql } from '../../database/connect.ts'
import { type NewsTopic, newsTopics, ruleOfNews } from '../rules/saved-items.ts'
import { isOpen } from '../rules/subscription-states.ts'
import type { Store } from '../stores/stores.ts'
import type { SavedChange } from './saved-changes.ts'

/** The same price is not news twice within 30 days; the same state of stock not within one. */
const toldPriceDays = 30
const toldStockDays = 1

/** Returns how many rows it wrote. Repeated, it finds the same. */
export async function findNews(sql: Sql, store: Store, changes: SavedChange[]): Promise<number> {
  const { storeId } = store
  const [found] = await sql<{ count: number }[]>`
    with changed as materialized (${changedRows(sql, changes)}),
    saved as (${savedBy(sql, store)}),
    found as (
      insert into saved_news as news (store_id, subscription_id, variant_id, topic, list_id, price_before, price, found_at)
      select distinct on (saved.subscription_id, saved.variant_id, saved.topic)
        ${storeId}, saved.subscription_id, saved.variant_id, saved.topic, saved.list_id, saved.price_before, saved.price, now()
      from saved
      left join saved_news known on known.store_id = ${storeId}
        and known.subscription_id = saved.subscription_id
        and known.variant_id = saved.variant_id
        and known.topic = saved.topic
      where ${isNews(sql, store, { found: 'saved', known: 'known' })}
        and not ${hasOwnAlert(sql, store)}
      -- saved in several lists: what saves the most
      order by saved.subscription_id, saved.variant_id, saved.topic, saved.price_before desc nulls last, saved.list_id
      on conflict (store_id, subscription_id, variant_id, topic) do update
      set list_id = excluded.list_id,
          price_before = excluded.price_before,
          price = excluded.price,
          -- the window begins with the first change that is not in a message
          found_at = case when news.trigger_id is null then coalesce(news.found_at, excluded.found_at) else excluded.found_at end,
          trigger_id = null
      -- asked again of the row as it is now: a message may have been settled while this statement waited for it
      where ${isNews(sql, store, { found: 'excluded', known: 'news' })}
      returning 1
    )
    select count(*)::integer as count
    from found`
  return found!.count
}

const changedRows = (sql: Sql, changes: SavedChange[]) => sql`
  select *
  from unnest(
    ${changes.map(({ variantId }) => variantId)}::text[], ${changes.map(({ topic }) => topic)}::text[],
    ${changes.map(({ priceBefore }) => priceBefore)}::numeric[]
  ) as changed (variant_id, topic, price_before)`

/** Items of the changed variants in lists that speak, of shoppers who want this kind of news. An item may stand for any variant. */
const savedBy = (sql: Sql, { storeId }: Store) => sql`
  select subscription.subscription_id, subscription.address, changed.variant_id, changed.topic, list.list_id,
    variant.product_id, variant.price, coalesce(item.price, changed.price_before) as price_before
  from changed
  join variants variant on variant.store_id = ${storeId}
    and variant.variant_id = changed.variant_id
    and variant.deleted_at is null
  join items item on item.store_id = ${storeId}
    and item.product_id = variant.product_id
    and (item.variant_id = changed.variant_id or (item.any_variant and changed.topic = 'backinstock'))
  join lists list on list.store_id = ${storeId}
    and list.list_id = item.list_id
    and not list.archived
  join saved_alerts alert on alert.store_id = ${storeId}
    and alert.shopper_id = list.shopper_id
    and changed.topic = any(alert.topics)
  join subscriptions subscription on subscription.store_id = ${storeId}
    and subscription.subscription_id = alert.subscription_id
    and subscription.status <> 'unconfirmed'
    and ${isOpen(sql, 'subscription.status')}
  where not exists (
    select from silent_lists silent
    where silent.store_id = ${storeId}
      and silent.list_id = list.list_id
  )`

/** `found`: what changed; `known`: the row of the same news, with what was told. */
const isNews = (sql: Sql, { settings: { priceDropMin } }: Store, names: { found: string; known: string }) => {
  const [found, known] = [sql.unsafe(names.found), sql.unsafe(names.known)]
  return sql`
  case
    when ${found}.topic = 'pricedrop' then
      ${found}.price < ${found}.price_before
      and ${found}.price <= ${found}.price_before * (1 - ${priceDropMin}::numeric)
      and (
        ${known}.told_at is null
        or ${known}.told_at < now() - ${toldPriceDays} * interval '1 day'
        or (${found}.price < ${known}.told_price and ${found}.price <= ${known}.told_price * (1 - ${priceDropMin}::numeric))
      )
    else ${known}.told_at is null or ${known}.told_at < now() - ${toldStockDays} * interval '1 day'
  end`
}

/** The person has an alert for this very thing, with its own target price or place in line: that one speaks. */
const hasOwnAlert = (sql: Sql, { storeId, topics }: Store) => {
  const named = newsTopics.flatMap((topic) => topicsOf(topics, topic).map((own) => ({ topic, own })))
  return sql`exists (
    select from unnest(${named.map(({ topic }) => topic)}::text[], ${named.map(({ own }) => own)}::text[]) as kind (topic, own)
    join subscriptions own on own.store_id = ${storeId}
      and own.address = saved.address
      and own.medium = 'email'
      and own.topic = kind.own
    where kind.topic = saved.topic
      and (own.variant_id = saved.variant_id or own.any_of = saved.product_id)
      and ${isOpen(sql, 'own.status')}
      -- one that was notified long ago has ended
      and (own.told_at is null or own.told_at > now() - interval '1 day')
  )`
}

const topicsOf = (topics: Store['topics'], news: NewsTopic) =>
  topics.filter(({ rule, enabled }) => enabled && rule === ruleOfNews[news]).map(({ topic }) => topic)
