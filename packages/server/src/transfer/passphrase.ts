/** Encrypts a store's secrets in an export with a passphrase, because the target installation has another secret. */
import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { makeVault, type Vault } from '../domain/secrets/vault.ts'
import type { Sealing } from './manifest.ts'

const derive = promisify<string, Buffer, number, { N: number; r: number; p: number; maxmem: number }, Buffer>(scrypt)

/** 32 MB and a tenth of a second for each guess. */
const usualCost = 2 ** 15

async function openPassphrase(passphrase: string, salt: Buffer, cost: number): Promise<Vault> {
  const key = await derive(passphrase.normalize('NFC'), salt, 32, { N: cost, r: 8, p: 1, maxmem: 256 * cost * 8 })
  return makeVault(key.toString('base64url'))
}

export type PassphraseVault = { vault: Vault; how: Pick<Sealing, 'derivation' | 'cipher' | 'salt' | 'cost' | 'check'> }

export async function makePassphraseVault(passphrase: string): Promise<PassphraseVault> {
  const salt = randomBytes(16)
  const vault = await openPassphrase(passphrase, salt, usualCost)
  const how = { derivation: 'scrypt', cipher: 'aes-256-gcm', salt: salt.toString('base64'), cost: usualCost } as const
  return { vault, how: { ...how, check: vault.checkValue } }
}

/** Null when the passphrase is wrong. */
export async function openPassphraseVault(
  passphrase: string,
  { salt, cost, check }: Pick<Sealing, 'salt' | 'cost' | 'check'>,
): Promise<Vault | null> {
  const vault = await openPassphrase(passphrase, Buffer.from(salt, 'base64'), cost)
  return vault.checkValue === check ? vault : null
}
