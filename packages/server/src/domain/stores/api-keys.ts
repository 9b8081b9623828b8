/** A store's API keys: shown once, stored as hashes, several at a time, each revocable. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Sql } from '../../database/connect.ts'
import { memoizePerStore } from '../secrets/memoize-per-store.ts'
import { notifyStoreChanged } from '../settings/settings.ts'

/** `read`: only calls that change nothing. */
export type KeyAccess = 'full' | 'read'

export type ApiKeyHash = { keyId: string; secretHash: Buffer; access: KeyAccess }
export type ApiKeyRecord = {
  keyId: string
  label: string
  access: KeyAccess
  createdAt: Date
  revokedAt: Date | null
}

/** 256 random bits need no slow hash: they cannot be guessed, and the check runs on every call. */
const hashSecret = (secret: string) => createHash('sha256').update(secret).digest()

export async function createApiKey(
  sql: Sql,
  storeId: number,
  label = '',
  access: KeyAccess = 'full',
): Promise<{ keyId: string; apiKey: string }> {
  const keyId = randomBytes(6).toString('hex')
  const secret = randomBytes(32).toString('base64url')
  await sql`
    insert into api_keys (store_id, key_id, secret_hash, label, access)
    values (${storeId}, ${keyId}, ${hashSecret(secret)}, ${label}, ${access})`
  await notifyStoreChanged(sql, storeId)
  return { keyId, apiKey: `hbk_${keyId}_${secret}` }
}

/** False when there is no such key. Revoking twice has no further effect. */
export async function revokeApiKey(sql: Sql, storeId: number, keyId: string): Promise<boolean> {
  const rows = await sql`
    update api_keys
    set revoked_at = coalesce(revoked_at, now())
    where store_id = ${storeId}
      and key_id = ${keyId}
    returning key_id`
  await notifyStoreChanged(sql, storeId)
  return rows.length > 0
}

export async function listApiKeys(sql: Sql, storeId: number): Promise<ApiKeyRecord[]> {
  return await sql<ApiKeyRecord[]>`
    select key_id, label, access, created_at, revoked_at
    from api_keys
    where store_id = ${storeId}
    order by created_at, key_id`
}

const noKey = Buffer.alloc(32)

/**
 * Compares in constant time, also if the store has no such key. A valid key is cached with this `keys` object; revoking a key
 * reloads the store, which makes a new object.
 */
export const isValidApiKey = memoizePerStore(
  (keys: readonly ApiKeyHash[], apiKey: string): boolean => {
    const [, keyId, secret] = /^hbk_([0-9a-f]{12})_([A-Za-z0-9_-]{43})$/.exec(apiKey) ?? []
    const known = keys.find((key) => key.keyId === keyId)
    return timingSafeEqual(hashSecret(secret ?? ''), known?.secretHash ?? noKey) && known !== undefined
  },
  (apiKey) => apiKey,
)

/** Of a key that `isValidApiKey` accepted. An access that this release does not know may only read. */
export const maySave = (keys: readonly ApiKeyHash[], keyId: string): boolean =>
  keys.find((key) => key.keyId === keyId)?.access === 'full'
