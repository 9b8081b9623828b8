/** Tokens of links and sessions: the person gets 256 random bits, the database their hash. */
import { createHash, randomBytes } from 'node:crypto'
import type { Sql } from '../../database/connect.ts'

export const newLinkToken = () => randomBytes(32).toString('base64url')

export const hashLinkToken = (token: string) => createHash('sha256').update(token).digest()

/** Several hashes as rows, independent of how a driver writes arrays of bytes. */
export const hashRows = (sql: Sql, hashes: Buffer[]) => sql`
  select decode(written, 'hex')
  from unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) written`
