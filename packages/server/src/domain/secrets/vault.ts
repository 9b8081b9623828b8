/** Seals the secrets that lie in the database, so that a stolen backup opens no store. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export type Vault = {
  /** The store is bound in: a secret copied into another store's row does not open. */
  seal(storeId: number, secret: Buffer): Buffer
  open(storeId: number, sealed: Buffer): Buffer
  /** What the database remembers of the installation's secret, to notice a wrong one at start. */
  readonly checkValue: string
}

/** People belong to no store; what is theirs is bound to this number, which no store has. */
export const noStoreId = 0

/** A vault that knows more than one secret of the installation, while one takes the other's place. */
export type Keyring = Vault & {
  /** Of every secret it opens with. */
  readonly checkValues: readonly string[]
  /** Opens with these from now on, and seals with the one of this check value; false where none has it. */
  adopt(secrets: readonly string[], checkValue: string): boolean
  /** Whether it was sealed with the secret that seals now. */
  isCurrent(storeId: number, sealed: Buffer): boolean
}

const nonceBytes = 12
const tagBytes = 16

type VaultKey = { key: Buffer; checkValue: string }

const keyOf = (secret: string): VaultKey => ({
  key: createHash('sha256').update('heartbell vault\0').update(secret).digest(),
  checkValue: createHash('sha256').update('heartbell check\0').update(secret).digest('base64url'),
})

/** Seals with the first until told otherwise, and opens what any of them sealed. */
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
