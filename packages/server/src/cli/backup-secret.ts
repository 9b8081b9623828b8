/** HEARTBELL_SECRET in a backup: sealed with a passphrase, because whoever has both can open every store's secrets. */
import type { Travelling } from '../transfer/passphrase.ts'

export type SealedSecret = Travelling['how'] & { sealed: string }

/** It belongs to no store. */
const installation = 0

export async function sealSecret(secret: string, passphrase: string): Promise<SealedSecret> {
  const { sealForTravel } = await import('../transfer/passphrase.ts')
  const { vault, how } = await sealForTravel(passphrase)
  return { ...how, sealed: vault.seal(installation, Buffer.from(secret)).toString('base64') }
}

/** Null when it is another passphrase. */
export async function openSecret({ sealed, ...how }: SealedSecret, passphrase: string): Promise<string | null> {
  const { openTravelled } = await import('../transfer/passphrase.ts')
  // The file says how costly a guess is; more than a second's worth is not from us.
  if (how.cost > 2 ** 18) return null
  const vault = await openTravelled(passphrase, how)
  return vault ? vault.open(installation, Buffer.from(sealed, 'base64')).toString('utf8') : null
}
