/** The shopper's choice: alerts about saved items or not, about what, and which lists stay silent. */
import { badField } from '@heartbell/contract/errors'
import { savedAlertNames } from '@heartbell/contract/names'
import { badSession, loginRequired, savedAlertsOff, unknownList } from '@heartbell/contract/refusals'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { listIdOf, resolveListAlias } from '../items/list-access.ts'
import { liftErasure } from '../messages/suppressions.ts'
import { type NewsTopic, newsTopics, savedTopic } from '../rules/saved-items.ts'
import { topicNamed } from '../rules/standard-topics.ts'
import { isOpen } from '../rules/subscription-states.ts'
import type { ConsentFacts } from '../shoppers/consents.ts'
import { isSessionValid, lockOrCreateShopper, requireSession, type Shopper } from '../shoppers/shoppers.ts'
import type { Store } from '../stores/stores.ts'
import { startSavedAlert, stopSavedAlert } from './switch-alert.ts'

export type SavedAlerts = {
  isOn: boolean
  /** Nobody asked this shopper yet, and the store wants to. */
  asks: boolean
  topics: NewsTopic[]
  /** Public ids. */
  silentLists: string[]
}

export type SavedAlertsChoice = {
  isOn?: boolean | undefined
  topics?: NewsTopic[] | undefined
  listId?: string | undefined
  locale?: string | undefined
}

const areOff = ({ settings, topics }: Store) =>
  settings.savedAlerts === 'off' || !topicNamed(topics, savedTopic).enabled

/** Creates nothing. A guest has no address to write to. */
export async function fetchSavedAlerts(sql: Sql, who: Shopper): Promise<SavedAlerts> {
  const { store, shopperId, kind } = who
  const [row] = await sql<ChosenRow[]>`
    select ${isSessionValid(sql, who)} as admitted, alert.shopper_id is not null as is_answered, alert.topics,
      coalesce(${isOpen(sql, 'subscription.status')}, false) as is_open,
      array(
        select ${store.prefix}::text || replace(list.list_id::text, '-', '')
        from silent_lists silent
        join lists list on list.store_id = ${store.storeId}
          and list.list_id = silent.list_id
        where silent.store_id = ${store.storeId}
          and list.shopper_id = ${shopperId}
        order by list.created_at, list.list_id
      ) as silent_lists
    from (select) one
    left join saved_alerts alert on alert.store_id = ${store.storeId}
      and alert.shopper_id = ${shopperId}
    left join subscriptions subscription on subscription.store_id = ${store.storeId}
      and subscription.subscription_id = alert.subscription_id`
  if (!row?.admitted) throw badSession()
  const { isAnswered, isOpen: hasAlert, topics, silentLists } = row
  const mayBe = kind === 'account' && !areOff(store)
  return {
    isOn: mayBe && (isAnswered ? hasAlert : store.settings.savedAlerts === 'on'),
    asks: mayBe && !isAnswered && store.settings.savedAlerts === 'ask',
    topics: topics ?? [...newsTopics],
    silentLists,
  }
}

type ChosenRow = {
  admitted: boolean
  isAnswered: boolean
  isOpen: boolean
  topics: NewsTopic[] | null
  silentLists: string[]
}

/** Repeated, it changes nothing. Turning off works in a store that sends none any more. */
export async function chooseSavedAlerts(
  sql: Database,
  who: Shopper,
  choice: SavedAlertsChoice,
  facts: ConsentFacts,
): Promise<SavedAlerts> {
  const { isOn, topics, listId, locale } = choice
  if (who.kind === 'guest') throw loginRequired('Alerts about saved items')
  if (isOn !== false && areOff(who.store)) throw savedAlertsOff()
  refuseNothing(choice)
  await transaction(sql, async (sql) => {
    await requireSession(sql, who)
    const { email } = await lockOrCreateShopper(sql, who)
    if (email === null) throw loginRequired('Alerts about saved items')
    const to = { medium: 'email' as const, address: email }
    if (listId !== undefined) await includeList(sql, who, listId, isOn === true)
    else if (isOn === false) await stopSavedAlert(sql, who.store, who.shopperId, facts)
    else if (isOn === true) {
      await liftErasure(sql, who.store, to)
      await startSavedAlert(sql, who.store, { shopperId: who.shopperId, address: email, locale }, facts)
    }
    if (topics) await chooseTopics(sql, who, topics)
  })
  return await fetchSavedAlerts(sql, who)
}

function refuseNothing({ isOn, topics, listId }: SavedAlertsChoice): void {
  const names = savedAlertNames
  if (listId !== undefined && isOn === undefined) throw badField([names.enabled], `is required with ${names.listId}`)
  if (isOn === undefined && topics === undefined) throw badField([names.enabled], `or ${names.topics} is required`)
  if (listId !== undefined && topics) throw badField([names.topics], `may not be sent with ${names.listId}`)
}

async function includeList(sql: Sql, { store, shopperId }: Shopper, publicId: string, isIncluded: boolean) {
  const [list] = await sql<{ listId: string }[]>`
    select list_id
    from lists
    where store_id = ${store.storeId}
      and list_id = ${resolveListAlias(sql, store, listIdOf(store, publicId))}
      and shopper_id = ${shopperId}`
  if (!list) throw unknownList()
  await silenceList(sql, store, list.listId, !isIncluded)
}

/** The caller has checked whose list it is. */
export async function silenceList(sql: Sql, { storeId }: Store, listId: string, isSilent: boolean): Promise<void> {
  if (isSilent)
    await sql`
      insert into silent_lists (store_id, list_id)
      values (${storeId}, ${listId})
      on conflict do nothing`
  else
    await sql`
      delete from silent_lists
      where store_id = ${storeId}
        and list_id = ${listId}`
}

async function chooseTopics(sql: Sql, { store, shopperId }: Shopper, topics: NewsTopic[]): Promise<void> {
  const chosen = newsTopics.filter((topic) => topics.includes(topic))
  const changed = await sql`
    update saved_alerts
    set topics = ${chosen}::text[]
    where store_id = ${store.storeId}
      and shopper_id = ${shopperId}
      and subscription_id is not null
    returning 1`
  if (changed.length === 0)
    throw badField([savedAlertNames.topics], `needs alerts that are on: send ${savedAlertNames.enabled} with it`)
}
