/**
 * Erases a person from a store. What remains: keyed hashes of addresses that must not get messages, and the keyed ids of their
 * shopper records with the number of ended sessions.
 */
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { eraseFromAudit } from '../audit/audit.ts'
import { hashBuyer } from '../deliveries/purchases.ts'
import { requestRecount } from '../items/recount-savers.ts'
import { recountSavers } from '../items/saver-counts.ts'
import { largeList, markListsForRemoval } from '../lists/remove-large-lists.ts'
import { hashAddress } from '../messages/suppressions.ts'
import { releaseSubscriptions } from '../planning/release-subscriptions.ts'
import type { Store } from '../stores/stores.ts'
import { emitEvents } from '../webhooks/events.ts'
import { eraseShopperRows } from './erase-shopper-rows.ts'
import { containsAddress, findSubject, type Subject, type SubjectQuery } from './subjects.ts'

export type ErasedCounts = { shoppers: number; subscriptions: number }

/** Repeating it changes nothing. What others saved, bought or wait for stays. */
export async function eraseSubject(sql: Database, store: Store, who: SubjectQuery): Promise<ErasedCounts> {
  const subject = await findSubject(sql, store, who)
  return await transaction(sql, async (sql) => {
    await lockShoppers(sql, store, subject)
    const subscriptions = await eraseAlerts(sql, store, subject)
    await eraseTexts(sql, store, subject)
    const shoppers = await eraseShoppers(sql, store, subject.shopperIds)
    await suppressErased(sql, store, subject.addresses)
    await emitEvents(sql, store, [{ type: 'privacy.redacted', data: {} }])
    return { shoppers, subscriptions }
  })
}

/** First, as every call of a shopper that changes whole lists does: a restore at the same time would deadlock with the erasure. */
async function lockShoppers(sql: Sql, { storeId }: Store, { shopperIds }: Subject): Promise<void> {
  await sql`
    select from shoppers
    where store_id = ${storeId}
      and shopper_id = any(${shopperIds}::uuid[])
    order by shopper_id
    for no key update`
}

/** Units that were offered to them pass to the next in line. */
async function eraseAlerts(sql: Sql, store: Store, { addresses, shopperIds }: Subject): Promise<number> {
  const { storeId, tokenKey } = store
  const locked = await sql<{ subscriptionId: string }[]>`
    select subscription_id
    from subscriptions
    where store_id = ${storeId}
      and (address = any(${addresses}) or shopper_id = any(${shopperIds}::uuid[]))
    order by subscription_id
    for update`
  const ids = locked.map(({ subscriptionId }) => subscriptionId)
  const buyers = addresses.map((address) => hashBuyer(tokenKey, address).toString('hex'))
  await releaseSubscriptions(sql, store, ids, { by: 'declined', reason: 'erased', isNoted: true })
  await sql`
    update purchases
    set buyer_hash = null,
        subscription_id = null
    where store_id = ${storeId}
      and (subscription_id = any(${ids}::uuid[]) or encode(buyer_hash, 'hex') = any(${buyers}))`
  await sql`delete from follow_ups where store_id = ${storeId} and subscription_id = any(${ids}::uuid[])`
  await sql`delete from deliveries where store_id = ${storeId} and subscription_id = any(${ids}::uuid[])`
  await sql`delete from subscription_forwards where store_id = ${storeId} and subscription_id = any(${ids}::uuid[])`
  await sql`
    delete from subscription_asks
    where store_id = ${storeId}
      and (shopper_id = any(${shopperIds}::uuid[]) or holder_id = any(${shopperIds}::uuid[]))`
  await sql`delete from subscriptions where store_id = ${storeId} and subscription_id = any(${ids}::uuid[])`
  await sql`delete from mailing_choices where store_id = ${storeId} and address = any(${addresses})`
  await sql`
    delete from consents
    where store_id = ${storeId}
      and address = any(${addresses})
      and not exists (
        select from subscriptions
        where subscriptions.store_id = ${storeId}
          and subscriptions.consent_id = consents.consent_id
      )`
  return ids.length
}

