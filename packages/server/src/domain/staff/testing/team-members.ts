/** For tests: team members, all with the same password. */

import type { Role } from '@heartbell/contract/dashboard/route'
import type { Sql } from '../../../database/connect.ts'
import { hashPassword } from '../../secrets/passwords.ts'
import type { SignInOrigin } from '../sign-in.ts'
import { addMember, createUser, type User } from '../users.ts'

export const testPassword = 'correct horse battery'

/** Hashed once, because hashing is slow on purpose. */
let hashed: Promise<string> | undefined
const hashOnce = () => {
  hashed ??= hashPassword(testPassword)
  return hashed
}

/** The origin of a test's session. */
export const fromTests: SignInOrigin = {
  userAgent: 'tests',
  place: { network: '127.0.0.1', device: null },
  address: '127.0.0.1',
}

type NewMember = { email: string; name?: string; role: Role }

export async function makeMember(sql: Sql, storeId: number, { email, name = '', role }: NewMember): Promise<User> {
  const user = await createUser(sql, { email, name, passwordHash: await hashOnce() })
  if (!user) throw new Error(`${email} has an account already.`)
  await addMember(sql, storeId, user.userId, role)
  return user
}
