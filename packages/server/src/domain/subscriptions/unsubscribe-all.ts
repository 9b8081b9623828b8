/** Unsubscribing an address from all alerts of a store, and undoing it within a day. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { hashMailbox } from '../messages/suppressions.ts'
import { releaseSubscriptions } from '../planning/release-subscriptions.ts'
import { replanLateJoiners } from '../planning/replan-late-joiners.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import { newId } from '../secrets/ids.ts'
import type { AnyRecipient } from '../shoppers/addresses.ts'
import { type ConsentSource, consentColumns } from '../shoppers/consents.ts'
import { optOut, undoOptOut } from '../shoppers/opt-outs.ts'
import type { Store } from '../stores/stores.ts'
import { wasSent } from './my-alerts.ts'
import { deleteRequests } from './subscription-requests.ts'

/**
 * Effective when it returns: only a message that a provider was receiving at this moment is still sent. Repeated, it changes
 * nothing. Returns how many alerts ended.
 */
export async function unsubscribeAll(
  sql: Database,
  store: Store,
  from: AnyRecipient,
  by: ConsentSource,
): Promise<number> {
  return await transaction(sql, async (sql) => {
    const refusalId = newId()
    const ids = await endAll(sql, store, from, refusalId, by.source)
    await recordRefusal(sql, store, from, refusalId, { by, isNew: ids.length > 0 })
    // Also refuses lists that others share through this store.
    await optOut(sql, store, { addressHashes: hashMailbox(store, from), purpose: 'shared-list' }, 'unsubscribed')
    await deleteRequests(sql, store, null, ids)
    await releaseSubscriptions(sql, store, ids, { by: 'declined', reason: 'unsubscribed', isNoted: true })
    return ids.length
  })
}

async function endAll(
  sql: Sql,
  { storeId }: Store,
  { medium, address }: AnyRecipient,
  refusalId: string,
  source: string,
): Promise<string[]> {
  const ended = await sql<{ subscriptionId: string }[]>`
    with locked as materialized (
      select subscription_id, status
      from subscriptions
      where store_id = ${storeId}
        and address = ${address}
        and medium = ${medium}
        and ${statusAllows(sql, 'unsubscribe')}
      order by subscription_id
      for update
    ),
    ended as (
      update subscriptions subscription
      set status = ${statusAfter(sql, 'unsubscribe', 'subscription.status')},
          updated_at = now()
      from locked
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = locked.subscription_id
      returning subscription.subscription_id, locked.status as was
    ),
    noted as (
      insert into subscription_events (store_id, subscription_id, step, reason, facts)
      select ${storeId}, subscription_id, 'left', 'unsubscribed',
        jsonb_build_object('source', ${source}::text, 'consentId', ${refusalId}::uuid, 'was', was)
      from ended
    )
    select subscription_id
    from ended`
  return ended.map(({ subscriptionId }) => subscriptionId)
}

/** A refusal is stored like a consent; repeated, it is stored once. */
async function recordRefusal(
  sql: Sql,
  { storeId }: Store,
  { medium, address }: AnyRecipient,
  refusalId: string,
  { by, isNew }: { by: ConsentSource; isNew: boolean },
): Promise<void> {
  await sql`
    insert into consents (${sql.unsafe(consentColumns)})
    select ${storeId}::bigint, ${refusalId}::uuid, ${medium}, ${address}, 'alert', false, 'unsubscribe', ${by.source},
      ${by.userAgent ?? null}, ${by.callerHash ?? null}
    where ${isNew}
      or coalesce((
        select granted
        from consents
        where store_id = ${storeId}
          and address = ${address}
          and medium = ${medium}
          and purpose = 'alert'
        order by given_at desc
        limit 1
      ), true)`
}

/** For a mistake: what the last unsubscribe ended goes on in its old place. Returns how many; after a day, or repeated, none. */
export async function undoUnsubscribeAll(
  sql: Database,
  store: Store,
  from: AnyRecipient,
  by: ConsentSource,
): Promise<number> {
  const { storeId } = store
  const consentId = newId()
  return await transaction(sql, async (sql) => {
    const back = await sql<{ subscriptionId: string }[]>`
      with refused as (
        select consent_id
        from consents
        where store_id = ${storeId}
          and address = ${from.address}
          and medium = ${from.medium}
          and purpose = 'alert'
          and not granted
          and given_at > now() - interval '1 day'
        order by given_at desc
        limit 1
      ),
      locked as materialized (
        select subscription_id
        from subscriptions
        where store_id = ${storeId}
          and address = ${from.address}
          and medium = ${from.medium}
          and ${statusAllows(sql, 'resubscribe')}
        order by subscription_id
        for update
      ),
      unsubscribed as (
        select locked.subscription_id, event.facts ->> 'was' as was
        from locked
        join subscription_events event
          on event.store_id = ${storeId}
          and event.subscription_id = locked.subscription_id
        join refused on event.facts ->> 'consentId' = refused.consent_id::text
        where event.reason = 'unsubscribed'
      ),
      consented as (
        insert into consents (${sql.unsafe(consentColumns)})
        select ${storeId}::bigint, ${consentId}::uuid, ${from.medium}, ${from.address}, 'alert', true, 'take-back',
          ${by.source}, ${by.userAgent ?? null}, ${by.callerHash ?? null}
        where exists (select from unsubscribed)
        returning consent_id
      ),
      back as (
        update subscriptions subscription
        set status = case
              when unsubscribed.was = 'unconfirmed' then ${statusAfter(sql, 'resubscribeUnconfirmed')}
              when unsubscribed.was = 'told' and ${wasSent(sql)} then ${statusAfter(sql, 'resubscribeTold')}
              else ${statusAfter(sql, 'resubscribe')}
            end,
            -- planning may have passed the place meanwhile
            passed_over = true,
            consent_id = consented.consent_id,
            updated_at = now()
        from unsubscribed
        cross join consented
        where subscription.store_id = ${storeId}
          and subscription.subscription_id = unsubscribed.subscription_id
        returning subscription.subscription_id, subscription.status
      ),
      noted as (
        insert into subscription_events (store_id, subscription_id, step, reason, facts)
        select ${storeId}, subscription_id, status, 'came-back', jsonb_build_object('source', ${by.source}::text)
        from back
      )
      select subscription_id
      from back`
    const ids = back.map(({ subscriptionId }) => subscriptionId)
    const optOut = { addressHashes: hashMailbox(store, from), purpose: 'shared-list' } as const
    if (ids.length > 0) await undoOptOut(sql, store, optOut, 'unsubscribed')
    await replanLateJoiners(sql, store, ids)
    return back.length
  })
}
