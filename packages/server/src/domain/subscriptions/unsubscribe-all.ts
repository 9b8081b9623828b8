/** Leaving everything at once: the address says no to all alerts of a store, and may take it back for a day. */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { hashAddress } from '../messages/suppressions.ts'
import { releaseSubscriptions } from '../planning/release-subscriptions.ts'
import { replanLateJoiners } from '../planning/replan-late-joiners.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import { newId } from '../secrets/ids.ts'
import type { AnyRecipient } from '../shoppers/addresses.ts'
import { type ConsentSource, consentColumns } from '../shoppers/consents.ts'
import { optOut, takeBackOptOut } from '../shoppers/opt-outs.ts'
import type { Store } from '../stores/stores.ts'
import { deleteRequests } from './subscription-requests.ts'

/**
 * Effective when it returns: nothing that was not being handed over at this very moment is sent any more. Said again, nothing
 * changes. Gives how many alerts ended.
 */
export async function unsubscribeAll(
  sql: Database,
  store: Store,
  from: AnyRecipient,
  word: ConsentSource,
): Promise<number> {
  return await transaction(sql, async (sql) => {
    const refusalId = newId()
    const ids = await endAll(sql, store, from, refusalId, word.source)
    await recordRefusal(sql, store, from, refusalId, { word, isNew: ids.length > 0 })
    // Who wants nothing from the store wants no lists of others through it either.
    await optOut(sql, store, { addressHash: hashAddress(store, from), purpose: 'shared-list' }, 'unsubscribed')
    await deleteRequests(sql, store, null, ids)
    await releaseSubscriptions(sql, store, ids, { by: 'declined', reason: 'unsubscribed', isNoted: true })
    return ids.length
  })
}

/** What was bought or ran out long ago stays as it is: it ended already, and reports count it. */
async function endAll(
  sql: Sql,
  { storeId }: Store,
  { medium, address }: AnyRecipient,
  refusalId: string,
  source: string,
): Promise<string[]> {
  const ended = await sql<{ subscriptionId: string }[]>`
    with held as materialized (
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
      from held
      where subscription.store_id = ${storeId}
        and subscription.subscription_id = held.subscription_id
      returning subscription.subscription_id, held.status as was
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

/** A no is kept like a yes, once however often it is said. */
async function recordRefusal(
  sql: Sql,
  { storeId }: Store,
  { medium, address }: AnyRecipient,
  refusalId: string,
  { word, isNew }: { word: ConsentSource; isNew: boolean },
): Promise<void> {
  await sql`
    insert into consents (${sql.unsafe(consentColumns)})
    select ${storeId}::bigint, ${refusalId}::uuid, ${medium}, ${address}, 'alert', false, 'unsubscribe', ${word.source},
      ${word.userAgent ?? null}, ${word.callerHash ?? null}
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

/** For a mistake: what the last leaving ended goes on in its old place. Gives how many; after a day, or again, none. */
export async function undoUnsubscribeAll(
  sql: Database,
  store: Store,
  from: AnyRecipient,
  word: ConsentSource,
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
      held as materialized (
        select subscription_id
        from subscriptions
        where store_id = ${storeId}
          and address = ${from.address}
          and medium = ${from.medium}
          and ${statusAllows(sql, 'resubscribe')}
        order by subscription_id
        for update
      ),
      left_then as (
        select held.subscription_id, event.facts ->> 'was' as was
        from held
        join subscription_events event
          on event.store_id = ${storeId}
          and event.subscription_id = held.subscription_id
        join refused on event.facts ->> 'consentId' = refused.consent_id::text
        where event.reason = 'unsubscribed'
      ),
      consented as (
        insert into consents (${sql.unsafe(consentColumns)})
        select ${storeId}::bigint, ${consentId}::uuid, ${from.medium}, ${from.address}, 'alert', true, 'take-back',
          ${word.source}, ${word.userAgent ?? null}, ${word.callerHash ?? null}
        where exists (select from left_then)
        returning consent_id
      ),
      back as (
        update subscriptions subscription
        set status = case
              when left_then.was = 'unconfirmed' then ${statusAfter(sql, 'resubscribeUnconfirmed')}
              else ${statusAfter(sql, 'resubscribe')}
            end,
            -- planning may have gone past the place meanwhile
            passed_over = true,
            consent_id = consented.consent_id,
            updated_at = now()
        from left_then
        cross join consented
        where subscription.store_id = ${storeId}
          and subscription.subscription_id = left_then.subscription_id
        returning subscription.subscription_id, subscription.status
      ),
      noted as (
        insert into subscription_events (store_id, subscription_id, step, reason, facts)
        select ${storeId}, subscription_id, status, 'came-back', jsonb_build_object('source', ${word.source}::text)
        from back
      )
      select subscription_id
      from back`
    const ids = back.map(({ subscriptionId }) => subscriptionId)
    const refused = { addressHash: hashAddress(store, from), purpose: 'shared-list' } as const
    if (ids.length > 0) await takeBackOptOut(sql, store, refused, 'unsubscribed')
    await replanLateJoiners(sql, store, ids)
    return back.length
  })
}
