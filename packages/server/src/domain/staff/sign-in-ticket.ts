/** Between password and code: a sealed ticket that says whose password was right, valid for a few minutes. */
import { createHash } from 'node:crypto'
import { Refusal } from '@heartbell/contract/errors'
import type { Sql } from '../../database/connect.ts'
import { noStoreId, type Vault } from '../secrets/vault.ts'
import type { PasswordProof } from './sign-in.ts'
import { type User, userColumns } from './users.ts'

const lifeMillis = 10 * 60_000

type Ticket = { is: 'second-step'; userId: string; password: string; until: number }

/** Changing the password invalidates the ticket. */
const fingerprint = (passwordHash: string) => createHash('sha256').update(passwordHash).digest('base64url')

export function writeTicket(vault: Vault, { user, passwordHash }: PasswordProof, now = Date.now()): string {
  const ticket: Ticket = {
    is: 'second-step',
    userId: user.userId,
    password: fingerprint(passwordHash),
    until: now + lifeMillis,
  }
  return vault.seal(noStoreId, Buffer.from(JSON.stringify(ticket))).toString('base64url')
}

const badTicket = () => new Refusal('not-identified', 'start-again', 'That took too long: sign in again.')

export async function readTicket(sql: Sql, vault: Vault, text: string, now = Date.now()): Promise<User> {
  const ticket = open(vault, text)
  if (ticket?.is !== 'second-step' || ticket.until < now) throw badTicket()
  const [row] = await sql<(User & { passwordHash: string | null })[]>`
    select ${sql.unsafe(userColumns)}, password_hash
    from users
    where user_id = ${ticket.userId}`
  if (!row?.passwordHash || fingerprint(row.passwordHash) !== ticket.password) throw badTicket()
  const { passwordHash: _, ...user } = row
  return user
}

function open(vault: Vault, text: string): Ticket | null {
  try {
    return JSON.parse(vault.open(noStoreId, Buffer.from(text, 'base64url')).toString()) as Ticket
  } catch {
    return null
  }
}
