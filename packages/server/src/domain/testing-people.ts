/** For tests: members of a team, who all have the same password. */
import type { Sql } from '../database/connect.ts'
import { hashPassword } from './passwords.ts'
import { addMember, createUser, type Role, type User } from './users.ts'

export const testPassword = 'correct horse battery'

/** Hashed once, because that is slow on purpose. */
let hashed: Promise<string> | undefined
const hashOnce = () => {
  hashed ??= hashPassword(testPassword)
  return hashed
}

type NewMember = { email: string; name?: string; role: Role }

export async function makeMember(sql: Sql, storeId: number, { email, name = '', role }: NewMember): Promise<User> {
  const user = await createUser(sql, { email, name, passwordHash: await hashOnce() })
  if (!user) throw new Error(`${email} has an account already.`)
  await addMember(sql, storeId, user.userId, role)
  return user
}
