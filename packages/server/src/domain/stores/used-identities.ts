/** Used identity tokens, for stores that accept each token once; stored in the database for all processes. */
import { createHash } from 'node:crypto'
import type { Sql } from '../../database/connect.ts'
import type { Store } from './stores.ts'

/** Hashes the signed part without the signature, which can be encoded in several ways. */
const hashOf = (token: string) =>
  createHash('sha256')
    .update(token.slice(0, token.lastIndexOf('.')))
    .digest()

/**
 * False when the token was used before. Runs in the transaction of the call: a failed call does not use the token, and of two
 * calls at the same time the second waits for the first.
 */
export async function useIdentityToken(sql: Sql, { storeId, settings }: Store, token: string): Promise<boolean> {
  // No token is valid longer than this, including the clock tolerance.
  const lifetime = settings.identityLifetime + 180_000
  const used = await sql`
    insert into used_identities (store_id, token_hash, forget_at)
    values (${storeId}, ${hashOf(token)}, now() + ${lifetime} * interval '1 millisecond')
    on conflict (store_id, token_hash) do nothing
    returning token_hash`
  return used.length > 0
}

/** Deletes up to `most` expired tokens; returns how many. */
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
