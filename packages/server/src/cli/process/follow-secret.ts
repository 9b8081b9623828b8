/** A running process learns of a new secret of the installation while it serves. */
import type { Database } from '../../database/connect.ts'
import type { Keyring } from '../../domain/secrets/vault.ts'
import { findCheckValue } from '../../domain/stores/maintenance.ts'
import type { Config } from '../settings/config.ts'
import { readSecrets } from '../settings/secret.ts'

/** A rotation waits for longer than this before it relies on every process knowing both secrets. */
export const followEvery = 2_000

/** The data folder says which secrets there are, the database which of them seals. Gives the end of it. */
export function followSecret(sql: Database, vault: Keyring, config: Config, every = followEvery): () => void {
  const look = async () => {
    const checkValue = await findCheckValue(sql)
    if (checkValue) vault.adopt(await readSecrets(config), checkValue)
  }
  // Without a database nothing is read or sealed either; the next look is soon.
  const clock = setInterval(() => void look().catch(() => {}), every).unref()
  return () => clearInterval(clock)
}
