/** Messages that an address refuses by the link in one of them, kind by kind; the address is known by its hash only. */
import type { Fragment, Sql } from '../../database/connect.ts'
import type { Store } from '../stores/stores.ts'

/** Kinds of messages that reach people who did not sign up for them. */
export const refusablePurposes = ['shared-list', 'confirm-alert', 'test'] as const

export type RefusablePurpose = (typeof refusablePurposes)[number]

export type OptOut = { addressHash: Buffer; purpose: RefusablePurpose }

/** Again, nothing changes. */
export async function optOut(
  sql: Sql,
  { storeId }: Pick<Store, 'storeId'>,
  { addressHash, purpose }: OptOut,
  source: 'page' | 'one-click' | 'unsubscribed',
): Promise<void> {
  await sql`
    insert into mail_opt_outs (store_id, address_hash, purpose, source)
    values (${storeId}, ${addressHash}, ${purpose}, ${source})
    on conflict (store_id, address_hash, purpose) do nothing`
}

/** `source`: only what was refused that way. */
export async function undoOptOut(
  sql: Sql,
  { storeId }: Pick<Store, 'storeId'>,
  { addressHash, purpose }: OptOut,
  source: string | null = null,
): Promise<void> {
  await sql`
    delete from mail_opt_outs
    where store_id = ${storeId}
      and address_hash = ${addressHash}
      and purpose = ${purpose}
      and (${source}::text is null or source = ${source})`
}

/** SQL: the address must get no message of this purpose, because it is suppressed or refused it. Its hash knows the medium. */
export const isUnwanted = (sql: Sql, storeId: number, addressHash: Fragment, purpose: Fragment) => sql`(
  exists (
    select from suppressions
    where suppressions.store_id = ${storeId}
      and suppressions.address_hash = ${addressHash}
  )
  or exists (
    select from mail_opt_outs
    where mail_opt_outs.store_id = ${storeId}
      and mail_opt_outs.address_hash = ${addressHash}
      and mail_opt_outs.purpose = ${purpose}
  )
)`
