/** A running process notices a new secret of the installation. */
import type { Database } from '../../database/connect.ts'
import type { Keyring } from '../../domain/secrets/vault.ts'
import { findCheckValue } from '../../domain/stores/maintenance.ts'
import { readSecrets } from '../settings/secret.ts'
import type { Config } from '../settings/settings.ts'

/** A rotation waits longer than this before it assumes that every process knows both secrets. */
export const followMillis = 2_000

/** The data folder contains the secrets; the database says which one seals. Returns how to stop. */
export function followSecret(sql: Database, vault: Keyring, config: Config, every = followMillis): () => void {
  const check = async () => {
    const checkValue = await findCheckValue(sql)
    if (checkValue) vault.adopt(await readSecrets(config), checkValue)
  }
  // Without a database nothing is read or sealed either; the next check comes soon.
  const timer = setInterval(() => void check().catch(() => {}), every).unref()
  return () => clearInterval(timer)
}
