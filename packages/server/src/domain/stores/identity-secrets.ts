/** The secret with which a store's server signs identity tokens. After a rotation the previous secret stays valid. */
import { randomBytes } from 'node:crypto'
import type { Sql } from '../../database/connect.ts'
import type { Vault } from '../secrets/vault.ts'
import { notifyStoreChanged } from '../settings/settings.ts'

export const newIdentitySecret = () => randomBytes(32).toString('base64url')

/** Returns the new secret, only here. Two secrets are valid at a time: the next rotation ends the older one. */
export async function rotateIdentitySecret(sql: Sql, vault: Vault, storeId: number): Promise<string> {
  const secret = newIdentitySecret()
  await sql`
    update stores
    set previous_identity_secret = identity_secret,
        identity_secret = ${vault.seal(storeId, Buffer.from(secret))},
        updated_at = now()
    where store_id = ${storeId}`
  await notifyStoreChanged(sql, storeId)
  return secret
}

/** False when there was no previous secret. */
export async function dropOldIdentitySecret(sql: Sql, storeId: number): Promise<boolean> {
  const dropped = await sql`
    update stores
    set previous_identity_secret = null,
        updated_at = now()
    where store_id = ${storeId}
      and previous_identity_secret is not null
    returning store_id`
  await notifyStoreChanged(sql, storeId)
  return dropped.length > 0
}
