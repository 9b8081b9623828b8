/** HEARTBELL_SECRET in a backup: encrypted with a passphrase, because backup and secret together open every store's secrets. */
import { writeFile } from 'node:fs/promises'
import type { PassphraseVault } from '../../transfer/passphrase.ts'
import { findSecret, oldSecretFile, readSecrets, secretFile } from '../settings/secret.ts'
import type { Config } from '../settings/settings.ts'

/** `sealed` is the newest. `older`: during a rotation part of the database is still sealed with the previous secret. */
export type SealedSecrets = PassphraseVault['how'] & { sealed: string; older?: string[] }

/** The secret belongs to no store. */
const installation = 0

/** The existing secrets, newest first. Unlike a server, a backup creates none. */
export const findSecrets = async (config: Config): Promise<string[]> =>
  config.secret || (await findSecret(config.data)) ? await readSecrets(config) : []

export async function sealSecrets([newest, ...older]: string[], passphrase: string): Promise<SealedSecrets> {
  const { makePassphraseVault } = await import('../../transfer/passphrase.ts')
  const { vault, how } = await makePassphraseVault(passphrase)
  const seal = (secret: string) => vault.seal(installation, Buffer.from(secret)).toString('base64')
  return { ...how, sealed: seal(newest!), older: older.map(seal) }
}

/** Newest first; null when the passphrase is wrong. */
export async function openSecrets(secrets: SealedSecrets, passphrase: string): Promise<string[] | null> {
  const { sealed, older = [], ...how } = secrets
  const { openPassphraseVault } = await import('../../transfer/passphrase.ts')
  // The file says how costly one guess is. More than about a second is not written by us.
  if (how.cost > 2 ** 18) return null
  const vault = await openPassphraseVault(passphrase, how)
  if (!vault) return null
  return [sealed, ...older].map((one) => vault.open(installation, Buffer.from(one, 'base64')).toString('utf8'))
}

/** Into a new data folder, where an interrupted rotation can be finished. */
export async function writeSecrets(data: string, [newest, old]: string[]): Promise<void> {
  const write = (file: string, secret: string) =>
    writeFile(file, `${secret}\n`, { mode: 0o600, flag: 'wx', flush: true })
  if (old) await write(oldSecretFile(data), old)
  if (newest) await write(secretFile(data), newest)
}