/** Messages, responses and notes that mention them. */
async function eraseTexts(sql: Sql, { storeId }: Store, { addresses, shopperIds }: Subject): Promise<void> {
  const named = [...addresses, ...shopperIds]
  await sql`
    delete from messages
    where store_id = ${storeId}
      and (recipient = any(${addresses}) or shopper_id = any(${shopperIds}::uuid[]))`
  await sql`
    delete from remembered_answers
    where store_id = ${storeId}
      and (caller = any(${shopperIds}) or ${containsAddress(sql, 'answer', named)})`
  await sql`delete from webhook_events where store_id = ${storeId} and ${containsAddress(sql, 'body', named)}`
  await sql`
    update inbound_messages
    set body = null,
        status = 'done'
    where store_id = ${storeId}
      and body is not null
      and ${containsAddress(sql, 'body', addresses)}`
  // Open requests for this person are done: nothing is left to erase.
  await sql`
    update redactions
    set person = null,
        status = case when status in ('held', 'pending') then 'done' else status end,
        settled_at = coalesce(settled_at, now()),
        settled_by = coalesce(settled_by, 'erased before')
    where store_id = ${storeId}
      and person is not null
      and ${containsAddress(sql, 'person::text', addresses)}`
  await sql`delete from subject_exports where store_id = ${storeId} and ${containsAddress(sql, 'contents::text', named)}`
  await eraseFromAudit(sql, storeId, named)
  await sql`
    update lists
    set created_by = nullif(created_by, any_address),
        updated_by = nullif(updated_by, any_address),
        created_for = nullif(created_for, any_address)
    from unnest(${addresses}::text[]) any_address
    where store_id = ${storeId}
      and any_address in (created_by, updated_by, created_for)`
  await sql`update items set updated_by = null where store_id = ${storeId} and updated_by = any(${addresses})`
  await sql`
    update deleted_lists
    set record = record || '{"created_by": null, "updated_by": null, "created_for": null}'
    where store_id = ${storeId}
      and array[record ->> 'created_by', record ->> 'updated_by', record ->> 'created_for'] && ${addresses}::text[]`
  await sql`
    update deleted_items
    set record = record || '{"updated_by": null}'
    where store_id = ${storeId}
      and record ->> 'updated_by' = any(${addresses})`
}

/** Their lists and items are deleted too, large lists in the background; saver counts are computed again. */
async function eraseShoppers(sql: Sql, store: Store, shopperIds: string[]): Promise<number> {
  const { storeId } = store
  const locked = await sql<{ listId: string; itemCount: number }[]>`
    select list_id, item_count
    from lists
    where store_id = ${storeId}
      and shopper_id = any(${shopperIds}::uuid[])
    order by list_id
    for update`
  const items = locked.reduce((sum, { itemCount }) => sum + itemCount, 0)
  const large = items > largeList ? locked : []
  await sql`
    delete from list_copies
    where store_id = ${storeId}
      and source_id in (select list_id from lists where store_id = ${storeId} and shopper_id = any(${shopperIds}::uuid[]))`
  await markListsForRemoval(
    sql,
    storeId,
    large.map(({ listId }) => listId),
  )
  await sql`delete from lists where store_id = ${storeId} and shopper_id = any(${shopperIds}::uuid[])`
  if (large.length === 0) await recountNow(sql, store, shopperIds)
  else for (const shopperId of shopperIds) await requestRecount(sql, { storeId, shopperId, besideId: shopperId })
  await sql`delete from list_shares where store_id = ${storeId} and shopper_id = any(${shopperIds}::uuid[])`
  // The row stays without a shopper, so that an older message about the customer brings nothing back.
  await sql`
    update platform_customers
    set shopper_id = null,
        told_at = now()
    where store_id = ${storeId}
      and shopper_id = any(${shopperIds}::uuid[])`
  return await eraseShopperRows(sql, storeId, shopperIds)
}

/** A pending recount names the erased shoppers: do it now for them, and request it again for the other shopper of a merge. */
async function recountNow(sql: Sql, store: Store, shopperIds: string[]): Promise<void> {
  const { storeId } = store
  await recountSavers(sql, storeId, shopperIds)
  const pending = await sql<{ shopperId: string; besideId: string }[]>`
    delete from saver_recounts
    where store_id = ${storeId}
      and (shopper_id = any(${shopperIds}::uuid[]) or beside_id = any(${shopperIds}::uuid[]))
    returning shopper_id, beside_id`
  const others = pending.flatMap(({ shopperId, besideId }) => [shopperId, besideId])
  for (const shopperId of new Set(others.filter((id) => !shopperIds.includes(id)))) {
    await requestRecount(sql, { storeId, shopperId, besideId: shopperId })
  }
}

async function suppressErased(sql: Sql, store: Store, addresses: string[]): Promise<void> {
  for (const address of addresses) {
    for (const medium of address.includes('@') ? ['email'] : ['sms', 'whatsapp'])
      await sql`
        insert into suppressions (store_id, address_hash, medium, reason)
        values (${store.storeId}, ${hashAddress(store, { medium, address })}, ${medium}, 'erased')
        on conflict (store_id, address_hash, medium) do nothing`
  }
}
