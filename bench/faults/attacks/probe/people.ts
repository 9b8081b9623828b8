/** Dashboard users with a role in the attacker's store, the victim's, both, or neither any more; and sessions for them. */
import { createHash, randomBytes } from 'node:crypto'
import type { Role } from '@heartbell/contract/dashboard/route'
import type { Database } from '../../../../packages/server/src/database/connect.ts'
import { newId } from '../../../../packages/server/src/domain/secrets/ids.ts'
import { hashPassword } from '../../../../packages/server/src/domain/secrets/passwords.ts'
import { makeAccountLink } from '../../../../packages/server/src/domain/staff/account-links.ts'
import { requestEmailChange } from '../../../../packages/server/src/domain/staff/email-changes.ts'
import { renewRecoveryCodes } from '../../../../packages/server/src/domain/staff/second-factor.ts'
import { openSession } from '../../../../packages/server/src/domain/staff/sign-in.ts'
import { fromTests } from '../../../../packages/server/src/domain/staff/testing/team-members.ts'
import { findOrCreateOperator, type User, userColumns } from '../../../../packages/server/src/domain/staff/users.ts'
import { canary } from './marks.ts'

export type Person = {
  user: User
  email: string
  roles: { home?: Role; victim?: Role }
  /** Opens a new session, because many calls end the session that they use. */
  cookie(): Promise<string>
}

type Stores = { home: number; victim: number }

export type People = {
  operator: Person
  /** Works for the victim's store. */
  owner: Person
  /** Works for the victim's store, and never set a password. */
  invited: Person & { link: string }
  make(name: string, roles: Person['roles']): Promise<Person>
  removed(): Promise<Person>
  demoted(): Promise<Person>
}

const agent = 'heartbell-probes'

/** The password of every actor. */
export const ownPassword = 'a long password of theirs'

/** Written as rows, without calls: the setup must not depend on the routes that are probed. */
export async function openPeople(sql: Database, stores: Stores): Promise<People> {
  const passwordHash = await hashPassword(ownPassword)
  const makeUser = async (email: string, name: string, hash: string | null): Promise<User> => {
    const [user] = await sql<User[]>`
      insert into users (user_id, email, name, password_hash)
      values (${newId()}, ${email}, ${name}, ${hash})
      returning ${sql.unsafe(userColumns)}`
    return user!
  }
  const setRole = async ({ userId }: User, storeId: number, role: Role) => {
    await sql`
      insert into members (store_id, user_id, role)
      values (${storeId}, ${userId}, ${role})
      on conflict (store_id, user_id) do update
      set role = excluded.role`
  }
  const personOf = (user: User, email: string, roles: Person['roles']): Person => ({
    ...{ user, email, roles },
    cookie: async () => `__Host-heartbell=${(await openSession(sql, user, { ...fromTests, userAgent: agent })).token}`,
  })
  const make: People['make'] = async (name, roles) => {
    const email = `${name.replaceAll(/\W+/g, '-')}-${randomBytes(3).toString('hex')}@probe.example`
    const user = await makeUser(email, name, passwordHash)
    for (const [store, role] of Object.entries(roles) as [keyof Stores, Role][])
      await setRole(user, stores[store], role)
    return personOf(user, email, roles)
  }
  const staff = async (name: string, hash: string | null) => {
    const email = `${name}-${randomBytes(3).toString('hex')}@victim.example`
    const user = await makeUser(email, `${name} ${canary}`, hash)
    await setRole(user, stores.victim, 'owner')
    return personOf(user, email, { victim: 'owner' })
  }
  const owner = await staff('owner', passwordHash)
  const invited = await staff('invited', null)
  const link = randomBytes(32).toString('base64url')
  await sql`
    insert into sign_in_links (token_hash, user_id, expires_at)
    values (${createHash('sha256').update(link).digest()}, ${invited.user.userId}, now() + interval '1 day')`
  await requestEmailChange(sql, owner.user, `moves-${owner.email}`)
  await makeAccountLink(sql, { userId: owner.user.userId, purpose: 'reset' })
  await renewRecoveryCodes(sql, owner.user)
  const operator = await findOrCreateOperator(sql)
  const email = operator.email ?? 'operator@house.example'
  await sql`
    update users
    set email = ${email}
    where user_id = ${operator.userId}`
  return {
    ...{ operator: personOf(operator, email, {}), owner, make },
    invited: { ...invited, link },
    removed: async () => {
      const person = await make('a removed member', { victim: 'admin' })
      await sql`
        delete from members
        where store_id = ${stores.victim}
          and user_id = ${person.user.userId}`
      return { ...person, roles: {} }
    },
    demoted: async () => {
      const person = await make('a demoted admin', { victim: 'admin' })
      await setRole(person.user, stores.victim, 'viewer')
      return { ...person, roles: { victim: 'viewer' } }
    },
  }
}
