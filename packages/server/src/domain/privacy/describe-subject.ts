/** Everything a store has stored about a person, to hand out to them. */
import type { Sql } from '../../database/connect.ts'
import type { Store } from '../stores/stores.ts'
import { onlyEpoch } from './erase-shopper-rows.ts'
import { findSubject, type SubjectQuery } from './subjects.ts'

export type SubjectRecord = Record<string, unknown[]>

/** Each kind of record under its name; data about other people is not included. */
export async function describeSubject(sql: Sql, store: Store, who: SubjectQuery): Promise<SubjectRecord> {
  const { addresses, shopperIds } = await findSubject(sql, store, who)
  const { storeId } = store
  const [found] = await sql<SubjectRecord[]>`
    with own as (
      select *
      from subscriptions
      where store_id = ${storeId}
        and (address = any(${addresses}) or shopper_id = any(${shopperIds}::uuid[]))
    )
    select
      ${each(
        sql,
        sql`select email, phone, first_name, last_name, accepts_marketing, tags, preferences, platform_data, customer_told_at, last_login_at, created_at
        from shoppers where store_id = ${storeId} and shopper_id = any(${shopperIds}::uuid[]) and not ${sql.unsafe(onlyEpoch)}`,
      )} as shoppers,
      ${each(
        sql,
        sql`select list_id, name, type, note, properties, description, anonymous_read, archived, created_at, updated_at
        from lists where store_id = ${storeId} and shopper_id = any(${shopperIds}::uuid[])`,
      )} as lists,
      ${each(
        sql,
        sql`select item.list_id, variant_id, product_id, url, quantity, item.note, item.properties, label, title, price,
          priority, desired, received, position, item.created_at
        from items item join lists list on list.store_id = ${storeId} and list.list_id = item.list_id
        where item.store_id = ${storeId} and list.shopper_id = any(${shopperIds}::uuid[])`,
      )} as items,
      ${each(
        sql,
        sql`select list_id, record, deleted_at
        from deleted_lists where store_id = ${storeId} and shopper_id = any(${shopperIds}::uuid[])`,
      )} as deleted_lists,
      ${each(
        sql,
        sql`select item.list_id, item.record
        from deleted_items item join deleted_lists list on list.store_id = ${storeId} and list.list_id = item.list_id
        where item.store_id = ${storeId} and list.shopper_id = any(${shopperIds}::uuid[])`,
      )} as deleted_items,
      ${each(
        sql,
        sql`select medium, address, topic, variant_id, product_id, url, status, waiting_since, quantity, target_price, any_of, asked_variant_id,
          locale, time_zone, extras, told_at, created_at
        from own where store_id = ${storeId}`,
      )} as subscriptions,
      ${each(
        sql,
        sql`select subscription_id, topics, answered_at,
          array(
            select silent.list_id
            from silent_lists silent
            join lists list on list.store_id = ${storeId} and list.list_id = silent.list_id
            where silent.store_id = ${storeId} and list.shopper_id = alert.shopper_id
          ) as silent_lists
        from saved_alerts alert where alert.store_id = ${storeId} and shopper_id = any(${shopperIds}::uuid[])`,
      )} as saved_alerts,
      ${each(
        sql,
        sql`select news.variant_id, news.topic, news.list_id, price_before, price, found_at, news.told_at, told_price
        from saved_news news
        where news.store_id = ${storeId} and news.subscription_id in (select subscription_id from own)`,
      )} as saved_news,
      ${each(
        sql,
        sql`select event.subscription_id, step, reason, facts, happened_at
        from subscription_events event
        where event.store_id = ${storeId} and event.subscription_id in (select subscription_id from own)`,
      )} as timeline,
      ${each(
        sql,
        sql`select subscription_id, channel, status, reason, sent_at, delivered_at, clicked_at, facts
        from deliveries where store_id = ${storeId} and subscription_id in (select subscription_id from own)`,
      )} as deliveries,
      ${each(
        sql,
        sql`select medium, address, purpose, granted, text_version, text, locale, source, user_agent, given_at
        from consents where store_id = ${storeId} and address = any(${addresses})`,
      )} as consents,
      ${each(
        sql,
        sql`select medium, address, joins, chosen_at
        from mailing_choices where store_id = ${storeId} and address = any(${addresses})`,
      )} as mailing_choices,
      ${each(
        sql,
        sql`select purpose, recipient, sender_name, subject, body_text, status, sent_at, created_at
        from messages where store_id = ${storeId}
          and (recipient = any(${addresses}) or shopper_id = any(${shopperIds}::uuid[]))`,
      )} as messages,
      ${each(
        sql,
        sql`select order_id, variant_id, quantity, amount, currency, bought_at
        from purchases where store_id = ${storeId} and subscription_id in (select subscription_id from own)`,
      )} as purchases,
      ${each(
        sql,
        sql`select kind, product_id, variant_id, url, quantity, seen_at
        from seen_products where store_id = ${storeId} and shopper_id = any(${shopperIds}::uuid[])`,
      )} as seen_products`
  return found!
}

/** The rows of a query as one JSON array. */
const each = (sql: Sql, query: ReturnType<Sql>) => sql`
  (select coalesce(json_agg(row_to_json(one)), '[]') from (${query}) one)`
