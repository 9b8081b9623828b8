/** What a message about saved items says: its news, with the products as they are now. */
import type { Sql } from '../../database/connect.ts'
import { isEnoughCheaper, type NewsTopic, newsRules, noTopic } from '../rules/saved-items.ts'
import type { Store } from '../stores/stores.ts'

export type DigestLine = {
  subscriptionId: string
  topic: NewsTopic
  variantId: string
  productId: string
  foundAt: Date
  listId: string
  listName: string | null
  /** The shopper still has it in a list that speaks, and still wants this kind of news. */
  isWanted: boolean
  priceBefore: number | null
  title: string | null
  variantInfo: string | null
  imageUrl: string | null
  url: string | null
  variantUrl: string | null
  price: number | null
  currency: string | null
  stock: number | null
  isCounted: boolean
  isDeleted: boolean
}

/** By subscription. The news of this message, and what was found since it was queued. Newest first. */
export async function readDigests(
  sql: Sql,
  storeId: number,
  messages: readonly { subscriptionId: string; triggerId: string }[],
): Promise<Map<string, DigestLine[]>> {
  const rows = await sql<DigestLine[]>`
    select news.subscription_id, news.topic, news.variant_id, variant.product_id, news.found_at, news.list_id,
      list.name as list_name, ${isWanted(sql, storeId)} as is_wanted, news.price_before::float8, variant.title,
      variant.variant_info, variant.image_url, variant.url, variant.variant_url, variant.price::float8, variant.currency,
      variant.stock, variant.tracked and not variant.sells_when_empty as is_counted, variant.deleted_at is not null as is_deleted
    from unnest(
      ${messages.map(({ subscriptionId }) => subscriptionId)}::uuid[], ${messages.map(({ triggerId }) => triggerId)}::uuid[]
    ) as message (subscription_id, trigger_id)
    join saved_news news on news.store_id = ${storeId}
      and news.subscription_id = message.subscription_id
      and news.found_at is not null
      and (news.trigger_id is null or news.trigger_id = message.trigger_id)
    join variants variant on variant.store_id = ${storeId}
      and variant.variant_id = news.variant_id
    left join lists list on list.store_id = ${storeId}
      and list.list_id = news.list_id
    order by news.found_at desc, news.variant_id, news.topic`
  const lines = new Map<string, DigestLine[]>(messages.map(({ subscriptionId }) => [subscriptionId, []]))
  for (const row of rows) lines.get(row.subscriptionId)!.push(row)
  return lines
}

const isWanted = (sql: Sql, storeId: number) => sql`exists (
  select from saved_alerts alert
  join lists mine on mine.store_id = ${storeId}
    and mine.shopper_id = alert.shopper_id
    and not mine.archived
  join items item on item.store_id = ${storeId}
    and item.list_id = mine.list_id
    and item.product_id = variant.product_id
    and (item.variant_id = news.variant_id or item.any_variant)
  join subscriptions subscription on subscription.store_id = ${storeId}
    and subscription.subscription_id = news.subscription_id
  where alert.store_id = ${storeId}
    and alert.shopper_id = subscription.shopper_id
    and alert.subscription_id = news.subscription_id
    and news.topic = any(alert.topics)
    and not exists (
      select from silent_lists silent
      where silent.store_id = ${storeId}
        and silent.list_id = mine.list_id
    )
)`

/** Why a line is left out, or null: asked right before sending. */
function lineObjection(line: DigestLine, { settings }: Pick<Store, 'settings'>): string | null {
  if (!line.isWanted) return 'not-saved'
  const objection = newsRules[line.topic].objection(line, noTopic, settings)
  if (objection || line.topic !== 'pricedrop') return objection
  const { price, priceBefore } = line
  const isLower = price !== null && priceBefore !== null && isEnoughCheaper(price, priceBefore, settings)
  return isLower ? null : 'price-up-again'
}

export const linesToTell = (lines: readonly DigestLine[], store: Pick<Store, 'settings'>) =>
  lines.filter((line) => lineObjection(line, store) === null)

/** Why the whole message is not sent, or null. */
export function digestObjection(lines: readonly DigestLine[], store: Pick<Store, 'settings'>): string | null {
  if (store.settings.savedAlerts === 'off') return 'saved-alerts-off'
  if (linesToTell(lines, store).length > 0) return null
  return lines[0] ? lineObjection(lines[0], store) : 'nothing-new'
}
