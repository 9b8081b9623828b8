/** For tests: team members, all with the same password. */
import { scryptSync } from 'node:crypto'
import type { Role } from '@heartbell/contract/dashboard/route'
import type { Sql } from '../../../database/connect.ts'
import type { SignInOrigin } from '../sign-in.ts'
import { addMember, createUser, type User } from '../users.ts'

export const testPassword = 'correct horse battery'

/** A thirty-second of the usual cost, which each sign-in of a test would take again. */
const salt = Buffer.alloc(16)
const key = scryptSync(testPassword, salt, 32, { N: 1024, r: 8, p: 1 })
const passwordHash = `scrypt$1024$8$1$${salt.toString('base64url')}$${key.toString('base64url')}`

/** The origin of a test's session. */
export const fromTests: SignInOrigin = {
  userAgent: 'tests',
  place: { network: '127.0.0.1', device: null },
  address: '127.0.0.1',
}

type NewMember = { email: string; name?: string; role: Role }

export async function makeMember(sql: Sql, storeId: number, { email, name = '', role }: NewMember): Promise<User> {
  const user = await createUser(sql, { email, name, passwordHash })
  if (!user) throw new Error(`${email} has an account already.`)
  await addMember(sql, storeId, user.userId, role)
  return user
}
