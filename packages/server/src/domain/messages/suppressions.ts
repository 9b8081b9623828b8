/** Addresses that a store must not write to, stored as keyed hashes: they survive the erasure of a person. */
import { createHmac } from 'node:crypto'
import { type Database, type Sql, transaction } from '../../database/connect.ts'
import { replanLateJoiners } from '../planning/replan-late-joiners.ts'
import { suppressAlerts } from '../planning/suppress-alerts.ts'
import { statusAfter, statusAllows } from '../rules/subscription-states.ts'
import { type AnyRecipient, mailboxOf } from '../shoppers/addresses.ts'
import { undoOptOut } from '../shoppers/opt-outs.ts'
import type { Store } from '../stores/stores.ts'

/** `bounced`: the address does not exist. `complained`: reported as spam. `opted-out`: at the provider, or answered STOP. */
export type SuppressionReason = 'bounced' | 'complained' | 'opted-out' | 'refused' | 'by-hand'

export const hashAddress = ({ tokenKey }: Pick<Store, 'tokenKey'>, { medium, address }: AnyRecipient) =>
  createHmac('sha256', tokenKey).update(`suppressed\0${medium}\0`).update(address).digest()

/** Opt-outs of messages that others request are stored for the address and for its mailbox, which other spellings lead to. */
export function hashMailbox(store: Pick<Store, 'tokenKey'>, { medium, address }: AnyRecipient): Buffer[] {
  const mailbox = mailboxOf({ medium, address })
  return [...new Set([address, mailbox])].map((one) => hashAddress(store, { medium, address: one }))
}

/** Also ends what the address waits for; again, nothing changes. */
export async function suppress(
  sql: Database,
  store: Store,
  reach: AnyRecipient,
  reason: SuppressionReason,
): Promise<void> {
  await transaction(sql, (sql) => suppressWithin(sql, store, reach, reason))
}

/** The same inside a transaction that holds no later lock. */
export async function suppressWithin(
  sql: Sql,
  store: Store,
  reach: AnyRecipient,
  reason: SuppressionReason,
): Promise<void> {
  await sql`
    insert into suppressions (store_id, address_hash, medium, reason)
    values (${store.storeId}, ${hashAddress(store, reach)}, ${reach.medium}, ${reason})
    on conflict (store_id, address_hash, medium) do nothing`
  await suppressAlerts(sql, store, reach, `address-${reason}`)
}

/** Which of these must not be written to, and why; in the order they were asked. */
export async function findSuppressed(
  sql: Sql,
  store: Pick<Store, 'storeId' | 'tokenKey'>,
  reaches: readonly AnyRecipient[],
): Promise<(string | null)[]> {
  const hashes = reaches.map((reach) => hashAddress(store, reach))
  const rows = await sql<{ addressHash: Buffer; medium: string; reason: string }[]>`
    select address_hash, medium, reason
    from suppressions
    where store_id = ${store.storeId}
      and address_hash in (select decode(hex, 'hex') from unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) as hex)`
  const reasons = new Map(rows.map((row) => [`${row.medium} ${row.addressHash.toString('hex')}`, row.reason]))
  return reaches.map(({ medium }, place) => reasons.get(`${medium} ${hashes[place]!.toString('hex')}`) ?? null)
}

/**
 * Writing to it is allowed again, and what was ended by its suppression waits again in its old place. Only for these reasons,
 * where some are given: who answers START takes back a STOP, but proves nothing of a number that bounced. False where there
 * was nothing to lift.
 */
export async function unsuppress(
  sql: Database,
  store: Store,
  reach: AnyRecipient,
  only?: readonly SuppressionReason[],
): Promise<boolean> {
  const { storeId } = store
  return await transaction(sql, async (sql) => {
    const lifted = await sql`
      delete from suppressions
      where store_id = ${storeId}
        and address_hash = ${hashAddress(store, reach)}
        and medium = ${reach.medium}
        and (${only === undefined} or reason = any(${[...(only ?? [])]}))
      returning reason`
    if (lifted.length === 0) return false
    const woken = await sql<{ subscriptionId: string }[]>`
      with woken as (
        update subscriptions
        set status = ${statusAfter(sql, 'allowAgain')},
            passed_over = true,
            updated_at = now()
        where store_id = ${storeId}
          and address = ${reach.address}
          and medium = ${reach.medium}
          and ${statusAllows(sql, 'allowAgain')}
        returning subscription_id
      )
      insert into subscription_events (store_id, subscription_id, step, reason)
      select ${storeId}, subscription_id, 'waiting', 'address-allowed-again'
      from woken
      returning subscription_id`
    const ids = woken.map(({ subscriptionId }) => subscriptionId)
    await replanLateJoiners(sql, store, ids)
    return true
  })
}

/**
 * Who was erased and asks anew is written to again, and asked to confirm again if that was refused; what else keeps us from an
 * address does so still. Only for the owner of the address or the store: a stranger who types it in lifts nothing. What strangers
 * asked for meanwhile ends, so that it can be asked for anew.
 */
export async function liftErasure(sql: Sql, store: Store, reach: AnyRecipient): Promise<void> {
  await undoOptOut(sql, store, { addressHashes: hashMailbox(store, reach), purpose: 'confirm-alert' })
  await sql`
    with lifted as (
      delete from suppressions
      where store_id = ${store.storeId}
        and address_hash = ${hashAddress(store, reach)}
        and medium = ${reach.medium}
        and reason = 'erased'
      returning reason
    )
    update subscriptions
    set status = ${statusAfter(sql, 'liftErasure')},
        updated_at = now()
    where store_id = ${store.storeId}
      and address = ${reach.address}
      and medium = ${reach.medium}
      and ${statusAllows(sql, 'liftErasure')}
      and exists (select from lifted)`
}
