/** A person's second factor: an authenticator app, and recovery codes for a lost phone. */
import { randomInt } from 'node:crypto'
import { Refusal } from '@heartbell/contract/errors'
import type { Sql } from '../../database/connect.ts'
import { hashLinkToken, hashRows } from '../secrets/link-tokens.ts'
import { findTotpStep, newTotpSecret, totpAddress, writeBase32 } from '../secrets/totp.ts'
import { noStoreId, type Vault } from '../secrets/vault.ts'
import type { User } from './users.ts'

const howManyCodes = 10
/** Without letters that look alike: 8 of 31 letters are 39 bits, and each guess is counted. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const wrongCode = () => new Refusal('not-identified', 'wrong-code', 'The code is wrong or was used already.')

/** Creates a new secret, which has no effect until a code of it was entered. */
export async function beginSecondFactor(sql: Sql, vault: Vault, user: User, issuer: string) {
  const secret = newTotpSecret()
  await sql`
    update users
    set totp_pending = ${vault.seal(noStoreId, secret)}
    where user_id = ${user.userId}`
  return { secret: writeBase32(secret), address: totpAddress(secret, user.email ?? user.name, issuer) }
}

/** Returns the recovery codes, of which only hashes are stored. */
export async function enableSecondFactor(sql: Sql, vault: Vault, user: User, code: string, now = Date.now()) {
  const [row] = await sql<{ totpPending: Buffer | null }[]>`
    select totp_pending
    from users
    where user_id = ${user.userId}
    for update`
  if (!row?.totpPending) throw new Refusal('conflict', 'not-begun', 'Begin again: the QR code is too old.')
  const step = findTotpStep(vault.open(noStoreId, row.totpPending), normalizeCode(code), now)
  if (step === null) throw wrongCode()
  await sql`
    update users
    set totp_secret = totp_pending,
        totp_pending = null,
        totp_step = ${step}
    where user_id = ${user.userId}`
  return await renewRecoveryCodes(sql, user)
}

export async function disableSecondFactor(sql: Sql, userId: string): Promise<void> {
  await sql`
    update users
    set totp_secret = null,
        totp_pending = null
    where user_id = ${userId}`
  await sql`
    delete from recovery_codes
    where user_id = ${userId}`
}

export async function renewRecoveryCodes(sql: Sql, { userId }: User): Promise<string[]> {
  const codes = Array.from({ length: howManyCodes }, newRecoveryCode)
  await sql`
    delete from recovery_codes
    where user_id = ${userId}`
  await sql`
    insert into recovery_codes (user_id, code_hash)
    select ${userId}, code_hash
    from (${hashRows(
      sql,
      codes.map((code) => hashCode(userId, code)),
    )}) codes (code_hash)`
  return codes
}

function newRecoveryCode(): string {
  const code = Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('')
  return `${code.slice(0, 4)}-${code.slice(4)}`
}

/** Accepts any notation. */
const normalizeCode = (code: string) => code.toLowerCase().replace(/[\s-]/g, '')
const hashCode = (userId: string, code: string) => hashLinkToken(`recovery ${userId} ${normalizeCode(code)}`)

export type SecondFactor = { isOn: boolean; codesLeft: number }

export async function readSecondFactor(sql: Sql, userId: string): Promise<SecondFactor> {
  const [row] = await sql<SecondFactor[]>`
    select totp_secret is not null as is_on,
      (
        select count(*)::integer
        from recovery_codes
        where recovery_codes.user_id = users.user_id
          and used_at is null
      ) as codes_left
    from users
    where user_id = ${userId}`
  return row ?? { isOn: false, codesLeft: 0 }
}

/** What a person proved with their second factor. */
export type CodeKind = 'app-code' | 'recovery-code'

/** Accepts a code of the app or a recovery code. Each works once, also when it is sent twice at the same time. */
export async function useCode(
  sql: Sql,
  vault: Vault,
  userId: string,
  code: string,
  now = Date.now(),
): Promise<CodeKind> {
  const [row] = await sql<{ totpSecret: Buffer | null }[]>`
    select totp_secret
    from users
    where user_id = ${userId}`
  if (!row?.totpSecret) throw wrongCode()
  const given = normalizeCode(code)
  const step = /^\d{6}$/.test(given) ? findTotpStep(vault.open(noStoreId, row.totpSecret), given, now) : null
  if (step !== null && (await useStep(sql, userId, step))) return 'app-code'
  if (step === null && (await useRecoveryCode(sql, userId, given))) return 'recovery-code'
  throw wrongCode()
}

async function useStep(sql: Sql, userId: string, step: number): Promise<boolean> {
  const used = await sql`
    update users
    set totp_step = ${step}
    where user_id = ${userId}
      and totp_step < ${step}
    returning 1`
  return used.length > 0
}

async function useRecoveryCode(sql: Sql, userId: string, code: string): Promise<boolean> {
  const used = await sql`
    update recovery_codes
    set used_at = now()
    where user_id = ${userId}
      and code_hash = ${hashCode(userId, code)}
      and used_at is null
    returning 1`
  return used.length > 0
}
