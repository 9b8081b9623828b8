/** Identity tokens that were used, in stores where each counts once; kept in the database, so that every process knows. */
import { createHash } from 'node:crypto'
import type { Sql } from '../../database/connect.ts'
import type { Store } from './stores.ts'

/** What was signed, without the signature: that may be written in several ways. */
const hashOf = (token: string) =>
  createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest()

/**
 * False when it was used before. Inside the transaction of what it is used for: a call that fails does not use it up, and of two at
 * once the second waits for the first.
 */
export async function useIdentityToken(sql: Sql, { storeId, settings }: Store, token: string): Promise<boolean> {
  // No token is honoured longer than this, with the leeway of two clocks.
  const lifetime = settings.identityLifetime + 180_000
  const used = await sql`
    insert into used_identities (store_id, token_hash, forget_at)
    values (${storeId}, ${hashOf(token)}, now() + ${lifetime} * interval '1 millisecond')
    on conflict (store_id, token_hash) do nothing
    returning token_hash`
  return used.length > 0
}

/** Up to `most` that are expired; gives how many. */
export async function deleteExpiredIdentities(sql: Sql, { storeId }: Store, most: number): Promise<number> {
  const gone = await sql`
    delete from used_identities
    where store_id = ${storeId}
      and token_hash in (
        select token_hash
        from used_identities
        where store_id = ${storeId}
          and forget_at < now()
        order by forget_at
        limit ${most}
        for update skip locked
      )`
  return gone.count
}
