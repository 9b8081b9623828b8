/** The secret a store's server signs identities with: renewed without a gap, because the one before it goes on holding. */
import { randomBytes } from 'node:crypto'
import type { Sql } from '../../database/connect.ts'
import type { Vault } from '../secrets/vault.ts'
import { notifyStoreChanged } from '../settings/settings.ts'

export const newIdentitySecret = () => randomBytes(32).toString('base64url')

/** Gives the new secret, this once. Two hold at a time: a second rotation ends the first one's predecessor. */
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

/** False when there was none. */
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
