/** Seals the secrets that lie in the database, so that a stolen backup opens no store. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export type Vault = {
  /** The store is bound in: a secret copied into another store's row does not open. */
  seal(storeId: number, secret: Buffer): Buffer
  open(storeId: number, sealed: Buffer): Buffer
  /** What the database remembers of the installation's secret, to notice a wrong one at start. */
  readonly checkValue: string
}

const nonceBytes = 12
const tagBytes = 16

export function makeVault(secret: string): Vault {
  const key = createHash('sha256').update('heartbell vault\0').update(secret).digest()
  const checkValue = createHash('sha256').update('heartbell check\0').update(secret).digest('base64url')
  return {
    checkValue,
    seal(storeId, plain) {
      const nonce = randomBytes(nonceBytes)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(String(storeId)))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), body])
    },
    open(storeId, sealed) {
      const nonce = sealed.subarray(0, nonceBytes)
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes })
        .setAAD(Buffer.from(String(storeId)))
        .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
    },
  }
}
