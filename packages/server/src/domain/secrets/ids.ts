/** Ids: UUID v7, which sort by time, so that new rows go to the end of their index; and public list ids. */
import { randomFillSync } from 'node:crypto'

const pool = Buffer.alloc(16 * 256)
let used = pool.length
let lastMillis = 0
let sequence = 0

/** Ascending within the process, also within one millisecond, so that items of one call stay in order. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const bytes = pool.subarray(used, used + 16)
  used += 16
  const now = Date.now()
  if (now > lastMillis) {
    lastMillis = now
    sequence = bytes.readUInt16BE(6) & 0x07ff
  } else if (++sequence > 0x0fff) {
    lastMillis++
    sequence = 0
  }
  bytes.writeUIntBE(lastMillis, 0, 6)
  bytes.writeUInt16BE(0x7000 | sequence, 6)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  return uuidText(bytes)
}

export function uuidText(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}

export const uuidBytes = (uuid: string) => Buffer.from(uuid.replaceAll('-', ''), 'hex')

/** Eight URL-safe characters that encode the store in every public id. */
export function storePrefix(storeId: number): string {
  const bytes = Buffer.alloc(6)
  bytes.writeUIntBE(storeId, 0, 6)
  return bytes.toString('base64url')
}

/** A public list id contains its store, so that no look-up crosses stores. */
export const publicListId = (prefix: string, listId: string) => prefix + listId.replaceAll('-', '')

/** Null if the text is not a list id of this store. */
export function readListId(prefix: string, text: string): string | null {
  if (!text.startsWith(prefix) || !/^[0-9a-f]{32}$/.test(text.slice(prefix.length))) return null
  return uuidText(Buffer.from(text.slice(prefix.length), 'hex'))
}

/** The store of a public list id; null if the text is not one. */
export function storeOfListId(text: string): number | null {
  if (!/^[A-Za-z0-9_-]{8}[0-9a-f]{32}$/.test(text)) return null
  return Buffer.from(text.slice(0, 8), 'base64url').readUIntBE(0, 6)
}
