/** Secrets of links and sessions: 256 random bits for the person, their hash for the database. */
import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from '../../database/connect.ts'

export const newLinkToken = () => randomBytes(32).toString('base64url')

export const hashLinkToken = (token: string) => createHash('sha256').update(token).digest()

/** Several hashes as rows; drivers differ in how they write an array of bytes. */
export const hashRows = (sql: Sql, hashes: Buffer[]) => sql`
  select decode(written, 'hex')
  from unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) written`
