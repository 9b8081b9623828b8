/** Encrypts the secrets in the database, so that a stolen backup gives no access. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export type Vault = {
  /** Bound to the store: a secret copied into another store's row cannot be opened. */
  seal(storeId: number, secret: Buffer): Buffer
  open(storeId: number, sealed: Buffer): Buffer
  /** Stored in the database to detect a wrong installation secret at start. */
  readonly checkValue: string
}

/** Secrets of people, who belong to no store, are bound to this id, which no store has. */
export const noStoreId = 0

/** A vault with several secrets of the installation, for their rotation. */
export type Keyring = Vault & {
  /** Of every secret that it can open with. */
  readonly checkValues: readonly string[]
  /** Opens with these secrets from now on and seals with the one of this check value; false if none has it. */
  adopt(secrets: readonly string[], checkValue: string): boolean
  /** Whether the value was sealed with the current secret. */
  isCurrent(storeId: number, sealed: Buffer): boolean
}

const nonceBytes = 12
const tagBytes = 16

type VaultKey = { key: Buffer; checkValue: string }

const keyOf = (secret: string): VaultKey => ({
  key: createHash('sha256').update('heartbell vault\0').update(secret).digest(),
  checkValue: createHash('sha256').update('heartbell check\0').update(secret).digest('base64url'),
})

/** Seals with the first secret until `adopt`, and opens values sealed with any of them. */
export function makeVault(secret: string, ...older: string[]): Keyring {
  let ring = [secret, ...older].map(keyOf)
  let sealing = ring[0]!
  return {
    get checkValue() {
      return sealing.checkValue
    },
    get checkValues() {
      return ring.map(({ checkValue }) => checkValue)
    },
    adopt(secrets, checkValue) {
      const next = secrets.map(keyOf)
      const found = next.find((key) => key.checkValue === checkValue)
      if (!found) return false
      ring = [found, ...next.filter((key) => key !== found)]
      sealing = found
      return true
    },
    isCurrent: (storeId, sealed) => tryOpen(sealing, storeId, sealed) !== null,
    seal(storeId, plain) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', sealing.key, nonce).setAAD(Buffer.from(String(storeId)))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(storeId, sealed) {
      for (const key of ring.slice(0, -1)) {
        const opened = tryOpen(key, storeId, sealed)
        if (opened) return opened
      }
      return openWith(ring.at(-1)!, storeId, sealed)
    },
  }
}

function openWith({ key }: VaultKey, storeId: number, sealed: Buffer): Buffer {
  const nonce = sealed.subarray(0, nonceBytes)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(String(storeId)))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
}

function tryOpen(key: VaultKey, storeId: number, sealed: Buffer): Buffer | null {
  try {
    return openWith(key, storeId, sealed)
  } catch {
    return null
  }
}
