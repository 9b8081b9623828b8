/** Opt-outs: kinds of messages that an address refuses, by the link in one of them. Addresses are stored as hashes. */
import type { Fragment, Sql } from '../../database/connect.ts'
import { hashRows } from '../secrets/link-tokens.ts'
import type { Store } from '../stores/stores.ts'

/** Kinds of messages that reach people who did not subscribe. */
export const refusablePurposes = ['shared-list', 'confirm-alert', 'test'] as const

export type RefusablePurpose = (typeof refusablePurposes)[number]

/** `addressHashes`: of the address, and of its mailbox if that differs. */
export type OptOut = { addressHashes: Buffer[]; purpose: RefusablePurpose }

/** Repeated, it changes nothing. */
export async function optOut(
  sql: Sql,
  { storeId }: Pick<Store, 'storeId'>,
  { addressHashes, purpose }: OptOut,
  source: 'page' | 'one-click' | 'unsubscribed',
): Promise<void> {
  await sql`
    insert into mail_opt_outs (store_id, address_hash, purpose, source)
    select ${storeId}, hash, ${purpose}, ${source}
    from (${hashRows(sql, addressHashes)}) as refused (hash)
    order by hash
    on conflict (store_id, address_hash, purpose) do nothing`
}

/** `source`: only an opt-out that was made that way. */
export async function undoOptOut(
  sql: Sql,
  { storeId }: Pick<Store, 'storeId'>,
  { addressHashes, purpose }: OptOut,
  source: string | null = null,
): Promise<void> {
  await sql`
    delete from mail_opt_outs
    where store_id = ${storeId}
      and address_hash in (${hashRows(sql, addressHashes)})
      and purpose = ${purpose}
      and (${source}::text is null or source = ${source})`
}

/**
 * A condition: the address must get no message of this purpose, because it is suppressed or opted out. The hash includes the medium.
 * `refusedAs`: the hashes under which it may have opted out, as a query.
 */
export const isUnwanted = (
  sql: Sql,
  storeId: number,
  addressHash: Fragment,
  purpose: Fragment,
  refusedAs: Fragment = sql`select ${addressHash}`,
) => sql`(
  exists (
    select from suppressions
    where suppressions.store_id = ${storeId}
      and suppressions.address_hash = ${addressHash}
  )
  or exists (
    select from mail_opt_outs
    where mail_opt_outs.store_id = ${storeId}
      and mail_opt_outs.address_hash in (${refusedAs})
      and mail_opt_outs.purpose = ${purpose}
  )
)`
